import { type Document, isAlias, isMap, isScalar, isSeq } from 'yaml'

/** A file that names its own parts in a circle, or multiplies them, gets no more than this. */
const mostNodes = 50_000
const deepest = 100

/** The value of a part of a text that may be broken: what is broken in it is left out. */
export function nodeValue(node: unknown, document: Document): unknown {
  let left = mostNodes
  const valueAt = (each: unknown, depth: number): unknown => {
    left -= 1
    if (left < 0 || depth > deepest) return undefined
    if (isAlias(each)) return valueAt(resolved(each, document), depth + 1)
    if (isScalar(each)) return each.value
    if (isSeq(each)) return each.items.map((item) => valueAt(item, depth + 1))
    if (!isMap(each)) return undefined
    return Object.fromEntries(
      each.items.map(({ key, value }) => [isScalar(key) ? String(key.value) : '', valueAt(value, depth + 1)]),
    )
  }
  return valueAt(node, 0)
}

/** What an alias stands for; anything else itself. The library would look through the whole document for each. */
export function resolved(node: unknown, document: Document): unknown {
  if (!isAlias(node)) return node
  const known = anchors.get(document) ?? anchorsOf(document)
  anchors.set(document, known)
  return known.get(node.source)
}

const anchors = new WeakMap<Document, ReadonlyMap<string, unknown>>()

function anchorsOf({ contents }: Document): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>()
  const pending: unknown[] = [contents]
  while (pending.length > 0) {
    const node = pending.pop()
    if (isSeq(node)) for (const item of node.items) pending.push(item)
    else if (isMap(node)) for (const { key, value } of node.items) pending.push(key, value)
    const { anchor } = isSeq(node) || isMap(node) || isScalar(node) ? node : {}
    if (anchor !== undefined) found.set(anchor, node)
  }
  return found
}
