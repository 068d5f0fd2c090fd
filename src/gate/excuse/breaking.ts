import { breakingRuleset } from '../../core/model/breaking.ts'
import type { Evaluation, RulesetSummary } from '../../core/model/evaluation.ts'
import type { BreakingGap } from '../../core/model/gap.ts'
import type { Issue } from '../../core/model/issue.ts'
import { compareIssues } from '../../core/model/issue-order.ts'
import type { Policy } from '../../core/model/policy.ts'
import type { BreakingReason } from '../../core/model/reason.ts'
import type { BaseDefinition, BaseRun } from '../../core/model/run.ts'
import { addNumbers, addUpCounts, countIssues, joinCounts } from '../../core/model/severity.ts'

/** Breaking changes, as far as they could be found. */
export interface Breaking {
  readonly issues: readonly Issue[]
  /** Issues that a new major version allows, and that version. */
  readonly allowed: ReadonlyMap<Issue, string>
  readonly versions: ReadonlyMap<string, BaseDefinition['versions']>
  readonly gaps: readonly BreakingGap[]
}

/** The evaluation with breaking changes as the issues of a ruleset of their own, also where there are none. */
export function addBreaking(evaluation: Evaluation, { issues }: Pick<Breaking, 'issues'>): Evaluation {
  const counts = joinCounts(evaluation, countIssues(issues), addNumbers)
  return {
    ...evaluation,
    ...counts,
    total: evaluation.total + addUpCounts(countIssues(issues)),
    issues: [...evaluation.issues, ...issues].sort(compareIssues),
    rulesets: [...evaluation.rulesets, summarizeBreaking(evaluation, issues)],
  }
}

function summarizeBreaking({ rulesets: [first] }: Evaluation, issues: readonly Issue[]): RulesetSummary {
  return {
    id: breakingRuleset,
    name: 'Breaking changes',
    resource_type: first?.resource_type ?? 'oas-api',
    active: true,
    action: 'warn',
    ...countIssues(issues),
  }
}

/** Marks what a new major version allows; a waiver and the baseline go before it. */
export function markAllowed(issue: Issue, original: Issue, { allowed }: Pick<Breaking, 'allowed'>): Issue {
  const reason = allowed.get(original)
  if (reason === undefined || issue.excused !== undefined) return issue
  return { ...issue, excused: { by: 'major', reason } }
}

/** The reason of one run, and of all of its shards together. */
export function createBreakingReason(
  { definitions }: BaseRun,
  issues: readonly Issue[],
  { breaking: level, breaking_rules: rules = {} }: Pick<Policy, 'breaking' | 'breaking_rules'>,
): BreakingReason {
  const own = issues.filter(({ ruleset_id }) => ruleset_id === breakingRuleset)
  return {
    kind: 'breaking',
    ...(level !== undefined && { level }),
    count: own.length,
    allowed_count: own.filter(({ excused }) => excused?.by === 'major').length,
    versions: definitions.flatMap(({ file, versions }) => (versions ? [{ file, ...versions }] : [])),
    off: level === undefined || level === 'off' ? [] : Object.keys(rules).filter((id) => rules[id] === 'off'),
  }
}
