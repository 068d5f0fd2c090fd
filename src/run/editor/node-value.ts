import { type Document, isAlias, isMap, isScalar, isSeq } from 'yaml'

/** A file that names its own parts in a circle, or multiplies them, gets no more than this. */
const mostNodes = 100_000
const deepest = 100

/** The value of a part of a text that may be broken: what is broken in it is left out. */
export function nodeValue(node: unknown, document: Document): unknown {
  let left = mostNodes
  const valueAt = (each: unknown, depth: number): unknown => {
    left -= 1
    if (left < 0 || depth > deepest) return undefined
    if (isAlias(each)) return valueAt(each.resolve(document), depth + 1)
    if (isScalar(each)) return each.value
    if (isSeq(each)) return each.items.map((item) => valueAt(item, depth + 1))
    if (!isMap(each)) return undefined
    return Object.fromEntries(
      each.items.map(({ key, value }) => [isScalar(key) ? String(key.value) : '', valueAt(value, depth + 1)]),
    )
  }
  return valueAt(node, 0)
}
