import { compareRuns } from '../../gate/compare/compare.ts'
import type { Comparison } from '../../model/compare/comparison.ts'
import { usageError } from '../../model/errors.ts'
import { type Compared, type EvaluatedReport, isEvaluated } from '../../model/report.ts'
import type { World } from '../world.ts'
import { readReport } from './read-report.ts'

/** Throws GovError, usage, for a report that decided nothing. */
export async function readEvaluated(file: string, { cwd }: World): Promise<EvaluatedReport> {
  const report = await readReport(cwd, file)
  if (isEvaluated(report)) return report
  throw usageError(
    'report-undecided',
    `report ${file} is from a failed run: ${report.outcome.failure.message}`,
    'Pass the report of a complete run.',
  )
}

/** Throws GovError, usage, for a report that decided nothing; warns of one that is not complete. */
export async function readCompared(file: string, world: World): Promise<Compared> {
  const report = await readEvaluated(file, world)
  if (report.truncated || report.error !== undefined)
    world.observe.warning(`${file} is from an incomplete run: issues may be missing`)
  return report
}

/** What is new and fixed in `later`, both saved JSON reports. Throws GovError, usage. */
export async function compareReports(earlier: string, later: string, world: World): Promise<Comparison> {
  return compareRuns(await readCompared(earlier, world), await readCompared(later, world))
}
