import { skipSpace } from '../../text/json-fault.ts'
import { openArray, openObject } from '../char.ts'
import { readJson } from '../json.ts'
import { jsonTree } from '../json-tree.ts'
import { ParseError } from '../parse-error.ts'
import type { ParsedText } from '../parsed-text.ts'
import { mark, type Nodes, nodeSize } from '../tree.ts'
import { findWays, type Link, replaceValue } from './chain.ts'
import type { TextChange } from './change.ts'
import { findLastNode, spliceNodes } from './splice-nodes.ts'
import { largest, type Version } from './version.ts'

/**
 * Reads only a value around the change: JSON that has another valid value in its place is valid. Undefined where there is
 * none, and for keys that occur twice.
 */
export function rereadJson(
  { text: before, read }: Version,
  text: string,
  change: TextChange,
): ParsedText | undefined {
  if (read.keyFaults().length > 0) return undefined
  const tree = read.tree()
  for (const way of findWays(tree, change.start, () => true)) {
    const { start, end } = measureNode(before, tree.nodes, way.at(-1)?.node ?? 0)
    if (start >= change.start || end <= change.before) continue
    if (end - start > before.length * largest) return undefined
    const part = readPart(text.slice(start, end + change.moved))
    if (part === undefined) continue
    if (part.keyFaults().length > 0) return undefined
    const value = replaceValue(read.value, way, part.value)
    if (value === undefined) return undefined
    const nodes = spliceNodes(
      tree.nodes,
      way,
      placed(part.tree().nodes, tree.nodes, way, start),
      change.moved,
    )
    return { value, tree: () => jsonTree(text, nodes), keyFaults: () => [] }
  }
  return undefined

  /** The nodes of the part as those of the whole text. */
  function placed(
    { marks: own, length }: Nodes,
    { marks }: Nodes,
    way: readonly Link[],
    start: number,
  ): Nodes {
    const node = way.at(-1)?.node ?? 0
    const shifted = own.slice(0, length)
    for (let index = 0; index < length; index++)
      if (index % nodeSize !== mark.next && (own[index] ?? 0) >= 0) shifted[index] = (own[index] ?? 0) + start
    const [key = -1, keyEnd = -1] = [marks[node + mark.key], marks[node + mark.keyEnd]]
    shifted[mark.key] = key
    shifted[mark.keyEnd] = keyEnd
    const first = text.charCodeAt(start)
    if (key !== -1 && (first === openObject || first === openArray)) shifted[mark.start] = keyEnd + 1
    return { marks: shifted, length }
  }
}

function readPart(text: string): ParsedText | undefined {
  try {
    return readJson(text)
  } catch (error) {
    if (error instanceof ParseError) return undefined
    throw error
  }
}

/** From the value's first character to behind its last: a node ends with the last value in it, a bracket comes later. */
function measureNode(text: string, nodes: Nodes, node: number): { start: number; end: number } {
  let [last, depth] = [node, 0]
  for (let next = findLastNode(nodes, last); next !== last; next = findLastNode(nodes, last)) {
    last = next
    depth++
  }
  let end = nodes.marks[last + mark.end] ?? 0
  for (; depth > 0; depth--) end = skipSpace(text, end) + 1
  return { start: skipSpace(text, nodes.marks[node + mark.start] ?? 0), end }
}
