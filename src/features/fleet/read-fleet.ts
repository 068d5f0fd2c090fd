import { z } from 'zod'
import { readDataFile } from '../../check/read-data-file.ts'
import { readEvaluated } from '../../check/read-report.ts'
import type { World } from '../../check/world.ts'
import { dividesTargets, isPairAsked } from '../../core/model/checks.ts'
import { identifier } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import { addUpCounts, compareCounts, countIssues, sumCounts } from '../../core/model/severity.ts'
import type { SeverityCounts } from '../../core/model/severity-counts.ts'
import { compareText } from '../../core/text/compare-text.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { createUncheckedTest } from '../../gate/decide/unchecked.ts'
import type { Fleet, FleetApi, FleetCell, FleetCount, FleetOwner, KnownApis } from './fleet.ts'

interface FleetFiles {
  readonly run: string
  /** A run before it, to compare with. */
  readonly since?: string | undefined
  /** Output of `gov api list --json`. */
  readonly apis?: string | undefined
}

/** Throws GovError, usage, for a file that is not what it should be, and a run that decided nothing. */
export async function readFleet({ run, since, apis }: FleetFiles, world: World): Promise<Fleet> {
  const known = apis === undefined ? new Map() : await readApis(apis, world)
  const report = await readEvaluated(run, world)
  return countFleet(report, known, since === undefined ? undefined : await readEvaluated(since, world))
}

const ids = z.array(z.string()).nullish()
const listed = z.looseObject({
  apis: z.array(
    z.looseObject({
      api_definition: z.looseObject({ api_id: z.string(), name: z.string().optional() }),
      user_owners: ids,
      user_group_owners: ids,
    }),
    'it is not what gov api list --json prints',
  ),
})

async function readApis(file: string, world: World): Promise<KnownApis> {
  const { apis } = await readDataFile(file, 'apis', listed, world)
  return new Map(
    apis.map(({ api_definition: { api_id, name }, user_owners, user_group_owners }) => [
      api_id,
      { name, owners: [...(user_owners ?? []), ...(user_group_owners ?? [])] },
    ]),
  )
}

/** The page's facts from a saved run; `earlier` is compared where it asked the same of the same. */
export function countFleet(report: EvaluatedReport, known: KnownApis, earlier?: EvaluatedReport): Fleet {
  const now = countReport(report, known)
  const note = earlier && describeComparison(earlier, report)
  const before = earlier && note === '' ? countReport(earlier, known) : undefined
  return {
    started: report.run.started,
    dashboard: report.run.dashboard,
    complete: isComplete(report),
    excused: report.issues.length - now.open.length,
    ...countIssues(now.open),
    rulesets: now.rulesets,
    apis: changed(now.apis, before?.apis, ({ id }) => id),
    rules: changed(now.rules, before?.rules, ({ name, ruleset }) => JSON.stringify([ruleset, name])),
    owners: changed(countOwners(now.apis), before && countOwners(before.apis), ({ name }) => name),
    ...(earlier && { earlier: { started: earlier.run.started, note: note ?? '' } }),
  }
}

function describeComparison(earlier: EvaluatedReport, report: EvaluatedReport): string {
  if (!isComplete(earlier)) return 'it is incomplete'
  if (!isComplete(report)) return 'this run is incomplete'
  return describeDifferences(readScope(earlier), readScope(report))
}

function isComplete({ outcome, run, truncated }: EvaluatedReport): boolean {
  const hasAccepted = outcome.held.some(({ kind }) => kind === 'accepted')
  return outcome.kind !== 'incomplete' && !hasAccepted && !truncated && run.shard === undefined
}

interface Counted extends Pick<Fleet, 'apis' | 'rulesets' | 'rules'> {
  readonly open: readonly Issue[]
}

function countReport(report: EvaluatedReport, known: KnownApis): Counted {
  const { findSubject } = identifier(report.run.definitions.map(({ file }) => ({ file })))
  const chooseSubjectId = (issue: Issue) => {
    const subject = findSubject(issue)
    return 'file' in subject ? subject.file : subject.api_id
  }
  const open = report.issues.filter(({ excused }) => excused === undefined)
  const byRuleset = groupBy(open, ({ ruleset_id }) => ruleset_id)
  const rulesets = report.rulesets
    .map(({ id, name }) => {
      const own = byRuleset.get(id) ?? []
      return { id, name: name || id, apis: new Set(own.map(chooseSubjectId)).size, ...countIssues(own) }
    })
    .sort(worstCounts)
  const names = new Map(rulesets.map(({ id, name }) => [id, name]))
  const byApi = groupBy(open, chooseSubjectId)
  const isUnchecked = createUncheckedTest(report.outcome)
  const asked = [
    ...report.run.api_ids.map((id) => ({ id, saved: true })),
    ...report.run.definitions.map(({ file }) => ({ id: file, saved: false })),
  ]
  const apis = asked.map(({ id, saved }): FleetApi => {
    const own = byApi.get(id) ?? []
    const byCell = groupBy(own, ({ ruleset_id }) => ruleset_id)
    const cells = rulesets.map((ruleset): FleetCell => {
      const counts = countIssues(byCell.get(ruleset.id) ?? [])
      const target = { id, saved }
      const asked = isPairAsked(report.run.checks, target, ruleset.id)
      return { ...counts, asked, checked: !asked || !isUnchecked(target, ruleset.id) }
    })
    const { name = report.run.api_names?.[id], owners = [] } = (saved ? known.get(id) : undefined) ?? {}
    return {
      id,
      name,
      saved,
      owners,
      cells,
      rules: countRules(own, names, chooseSubjectId),
      ...countIssues(own),
    }
  })
  return { open, apis: apis.sort(worstApis), rulesets, rules: countRules(open, names, chooseSubjectId) }
}

function countRules(
  issues: readonly Issue[],
  names: ReadonlyMap<string, string>,
  chooseSubjectId: (issue: Issue) => string,
): FleetCount[] {
  const groups = groupBy(issues, ({ ruleset_id, rule_id }) => JSON.stringify([ruleset_id, rule_id]))
  const rules = [...groups.values()].flatMap((own): FleetCount[] => {
    const [first] = own
    if (!first) return []
    const ruleset = names.get(first.ruleset_id) ?? first.ruleset_id
    return [
      { name: first.rule_id, ruleset, apis: new Set(own.map(chooseSubjectId)).size, ...countIssues(own) },
    ]
  })
  return rules.sort(worstCounts)
}

/** An API of several owners counts for each; those without one come last. */
function countOwners(apis: readonly FleetApi[]): FleetOwner[] {
  if (apis.every(({ owners }) => owners.length === 0)) return []
  const pairs = apis.flatMap((api) =>
    (api.owners.length === 0 ? [''] : api.owners).map((owner) => ({ owner, api })),
  )
  return [...groupBy(pairs, ({ owner }) => owner)]
    .map(([name, own]) => {
      const theirs = own.map(({ api }) => api)
      const failing = theirs.filter(({ error_count }) => error_count > 0).length
      return { name, apis: theirs.length, failing, ...sumCounts(theirs) }
    })
    .sort((one, other) => Number(one.name === '') - Number(other.name === '') || worstCounts(one, other))
}

function changed<Item extends SeverityCounts>(
  items: readonly Item[],
  earlier: readonly Item[] | undefined,
  keyOf: (item: Item) => string,
): Item[] {
  if (earlier === undefined) return [...items]
  const before = new Map(earlier.map((item) => [keyOf(item), addUpCounts(item)]))
  return items.map((item) => ({ ...item, change: addUpCounts(item) - (before.get(keyOf(item)) ?? 0) }))
}

function worstApis(one: FleetApi, other: FleetApi): number {
  return compareCounts(one, other) || compareText(one.id, other.id)
}

function worstCounts(one: FleetCount, other: FleetCount): number {
  return compareCounts(one, other) || other.apis - one.apis || compareText(one.name, other.name)
}

/** What the counts of a run depend on besides the APIs themselves. Two runs are compared only if theirs are equal. */
interface FleetScope {
  readonly dashboard: string
  readonly apis: readonly string[]
  readonly rulesets: readonly string[]
  readonly digests: Readonly<Record<string, string>>
  readonly checks: string
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
  const checks = JSON.stringify(dividesTargets(run.checks) ? run.checks : [])
  return { dashboard, apis: apis.sort(compareText), rulesets: ids, digests, checks }
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
    ...(before.checks === after.checks ? [] : ['which rulesets are for which API changed']),
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
