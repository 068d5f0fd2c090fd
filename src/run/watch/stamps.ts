import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { noFile, type Stamp, stampOf } from '../source-stamps.ts'

/** The stamps of files as they are now; of a folder, those of all that is in it as one. */
export async function stampsOf(paths: readonly string[]): Promise<Map<string, Stamp>> {
  return new Map(await Promise.all(paths.map(async (path) => [path, await stampNow(path)] as const)))
}

/** The paths whose files are other ones now. */
export async function changedSince(stamps: ReadonlyMap<string, Stamp>): Promise<readonly string[]> {
  const now = await stampsOf([...stamps.keys()])
  return [...stamps].filter(([path, stamp]) => now.get(path) !== stamp).map(([path]) => path)
}

async function stampNow(path: string): Promise<Stamp> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return noFile
  return found.isDirectory() ? folderStamp(path) : stampOf(found)
}

async function folderStamp(folder: string): Promise<Stamp> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return [...(await stampsOf(files))].map((each) => each.join(' ')).join('\n')
}
