import { findLoops } from './ref-loops.ts'
import { listAncestors, listRefPlaces, type RefPlace, type RefTarget, toPath } from './ref-places.ts'

/** A document's references as a whole. */
export interface RefGraph {
  /** Every object and array that a reference leads to. */
  readonly targets: ReadonlySet<object>
  /** The `$ref` objects that lead to something they are part of, by themselves or through others. */
  readonly circular: ReadonlySet<object>
  /**
   * For vacuum: references that lead to where a chain of references closes, and those below a key with `x-`.
   */
  readonly looping: () => ReadonlySet<object>
  /** Whether some `$ref` has siblings. */
  readonly haveSiblings: boolean
}

interface CycleReference {
  readonly at: RefPlace
  readonly target: object
}

/** Looks at every reference of some documents. `resolve` follows one without regard to cycles. */
export function readRefGraph(
  roots: readonly unknown[],
  resolve: (value: unknown) => RefTarget | undefined,
): RefGraph {
  const references = roots.flatMap((root) => collectReferences(root, resolve))
  const targets = new Set(references.map(({ target }) => target))
  const edges = collectEdges(references, targets)
  const groups = groupByCycle(edges)
  const isCircular = ({ at, target }: CycleReference) => {
    const group = groups.get(target)
    return group !== undefined && listAncestors(at).some(({ value }) => groups.get(value) === group)
  }
  return {
    targets,
    circular: new Set(references.filter(isCircular).map(({ at }) => at.value)),
    looping: () => {
      const points = new Set(findLoops(references).loops.map(({ target }) => target))
      const isUnseen = ({ at, target }: CycleReference) => points.has(target) || isInExtension(at)
      return new Set(references.filter(isUnseen).map(({ at }) => at.value))
    },
    haveSiblings: references.some(({ at }) => Object.keys(at.value).length > 1),
  }
}

function collectReferences(
  root: unknown,
  resolve: (value: unknown) => RefTarget | undefined,
): CycleReference[] {
  const references: CycleReference[] = []
  for (const at of listRefPlaces(root)) {
    const target = resolve(at.value)?.value
    if (typeof target === 'object' && target !== null) references.push({ at, target })
  }
  return references
}

/** From each target to those that references in it lead to. */
function collectEdges(
  references: readonly CycleReference[],
  targets: ReadonlySet<object>,
): Map<object, Set<object>> {
  const edges = new Map<object, Set<object>>()
  for (const { at, target } of references) {
    for (const holder of listAncestors(at)) {
      if (!targets.has(holder.value)) continue
      const known = edges.get(holder.value)
      if (known) known.add(target)
      else edges.set(holder.value, new Set([target]))
    }
  }
  return edges
}

/** Below a key with `x-`. */
export function isInExtension(at: RefPlace): boolean {
  return toPath(at).some((key) => String(key).startsWith('x-'))
}

/**
 * Gives every node of a directed graph the number of its group: two nodes share one when each can be reached from the
 * other (Tarjan's algorithm, with a stack of its own).
 */
export function groupByCycle<Node>(edges: ReadonlyMap<Node, ReadonlySet<Node>>): ReadonlyMap<Node, number> {
  const groups = new Map<Node, number>()
  const order = new Map<Node, number>()
  const lowest = new Map<Node, number>()
  const open: Node[] = []
  const work: { node: Node; rest: Iterator<Node> }[] = []

  function enter(node: Node): void {
    order.set(node, order.size)
    lowest.set(node, order.size - 1)
    open.push(node)
    work.push({ node, rest: (edges.get(node) ?? new Set<Node>()).values() })
  }

  function lower(node: Node, to: number | undefined): void {
    lowest.set(node, Math.min(lowest.get(node) ?? 0, to ?? Number.POSITIVE_INFINITY))
  }

  function close(node: Node): void {
    if (lowest.get(node) !== order.get(node)) return
    const group = groups.size
    for (let member = open.pop(); member !== undefined; member = open.pop()) {
      groups.set(member, group)
      if (member === node) return
    }
  }

  for (const start of edges.keys()) {
    if (!order.has(start)) enter(start)
    for (let top = work.at(-1); top; top = work.at(-1)) {
      const next = top.rest.next()
      if (next.done) {
        work.pop()
        close(top.node)
        const below = work.at(-1)
        if (below) lower(below.node, lowest.get(top.node))
      } else if (!order.has(next.value)) enter(next.value)
      else if (!groups.has(next.value)) lower(top.node, order.get(next.value))
    }
  }
  return groups
}
