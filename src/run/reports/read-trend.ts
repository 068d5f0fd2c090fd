import { type TrendPoint, trendOf, trendPoint } from '../../gate/compare/trend.ts'
import type { Trend } from '../../model/trend.ts'
import type { World } from '../world.ts'
import { readReport } from './read-report.ts'

/** The counts of saved JSON reports over time; one of them is in memory at once. Throws GovError, usage. */
export async function readTrend(files: readonly string[], { cwd, checkpoint }: World): Promise<Trend> {
  const points: TrendPoint[] = []
  for (const file of files) {
    checkpoint()
    points.push(trendPoint(file, await readReport(cwd, file)))
  }
  return trendOf(points)
}
