import type { Path } from '../model/location.ts'

/**
 * The nodes of a document in the order of the text. Each is five numbers, and known by the index of the first:
 * a large document has hundreds of thousands. Offsets are those of the text.
 */
export interface NodeTable {
  marks: Int32Array<ArrayBuffer>
  /** How many of the marks are in use. */
  length: number
}

/** Where a node has its numbers, from its index. */
export const mark = {
  /** The range of its key as written; -1 for the root and for an item. */
  key: 0,
  keyEnd: 1,
  /** A collection or an alias under a key begins behind the key's colon, any other node with its own first character. */
  start: 2,
  /** A collection ends with the last value in it. */
  end: 3,
  /** Index of the node behind all that this one holds. */
  next: 4,
} as const

export const nodeSize = 5

/** The key whose value brings in the keys of another mapping. */
export const mergeKey = '<<'

/** Nodes with what they leave in the text. */
export interface Tree {
  readonly nodes: NodeTable
  /** The key of a node, as its characters read. */
  readonly keyOf: (node: number) => string
  /** Whether the merge key has its meaning. */
  readonly hasMerges: boolean
  /** The node that an alias stands for. */
  readonly targetOf: (node: number) => number | undefined
}

export function createNodes(text: string): NodeTable {
  return { marks: new Int32Array((text.length >> 3) + 64), length: 0 }
}

/** Begins a node that has nothing in it; gives its index. */
export function addNode(nodes: NodeTable, key: number, keyEnd: number, start: number): number {
  const node = nodes.length
  nodes.length = node + nodeSize
  if (nodes.length > nodes.marks.length) {
    const { marks: full } = nodes
    nodes.marks = new Int32Array(full.length * 2)
    nodes.marks.set(full)
  }
  const { marks } = nodes
  marks[node] = key
  marks[node + mark.keyEnd] = keyEnd
  marks[node + mark.start] = start
  marks[node + mark.end] = start
  marks[node + mark.next] = node + nodeSize
  return node
}

/** Ends a collection where its last child ends; what is absent ends nowhere. */
export function closeCollection({ marks, length }: NodeTable, node: number, lastChild: number): void {
  marks[node + mark.end] = Math.max(marks[node + mark.start] ?? 0, marks[lastChild + mark.end] ?? 0)
  marks[node + mark.next] = length
}

/** The keys and indices that lead to a node. */
export function findPath({ nodes, keyOf }: Tree, node: number): Path {
  const path: (string | number)[] = []
  for (let at = 0; at !== node; ) {
    const passed = [...iterateNodes(nodes, at)].filter((child) => child <= node)
    at = passed.at(-1) ?? node
    path.push(nodes.marks[at + mark.key] === -1 ? passed.length - 1 : keyOf(at))
  }
  return path
}

/** The nodes directly in a collection. */
export function* iterateNodes({ marks, length }: NodeTable, collection: number): Generator<number> {
  const end = marks[collection + mark.next] ?? length
  for (let node = collection + nodeSize; node < end; node = marks[node + mark.next] ?? length) yield node
}
