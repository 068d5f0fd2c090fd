import { type EvaluatedReport, isEvaluated, type Report } from '../model/report.ts'

/** What in a report cannot be true at once: one that a hand or a tool has changed may say anything. */
export function contradictionOf(report: Report): string | undefined {
  if (!isEvaluated(report) || report.outcome.kind === 'incomplete') return undefined
  return unexplainedGap(report)
}

function unexplainedGap({ truncated, error, evaluated_apis, run }: EvaluatedReport): string | undefined {
  if (truncated) return 'it is truncated, and no gap says so'
  if (error !== undefined) return 'it holds an error, and no gap says so'
  const asked = run.api_ids.length + run.definitions.length
  return run.policy?.on_unevaluated === 'fail' && evaluated_apis < asked
    ? `${evaluated_apis} of ${asked} APIs were evaluated, and no gap says so`
    : undefined
}
