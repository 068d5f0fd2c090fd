/** Tells two states of a file apart, whether it was written over or replaced. */
export type Stamp = string

interface FileFacts {
  readonly ino: number
  readonly size: number
  readonly mtimeMs: number
  readonly ctimeMs: number
  isDirectory(): boolean
}

/** Of a file that is not there, or may not be looked at. */
export const noFile: Stamp = 'none'

export function stampOf(found: FileFacts): Stamp {
  const { ino, size, mtimeMs, ctimeMs } = found
  return found.isDirectory() ? 'folder' : [ino, size, mtimeMs, ctimeMs].join(' ')
}
