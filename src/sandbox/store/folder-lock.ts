// Nothing that runs without --persist may load this file: from its import on, the library ends the process on signals.
import { rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { lock } from 'proper-lockfile'
import { type GovError, usageError } from '../../core/model/errors.ts'
import { findErrorCode } from '../../core/model/file-fault.ts'

const lockName = '.gov-sandbox.lock'

/** A lock whose time stamp is older than `stale` belongs to a process that no longer runs; each holder renews its own. */
const times = { stale: 6_000, update: 2_000 }

interface LockOptions {
  /** How messages call the folder. */
  readonly called: string
  /** Called when the lock could not be kept, as another process may have it then. */
  readonly onLost: (error: GovError) => void
  /** Gets a line once it takes longer than a second. */
  readonly onWait: (line: string) => void
  /** Ends the wait. */
  readonly signal: AbortSignal
  readonly timing?: typeof times
}

/**
 * Makes this process the only one that persists `folder`, until the resolved function is called; undefined where a signal came
 * first. The time stamp of the lock alone counts: a process number means nothing in another container or on another machine. One
 * that is not renewed while its time passes here is dead, also if it is in the future, as after a clock was set back. Throws
 * GovError, usage.
 */
export async function lockFolder(
  folder: string,
  { called, onLost, onWait, signal, timing = times }: LockOptions,
): Promise<(() => Promise<void>) | undefined> {
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
  const wait = (ms: number) => pause(ms, undefined, { signal }).catch(() => {})
  const notice = setTimeout(() => onWait(describeWait(called, path, timing)), 1_000)
  const refuse = (error: unknown) => refuseOthers(error, called)
  const refuseUnlessGone = (error: unknown) => (findErrorCode(error) === 'ENOENT' ? undefined : refuse(error))
  try {
    let watched: Awaited<ReturnType<typeof readStamp>>
    for (const begun = performance.now(); !signal.aborted; ) {
      const seen = await readStamp(path)
      const isDead = seen !== undefined && seen === watched && performance.now() - begun > timing.stale
      if (isDead) await rmdir(path).catch(refuseUnlessGone)
      watched = seen
      const unlock = await lock(folder, options).catch(refuse)
      if (unlock !== undefined) {
        // Several may have taken the same stale lock; all but one lose it at the next renewal.
        if (seen !== undefined) await wait(3 * timing.update)
        const release = async () => (lost.is ? undefined : unlock())
        if (!signal.aborted && lost.is) throw folderInUseError(called, path)
        if (!signal.aborted) return release
        await release()
      }
      await wait(timing.update + timing.stale / 4)
      const now = await readStamp(path)
      if (now !== undefined && now !== seen) throw folderInUseError(called, path)
    }
    return undefined
  } finally {
    clearTimeout(notice)
  }
}

function describeWait(called: string, path: string, { stale, update }: typeof times): string {
  const seconds = Math.ceil((stale + 4 * update) / 1000)
  return `the workspace ${called} has the lock ${path}: waiting up to ${seconds} s to see whether another process renews it`
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

/** Undefined when another process has the lock, or had it. Throws GovError, usage. */
function refuseOthers(error: unknown, called: string): undefined {
  const code = findErrorCode(error)
  if (code === 'ELOCKED') return undefined
  const message = `cannot persist the workspace ${called}: ${lockName} cannot be written (${String(code)})`
  const hint = 'Name an existing folder that this user may write to, or serve it without --persist.'
  throw usageError('workspace-not-writable', message, hint, error)
}

function folderInUseError(called: string, path: string): GovError {
  const hint = `End that process, or serve a copy of the folder. Its lock is ${path}.`
  return usageError('workspace-in-use', `another process persists the workspace ${called}`, hint)
}
