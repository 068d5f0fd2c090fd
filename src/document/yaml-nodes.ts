/**
 * The nodes of a YAML document in the order of the text, a column for each of their properties: a large document has
 * hundreds of thousands.
 */
export interface YamlNodes {
  /** The key, as its characters read, or the index under which a node stands in its parent; the root has none. */
  readonly steps: (string | number | undefined)[]
  /** A collection under a key begins behind the key's colon, any other node with its own first character. */
  readonly starts: number[]
  /** A collection ends with the last value in it. */
  readonly ends: number[]
  /** Index of the node behind all that a node holds. */
  readonly nexts: number[]
  /** For an alias, the node that it stands for. */
  readonly targets: Map<number, number>
}

/** Begins a node at `start`, with nothing in it; gives its index. */
export function addNode(nodes: YamlNodes, step: string | number | undefined, start: number): number {
  const node = nodes.steps.push(step) - 1
  nodes.starts.push(start)
  nodes.ends.push(start)
  nodes.nexts.push(node + 1)
  return node
}

/** Ends a collection where its last child ends; what is absent ends nowhere. */
export function closeCollection(nodes: YamlNodes, node: number, lastChild: number): void {
  nodes.ends[node] = Math.max(nodes.starts[node] ?? 0, nodes.ends[lastChild] ?? 0)
  nodes.nexts[node] = nodes.steps.length
}
