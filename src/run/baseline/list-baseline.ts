import { sortEntries } from '../../gate/excuse/baseline.ts'
import { type BaselineEntry, subjectText } from '../../model/identity.ts'
import { groupBy } from '../../text/group-by.ts'
import { readSettings, type SettingsRequest } from '../read-settings.ts'
import type { World } from '../world.ts'
import { namedBaseline, readBaseline } from './baseline-file.ts'

/** The entries of the baseline in their order, by the API or the file that they are of. Throws GovError, usage. */
export async function listBaseline(
  request: SettingsRequest,
  world: World,
): Promise<readonly (readonly BaselineEntry[])[]> {
  const { settings } = await readSettings(request, world)
  const entries = sortEntries(await readBaseline(world.cwd, namedBaseline(settings.baseline?.value)))
  return [...groupBy(entries, subjectText).values()]
}
