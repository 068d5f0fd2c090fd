import { iterateNodes, mark, type Nodes, nodeSize } from '../tree.ts'
import type { Link } from './chain.ts'

/**
 * The nodes with those of the last link replaced by `fresh`, whose offsets are those of the new text. What follows has moved by
 * as much as `moved` says.
 */
export function spliceNodes(before: Nodes, links: readonly Link[], fresh: Nodes, moved: number): Nodes {
  const node = links.at(-1)?.node ?? 0
  const next = before.marks[node + mark.next] ?? before.length
  const more = fresh.length - (next - node)
  const length = before.length + more
  const marks = new Int32Array(length)
  marks.set(before.marks.subarray(0, node))
  copy(fresh.marks, 0, fresh.length, marks, node, 0, node)
  copy(before.marks, next, before.length, marks, node + fresh.length, moved, more)
  const nodes = { marks, length }
  for (const above of [0, ...links.slice(0, -1).map((link) => link.node)].reverse()) {
    marks[above + mark.next] = (marks[above + mark.next] ?? 0) + more
    marks[above + mark.end] = Math.max(
      marks[above + mark.start] ?? 0,
      marks[findLastNode(nodes, above) + mark.end] ?? 0,
    )
  }
  return nodes
}

/** An offset of 0 or -1 behind the first node is that of nothing written. */
function copy(
  from: Int32Array,
  start: number,
  end: number,
  to: Int32Array,
  at: number,
  moved: number,
  more: number,
): void {
  for (let index = start, target = at; index < end; index++, target++) {
    const value = from[index] ?? 0
    const isNext = (index - start) % nodeSize === mark.next
    to[target] = isNext ? value + more : value > 0 ? value + moved : value
  }
}

/** The last node directly in a collection; without any, the collection. */
export function findLastNode(nodes: Nodes, collection: number): number {
  let last = collection
  for (const node of iterateNodes(nodes, collection)) last = node
  return last
}
