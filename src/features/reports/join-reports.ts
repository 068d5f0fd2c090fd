import { readReport } from '../../check/read-report.ts'
import { today, type World } from '../../check/world.ts'
import type { Report } from '../../core/model/report.ts'
import { mergeReports } from '../../gate/shards/merge-reports.ts'

/** One report of the saved reports of a run's shards. Throws GovError, usage, unless they are one run's, each once. */
export async function joinReports(
  files: readonly string[],
  statedRun: string | undefined,
  { cwd, now }: World,
): Promise<Report> {
  const reports: Report[] = []
  for (const file of files) reports.push(await readReport(cwd, file))
  return mergeReports(reports, today(now()), statedRun)
}
