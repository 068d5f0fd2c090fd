import type { Answer } from '../../gate/answer.ts'
import type { EvaluationRequest } from '../../model/asked.ts'
import type { AnsweredEvaluation } from '../../model/evaluation.ts'
import type { Issue } from '../../model/issue.ts'
import type { EvaluatedReport } from '../../model/report.ts'
import type { SavedAnswer } from '../../model/resume.ts'
import { countIssues, totalOf } from '../../model/severity.ts'
import { canonical } from '../../text/canonical.ts'

type Listed = Pick<EvaluatedReport, 'issues' | 'rulesets'>

/** The complete answers of a run, as references to its report. One that would not come back as it was is left out. */
export function saveAnswers(answers: readonly Answer[], report: Listed): SavedAnswer[] {
  const places = new Map(report.issues.map((issue, index) => [canonicalJson(unexcused(issue)), index]))
  const rulesets = new Map(report.rulesets.map((ruleset) => [ruleset.id, ruleset]))
  return answers.flatMap(({ request, evaluation }) => {
    const issues = evaluation.issues.flatMap((issue) => places.get(canonicalJson(issue)) ?? [])
    const ruleset_ids = evaluation.rulesets.map(({ id }) => id)
    const saved = { request, ruleset_ids, issues, elapsed_ms: evaluation.elapsed_ms }
    return canonicalJson(restored(saved, report.issues, rulesets)) === canonicalJson(evaluation)
      ? [saved]
      : []
  })
}

/** The answers that a report holds, by `requestKey`. */
export function restoreAnswers(
  saved: readonly SavedAnswer[],
  report: Listed,
): ReadonlyMap<string, AnsweredEvaluation> {
  const rulesets = new Map(report.rulesets.map((ruleset) => [ruleset.id, ruleset]))
  return new Map(
    saved.map((each) => [requestKey(each.request), restored(each, report.issues, rulesets)] as const),
  )
}

/** The same for the same call, whatever it is a part of. */
export function requestKey({ of: _of, ...request }: EvaluationRequest): string {
  return canonicalJson(request)
}

/** All that was asked for was evaluated, and nothing was cut: nothing else is saved. */
function restored(
  { request, ruleset_ids, issues: places, elapsed_ms }: SavedAnswer,
  listed: readonly Issue[],
  known: ReadonlyMap<string, EvaluatedReport['rulesets'][number]>,
): AnsweredEvaluation {
  const issues = places.flatMap((place) => {
    const issue = listed[place]
    return issue ? [unexcused(issue)] : []
  })
  const own = new Map<string, Issue[]>(ruleset_ids.map((id) => [id, []]))
  for (const issue of issues) own.get(issue.ruleset_id)?.push(issue)
  const rulesets = [...own].flatMap(([id, found]) => {
    const ruleset = known.get(id)
    return ruleset ? [{ ...ruleset, ...countIssues(found) }] : []
  })
  const counts = countIssues(issues)
  return {
    rulesets,
    issues,
    total: totalOf(counts),
    truncated: false,
    ...counts,
    evaluated_apis: request.kind === 'apis' ? request.api_ids.length : 1,
    elapsed_ms,
  }
}

function unexcused({ excused: _excused, known: _known, ...issue }: Issue): Issue {
  return issue
}

/** JSON in which neither the order of keys nor an undefined value makes a difference. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(canonical(value))
}
