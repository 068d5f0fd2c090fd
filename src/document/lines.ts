import type { Location } from '../model/location.ts'
import { grow } from './grow.ts'

/** Offsets of a text, as half-open ranges. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Turns ranges into locations; the table of lines is made once, at the first call. */
export function createLocator(text: string): (range: Range) => Location {
  let starts: Int32Array | undefined
  return ({ start, end }) => {
    starts ??= lineStarts(text)
    const startLine = lineOf(starts, start)
    const endLine = lineOf(starts, end)
    return {
      start_line: startLine + 1,
      start_char: start - (starts[startLine] ?? 0) + 1,
      end_line: endLine + 1,
      end_char: end - (starts[endLine] ?? 0) + 1,
    }
  }
}

function lineStarts(text: string): Int32Array {
  let starts = new Int32Array((text.length >> 5) + 16)
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (count === starts.length) starts = grow(starts)
    starts[count++] = at + 1
  }
  return starts.subarray(0, count)
}

function lineOf(starts: Int32Array, offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
