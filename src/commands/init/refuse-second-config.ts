import { dirname, relative } from 'node:path'
import { discoverConfig } from '../../config/discover.ts'
import type { Context } from '../../context.ts'
import { usageError } from '../../errors.ts'
import { configFile } from './write-setup.ts'

/** A config that is there stays, but for `--force`. Throws GovError, usage. */
export async function refuseSecondConfig(
  { force }: { readonly force?: boolean },
  { cwd }: Context,
): Promise<void> {
  const file = await discoverConfig(cwd)
  if (file === undefined) return
  const name = relative(cwd, file)
  const isOurs = name === configFile
  if (isOurs && force) return
  if (force && dirname(file) !== cwd) return
  throw usageError(
    'config-exists',
    `there is a config already: ${name}`,
    isOurs
      ? 'gov check goes by it; gov config show shows it; --force writes a new one in its place.'
      : `gov check goes by it; delete it, or its part, before ${configFile} is written.`,
  )
}
