import { isObject } from '../../model/record.ts'
import { resolveScalar } from '../simple/plain.ts'
import { iterateNodes, mark, type NodeTable, nodeSize, type Tree } from '../tree.ts'

/** A node on the way from the root to a place in the text, and the key or index that its collection has it by. */
export interface ChainLink {
  readonly node: number
  readonly step: string | number
}

const mostTries = 4

/** The ways to the last few nodes of the chain to an offset, the longest first. */
export function findWays(...place: Parameters<typeof findChain>): readonly (readonly ChainLink[])[] {
  const links = findChain(...place)
  const before = Math.max(links.length - mostTries, 0)
  const last = links.slice(before)
  return last.map((_, index) => links.slice(0, before + index + 1)).reverse()
}

/**
 * The nodes that begin before an offset, each in the one before it; without the root. Ends where `goesOn` says so, and at a
 * key that may not be the one in the value, such as the number 1.0.
 */
function findChain(
  { nodes, keyOf }: Tree,
  offset: number,
  goesOn: (node: number) => boolean,
): readonly ChainLink[] {
  const links: ChainLink[] = []
  for (let parent = 0; goesOn(parent); ) {
    const { node, index } = findChildNode(nodes, parent, offset)
    if (node === -1) return links
    const step = (nodes.marks[node] ?? -1) >= 0 ? keyOf(node) : index
    if (typeof step === 'string' && !isName(step)) return links
    links.push({ node, step })
    parent = node
  }
  return links
}

/** The last node directly in a collection that begins before an offset; -1: there is none. */
function findChildNode(nodes: NodeTable, parent: number, offset: number): { node: number; index: number } {
  let [node, index] = [-1, -1]
  for (const child of iterateNodes(nodes, parent)) {
    const key = nodes.marks[child] ?? -1
    if ((key >= 0 ? key : (nodes.marks[child + mark.start] ?? 0)) > offset) break
    node = child
    index++
  }
  return { node, index }
}

function isName(key: string): boolean {
  const value = resolveScalar(key)
  return typeof value === 'string' || String(value) === key
}

/** The value with another one at the end of the links. Undefined: they do not lead there. A value may be deep. */
export function replaceValue(root: unknown, links: readonly ChainLink[], value: unknown): unknown {
  const parents: object[] = []
  let at = root
  for (const { step } of links) {
    if (!isObject(at) || !Object.hasOwn(at, step)) return undefined
    parents.push(at)
    at = Reflect.get(at, step)
  }
  return parents.reduceRight<unknown>((child, parent, depth) => {
    const step = links[depth]?.step ?? ''
    return Array.isArray(parent) ? parent.with(Number(step), child) : { ...parent, [step]: child }
  }, value)
}

/**
 * The nodes with those of the last link replaced by `fresh`, whose offsets are those of the new text. What follows has moved by
 * as much as `moved` says.
 */
export function spliceNodes(
  before: NodeTable,
  links: readonly ChainLink[],
  fresh: NodeTable,
  moved: number,
): NodeTable {
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
export function findLastNode(nodes: NodeTable, collection: number): number {
  let last = collection
  for (const node of iterateNodes(nodes, collection)) last = node
  return last
}
