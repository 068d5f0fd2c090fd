import type { Issue } from '../../../core/model/issue.ts'
import { compareText } from '../../../core/text/compare-text.ts'
import { groupBy, subtractItems } from '../../../core/text/group-by.ts'
import type { TargetVerdict } from '../../../gate/decide/judge-targets.ts'
import { renderGap } from '../../../reporters/words/gap-text.ts'
import { reasonText } from '../../../reporters/words/reason-text.ts'
import type { ApiFacts } from './api-facts.ts'
import type { RuleChanges } from './changed-rules.ts'
import type { ApiEffect, ApiVerdict, ImpactApi, ImpactGroup, ImpactRule, RuleCount } from './impact-model.ts'

const noFacts = { owners: [], categories: [] }

export function impactOnApi(
  before: TargetVerdict,
  after: TargetVerdict,
  { name, owners, categories }: Omit<ApiFacts, 'resource_type'> = noFacts,
): ImpactApi {
  const { id, saved } = after.target
  const effect = chooseEffect(before.verdict, after.verdict)
  const gaps = [...new Set([...before.gaps, ...after.gaps].map(renderGap))]
  const broken = effect === 'newly-fails' ? after.broken : []
  // A failure of one side alone makes no difference of issues.
  const [lostBefore, lostAfter] = [hasLost(before), hasLost(after)]
  const added = lostBefore && !lostAfter ? [] : subtractItems(after.issues, before.issues, createRow)
  const removed = lostAfter && !lostBefore ? [] : subtractItems(before.issues, after.issues, createRow)
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

function hasLost({ gaps }: TargetVerdict): boolean {
  return gaps.some(({ kind }) => kind === 'failed' || kind === 'cut' || kind === 'unfinished')
}

export function chooseEffect(before: ApiVerdict, after: ApiVerdict): ApiEffect {
  if (before === 'unknown' || after === 'unknown') return 'unknown'
  if (before === after) return after === 'fails' ? 'still-fails' : 'still-passes'
  return after === 'fails' ? 'newly-fails' : 'newly-passes'
}

function listFailing(issues: readonly Issue[], { failing }: TargetVerdict): readonly Issue[] {
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
  { changes, severities }: Partial<Pick<RuleChanges, 'changes' | 'severities'>> = {},
): ImpactRule[] {
  const countPerRule = (rulesIn: (api: ImpactApi) => readonly { readonly rule_id: string }[]) =>
    groupBy(apis.flatMap(rulesIn), ({ rule_id }) => rule_id)
  const listTurning = (effect: ApiEffect) => (api: ImpactApi) => (api.effect === effect ? api.turned_by : [])
  const added = countPerRule((api) => api.added)
  const removed = countPerRule((api) => api.removed)
  const failing = countPerRule(listTurning('newly-fails'))
  const passing = countPerRule(listTurning('newly-passes'))
  const ids = new Set([changes ?? new Map(), added, removed].flatMap((each) => [...each.keys()]))
  const rules = [...ids].map((rule_id): ImpactRule => {
    const [change, severity] = [changes?.get(rule_id), severities?.get(rule_id)]
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
  const keys = ['newly_failing', 'newly_passing', 'added', 'removed'] as const
  return rules.sort((one, other) => {
    const key = keys.find((each) => one[each] !== other[each])
    return key === undefined ? compareText(one.rule_id, other.rule_id) : other[key] - one[key]
  })
}

/** The groups that own or classify APIs; empty where no API has one. */
export function impactByGroup(apis: readonly ImpactApi[], key: 'owners' | 'categories'): ImpactGroup[] {
  const pairs = apis.flatMap((api) =>
    (api[key].length === 0 ? [''] : api[key]).map((name) => ({ ...api, name })),
  )
  if (apis.every((api) => api[key].length === 0)) return []
  return [...groupBy(pairs, ({ name }) => name)]
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
