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
    `a config already exists: ${name}`,
    `gov check uses it; gov config show prints it. ${way(isOurs, isAbove)}`,
  )
}

function way(isOurs: boolean, isAbove: boolean): string {
  if (isOurs) return 'Pass --force to replace it.'
  return isAbove
    ? 'Pass --force to write one that overrides it in this folder.'
    : `Delete it, or its part, before writing ${configFile}.`
}
