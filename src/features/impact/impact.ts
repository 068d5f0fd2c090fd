import type { Issue } from '../../core/model/issue.ts'
import { compareText } from '../../core/text/compare-text.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { renderGap } from '../../reporters/words/gap-text.ts'
import { reasonText } from '../../reporters/words/reason-text.ts'
import type { FleetSubject, JudgedApi } from './compare-reports.ts'
import type {
  ApiEffect,
  ApiVerdict,
  ImpactApi,
  ImpactGroup,
  ImpactRule,
  ImpactRuleChange,
  RuleCount,
} from './impact-model.ts'

/** Facts about a saved API that no report has. */
export interface ApiFacts {
  readonly name?: string | undefined
  readonly owners: readonly string[]
  readonly categories: readonly string[]
  readonly resource_type: string
}

const noFacts = { owners: [], categories: [] }

export function impactOnApi(
  { id, saved }: FleetSubject,
  before: JudgedApi,
  after: JudgedApi,
  { name, owners, categories }: Omit<ApiFacts, 'resource_type'> = noFacts,
): ImpactApi {
  const effect = chooseEffect(before.verdict, after.verdict)
  const gaps = [...new Set([...before.gaps, ...after.gaps].map(renderGap))]
  const broken = effect === 'newly-fails' ? after.broken : []
  const added = subtractIssues(after.issues, before.issues)
  const removed = subtractIssues(before.issues, after.issues)
  return {
    id,
    ...(name !== undefined && { name }),
    saved,
    owners,
    categories,
    before: before.verdict,
    after: after.verdict,
    effect,
    reasons: effect === 'unknown' ? gaps : broken.map(reasonText),
    turned_by: countTurningRules(effect, listFailing(added, after), listFailing(removed, before)),
    added,
    removed,
  }
}

export function chooseEffect(before: ApiVerdict, after: ApiVerdict): ApiEffect {
  if (before === 'unknown' || after === 'unknown') return 'unknown'
  if (before === after) return after === 'fails' ? 'still-fails' : 'still-passes'
  return after === 'fails' ? 'newly-fails' : 'newly-passes'
}

function listFailing(issues: readonly Issue[], { failing }: JudgedApi): readonly Issue[] {
  const known = new Set(failing)
  return issues.filter((issue) => known.has(issue))
}

function countTurningRules(
  effect: ApiEffect,
  added: readonly Issue[],
  removed: readonly Issue[],
): readonly RuleCount[] {
  const issues = effect === 'newly-fails' ? added : effect === 'newly-passes' ? removed : []
  return [...groupBy(issues, ({ rule_id }) => rule_id)]
    .map(([rule_id, own]) => ({ rule_id, count: own.length }))
    .sort((one, other) => other.count - one.count)
}

/** Multiset difference: of three equal issues, two equal `others` leave one. */
function subtractIssues(issues: readonly Issue[], others: readonly Issue[]): readonly Issue[] {
  const same = new Set(others)
  const counts = new Map<string, number>()
  const own = new Set(issues)
  for (const issue of others.filter((each) => !own.has(each)))
    counts.set(createRow(issue), (counts.get(createRow(issue)) ?? 0) + 1)
  return issues.filter((issue) => {
    if (same.has(issue)) return false
    const row = createRow(issue)
    const count = counts.get(row) ?? 0
    if (count > 0) counts.set(row, count - 1)
    return count === 0
  })
}

/**
 * A row of all that a person sees of an issue: equal for two that differ in nothing of it. Of a saved API, the
 * dashboard and the sandbox number lines in texts of their own.
 */
function createRow({ ruleset_id, rule_id, severity, message, path, pointer, ...place }: Issue): string {
  const { api_id, file, definition, line, column } = place
  const where = [api_id, file, definition, line, column]
  return JSON.stringify([ruleset_id, rule_id, severity, message, path, pointer, where])
}

export function countEffects(apis: readonly ImpactApi[]) {
  const count = (effect: ApiEffect) => apis.filter((api) => api.effect === effect).length
  return {
    newly_failing: count('newly-fails'),
    newly_passing: count('newly-passes'),
    still_failing: count('still-fails'),
    still_passing: count('still-passes'),
    unknown: count('unknown'),
  }
}

/** Each rule that changed or whose issues did, those that turn most verdicts first. */
export function countRuleImpact(
  apis: readonly ImpactApi[],
  changes: ReadonlyMap<string, ImpactRuleChange> | undefined,
  severities: ReadonlyMap<string, NonNullable<ImpactRule['severity']>> = new Map(),
): ImpactRule[] {
  const countPerEffect = (rulesIn: (api: ImpactApi) => readonly { readonly rule_id: string }[]) =>
    groupBy(apis.flatMap(rulesIn), ({ rule_id }) => rule_id)
  const [added, removed] = [countPerEffect((api) => api.added), countPerEffect((api) => api.removed)]
  const isTurned = (effect: ApiEffect) =>
    countPerEffect((api) => (api.effect === effect ? api.turned_by : []))
  const [failing, passing] = [isTurned('newly-fails'), isTurned('newly-passes')]
  const ids = new Set(
    [changes ?? new Map(), added, removed, failing, passing].flatMap((each) => [...each.keys()]),
  )
  const rules = [...ids].map((rule_id): ImpactRule => {
    const [change, severity] = [changes?.get(rule_id), severities.get(rule_id)]
    return {
      rule_id,
      ...(change && { change }),
      ...(severity && { severity }),
      added: added.get(rule_id)?.length ?? 0,
      removed: removed.get(rule_id)?.length ?? 0,
      newly_failing: failing.get(rule_id)?.length ?? 0,
      newly_passing: passing.get(rule_id)?.length ?? 0,
    }
  })
  return rules.sort(
    (one, other) =>
      other.newly_failing - one.newly_failing ||
      other.newly_passing - one.newly_passing ||
      other.added - one.added ||
      other.removed - one.removed ||
      compareText(one.rule_id, other.rule_id),
  )
}

/** The groups that own or classify APIs; empty where no API has one. */
export function impactByGroup(apis: readonly ImpactApi[], key: 'owners' | 'categories'): ImpactGroup[] {
  const groups = new Map<string, ImpactApi[]>()
  for (const api of apis)
    for (const name of api[key].length === 0 ? [''] : api[key])
      groups.set(name, [...(groups.get(name) ?? []), api])
  if ([...groups.keys()].every((name) => name === '')) return []
  return [...groups]
    .map(([name, own]) => {
      const { newly_failing, newly_passing } = countEffects(own)
      return { name, apis: own.length, newly_failing, newly_passing }
    })
    .sort(
      (one, other) =>
        Number(one.name === '') - Number(other.name === '') ||
        other.newly_failing - one.newly_failing ||
        other.newly_passing - one.newly_passing ||
        compareText(one.name, other.name),
    )
}
