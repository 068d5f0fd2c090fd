import type { Path } from '../../core/model/location.ts'
import { addToGroup } from '../../core/text/group-by.ts'
import { fileSegment } from './files.ts'
import {
  type DocumentPlace,
  listAncestors,
  listRefPlaces,
  type RefPlace,
  type RefTarget,
  toPath,
} from './places.ts'
import { findLoops } from './vacuum-loops.ts'

/** A document's references as a whole. */
export interface RefGraph {
  /** Every object and array that a reference leads to. */
  readonly targets: ReadonlySet<object>
  /**
   * The `$ref` objects that lead to something they are part of, by themselves or through others; but for those by which
   * alone the document comes to what a file holds.
   */
  readonly circular: ReadonlySet<object>
  /**
   * For vacuum: references that lead to where a chain of references closes, and those below a key with `x-`. Where a chain
   * closes in another file, the circular ones instead: vacuum gets one document, in which each part has a place.
   */
  readonly looping: () => ReadonlySet<object>
  /** Whether some `$ref` has siblings. */
  readonly haveSiblings: boolean
}

interface CycleReference {
  readonly at: RefPlace
  readonly target: object
  /** To the target. */
  readonly path: Path
}

/** Looks at every reference of some documents. `resolve` follows one without regard to cycles. */
export function readRefGraph(
  roots: readonly unknown[],
  resolve: (value: unknown) => RefTarget | undefined,
): RefGraph {
  const perRoot = roots.map((root) => collectReferences(root, resolve))
  const references = perRoot.flat()
  const targets = new Set(references.map(({ target }) => target))
  const groups = groupByCycle(collectEdges(references, targets))
  const isCircular = ({ at, target }: CycleReference) => {
    const holder = findHolder(at, targets)
    return holder !== undefined && groups.get(holder.value) === groups.get(target)
  }
  const circular = new Set(references.filter(isCircular).map(({ at }) => at.value))
  for (const reference of findOnlyWays(perRoot, circular)) circular.delete(reference)
  return {
    targets,
    circular,
    looping: () => {
      const points = new Set(findLoops(references).loops.map(({ target }) => target))
      const closing = references.filter(({ target }) => points.has(target))
      const inExtensions = references.filter(({ at }) => isInExtension(at)).map(({ at }) => at.value)
      return new Set([
        ...inExtensions,
        ...(closing.some(isIntoFile) ? circular : closing.map(({ at }) => at.value)),
      ])
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
    const { value: target, path = [] } = resolve(at.value) ?? {}
    if (typeof target === 'object' && target !== null) references.push({ at, target, path })
  }
  return references
}

/**
 * Circular references into parts of files that no other reference leads to: the first for each. None of them leads back to
 * where it stands by others of them, so that what a reference leads to stays finite.
 */
function findOnlyWays(
  [first = [], ...others]: readonly (readonly CycleReference[])[],
  circular: ReadonlySet<object>,
): ReadonlySet<object> {
  const found = new Set<object>()
  if (others.length === 0 || circular.size === 0) return found
  const inside = groupByHolder(others.flat())
  const known = new Set<CycleReference>()
  const [open, later]: [CycleReference[], CycleReference[]] = [[], []]
  const enter = (references: readonly CycleReference[]) => {
    for (const each of references) {
      if (known.has(each) || !isIntoFile(each)) continue
      known.add(each)
      ;(circular.has(each.at.value) ? later : open).push(each)
    }
  }
  const leadsBack = ({ at, target }: CycleReference): boolean => {
    const around = new Set<object>([...listAncestors(at)].map(({ value }) => value))
    const reached = new Set([target])
    for (const part of reached) {
      if (around.has(part)) return true
      for (const each of inside.get(part) ?? []) if (found.has(each.at.value)) reached.add(each.target)
    }
    return false
  }
  const parts = new Set<string>()
  enter(first)
  for (let next = open.pop() ?? later.shift(); next; next = open.pop() ?? later.shift()) {
    const { at, path, target } = next
    if (circular.has(at.value)) {
      if (path.some((_, index) => parts.has(JSON.stringify(path.slice(0, index + 1)))) || leadsBack(next))
        continue
      found.add(at.value)
    }
    parts.add(JSON.stringify(path))
    enter(inside.get(target) ?? [])
  }
  return found
}

function isIntoFile({ path }: CycleReference): boolean {
  return String(path[0]).startsWith(fileSegment(''))
}

function groupByHolder(
  references: readonly CycleReference[],
): ReadonlyMap<object, readonly CycleReference[]> {
  const groups = new Map<object, CycleReference[]>()
  for (const reference of references)
    for (const { value } of listAncestors(reference.at)) addToGroup(groups, value, reference)
  return groups
}

/** From each target to those directly in it that hold references, and to those that references directly in it lead to. */
function collectEdges(
  references: readonly CycleReference[],
  targets: ReadonlySet<object>,
): Map<object, Set<object>> {
  const edges = new Map<object, Set<object>>()
  const passed = new Set<DocumentPlace>()
  const add = (from: object, to: object) => {
    const known = edges.get(from)
    if (known) known.add(to)
    else edges.set(from, new Set([to]))
  }
  for (const { at, target } of references) {
    let inner = findHolder(at, targets)
    if (inner) add(inner.value, target)
    while (inner && !passed.has(inner)) {
      passed.add(inner)
      const outer: DocumentPlace | undefined = inner.parent && findHolder(inner.parent, targets)
      if (outer) add(outer.value, inner.value)
      inner = outer
    }
  }
  return edges
}

/** The innermost target that a place is in, or is. */
function findHolder(place: DocumentPlace, targets: ReadonlySet<object>): DocumentPlace | undefined {
  let at: DocumentPlace | undefined = place
  while (at && !targets.has(at.value)) at = at.parent
  return at
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
