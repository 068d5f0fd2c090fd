import { closeArray, closeObject, colon, doubleQuote, newline, openArray, openObject, space } from './char.ts'
import { grow } from './grow.ts'
import { skipString } from './json-scan.ts'

/** The objects and arrays of JSON text, in the order of their opening brackets. */
export interface JsonContainers {
  /** For each the offset behind its closing bracket. */
  readonly ends: Int32Array
  /** For each how many containers are open or closed before what follows it: the number of the next one. */
  readonly nexts: Int32Array
  /** How many keys all objects have together, as often as they are written. */
  readonly keyCount: number
}

/** Finds the containers of valid JSON text in one pass; deep text needs no stack. */
export function findContainers(text: string): JsonContainers {
  const open: number[] = []
  let ends = new Int32Array((text.length >> 4) + 16)
  let nexts = new Int32Array(ends.length)
  let count = 0
  let keyCount = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === space || code === newline) continue
    if (code === doubleQuote) at = skipString(text, at) - 1
    else if (code === colon) keyCount++
    else if (code === openObject || code === openArray) {
      if (count === ends.length) {
        ends = grow(ends)
        nexts = grow(nexts)
      }
      open.push(count++)
    } else if (code === closeObject || code === closeArray) {
      const container = open.pop() ?? 0
      ends[container] = at + 1
      nexts[container] = count
    }
  }
  return { ends, nexts, keyCount }
}
