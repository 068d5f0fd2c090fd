import { compareRuns } from '../../gate/compare.ts'
import type { Comparison } from '../../model/comparison.ts'
import type { World } from '../world.ts'
import { readCompared } from './read-compared.ts'

/** What is new and fixed in `later`, both saved JSON reports. Throws GovError, usage. */
export async function compareReports(earlier: string, later: string, world: World): Promise<Comparison> {
  return compareRuns(await readCompared(earlier, world), await readCompared(later, world))
}
