import { relative, resolve } from 'node:path'
import { nearerConfigs } from '../../settings/load/discover.ts'
import { configFolder } from '../../settings/load/load-config.ts'
import type { FoundSettings } from '../read-settings.ts'
import type { World } from '../world.ts'

/**
 * Says which configs are nearer to the files that an argument names than the one that was found from the working folder: run
 * in their folders, gov would go by them, and they may be stricter.
 */
export async function tellNearerConfigs(
  { settings: { definitions }, config }: FoundSettings,
  { cwd, observe }: Pick<World, 'cwd' | 'observe'>,
): Promise<void> {
  if (definitions?.origin.source !== 'flag') return
  const files = definitions.value.map(({ file }) => resolve(cwd, file))
  const used = config === undefined ? 'and is not used' : `than ${config.name}, which is used`
  for (const [nearer, own] of await nearerConfigs(files, config ? configFolder(config.file) : resolve(cwd))) {
    const [name, first, more] = [relative(cwd, nearer), relative(cwd, own[0] ?? ''), own.length - 1]
    const named = more > 0 ? `${first} and ${more} more` : first
    observe.warning(`${name} is nearer to ${named} ${used}; to use it instead: --config ${name}`)
  }
}
