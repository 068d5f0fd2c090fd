import { type FSWatcher, watch } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { createStamp, noFile, type Stamp } from '../../check/sources/source-reader.ts'
import { createSources, type Sources } from '../../check/sources/sources.ts'
import { groupBy } from '../../core/text/group-by.ts'

interface Watched {
  readonly watcher: FSWatcher
  readonly ino: number
}

/** Changes without an event, as on a network disk, are noticed after it. */
const usualPollMs = 500

/**
 * Watches folders, because most editors replace the file, which a watcher of the old file does not see. Falls
 * back to polling if the system has no watchers left.
 */
export function watchFolders(onHint: () => void, pollMs = usualPollMs) {
  const folders = new Map<string, Watched>()
  let names = new Map<string, Set<string>>()
  const drop = (folder: string) => {
    folders.get(folder)?.watcher.close()
    folders.delete(folder)
  }
  const open = async (folder: string) => {
    const ino = (await stat(folder).catch(() => undefined))?.ino
    if (folders.get(folder)?.ino === ino && ino !== undefined) return
    drop(folder)
    if (ino === undefined) return
    try {
      const watcher = watch(folder, (_, name) => {
        if (name === null || names.get(folder)?.has(name) || name === basename(folder)) onHint()
      })
      watcher.on('error', () => drop(folder))
      folders.set(folder, { watcher, ino })
    } catch {
      // No watcher for it: see above.
    }
  }
  const openAll = async () => {
    for (const folder of names.keys()) await open(folder)
  }
  const poll = setInterval(() => void openAll().then(onHint), pollMs)
  return {
    /** From now on these paths, and no others. */
    cover: async (paths: Iterable<string>) => {
      names = groupByFolder(paths)
      for (const folder of folders.keys()) if (!names.has(folder)) drop(folder)
      await openAll()
    },
    close: () => {
      clearInterval(poll)
      names = new Map()
      for (const folder of [...folders.keys()]) drop(folder)
    },
  }
}

function groupByFolder(paths: Iterable<string>): Map<string, Set<string>> {
  const found = groupBy(paths, (path) => dirname(path))
  return new Map([...found].map(([folder, own]) => [folder, new Set(own.map((path) => basename(path)))]))
}

/** The paths that have changed since `stamps` were taken. */
export async function findChangedPaths(
  stamps: ReadonlyMap<string, Stamp>,
  stamp: (path: string) => Promise<Stamp> = stampNow,
): Promise<readonly string[]> {
  const now = await Promise.all([...stamps].map(([path]) => stamp(path)))
  return [...stamps].flatMap(([path, before], index) => (now[index] === before ? [] : path))
}

export async function stampNow(path: string): Promise<Stamp> {
  return stat(path).then(createStamp, () => noFile)
}

/** The stamps of all files in a folder and below, as one. */
export async function folderStamp(folder: string): Promise<Stamp> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const stamps = await Promise.all(files.map(async (path) => `${path} ${await stampNow(path)}`))
  return stamps.join('\n')
}

/** Files that a glob matches now and did not before, or the other way round. */
export async function findChangedMatches(
  searches: Sources['searches'],
  cwd: string,
): Promise<readonly string[]> {
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
