import { readCompared } from '../../check/read-report.ts'
import type { World } from '../../check/world.ts'
import type { Comparison } from '../../core/model/comparison.ts'
import { compareRuns } from '../../gate/compare.ts'

/** Compares two saved JSON reports: new and fixed issues. Throws GovError, usage. */
export async function compareReports(oldFile: string, newFile: string, world: World): Promise<Comparison> {
  return compareRuns(await readCompared(oldFile, world), await readCompared(newFile, world))
}
