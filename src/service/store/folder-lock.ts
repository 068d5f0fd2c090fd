import { readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type GovError, usageError } from '../../model/errors.ts'

const lockName = '.gov-sandbox.lock'

/** What is known of processes of this machine. */
export interface Processes {
  readonly processId: number
  readonly isRunning: (processId: number) => boolean
}

/**
 * Makes this process the only one that persists `folder`, which messages call `called`, until the function that it
 * resolves to is called. The lock names its process and machine: that of a process of this machine which no longer runs
 * is taken over. Throws GovError, usage.
 */
export async function lockFolder(
  folder: string,
  called: string,
  { processId, isRunning }: Processes,
): Promise<() => Promise<void>> {
  const path = join(folder, lockName)
  const own = `${processId} ${hostname()}\n`
  const isStale = (holder: string) => {
    const [id = '', machine] = holder.trimEnd().split(' ')
    return machine === hostname() && (Number(id) === processId || !isRunning(Number(id)))
  }
  if (!(await create(path, own, called))) await takeOver(path, own, called, isStale)
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

/**
 * Only who has the file beside the lock may take a lock away, and looks again first: another process that found the same
 * stale lock may have put its own there meanwhile.
 */
async function takeOver(
  path: string,
  own: string,
  called: string,
  isStale: (holder: string) => boolean,
): Promise<void> {
  const holder = await readLock(path)
  if (!isStale(holder)) throw inUse(called, holder, path)
  const right = `${path}.taking`
  if (!(await create(right, own, called))) throw inUse(called, await readLock(right), path, right)
  try {
    const now = await readLock(path)
    if (!isStale(now)) throw inUse(called, now, path)
    await rm(path, { force: true })
    if (!(await create(path, own, called))) throw inUse(called, await readLock(path), path)
  } finally {
    await rm(right, { force: true })
  }
}

function inUse(called: string, holder: string, ...files: readonly string[]): GovError {
  const [id = '', machine = ''] = holder.trimEnd().split(' ')
  const by = machine === '' ? 'another process' : `process ${id} on ${machine}`
  return usageError(
    'workspace-in-use',
    `the workspace ${called} is kept by ${by} already`,
    `End that one, or serve a copy of the folder. If it runs no more, delete ${files.join(' and ')}.`,
  )
}
