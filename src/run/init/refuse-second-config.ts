import { dirname, relative } from 'node:path'
import { usageError } from '../../model/errors.ts'
import { discoverConfig } from '../../settings/load/discover.ts'
import type { World } from '../world.ts'
import { configFile } from './write-setup.ts'

/** A config that is there stays, but for `--force`. Throws GovError, usage. */
export async function refuseSecondConfig(
  { force }: { readonly force?: boolean },
  { cwd }: World,
): Promise<void> {
  const file = await discoverConfig(cwd)
  if (file === undefined) return
  const name = relative(cwd, file)
  const isOurs = name === configFile
  if (isOurs && force) return
  const isAbove = dirname(file) !== cwd
  if (isAbove && force) return
  throw usageError(
    'config-exists',
    `there is a config already: ${name}`,
    `gov check goes by it, and gov config show shows it; ${way(isOurs, isAbove)}`,
  )
}

function way(isOurs: boolean, isAbove: boolean): string {
  if (isOurs) return '--force writes a new one in its place.'
  return isAbove
    ? '--force writes one for this folder, which then wins here.'
    : `delete it, or its part, before ${configFile} is written.`
}
