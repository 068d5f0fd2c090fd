import type { Location } from '../model/location.ts'
import { once } from '../model/once.ts'
import { listLineStarts } from '../text/places.ts'
import { mark, type NodeTable, nodeSize } from './tree.ts'

/** Offsets of a text, as half-open ranges. */
export interface Range {
  readonly start: number
  readonly end: number
}

/**
 * Turns ranges into locations. The table of lines is made at the first call.
 */
export function createLocator(
  text: string,
  lines = once(() => listLineStarts(text)),
): (range: Range) => Location {
  return ({ start, end }) => {
    const starts = lines()
    const startLine = findLine(starts, start)
    const endLine = findLine(starts, end)
    return {
      start_line: startLine + 1,
      start_char: start - (starts[startLine] ?? 0) + 1,
      end_line: endLine + 1,
      end_char: end - (starts[endLine] ?? 0) + 1,
    }
  }
}

function findLine(starts: Int32Array, offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

const blank = /(?:\s|(?<=\s)#[^\r\n]*)*/y

/** Skips white space and comments: the nodes have a collection begin behind its key's colon. */
export function skipBlank(text: string, from: number): number {
  blank.lastIndex = from
  blank.test(text)
  return blank.lastIndex
}

/** Where keys and values begin. */
export function collectStarts({ marks, length }: NodeTable, text: string): ReadonlySet<number> {
  const starts = new Set<number>()
  for (let node = 0; node < length; node += nodeSize) {
    const key = marks[node + mark.key] ?? -1
    if (key >= 0) starts.add(key)
    starts.add(skipBlank(text, marks[node + mark.start] ?? 0))
  }
  return starts
}
