import { exitCodes } from '../../model/errors.ts'
import type { Report } from '../../model/report.ts'

/** What in a report cannot be true at once; a report that a hand or a tool has changed may say anything. */
export function contradictionOf(report: Report): string | undefined {
  const { verdict, failure } = report
  const { passed, exit_code, reasons } = verdict
  if (passed !== (exit_code === exitCodes.pass)) return 'verdict.passed and verdict.exit_code disagree'
  if (passed && failure) return 'it has passed and holds a failure'
  const broken = reasons.filter((reason) => !reason.passed)
  if (passed && broken.length > 0) return 'it has passed and a reason of it has not'
  if (!passed && broken.every((reason) => reason.exit_code !== exit_code))
    return 'no reason of it has the exit code of its verdict'
  // The reasons that go by no rule of the policy tell what was not evaluated.
  const isTold = failure !== undefined || broken.some(({ rule }) => rule === undefined)
  return isTold ? undefined : untold(report)
}

function untold({ truncated, error, evaluated_apis, run }: Report): string | undefined {
  if (truncated) return 'it is truncated, and no reason says so'
  if (error !== undefined) return 'it holds an error, and no reason says so'
  const asked = run.api_ids.length + run.definitions.length
  return run.policy?.on_unevaluated === 'fail' && evaluated_apis < asked
    ? `${evaluated_apis} of ${asked} APIs were evaluated, and no reason says so`
    : undefined
}
