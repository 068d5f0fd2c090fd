import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, realpath, rename, rm, unlink } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { codeOf } from '../../model/system-error.ts'

/** Changes files of a workspace. `name` is relative to the workspace, with `/` between its parts. */
export interface RecordFiles {
  /** Resolves when the whole text would be found after a power cut; until then the old file is found, or none. */
  write(name: string, text: string): Promise<void>
  /** Resolves when the file would stay gone after a power cut. */
  remove(name: string): Promise<void>
}

const temporary = /^\..*\.tmp$/

/** `root` is the workspace's real path. Nothing outside of it is written, whatever its links lead to. */
export function createRecordFiles(root: string): RecordFiles {
  return {
    write: async (name, text) => {
      const folder = await folderOf(root, name)
      const target = join(folder, basename(name))
      const beside = join(folder, `.${basename(name)}.${randomUUID()}.tmp`)
      try {
        await writeSynced(beside, text)
        await rename(beside, target)
      } catch (error) {
        await rm(beside, { force: true })
        throw error
      }
      await syncFolder(folder)
    },
    remove: async (name) => {
      const folder = await folderOf(root, name)
      await unlink(join(folder, basename(name)))
      await syncFolder(folder)
    },
  }
}

/** What a crash left behind half written. */
export async function removeLeftovers(root: string, folder: string): Promise<void> {
  const names = await readdir(join(root, folder)).catch(() => [])
  for (const name of names) if (temporary.test(name)) await rm(join(root, folder, name), { force: true })
}

async function folderOf(root: string, name: string): Promise<string> {
  const folder = join(root, dirname(name))
  if ((await mkdir(folder, { recursive: true })) !== undefined) await syncFolder(dirname(folder))
  const real = await realpath(folder)
  if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) {
    throw new Error(`${dirname(name)} is not inside the workspace`)
  }
  return real
}

/** Readable by the user who runs the sandbox: the records are about keys. */
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
    if (!['EPERM', 'EINVAL'].includes(codeOf(error) ?? '')) throw error
  } finally {
    await handle.close()
  }
}
