import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Context } from '../context.ts'
import { type GovError, usageError } from '../errors.ts'

const lockName = '.gov-sandbox.lock'

/**
 * Makes this process the only one that persists `folder`, which messages call `called`, until the function that it
 * resolves to is called. The lock names its process and machine: that of a process of this machine which no longer runs
 * is taken over. Throws GovError, usage.
 */
export async function lockFolder(
  folder: string,
  called: string,
  { processId, isRunning }: Pick<Context, 'processId' | 'isRunning'>,
): Promise<() => Promise<void>> {
  const path = join(folder, lockName)
  const own = `${processId} ${hostname()}\n`
  const isStale = (holder: string) => {
    const [id = '', machine] = holder.trimEnd().split(' ')
    return machine === hostname() && (Number(id) === processId || !isRunning(Number(id)))
  }
  if (!(await create(path, own, called))) {
    const holder = await readLock(path)
    if (!isStale(holder) || !(await takeAway(path, holder, processId))) throw inUse(called, path, holder)
    if (!(await create(path, own, called))) throw inUse(called, path, await readLock(path))
  }
  return async () => {
    if ((await readLock(path)) === own) await rm(path, { force: true })
  }
}

async function create(path: string, text: string, called: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST') return false
    const message = `the workspace ${called} cannot be kept: ${lockName} cannot be written (${String(code)})`
    const hint = 'Name a folder that is there and that may be written to, or serve it without --persist.'
    throw usageError('workspace-not-writable', message, hint, error)
  }
}

function readLock(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

/** Two processes may find the same stale lock: what the first put in its place is not taken by the second. */
async function takeAway(path: string, stale: string, processId: number): Promise<boolean> {
  const aside = `${path}.${processId}`
  const isAway = await rename(path, aside).then(
    () => true,
    () => false,
  )
  if (!isAway) return true
  const found = await readLock(aside)
  if (found !== stale) await rename(aside, path)
  else await rm(aside, { force: true })
  return found === stale
}

function inUse(called: string, path: string, holder: string): GovError {
  const [id = '', machine = ''] = holder.trimEnd().split(' ')
  const by = machine === '' ? 'another process' : `process ${id} on ${machine}`
  return usageError(
    'workspace-in-use',
    `the workspace ${called} is kept by ${by} already`,
    `End that one, or serve a copy of the folder. If it runs no more, delete ${path}.`,
  )
}
