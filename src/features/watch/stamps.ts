import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { noFile, type Stamp, stampOf } from '../../check/source-reader.ts'
import { createSources, type Sources } from '../../check/sources.ts'

/** The paths that have changed since `stamps` were taken. */
export async function changedSince(
  stamps: ReadonlyMap<string, Stamp>,
  stamp: (path: string) => Promise<Stamp> = stampNow,
): Promise<readonly string[]> {
  const now = await Promise.all([...stamps].map(([path]) => stamp(path)))
  return [...stamps].flatMap(([path, before], index) => (now[index] === before ? [] : path))
}

export async function stampNow(path: string): Promise<Stamp> {
  return stat(path).then(stampOf, () => noFile)
}

/** The stamps of all files in a folder and below, as one. */
export async function folderStamp(folder: string): Promise<Stamp> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const stamps = await Promise.all(files.map(async (path) => `${path} ${await stampNow(path)}`))
  return stamps.join('\n')
}

/** Files that a glob matches now and did not before, or the other way round. */
export async function changedMatches(searches: Sources['searches'], cwd: string): Promise<readonly string[]> {
  const { search } = createSources(cwd)
  const changed: string[] = []
  for (const [glob, before] of searches) {
    const now: readonly string[] = await search(glob).catch(() => [])
    const [gone, come] = [
      before.filter((file) => !now.includes(file)),
      now.filter((file) => !before.includes(file)),
    ]
    changed.push(...[...gone, ...come].map((file) => resolve(cwd, file)))
  }
  return changed
}
