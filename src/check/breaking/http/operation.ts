import { additionalOperations, httpMethods } from '../../../core/model/api-part.ts'
import type { Path } from '../../../core/model/location.ts'
import { isRecord } from '../../../core/model/record.ts'
import {
  type ApiDocument,
  child,
  children,
  followChain,
  getRoot,
  type Node,
  type Nodes,
  ownChild,
  ownChildren,
} from '../document.ts'
import type { Notice } from '../lifecycle.ts'
import type { BreakingRuleId } from '../rules/index.ts'
import type { Use } from '../schema/schema-pair.ts'

/** A path item, and one after the other what its references lead to: what is beside a reference comes first. */
export interface PathItem extends Node {
  readonly chain: Nodes
}

/** What is beside the reference of a holder of path items is among them. */
export function pathItems(
  holder: Node | undefined,
  api: ApiDocument,
): readonly (readonly [string, PathItem])[] {
  const found = new Map<string, PathItem>()
  for (const [name, own] of holder ? followChain(holder, api).flatMap(ownChildren) : []) {
    const chain = followChain(own, api).map((node) => api.read('path-item', node))
    const [first = own] = chain.filter(
      ({ value }) => !isRecord(value) || Object.keys(value).some((key) => key !== '$ref'),
    )
    if (!found.has(name)) found.set(name, { ...first, chain })
  }
  return [...found]
}

/** The paths, or the webhooks, that are compared. */
export function listPaths(api: ApiDocument, key = 'paths'): readonly (readonly [string, PathItem])[] {
  const { renamePath = (path) => path } = api
  return pathItems(ownChild(getRoot(api), key), api).flatMap(([path, item]) => {
    const name = renamePath(path)
    return name === undefined ? [] : [[name, item] as const]
  })
}

/** The first counts where several of the chain have a field. */
export function itemChild({ chain }: PathItem, key: string, api: ApiDocument): Node | undefined {
  return chain.map((node) => child(node, key, api)).find((node) => node !== undefined)
}

export interface Operation {
  /** What people call it: `GET /pets`. */
  readonly name: string
  /** The template, as it is written. */
  readonly path: string
  readonly at: Node
  readonly item: PathItem
  /** From the item to it. */
  readonly keys: Path
}

export function listOperations(
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

export interface ReportScope {
  readonly base: ApiDocument
  readonly head: ApiDocument
  readonly notice: Notice
  readonly report: (rule: BreakingRuleId, message: string, base: Node, head: Node) => void
  /** Compares two schemas; `where` is what they describe, such as `the request body`. */
  readonly compare: (base: Node, head: Node, use: Use, where: string) => void
}

export interface PathPair {
  readonly base: readonly [string, PathItem]
  readonly head: readonly [string, PathItem] | undefined
}

/** Pairs paths by what they match: the names of parameters do not matter, unless another path has the same shape. */
export function matchPaths(
  base: readonly (readonly [string, PathItem])[],
  head: readonly (readonly [string, PathItem])[],
): readonly PathPair[] {
  const byName = new Map(head.map((each) => [each[0], each]))
  const same = new Set(base.flatMap(([path]) => (byName.has(path) ? [path] : [])))
  const byShape = new Map<string, (readonly [string, PathItem])[]>()
  for (const each of head) {
    if (same.has(each[0])) continue
    const shape = normalizePath(each[0])
    byShape.set(shape, [...(byShape.get(shape) ?? []), each])
  }
  return base.map((each) => ({
    base: each,
    head: byName.get(each[0]) ?? byShape.get(normalizePath(each[0]))?.shift(),
  }))
}

export function normalizePath(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}')
}

export function templateNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
}
