// Nothing that runs without --persist may load this file: from its import on, the library ends the process on signals.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { lock } from 'proper-lockfile'
import { type GovError, usageError } from '../../core/model/errors.ts'
import { findErrorCode } from '../../core/model/file-fault.ts'

const lockName = '.gov-sandbox.lock'

/** A lock whose time stamp is older than `stale` belongs to a process that no longer runs; each holder renews its own. */
const times = { stale: 6_000, update: 2_000 }

/**
 * Makes this process the only one that persists `folder`, named `called` in messages, until the resolved function is
 * called. The time stamp of the lock alone counts: a process number means nothing in another container or on another
 * machine. `onLost` is called when the lock could not be kept, as another process may have it then.
 * Throws GovError, usage.
 */
export async function lockFolder(
  folder: string,
  called: string,
  onLost: (error: GovError) => void,
  timing = times,
): Promise<() => Promise<void>> {
  const path = join(folder, lockName)
  const lost = { is: false }
  const options = {
    ...timing,
    lockfilePath: path,
    onCompromised: () => {
      lost.is = true
      onLost(lockLostError(called))
    },
  }
  for (;;) {
    const seen = await readStamp(path)
    const unlock = await lock(folder, options).catch((error: unknown) => refuseOthers(error, called))
    if (unlock !== undefined) {
      // Several may have taken the same stale lock; all but one lose it at the next renewal.
      if (seen !== undefined) await pause(3 * timing.update)
      if (lost.is) throw folderInUseError(called, path)
      return async () => (lost.is ? undefined : unlock())
    }
    await pause(timing.update + timing.stale / 4)
    const now = await readStamp(path)
    if (now !== undefined && now !== seen) throw folderInUseError(called, path)
  }
}

export function lockLostError(called: string): GovError {
  return usageError(
    'workspace-lock-lost',
    `the lock of the workspace ${called} could not be renewed, so another process may persist it`,
    'Check that the folder can still be written to, then start the sandbox again.',
  )
}

function readStamp(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  )
}

/** Undefined when another process has the lock, or had it. */
function refuseOthers(error: unknown, called: string): undefined {
  const code = findErrorCode(error)
  if (code === 'ELOCKED') return undefined
  const message = `cannot persist the workspace ${called}: ${lockName} cannot be written (${String(code)})`
  const hint = 'Name an existing folder that this user may write to, or serve it without --persist.'
  throw usageError('workspace-not-writable', message, hint, error)
}

function folderInUseError(called: string, path: string): GovError {
  return usageError(
    'workspace-in-use',
    `another process persists the workspace ${called}`,
    `End that process, or serve a copy of the folder. Its lock is ${path}.`,
  )
}
