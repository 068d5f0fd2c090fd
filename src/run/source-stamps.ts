/** Tells two states of a file apart, whether it was written over or replaced. */
export type Stamp = string

interface FileFacts {
  readonly ino: number
  readonly size: number
  readonly mtimeMs: number
  readonly ctimeMs: number
}

/** Of a file that is not there, or may not be looked at. */
export const noFile: Stamp = 'none'

export function stampOf({ ino, size, mtimeMs, ctimeMs }: FileFacts): Stamp {
  return [ino, size, mtimeMs, ctimeMs].join(' ')
}

let notes: Map<string, Stamp> | undefined

/** From now on every source that is read is noted in `stamps`, by its absolute path, as it was just before. */
export function noteSourcesIn(stamps: Map<string, Stamp> | undefined): void {
  notes = stamps
}

export function noteSource(path: string, stamp: Stamp): void {
  notes?.set(path, stamp)
}
