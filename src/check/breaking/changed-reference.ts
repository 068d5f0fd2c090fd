import type { Path } from '../../core/model/location.ts'
import { once } from '../../core/model/once.ts'
import type { BreakingChange } from './api-change.ts'
import { type ApiDocument, getRoot, type Node, type Nodes, ownChild, ownChildren } from './document.ts'

/** A part of the new version and, as far as it was there, of the old one. */
interface PartPair {
  readonly newNode: Node
  readonly oldNode: Node | undefined
}

/** A reference in the new version. */
interface Reference {
  readonly at: Path
  readonly target: PartPair
  /** It leads to the part to which it led before, maybe under another name. */
  readonly isKept: boolean
}

/** A reference on the ways of an operation. */
interface Arrival extends Pick<Reference, 'target' | 'isKept'> {
  /** The first one on the way that changed, itself included. */
  readonly changed: Path | undefined
}

type LocateChange = (change: Pick<BreakingChange, 'path' | 'oldPath'>) => Path

/**
 * Finds the place of a change that an operation meets. It is in a shared part if the old version had that part there, or
 * under a name that is gone: then it is of all that use the part. Else a reference on the way changed, and the change is at
 * that reference. The nodes are those that the operation consists of.
 */
export function createChangeLocators(
  oldApi: ApiDocument,
  newApi: ApiDocument,
): (oldNodes: Nodes, newNodes: Nodes) => LocateChange {
  const [isInOld, isInNew] = [createPresence(oldApi), createPresence(newApi)]
  const isSame = (oldTarget: Path, newTarget: Path) =>
    isEqual(oldTarget, newTarget) || !(isInNew(oldTarget) || isInOld(newTarget))
  const listReferences = createReferenceLists(oldApi, newApi, isSame)
  return (oldNodes, newNodes) => {
    const start = newNodes.map((newNode, at) => ({ newNode, oldNode: oldNodes[at] }))
    const arrivals = once(() => listArrivals(start, listReferences))
    return ({ path, oldPath }) =>
      isEqual(path, oldPath) ? path : (findArrival(arrivals(), path, oldPath)?.changed ?? path)
  }
}

/** The last reference on the way to a change; undefined if the old version had the same part. */
function findArrival(arrivals: readonly Arrival[], path: Path, oldPath: Path): Arrival | undefined {
  const found = arrivals.filter(({ target }) => isWithin(path, target.newNode.path))
  const longest = Math.max(...found.map(({ target }) => target.newNode.path.length))
  const last = found.filter(({ target }) => target.newNode.path.length === longest)
  const before = last.filter(({ target }) => target.oldNode && isWithin(oldPath, target.oldNode.path))
  const isThere = before.some(({ isKept }) => isKept)
  if (isThere || last.some(({ target }) => isWithin(oldPath, target.newNode.path))) return undefined
  return before[0] ?? last[0]
}

type ListReferences = (part: PartPair) => readonly Reference[]

/** Follows references in the order of their nearness, and goes on in each pair of parts once. */
function listArrivals(start: readonly PartPair[], listReferences: ListReferences): readonly Arrival[] {
  const arrivals: Arrival[] = []
  const isNew = createVisits()
  const pending = start.map((part) => ({ part, changed: undefined as Path | undefined }))
  for (const place of pending) {
    if (!isNew(place.part)) continue
    for (const { at, target, isKept } of listReferences(place.part)) {
      const changed = place.changed ?? (isKept ? undefined : at)
      arrivals.push({ target, isKept, changed })
      pending.push({ part: target, changed })
    }
  }
  return arrivals
}

/** Lists the references within a part, beside those of the old version; for each pair of parts once. */
function createReferenceLists(
  oldApi: ApiDocument,
  newApi: ApiDocument,
  isSame: (oldTarget: Path, newTarget: Path) => boolean,
): ListReferences {
  const lists = new Map<unknown, Map<unknown, readonly Reference[]>>()
  const read = (part: PartPair): readonly Reference[] => {
    const found: Reference[] = []
    const pending = [part]
    const isNew = createVisits()
    for (const each of pending) {
      if (!isNew(each)) continue
      const { newNode, oldNode } = each
      const [newTarget, oldTarget] = [newApi.step(newNode.value), oldApi.step(oldNode?.value)]
      if (newTarget) {
        const isKept = oldTarget !== undefined && isSame(oldTarget.path, newTarget.path)
        found.push({
          at: newNode.path,
          target: { newNode: newTarget, oldNode: oldTarget ?? oldNode },
          isKept,
        })
      }
      const oldChildren = new Map(ownChildren(newTarget ? oldNode : (oldTarget ?? oldNode)))
      for (const [key, inner] of ownChildren(newNode))
        pending.push({ newNode: inner, oldNode: oldChildren.get(key) })
    }
    return found
  }
  return (part) => {
    const byOld = lists.get(part.newNode.value) ?? new Map<unknown, readonly Reference[]>()
    lists.set(part.newNode.value, byOld)
    const list = byOld.get(part.oldNode?.value) ?? read(part)
    byOld.set(part.oldNode?.value, list)
    return list
  }
}

/** Tells whether a version has a part: in the document, or behind one of its references. */
function createPresence(api: ApiDocument): (path: Path) => boolean {
  const targets = once(() => {
    const start = { newNode: getRoot(api), oldNode: undefined }
    const found = listArrivals(
      [start],
      createReferenceLists(api, api, () => true),
    )
    return new Set(found.map(({ target }) => JSON.stringify(target.newNode.path)))
  })
  return (path) => {
    let node: Node | undefined = getRoot(api)
    for (const key of path) node = node && ownChild(node, key)
    return node !== undefined || targets().has(JSON.stringify(path))
  }
}

/** Tells whether a pair of parts is seen for the first time. */
function createVisits(): (part: PartPair) => boolean {
  const seen = new Map<unknown, Set<unknown>>()
  return ({ newNode, oldNode }) => {
    const known = seen.get(newNode.value) ?? new Set()
    if (known.has(oldNode?.value)) return false
    seen.set(newNode.value, known.add(oldNode?.value))
    return true
  }
}

function isEqual(path: Path, other: Path): boolean {
  return path.length === other.length && isWithin(path, other)
}

function isWithin(path: Path, holder: Path): boolean {
  return holder.length <= path.length && holder.every((key, at) => key === path[at])
}
