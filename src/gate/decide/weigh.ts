import type { Evaluation } from '../../core/model/evaluation.ts'
import type { Budgets, FloorRule, RulesetPolicy } from '../../core/model/policy.ts'
import type { Budget, Reason, Threshold, UnmatchedRule } from '../../core/model/reason.ts'
import {
  addUpCounts,
  countIssues,
  countIssuesByRuleset,
  joinCounts,
  listAtLeast,
  noCounts,
  type Severity,
  severities,
  subtract,
  sumCounts,
} from '../../core/model/severity.ts'
import type { SeverityCounts } from '../../core/model/severity-counts.ts'
import type { Weighing } from '../../core/model/strictness.ts'

/**
 * The evaluation under the policy: one reason for each rule, held or not. A ruleset is judged once: by its own entry
 * when it has one, else as advisory when its action says so, else together with the others. An entry for a ruleset
 * that did not run is a reason too, since nothing was held to it. A rule that the caller gives counts every ruleset.
 */
export function weigh(evaluation: Evaluation, policy: Weighing): Reason[] {
  const { owned, advisory } = listJudgedApart(evaluation, policy)
  const { apart, rest } = countApart(evaluation, new Set([...owned, ...advisory].map(({ id }) => id)))
  const getCounts = (id: string) => apart.get(id) ?? noCounts
  const idle = Object.keys(policy.rulesets).filter((id) => !apart.has(id))
  return [
    ...judgeWhole(rest, sumCounts([rest, ...apart.values()]), policy),
    ...owned.flatMap(({ id }) =>
      judge(getCounts(id), { fail_on: policy.fail_on, ...policy.rulesets[id] }, { ruleset_id: id }),
    ),
    ...advisory.map(({ id, action }): Reason => {
      return { kind: 'advisory', ruleset_id: id, action, count: addUpCounts(getCounts(id)) }
    }),
    ...idle.map((id): Reason => ({ kind: 'idle', ruleset_id: id })),
    ...listUnmatched(evaluation, policy),
    ...listTurnedOff(evaluation),
  ]
}

function listTurnedOff({ rule_matches = [] }: Evaluation): Reason[] {
  const all = rule_matches.flatMap(({ turned_off = [] }) => turned_off)
  const count = all.reduce((sum, each) => sum + each.count, 0)
  const overrides = [...new Set(all.map(({ place }) => place))]
  return count === 0 ? [] : [{ kind: 'turned-off', count, overrides }]
}

/** The rulesets that are judged on their own: by an entry of the policy, or as advisory. */
function listJudgedApart({ rulesets }: Pick<Evaluation, 'rulesets'>, policy: Weighing) {
  const owned = rulesets.filter(({ id }) => Object.hasOwn(policy.rulesets, id))
  const advisory = rulesets.filter(
    (ruleset) => policy.advisory_actions.includes(ruleset.action) && !owned.includes(ruleset),
  )
  return { owned, advisory }
}

/** A rule such as "no deprecated operations" matches nothing where all is well: only a policy makes that a failure. */
function listUnmatched({ rule_matches = [] }: Evaluation, { on_unmatched = 'warn' }: Weighing): Reason[] {
  const rules = rule_matches.flatMap(({ ruleset_id, unmatched: ids, unchecked, other_versions }) =>
    ids.map(
      (rule_id): UnmatchedRule => ({
        ruleset_id,
        rule_id,
        ...(unchecked?.includes(rule_id) && { unchecked: true }),
        ...(other_versions?.includes(rule_id) && { other_versions: true }),
      }),
    ),
  )
  const overrides = [...new Set(rule_matches.flatMap((matches) => matches.overrides?.unmatched ?? []))]
  if (rules.length + overrides.length === 0 || on_unmatched === 'ignore') return []
  const whole = rule_matches
    .filter(({ matched, unmatched: ids }) => matched.length === 0 && ids.length > 0)
    .map(({ ruleset_id }) => ruleset_id)
  const strict = on_unmatched === 'fail'
  const others = { ...(whole.length > 0 && { whole }), ...(overrides.length > 0 && { overrides }) }
  return [{ kind: 'unmatched', strict, rules, ...others }]
}

type Owner = Pick<Budget, 'ruleset_id' | 'every_ruleset'>

/** The policy's own rules: those of the caller count the issues of every ruleset, the others what `rest` holds. */
function judgeWhole(
  rest: SeverityCounts,
  all: SeverityCounts,
  { fail_on, max, floor = [] }: Weighing,
): Reason[] {
  const every = { every_ruleset: true }
  const isFloor = (rule: FloorRule) => floor.includes(rule)
  const own = severities.filter((severity) => !isFloor(`max.${severity}`))
  const floors = severities.filter((severity) => isFloor(`max.${severity}`))
  return [
    ...(isFloor('fail_on')
      ? weighThresholds(all, fail_on, max, every)
      : weighThresholds(rest, fail_on, max, {})),
    ...listBudgets(rest, max, {}, own),
    ...listBudgets(all, max, every, floors),
  ]
}

function judge(
  counts: SeverityCounts,
  { fail_on = 'error', max = {} }: RulesetPolicy,
  owner: Owner,
): Reason[] {
  return [...weighThresholds(counts, fail_on, max, owner), ...listBudgets(counts, max, owner)]
}

/** With a budget of its own a severity is not also held to `fail_on`. */
function weighThresholds(
  counts: SeverityCounts,
  level: Severity | 'never',
  max: Budgets,
  owner: Owner,
): Threshold[] {
  if (level === 'never') return [{ kind: 'threshold', ...owner, level, counts: {} }]
  const gating = listAtLeast(level).filter((severity) => max[severity] === undefined)
  if (gating.length === 0) return []
  const found = Object.fromEntries(gating.map((severity) => [severity, counts[`${severity}_count`]]))
  return [{ kind: 'threshold', ...owner, level, counts: found }]
}

function listBudgets(
  counts: SeverityCounts,
  max: Budgets,
  owner: Owner,
  limited: readonly Severity[] = severities,
): Budget[] {
  return limited.flatMap((severity) => {
    const limit = max[severity]
    if (limit === undefined) return []
    return [{ kind: 'budget', ...owner, severity, limit, count: counts[`${severity}_count`] }]
  })
}

/**
 * Counts every issue that is not excused. The answers count what they do not list (a cut answer) and list what they
 * do not count (a ruleset that failed on one API), so the higher of the two holds; what is excused is always listed
 * and is taken off. Never fewer than there are, and exact when the evaluation is complete.
 */
function countApart(evaluation: Evaluation, apartIds: ReadonlySet<string>) {
  const { rulesets, issues } = evaluation
  const listed = countIssuesByRuleset(issues)
  const excused = countIssuesByRuleset(issues.filter((issue) => issue.excused !== undefined))
  const apart = new Map(
    rulesets
      .filter(({ id }) => apartIds.has(id))
      .map((ruleset) => [ruleset.id, joinCounts(ruleset, listed.get(ruleset.id) ?? noCounts, Math.max)]),
  )
  const counted = joinCounts(evaluation, countIssues(issues), Math.max)
  const rest = joinCounts(counted, sumCounts([...apart.values()]), subtract)
  const excusedRest = sumCounts([...excused].flatMap(([id, counts]) => (apart.has(id) ? [] : [counts])))
  const subtractOwn = (id: string, counts: SeverityCounts) =>
    joinCounts(counts, excused.get(id) ?? noCounts, subtract)
  return {
    apart: new Map([...apart].map(([id, counts]) => [id, subtractOwn(id, counts)])),
    rest: joinCounts(rest, excusedRest, subtract),
  }
}
