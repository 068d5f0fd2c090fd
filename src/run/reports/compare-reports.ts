import { compareRuns } from '../../gate/compare/compare.ts'
import type { Comparison } from '../../model/compare/comparison.ts'
import type { World } from '../world.ts'
import { readCompared } from './read-report.ts'

/** What is new and fixed since an older run, of two saved JSON reports. Throws GovError, usage. */
export async function compareReports(oldFile: string, newFile: string, world: World): Promise<Comparison> {
  return compareRuns(await readCompared(oldFile, world), await readCompared(newFile, world))
}
