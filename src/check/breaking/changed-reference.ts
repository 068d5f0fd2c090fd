import type { Path } from '../../core/model/location.ts'
import { once, rememberPerObject } from '../../core/model/once.ts'
import { isRecord } from '../../core/model/record.ts'
import { groupBy } from '../../core/text/group-by.ts'
import type { BreakingChange } from './api-change.ts'
import { createDiscriminators } from './discriminators.ts'
import { type ApiDocument, type Node, type Nodes, ownChildren } from './document.ts'
import { itemChild, type Operation } from './http/operation.ts'
import type { Same } from './unchanged.ts'

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
interface Arrival {
  readonly reference: Reference
  /** The one that leads to where it stands; undefined: it is in the operation itself. */
  readonly outer: Arrival | undefined
}

type LocateChange = (change: Pick<BreakingChange, 'path' | 'oldPath'>) => Path

/**
 * Finds the place of a change that an operation meets. It is in a shared part if the old version had that part there, or
 * under a name that is gone, and if that, or what it leads to, is not written as it was: then it is of all that use the part.
 * Else it is at the reference to the part, in the part around it for which that is true, or in the operation.
 */
export function createChangeLocators(
  oldApi: ApiDocument,
  newApi: ApiDocument,
  isUnchanged: Same,
): (oldOperation: Operation, newOperation: Operation | undefined) => LocateChange {
  const toOld = (path: Path) => movePath(path, newApi, oldApi)
  const isSame = (oldTarget: Path, newTarget: Path) =>
    isEqual(oldTarget, toOld(newTarget)) ||
    (newApi.find(movePath(oldTarget, oldApi, newApi)) === undefined &&
      oldApi.find(toOld(newTarget)) === undefined)
  const listReferences = createReferenceLists(oldApi, newApi, isSame)
  const isChanged = ({ target: { newNode, oldNode }, isKept }: Reference) => {
    const path = toOld(newNode.path)
    return !isUnchanged(isKept ? oldNode : { value: oldApi.find(path), path }, newNode)
  }

  /** What changed where it is, in a shared part, is found for many operations. */
  const isChangedThere = rememberPerObject(
    ({ path, oldPath }: Parameters<LocateChange>[0]) =>
      !isInPathItem(path) &&
      isEqual(oldPath, toOld(path)) &&
      !isUnchanged({ value: oldApi.find(oldPath), path }, { value: newApi.find(path), path }),
  )

  function findPlace(path: Path, oldPath: Path, last: Arrival | undefined): Path {
    let place = path
    for (let arrival = last; arrival; arrival = arrival.outer) {
      const { reference } = arrival
      const isThere =
        reference.isKept || (arrival === last && isWithin(oldPath, toOld(reference.target.newNode.path)))
      if (isThere && isChanged(reference)) return place
      place = reference.at
    }
    return place
  }

  /** The reference of a path to the item that has a part of the operation. */
  function arriveAtItem(oldOperation: Operation, { item, at }: Operation): Arrival | undefined {
    const [written, ...others] = item.chain
    const newNode = others.find(({ path }) => isWithin(at.path, path))
    if (!written || !newNode) return undefined
    const oldNode = oldOperation.item.chain.find(({ path }) => isWithin(oldOperation.at.path, path))
    const isKept = oldNode !== undefined && isSame(oldNode.path, newNode.path)
    return { reference: { at: written.path, target: { newNode, oldNode }, isKept }, outer: undefined }
  }

  return (oldOperation, newOperation) => {
    if (!newOperation) return ({ path }) => path
    const arrivals = once(() => {
      const oldNodes = listOwnNodes(oldOperation, oldApi)
      const start = listOwnNodes(newOperation, newApi).map((newNode, at) => ({
        newNode,
        oldNode: oldNodes[at],
      }))
      const found = listArrivals(start, listReferences, arriveAtItem(oldOperation, newOperation))
      return groupBy(found, ({ reference }) => nameTarget(reference))
    })
    const own = newOperation.item.chain
    return (change) => {
      const { path, oldPath } = change
      if (isChangedThere(change)) return path
      const last = findArrival(arrivals(), path, oldPath, toOld)
      // What YAML has in several operations by an alias is compared where it comes first.
      const isElsewhere = !last && isInPathItem(path) && !own.some((node) => isWithin(path, node.path))
      return isElsewhere ? newOperation.at.path : findPlace(path, oldPath, last)
    }
  }
}

/** The parts of an operation: itself, and the parameters of its path. */
function listOwnNodes(operation: Operation, api: ApiDocument): Nodes {
  const nothing: Node = { value: undefined, path: [] }
  return [operation.at, itemChild(operation.item, 'parameters', api) ?? nothing]
}

/** Arrivals by the places of their targets. */
type Arrivals = ReadonlyMap<string, readonly Arrival[]>

/** The last reference on the way to a change. */
function findArrival(
  arrivals: Arrivals,
  path: Path,
  oldPath: Path,
  toOld: (path: Path) => Path,
): Arrival | undefined {
  const holder = listHolders(path).find((name) => arrivals.has(name))
  const last = holder === undefined ? undefined : arrivals.get(holder)
  const before = last?.filter(
    ({ reference: { target } }) => target.oldNode && isWithin(oldPath, target.oldNode.path),
  )
  const moved = last?.find(({ reference: { target } }) => isWithin(oldPath, toOld(target.newNode.path)))
  return before?.find(({ reference }) => reference.isKept) ?? moved ?? before?.[0] ?? last?.[0]
}

const nameTarget = rememberPerObject(({ target }: Reference) => JSON.stringify(target.newNode.path))

/** Names a place and all around it, the nearest first. */
const listHolders = rememberPerObject((path: Path): readonly string[] =>
  [...path.keys(), path.length].map((length) => JSON.stringify(path.slice(0, length))).reverse(),
)

type ListReferences = (part: PartPair) => readonly Reference[]

/** Follows references in the order of their nearness, and goes on in each pair of parts once. */
function listArrivals(
  start: readonly PartPair[],
  listReferences: ListReferences,
  first: Arrival | undefined,
): readonly Arrival[] {
  const arrivals = first ? [first] : []
  const isNew = createVisits()
  const pending = start.map((part) => ({ part, outer: first }))
  for (const { part, outer } of pending) {
    if (!isNew(part)) continue
    for (const reference of listReferences(part)) {
      const arrival = { reference, outer }
      arrivals.push(arrival)
      pending.push({ part: reference.target, outer: arrival })
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
  const [findOld, findNew] = [createDiscriminators(oldApi), createDiscriminators(newApi)]
  /** A discriminator leads to schemas by their names. */
  const listSubtypes = ({ newNode, oldNode }: PartPair): Reference[] => {
    if (!isRecord(newNode.value) || newNode.value.discriminator === undefined) return []
    const oldSchemas = oldNode && findOld(oldNode)?.schemas
    return [...(findNew(newNode)?.schemas ?? [])].flatMap(([value, target]) => {
      const oldTarget = oldSchemas?.get(value)
      const isKept = oldTarget !== undefined && target !== undefined && isSame(oldTarget.path, target.path)
      const at = [...newNode.path, 'discriminator', 'mapping', value]
      return target ? [{ at, target: { newNode: target, oldNode: oldTarget }, isKept }] : []
    })
  }
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
      found.push(...listSubtypes(each))
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

/** The place in one version that has the name of a place in the other: files are named from where the definition is. */
function movePath(path: Path, from: ApiDocument, to: ApiDocument): Path {
  const [start, ...keys] = path
  const folder = `\0${from.folder ?? ''}`
  if (typeof start !== 'string' || !start.startsWith(folder)) return path
  return [`\0${to.folder ?? ''}${start.slice(folder.length)}`, ...keys]
}

function isInPathItem([first, name]: Path): boolean {
  return name !== undefined && ['paths', 'webhooks', 'x-webhooks'].includes(String(first))
}

function isEqual(path: Path, other: Path): boolean {
  return path.length === other.length && isWithin(path, other)
}

function isWithin(path: Path, holder: Path): boolean {
  return holder.length <= path.length && holder.every((key, at) => key === path[at])
}
