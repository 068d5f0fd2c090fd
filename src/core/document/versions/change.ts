/** The one range in which two texts differ: what begins at `start` and ended at `before` ends at `after`. */
export interface TextChange {
  readonly start: number
  readonly before: number
  readonly after: number
  /** Characters by which what follows has moved. */
  readonly moved: number
}

/** Texts of megabytes are compared by pieces: by characters takes ten times as long. */
const piece = 4096

export function findChange(before: string, after: string): TextChange {
  const most = Math.min(before.length, after.length)
  const start = sameLength(most, (from, to) => before.slice(from, to) === after.slice(from, to))
  const [end, endAfter] = [before.length, after.length]
  const rest = sameLength(
    most - start,
    (from, to) => before.slice(end - to, end - from) === after.slice(endAfter - to, endAfter - from),
  )
  return { start, before: end - rest, after: endAfter - rest, moved: endAfter - end }
}

/** How far two texts are the same, up to `most`. */
function sameLength(most: number, isSame: (from: number, to: number) => boolean): number {
  let at = 0
  for (let size = piece; size >= 1; size = size === piece ? 64 : size === 64 ? 1 : 0)
    while (at + size <= most && isSame(at, at + size)) at += size
  return at
}
