import type { Compared } from '../../gate/compared.ts'
import { usageError } from '../../model/errors.ts'
import { type EvaluatedReport, isEvaluated } from '../../model/report.ts'
import type { World } from '../world.ts'
import { readReport } from './read-report.ts'

/** Throws GovError, usage, for a report that decided nothing; warns of one that is not complete. */
export async function readCompared(file: string, { cwd, observe }: World): Promise<Compared> {
  const report = await readReport(cwd, file)
  if (!isEvaluated(report)) {
    throw usageError(
      'report-undecided',
      `report ${file} is from a failed run: ${report.outcome.failure.message}`,
      'Pass the report of a complete run.',
    )
  }
  if (isIncomplete(report)) observe.warning(`${file} is from an incomplete run: issues may be missing`)
  return report
}

function isIncomplete({ truncated, error }: EvaluatedReport): boolean {
  return truncated || error !== undefined
}
