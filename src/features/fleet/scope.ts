import { identifier } from '../../core/model/identity.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import { compareText } from '../../core/text/compare-text.ts'

/** What the counts of a run depend on besides the APIs themselves. Two runs are compared only if theirs are equal. */
interface FleetScope {
  readonly dashboard: string
  readonly apis: readonly string[]
  readonly rulesets: readonly string[]
  readonly digests: Readonly<Record<string, string>>
}

export function readScope({ rulesets, run }: EvaluatedReport): FleetScope {
  const { ofDefinition } = identifier(run.definitions)
  const subjects = run.definitions.map(ofDefinition)
  const apis = [
    ...run.api_ids,
    ...subjects.map((subject) => ('file' in subject ? subject.file : subject.api_id)),
  ]
  const ids = rulesets.map(({ id }) => id).sort(compareText)
  const { ruleset_digests: digests = {} } = run
  // The engine of the embedded sandbox, and its rules, come with gov.
  const dashboard =
    run.dashboard === 'embedded' ? `embedded sandbox of gov ${run.gov}${engineText(run)}` : run.dashboard
  return { dashboard, apis: apis.sort(compareText), rulesets: ids, digests }
}

function engineText({ engine }: EvaluatedReport['run']): string {
  return engine === undefined ? '' : ` with engine ${engine}`
}

/** `1 API added (orders), ruleset rs-style changed`; empty if there is none. Foreign text. */
export function describeDifferences(before: FleetScope, after: FleetScope): string {
  const known = new Set(before.rulesets)
  const changed = after.rulesets.filter((id) => known.has(id) && before.digests[id] !== after.digests[id])
  return [
    ...(before.dashboard === after.dashboard ? [] : [`${before.dashboard} became ${after.dashboard}`]),
    ...moved('API', before.apis, after.apis),
    ...moved('ruleset', before.rulesets, after.rulesets),
    ...changed.map((id) => `ruleset ${id} changed`),
  ].join(', ')
}

function moved(noun: string, before: readonly string[], after: readonly string[]): string[] {
  const without = (names: readonly string[], others: readonly string[]) => {
    const known = new Set(others)
    return names.filter((name) => !known.has(name))
  }
  return [
    worded(noun, without(after, before), 'added'),
    worded(noun, without(before, after), 'removed'),
  ].filter((text) => text !== '')
}

const maxNames = 3

function worded(noun: string, names: readonly string[], verb: string): string {
  if (names.length === 0) return ''
  const more = names.length > maxNames ? ', …' : ''
  const shown = names.slice(0, maxNames).join(', ')
  return `${names.length} ${names.length === 1 ? noun : `${noun}s`} ${verb} (${shown}${more})`
}
