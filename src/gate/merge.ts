import type { Evaluation, Issue, RulesetSummary, SeverityCounts } from '../model.ts'
import { countIssues, severities } from '../model.ts'
import type { EvaluationRequest } from './plan.ts'

/** One call and what came back. */
export interface Answer {
  readonly request: EvaluationRequest
  readonly evaluation: Evaluation
}

/**
 * One evaluation out of all answers. A ruleset that two categories both brought to the same target ran twice and
 * counts once, at its higher counts; over different targets counts add up. Errors are joined, nothing is dropped.
 */
export function merge(answers: readonly Answer[]): Evaluation {
  const targets = groupByTarget(answers).map(mergeSameTarget)
  const counts = sumCounts(targets)
  const errors = targets.flatMap((target) => target.error ?? [])
  return {
    rulesets: combine(
      targets.flatMap((target) => target.rulesets),
      add,
    ),
    issues: targets.flatMap((target) => target.issues).sort(bySeverityThenPlace),
    total: totalOf(counts),
    truncated: targets.some((target) => target.truncated),
    ...counts,
    evaluated_apis: targets.reduce((sum, target) => sum + target.evaluated_apis, 0),
    elapsed_ms: targets.reduce((sum, target) => sum + target.elapsed_ms, 0),
    ...(errors.length > 0 ? { error: errors.join('; ') } : {}),
  }
}

/** Answers about the same APIs or the same definition, in the order in which they were asked for. */
function groupByTarget(answers: readonly Answer[]): Evaluation[][] {
  const groups = new Map<string, Evaluation[]>()
  for (const { request, evaluation } of answers) {
    const key = JSON.stringify(request.kind === 'apis' ? request.api_ids : request.definition)
    const group = groups.get(key)
    if (group) group.push(evaluation)
    else groups.set(key, [evaluation])
  }
  return [...groups.values()]
}

function mergeSameTarget(evaluations: readonly Evaluation[]): Evaluation {
  const [first, ...others] = evaluations
  if (first === undefined) throw new Error('a target without an answer')
  return others.reduce(joinOverSameTarget, first)
}

/** What failed shows no counts and what was cut shows no issues, so the higher of the two ways to count holds. */
function joinOverSameTarget(left: Evaluation, right: Evaluation): Evaluation {
  const known = new Set(left.issues.map((issue) => issue._id))
  const rulesets = combine([...left.rulesets, ...right.rulesets], Math.max)
  const issues = [...left.issues, ...right.issues.filter((issue) => !known.has(issue._id))]
  const counts = joinCounts(sumCounts(rulesets), countIssues(issues), Math.max)
  const errors = [left.error, right.error].filter((error) => error !== undefined)
  return {
    rulesets,
    issues,
    total: totalOf(counts),
    truncated: left.truncated || right.truncated,
    ...counts,
    evaluated_apis: Math.max(left.evaluated_apis, right.evaluated_apis),
    elapsed_ms: left.elapsed_ms + right.elapsed_ms,
    ...(errors.length > 0 ? { error: errors.join('; ') } : {}),
  }
}

function combine(
  rulesets: readonly RulesetSummary[],
  join: (left: number, right: number) => number,
): RulesetSummary[] {
  const byId = new Map<string, RulesetSummary>()
  for (const ruleset of rulesets) {
    const before = byId.get(ruleset.id)
    byId.set(ruleset.id, before ? { ...before, ...joinCounts(before, ruleset, join) } : ruleset)
  }
  return [...byId.values()]
}

function sumCounts(all: readonly SeverityCounts[]): SeverityCounts {
  const zero: SeverityCounts = {
    error_count: 0,
    warn_count: 0,
    info_count: 0,
    hint_count: 0,
  }
  return all.reduce((sum, counts) => joinCounts(sum, counts, add), zero)
}

function joinCounts(
  left: SeverityCounts,
  right: SeverityCounts,
  join: (left: number, right: number) => number,
): SeverityCounts {
  return {
    error_count: join(left.error_count, right.error_count),
    warn_count: join(left.warn_count, right.warn_count),
    info_count: join(left.info_count, right.info_count),
    hint_count: join(left.hint_count, right.hint_count),
  }
}

function totalOf(counts: SeverityCounts): number {
  return severities.reduce((sum, severity) => sum + counts[`${severity}_count`], 0)
}

function add(left: number, right: number): number {
  return left + right
}

function bySeverityThenPlace(left: Issue, right: Issue): number {
  return (
    severities.indexOf(left.severity) - severities.indexOf(right.severity) ||
    (left.location?.start_line ?? 0) - (right.location?.start_line ?? 0) ||
    (left.location?.start_char ?? 0) - (right.location?.start_char ?? 0)
  )
}
