import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, realpath, rename, rm, unlink } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { findErrorCode } from '../../core/model/system-error.ts'
import { contentId } from '../../core/text/digest.ts'
import { type Holder, holdFolder, renderHolder } from './holder.ts'
import type { Keeper } from './store.ts'

const temporary = /^\..*\.tmp$/

/**
 * Keeps each record as a file of its own: the one that it was read from (`fileOf`, relative to the workspace), or a
 * new one whose name tells nothing about the record. JSON is what it writes, which is YAML too. A change resolves when
 * it would survive a power cut; until then the old file is found, or none. `root` is the workspace's real path: nothing
 * outside of it is written, whatever its links lead to.
 */
export function recordFiles(root: string, fileOf: WeakMap<object, string>, holder?: Holder): Keeper {
  const requireHeld = async () => holder?.requireHeld()
  return {
    save: async (record, id, folder, replaced = record) => {
      const text = `${JSON.stringify(record, null, 2)}\n${holder ? renderHolder(holder.id) : ''}`
      const known = fileOf.get(replaced)
      const isFolder = known === undefined && folder === 'rulesets'
      const name = known ?? `${folder}/${contentId([id], 32)}${isFolder ? '/ruleset.yml' : '.json'}`
      await (isFolder ? writeFolder : write)(root, name, text, requireHeld)
      await requireHeld()
      fileOf.set(record, name)
    },
    remove: async (record) => {
      const name = fileOf.get(record) ?? ''
      await requireHeld()
      if (name.startsWith('rulesets/')) return removeFolder(root, name)
      const folder = await resolveFolder(root, name)
      await unlink(join(folder, basename(name)))
      await syncFolder(folder)
      await requireHeld()
    },
  }
}

/** Changes that end with the process: a record that takes the place of another one has its file. */
export function memoryFiles(fileOf: WeakMap<object, string>): Keeper {
  return {
    save: async (record, _id, _folder, replaced = record) => {
      const name = fileOf.get(replaced)
      if (name !== undefined) fileOf.set(record, name)
    },
    remove: async () => {},
  }
}

/** A record that is a folder with one file: the folder appears with the file in it. */
async function writeFolder(
  root: string,
  name: string,
  text: string,
  beforeEffect: BeforeEffect,
): Promise<void> {
  const parent = await resolveFolder(root, dirname(name))
  const beside = join(parent, `.${basename(dirname(name))}.${randomUUID()}.tmp`)
  try {
    await mkdir(beside)
    await writeSynced(join(beside, basename(name)), text)
    await syncFolder(beside)
    await beforeEffect()
    await rename(beside, join(parent, basename(dirname(name))))
  } catch (error) {
    await rm(beside, { recursive: true, force: true })
    throw error
  }
  await syncFolder(parent)
}

/** Disappears at once, or stays: a folder with other files in it is somebody's. */
async function removeFolder(root: string, name: string): Promise<void> {
  const folder = await resolveFolder(root, name)
  if ((await readdir(folder)).length > 1) return
  const beside = join(dirname(folder), `.${basename(folder)}.${randomUUID()}.tmp`)
  await rename(folder, beside)
  await syncFolder(dirname(folder))
  await rm(beside, { recursive: true, force: true })
}

/** Throws where a write must not take effect. */
type BeforeEffect = () => Promise<void>

async function write(root: string, name: string, text: string, beforeEffect: BeforeEffect): Promise<void> {
  const folder = await resolveFolder(root, name)
  const beside = join(folder, `.${basename(name)}.${randomUUID()}.tmp`)
  try {
    await writeSynced(beside, text)
    await beforeEffect()
    await rename(beside, join(folder, basename(name)))
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
  await syncFolder(folder)
}

/** Why records cannot be written or read, in words; undefined where they can. */
export async function findFolderFault(root: string, isWritten: boolean): Promise<string | undefined> {
  const name = join(root, `.ready.${randomUUID()}.tmp`)
  try {
    if (!isWritten) await readdir(root)
    else {
      await writeSynced(name, '')
      await unlink(name)
    }
    return undefined
  } catch (error) {
    return `the workspace cannot be ${isWritten ? 'written' : 'read'} (${findErrorCode(error) ?? 'unknown'})`
  }
}

/** Writes down that this process holds the folder. `onLost` is called once another one does. */
export function holdRecords(root: string, onLost: () => void): Promise<Holder> {
  return holdFolder(root, (name, text) => write(root, name, text, async () => {}), onLost)
}

/** What a crash left behind half written. */
export async function removeLeftovers(root: string, folder: string): Promise<void> {
  const names = await readdir(join(root, folder), { recursive: true }).catch(() => [])
  const left = names.filter((name) => temporary.test(basename(name)))
  for (const name of left) await rm(join(root, folder, name), { recursive: true, force: true })
}

async function resolveFolder(root: string, name: string): Promise<string> {
  const folder = join(root, dirname(name))
  if ((await mkdir(folder, { recursive: true })) !== undefined) await syncFolder(dirname(folder))
  const real = await realpath(folder)
  if (real === root || contains(real, root)) return real
  throw new Error(`${dirname(name)} is not inside the workspace`)
}

/** Both are real paths. */
export function contains(path: string, root: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep)
}

/** Readable only by the user who runs the sandbox: the records are about keys. */
async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Some systems cannot open a folder; a rename is durable there without. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  if (handle === undefined) return
  try {
    await handle.sync()
  } catch (error) {
    if (!['EPERM', 'EINVAL'].includes(findErrorCode(error) ?? '')) throw error
  } finally {
    await handle.close()
  }
}
