import { exitCodes } from '../errors.ts'
import type { Report } from '../model.ts'

/** What in a report cannot be true at once; a report that a hand or a tool has changed may say anything. */
export function contradictionOf({ verdict, failure }: Report): string | undefined {
  const { passed, exit_code, reasons } = verdict
  if (passed !== (exit_code === exitCodes.pass)) return 'verdict.passed and verdict.exit_code disagree'
  if (passed && failure) return 'it has passed and holds a failure'
  if (passed && reasons.some((reason) => !reason.passed)) return 'it has passed and a reason of it has not'
  return undefined
}
