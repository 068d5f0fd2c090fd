import { type EvaluatedReport, isEvaluated, type Report } from '../model/report.ts'

/** `gov passes`, `gov fails`, `gov checked nothing`, or why it could not decide. */
export function outcomeWords(report: Report): string {
  if (!isEvaluated(report)) return `gov could not decide: ${report.outcome.failure.message}`
  if (checkedNothing(report)) return 'gov checked nothing'
  return report.outcome.kind === 'passed' ? 'gov passes' : 'gov fails'
}

/** True for a run that is not red and has checked nothing, such as an empty shard: no format may call it a pass. */
export function checkedNothing({ outcome, issues, evaluated_apis, rulesets }: EvaluatedReport): boolean {
  return outcome.kind === 'passed' && issues.length === 0 && (evaluated_apis === 0 || rulesets.length === 0)
}
