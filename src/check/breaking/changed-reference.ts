import type { Path } from '../../core/model/location.ts'
import { once, rememberPerObject } from '../../core/model/once.ts'
import { getChild, isObject, isRecord } from '../../core/model/record.ts'
import { groupBy } from '../../core/text/group-by.ts'
import type { BreakingChange } from './api-change.ts'
import { createDiscriminators } from './discriminators.ts'
import {
  type ApiDocument,
  findPathFile,
  isInPathItem,
  made,
  type Node,
  type Nodes,
  ownChildren,
} from './document.ts'
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

/** Locates what an operation meets; `start`: in a schema of it. */
type CreateLocator = (start?: PartPair) => LocateChange

/**
 * Finds the place of a change that an operation meets. It is in a shared part if the old version had that part there, or
 * under a name that is gone, and if that, or what it leads to, is not written as it was: then it is of all that use the part.
 * Else it is at the reference to the part, in the part around it for which that is true, or in the operation.
 */
export function createChangeLocators(
  oldApi: ApiDocument,
  newApi: ApiDocument,
  isUnchanged: Same,
): (oldOperation: Operation, newOperation: Operation | undefined) => CreateLocator {
  const nameOld = (path: Path) => nameFromDefinition(path, oldApi)
  const nameNew = (path: Path) => nameFromDefinition(path, newApi)
  const isSame = (oldTarget: Path, newTarget: Path) =>
    isEqual(nameOld(oldTarget), nameNew(newTarget)) ||
    (newApi.find(nameOld(oldTarget), true) === undefined &&
      oldApi.find(nameNew(newTarget), true) === undefined)
  const listReferences = createReferenceLists(oldApi, newApi, isSame)
  const isChanged = ({ target: { newNode, oldNode }, isKept }: Reference) => {
    const { path } = newNode
    return !isUnchanged(isKept ? oldNode : { value: oldApi.find(nameNew(path), true), path }, newNode)
  }

  /** What changed where it is, in a shared part, is found for many operations. */
  const isChangedThere = rememberPerObject(
    ({ path, oldPath }: Parameters<LocateChange>[0]) =>
      !isInPathItem(path) &&
      isEqual(nameOld(oldPath), nameNew(path)) &&
      !isUnchanged({ value: oldApi.find(oldPath), path }, { value: newApi.find(path), path }),
  )

  /** The values at a path, from the one that it leads to up to the root. */
  const listHolders = rememberPerObject((path: Path): readonly unknown[] => {
    const file = findPathFile(path)
    const values = file === undefined ? [newApi.find([])] : [undefined, newApi.find([file])]
    for (const key of path.slice(values.length - 1)) values.push(getChild(values.at(-1), key))
    return values.reverse()
  })

  /** By the values of their targets, which YAML may have at several places. */
  const groupByTarget = (arrivals: readonly Arrival[]) =>
    groupBy(arrivals, ({ reference }) => newApi.find(reference.target.newNode.path))

  function findPlace(path: Path, oldPath: Path, arrivals: ReadonlyMap<unknown, readonly Arrival[]>) {
    const holders = arrivals.size === 0 ? [] : listHolders(path)
    const above = holders.findIndex((value) => isObject(value) && arrivals.has(value))
    const isMoved = ({ target }: Reference) => isWithin(nameOld(oldPath), nameNew(target.newNode.path))
    const last = chooseArrival(arrivals.get(holders[above]) ?? [], oldPath, isMoved)
    if (!last) return undefined
    const below = above === 0 ? [] : path.slice(-above)
    let place = [...last.reference.target.newNode.path, ...below]
    for (let arrival: Arrival | undefined = last; arrival; arrival = arrival.outer) {
      const { reference } = arrival
      const isThere = reference.isKept || (arrival === last && isMoved(reference))
      if (isThere && isChanged(reference)) return place
      place = [...reference.at]
    }
    return place
  }

  /** The references of a path to its item. */
  function arriveAtItem(oldOperation: Operation, { item, keys }: Operation): readonly Arrival[] {
    const arrivals: Arrival[] = []
    for (const [index, newNode] of item.chain.entries()) {
      const holder = item.chain[index - 1]
      if (!holder) continue
      const oldNode = oldOperation.item.chain[index]
      const isKept = oldNode !== undefined && isSame(oldNode.path, newNode.path)
      const reference = { at: [...holder.path, ...keys], target: { newNode, oldNode }, isKept }
      arrivals.push({ reference, outer: arrivals.at(-1) })
    }
    return arrivals
  }

  return (oldOperation, newOperation) => {
    if (!newOperation) return () => (change) => change.path
    const items = once(() => arriveAtItem(oldOperation, newOperation))
    const list = (start: readonly PartPair[], before: readonly Arrival[]) => {
      const findOuter = ({ newNode }: PartPair) =>
        before.findLast(({ reference }) => isWithin(newNode.path, reference.target.newNode.path))
      return [...before, ...listArrivals(start, listReferences, findOuter)]
    }
    const whole = once(() => {
      const [oldNodes, newNodes] = [listOwnNodes(oldOperation, oldApi), listOwnNodes(newOperation, newApi)]
      const start = newNodes.map((newNode, at) => ({ newNode, oldNode: oldNodes[at] }))
      return list(start, items())
    })
    const own = newOperation.item.chain
    return (start) => {
      const around = ({ reference: { target } }: Arrival) =>
        start !== undefined && isWithin(start.newNode.path, target.newNode.path)
      const arrivals = once(() => groupByTarget(start ? list([start], whole().filter(around)) : whole()))
      return (change) => {
        const { path, oldPath } = change
        if (isChangedThere(change)) return path
        // What YAML has in several operations by an alias is compared where it comes first.
        const isElsewhere = isInPathItem(path) && !own.some((node) => isWithin(path, node.path))
        return findPlace(path, oldPath, arrivals()) ?? (isElsewhere ? newOperation.at.path : path)
      }
    }
  }
}

/** The parts of an operation: itself, and the parameters of its path. */
function listOwnNodes(operation: Operation, api: ApiDocument): Nodes {
  const nothing: Node = { value: undefined, path: [] }
  return [operation.at, itemChild(operation.item, 'parameters', api) ?? nothing]
}

/** Of the references to a part, the one by which the old version came to what changed. */
function chooseArrival(
  found: readonly Arrival[],
  oldPath: Path,
  isMoved: (reference: Reference) => boolean,
): Arrival | undefined {
  const before = found.filter(
    ({ reference: { target } }) => target.oldNode && isWithin(oldPath, target.oldNode.path),
  )
  const moved = found.find(({ reference }) => isMoved(reference))
  return before.find(({ reference }) => reference.isKept) ?? moved ?? before[0] ?? found[0]
}

type ListReferences = (part: PartPair) => readonly Reference[]

/** Follows references in the order of their nearness, and goes on in each pair of parts once. */
function listArrivals(
  start: readonly PartPair[],
  listReferences: ListReferences,
  findOuter: (part: PartPair) => Arrival | undefined,
): readonly Arrival[] {
  const arrivals: Arrival[] = []
  const isNew = createVisits()
  const pending = start.map((part) => ({ part, outer: findOuter(part) }))
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
    const written = [...newNode.path, 'discriminator', 'mapping']
    return [...(findNew(newNode)?.schemas ?? [])].flatMap(([value, target]) => {
      if (!isRecord(target?.value) || made in target.value) return []
      const oldTarget = oldSchemas?.get(value)
      const isKept = oldTarget !== undefined && isSame(oldTarget.path, target.path)
      const at = newApi.find([...written, value]) === undefined ? written.slice(0, -1) : [...written, value]
      return [{ at, target: { newNode: target, oldNode: oldTarget }, isKept }]
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

/** A path with the name of its file that both versions have. */
function nameFromDefinition(path: Path, { nameFile }: ApiDocument): Path {
  const file = findPathFile(path)
  return file === undefined ? path : [`\0${nameFile(file.slice(1))}`, ...path.slice(1)]
}

function isEqual(path: Path, other: Path): boolean {
  return path.length === other.length && isWithin(path, other)
}

function isWithin(path: Path, holder: Path): boolean {
  return holder.length <= path.length && holder.every((key, at) => key === path[at])
}
