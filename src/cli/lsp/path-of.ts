import { realpathSync } from 'node:fs'
import { basename, dirname, join, posix, sep, win32 } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute; undefined for what is not a file, such as a text that was never saved. One file may have more than one. */
export function pathOf(uri: string, windows = sep === '\\'): string | undefined {
  try {
    const path = fileURLToPath(uri, { windows })
    return windows ? withDrive(win32.resolve(path)) : posix.resolve(path)
  } catch {
    return undefined
  }
}

/** Some editors write the letter of a drive small. */
function withDrive(path: string): string {
  return path.charAt(0).toUpperCase() + path.slice(1)
}

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
