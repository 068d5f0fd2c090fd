import { realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Where a path leads, links followed and letters as they are on disk. A file may not be there yet. */
export function realPathOf(path: string): string {
  return onDisk(path) ?? join(onDisk(dirname(path)) ?? dirname(path), basename(path))
}

function onDisk(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}
