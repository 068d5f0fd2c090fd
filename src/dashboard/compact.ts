import type { Evaluation, RulesetSummary } from '../core/model/evaluation.ts'
import type { Issue } from '../core/model/issue.ts'

/** Different texts, and summaries, that are kept to be found again: enough for the rules of a run, not for all its ids. */
const mostKept = 20_000

/**
 * Makes evaluations small without changing what they say, for a run that holds them all to its end: texts that are
 * equal become one text, also from answer to answer, and so do the summaries of rulesets.
 */
export function createCompact(): (evaluation: Evaluation) => Evaluation {
  const text = createPool<string>((value) => value)
  const summary = createPool<RulesetSummary>((value) => JSON.stringify(value))
  return (evaluation) => ({
    ...evaluation,
    rulesets: evaluation.rulesets.map(summary),
    issues: evaluation.issues.map((issue) => compactIssue(issue, text)),
  })
}

type Same<Value> = (value: Value) => Value

function createPool<Value>(keyOf: (value: Value) => string): Same<Value> {
  const kept = new Map<string, Value>()
  return (value) => {
    const key = keyOf(value)
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size < mostKept) kept.set(key, value)
    return value
  }
}

/** Field by field: an object made at once has no room that it does not need. */
function compactIssue(issue: Issue, text: Same<string>): Issue {
  const same = (value: string | undefined) => (value === undefined ? undefined : text(value))
  return {
    _id: issue._id,
    org_id: same(issue.org_id),
    api_id: text(issue.api_id),
    ruleset_id: text(issue.ruleset_id),
    ruleset_name: same(issue.ruleset_name),
    rule_id: text(issue.rule_id),
    rule_summary: same(issue.rule_summary),
    how_to_fix: same(issue.how_to_fix),
    message: text(issue.message),
    severity: issue.severity,
    severity_order: issue.severity_order,
    severity_change: issue.severity_change,
    path: text(issue.path),
    location: issue.location,
    created_at: same(issue.created_at),
  }
}
