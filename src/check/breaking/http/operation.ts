import { additionalOperations, httpMethods } from '../../../core/model/api-part.ts'
import type { Path } from '../../../core/model/location.ts'
import { rememberPerPair } from '../../../core/model/once.ts'
import { isRecord } from '../../../core/model/record.ts'
import { groupBy } from '../../../core/text/group-by.ts'
import type { TellChange } from '../api-change.ts'
import type { ApiDocument, Node, Nodes } from '../document.ts'
import { child, children, followChain, getRoot, ownChild, ownChildren } from '../document.ts'
import { describeAnnouncement, type Notice } from '../lifecycle.ts'
import { renderJson } from '../numbers.ts'
import type { BreakingRuleId } from '../rules/index.ts'
import type { Use } from '../schema/compare.ts'
import type { Same } from '../unchanged.ts'

/** A path item, and one after the other what its references lead to: what is beside a reference comes first. */
export interface PathItem extends Node {
  readonly chain: Nodes
}

/** Whether a part of a chain is more than a reference. */
export function saysSomething({ value }: Node): boolean {
  return !isRecord(value) || Object.keys(value).some((key) => key !== '$ref')
}

/** Lists path items, with those beside a reference of their holder. */
export function pathItems(
  holder: Node | undefined,
  api: ApiDocument,
): readonly (readonly [string, PathItem])[] {
  const found = new Map<string, PathItem>()
  for (const [name, own] of holder ? followChain(holder, api).flatMap(ownChildren) : []) {
    if (name === '$ref' && typeof own.value === 'string') continue
    const chain = followChain(own, api).map((node) => api.read('path-item', node))
    const [first = own] = chain.filter(saysSomething)
    if (!found.has(name)) found.set(name, { ...first, chain })
  }
  return [...found]
}

/** The paths, or the webhooks, that are compared. */
export function listPathItems(api: ApiDocument, key = 'paths'): readonly (readonly [string, PathItem])[] {
  const { renamePath = (path) => path, movedBase = '' } = api
  return pathItems(ownChild(getRoot(api), key), api).flatMap(([path, item]) => {
    const name = renamePath(path)
    if (name === undefined) return []
    const isMoved = key === 'paths' && name.startsWith(`${movedBase}/`)
    return [[isMoved ? name.slice(movedBase.length) : name, item] as const]
  })
}

/** The first counts where several of the chain have a field. */
export function itemChild({ chain }: PathItem, key: string, api: ApiDocument): Node | undefined {
  return chain.map((node) => child(node, key, api)).find((node) => node !== undefined)
}

export interface Operation {
  /** Its name in messages: `GET /pets`. */
  readonly name: string
  /** The template, as it is written. */
  readonly path: string
  readonly at: Node
  readonly item: PathItem
  /** From the item to it. */
  readonly keys: Path
}

export function listComparedOperations(
  path: string,
  item: PathItem,
  api: ApiDocument,
): ReadonlyMap<string, Operation> {
  const found = new Map<string, Operation>()
  const add = (method: string, at: Node | undefined, ...keys: Path) => {
    if (at) found.set(method, { name: `${method} ${path}`, path, at: api.read('operation', at), item, keys })
  }
  for (const method of httpMethods) add(method.toUpperCase(), itemChild(item, method, api), method)
  for (const [method, at] of item.chain.flatMap((node) =>
    children(child(node, additionalOperations, api), api),
  ))
    if (!found.has(method)) add(method, at, additionalOperations, method)
  return found
}

/** The documents that are compared, and the ways to report what differs. */
export interface OperationWalk {
  readonly oldApi: ApiDocument
  readonly newApi: ApiDocument
  readonly notice: Notice
  readonly isUnchanged: Same
  readonly report: (rule: BreakingRuleId, message: string, oldNode: Node, newNode: Node) => void
  /** Lists what differs and breaks nobody, where all changes are asked for. */
  readonly tell: TellChange
  /** Compares what two schemas mean; `where` is what they describe, such as `the request body`. */
  readonly compare: (oldSchema: Node, newSchema: Node, use: Use, where: string) => void
  /** Lists what differs between two schemas as they are written, where all changes are asked for. */
  readonly describe: (oldSchema: Node, newSchema: Node, what: string) => void
}

/** Two versions of one operation. */
export interface ComparedOperations extends OperationWalk {
  readonly oldOperation: Operation
  readonly newOperation: Operation
  /** The API calls it, as webhooks and callbacks: clients receive its request and send its responses. */
  readonly isReversed: boolean
}

/** Two versions of a body or a response, which `what` names. */
export interface ComparedContent extends OperationWalk {
  readonly what: string
  readonly direction: Use['direction']
}

export function compareDeprecation(oldAt: Node, newAt: Node, what: string, tell: TellChange): void {
  const read = (at: Node) => (key: string) => ownChild(at, key)?.value
  const change = describeAnnouncement(read(oldAt), read(newAt))
  if (change) tell('changed', `${what} ${change}`, oldAt, newAt)
}

export function compareTexts(keys: readonly string[], oldAt: Node, newAt: Node, tell: TellChange): void {
  for (const key of keys)
    if (renderJson(ownChild(oldAt, key)?.value) !== renderJson(ownChild(newAt, key)?.value))
      tell('changed', `${key} changed`, oldAt, newAt, 'text')
}

type NamedItem = readonly [path: string, item: PathItem]

/** A path, a webhook or a callback in both versions; of one version alone: removed or added. */
export interface ItemPair {
  readonly oldItem: NamedItem | undefined
  readonly newItem: NamedItem | undefined
  /** All paths of a version that match the same requests: where there are several, an operation may move among them. */
  readonly oldTwins?: readonly NamedItem[]
  readonly newTwins?: readonly NamedItem[]
}

/** Pairs paths by what they match: the names of parameters do not matter, unless another path has the same shape. */
export function pairPaths(
  oldItems: readonly NamedItem[],
  newItems: readonly NamedItem[],
): readonly ItemPair[] {
  const [oldByShape, newByShape] = [oldItems, newItems].map((items) =>
    groupBy(items, ([path]) => normalizePath(path)),
  )
  const byName = new Map(newItems.map((item) => [item[0], item]))
  const oldNames = new Set(oldItems.map(([path]) => path))
  const paired = new Set<NamedItem>()
  const createPair = (oldItem: NamedItem | undefined, newItem: NamedItem | undefined): ItemPair => {
    const shape = normalizePath((oldItem ?? newItem)?.[0] ?? '')
    if (newItem) paired.add(newItem)
    return {
      oldItem,
      newItem,
      oldTwins: oldByShape?.get(shape) ?? [],
      newTwins: newByShape?.get(shape) ?? [],
    }
  }
  const pairs = oldItems.map((oldItem) => {
    const alike = newByShape?.get(normalizePath(oldItem[0])) ?? []
    const renamed = alike.find((item) => !oldNames.has(item[0]) && !paired.has(item))
    return createPair(oldItem, byName.get(oldItem[0]) ?? renamed)
  })
  const added = newItems.filter((item) => !paired.has(item))
  return [...pairs, ...added.map((newItem) => createPair(undefined, newItem))]
}

/** An operation in both versions, or in one alone. */
interface OperationPairs {
  readonly common: readonly (readonly [Operation, Operation])[]
  readonly removed: readonly Operation[]
  readonly added: readonly Operation[]
}

export function pairOperations(
  { oldItem, newItem, oldTwins = [], newTwins = [] }: ItemPair,
  oldApi: ApiDocument,
  newApi: ApiDocument,
): OperationPairs {
  const ownOld = oldItem ? listComparedOperations(...oldItem, oldApi) : new Map<string, Operation>()
  const ownNew = newItem ? listComparedOperations(...newItem, newApi) : new Map<string, Operation>()
  const [ofOldTwins, ofNewTwins] = [listOfTwins(oldApi, oldTwins), listOfTwins(newApi, newTwins)]
  return {
    common: [...ownOld].flatMap(([method, operation]) => {
      const match = ownNew.get(method) ?? ofNewTwins.get(method)
      return match ? [[operation, match] as const] : []
    }),
    removed: [...ownOld].flatMap(([method, operation]) =>
      ownNew.has(method) || ofNewTwins.has(method) ? [] : [operation],
    ),
    added: [...ownNew].flatMap(([method, operation]) =>
      ownOld.has(method) || ofOldTwins.has(method) ? [] : [operation],
    ),
  }
}

/** The operations of all paths that OpenAPI calls identical; of two with one method, that of the first. */
const listOfTwins = rememberPerPair(
  (api: ApiDocument, twins: readonly NamedItem[]) =>
    new Map(twins.toReversed().flatMap((item) => [...listComparedOperations(...item, api)])),
)

export function normalizePath(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}')
}

export function templateNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
}
