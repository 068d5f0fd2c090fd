/** Tells two states of a file apart, whether it was written over or replaced. */
export type Stamp = string

interface FileFacts {
  readonly ino: number
  readonly size: number
  readonly mtimeMs: number
  readonly ctimeMs: number
  isDirectory(): boolean
}

/** Stamp of a file that does not exist or may not be read. */
export const noFile: Stamp = 'none'

export function stampOf(found: FileFacts): Stamp {
  const { ino, size, mtimeMs, ctimeMs } = found
  return found.isDirectory() ? 'folder' : [ino, size, mtimeMs, ctimeMs].join(' ')
}
