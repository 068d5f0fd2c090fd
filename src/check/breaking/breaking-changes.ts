import { findOpenApiVersion } from '../../core/document/openapi-versions.ts'
import type { Path } from '../../core/model/location.ts'
import { withAnchors } from './anchors.ts'
import type { BreakingChange } from './breaking-change.ts'
import { type Collector, createCollector } from './collector.ts'
import { type ApiDocument, type ApiSource, child, getRoot, type Node } from './document.ts'
import { compareAddresses, compareOwnAddresses } from './http/compare-addresses.ts'
import { compareOperation } from './http/compare-operations.ts'
import { compareReversed } from './http/compare-reversed.ts'
import {
  itemChild,
  listOperations,
  listPaths,
  matchPaths,
  type Operation,
  type PathItem,
  type PathPair,
  type ReportScope,
} from './http/operation.ts'
import { chooseLater, readVersion } from './keywords.ts'
import { type DeprecationDays, judgeRemoval, type Notice, readNotice } from './lifecycle.ts'
import { readApi } from './read-api.ts'
import { compareSchemas } from './schema/schemas.ts'
import { createUnchanged, type Same } from './unchanged.ts'

/**
 * What in `after` breaks a client of `before`, both in any version of OpenAPI from 2.0 on. `today` is the date of the run,
 * as 2026-11-23: what was deprecated may go after its sunset, which was announced as early as `deprecationDays` ask for. Each is
 * read by the keywords of its version; where it has others, also with these, as some readers understand them.
 */
export function breakingChanges(
  before: ApiSource,
  after: ApiSource,
  today: string,
  deprecationDays: DeprecationDays = {},
): readonly BreakingChange[] {
  const unknown = [before, after].find((api) => !isOpenApi(api))
  if (unknown) return [notCompared(unknown === before ? 'the base' : 'the definition')]
  const [old, next] = [readVersion(before.root), readVersion(after.root)]
  const sources = [withAnchors(before), withAnchors(after)] as const
  // What a base says early is not new in the version that has it.
  const base = readApi(sources[0], { newest: chooseLater(old, next), oldest: old })
  const head = readApi(sources[1], { newest: next, oldest: next })
  const terms = { today, deprecationDays }
  const changes = compareApis(base, head, terms)
  if (!base.hasUnknown() && !head.hasUnknown()) return changes
  return withoutTwins([...changes, ...compareApis(readApi(sources[0]), readApi(sources[1]), terms)])
}

function withoutTwins(changes: readonly BreakingChange[]): readonly BreakingChange[] {
  const byText = new Map(changes.map((change) => [JSON.stringify(change), change]))
  return [...byText.values()]
}

interface Terms {
  readonly today: string
  readonly deprecationDays: DeprecationDays
}

function compareApis(base: ApiDocument, head: ApiDocument, terms: Terms): readonly BreakingChange[] {
  const { today, deprecationDays } = terms
  const findNotice = ({ at }: Operation) => readNotice(at, today, deprecationDays)
  const isUnchanged = createUnchanged(base, head)
  const schemas = compareSchemas(base, head, isUnchanged, today)
  const collector = createCollector(schemas)
  const isSameOperation = sameOperations(base, head, isUnchanged)
  const createOperationScope = (operation: Operation): ReportScope => ({
    base,
    head,
    notice: findNotice(operation),
    report: (rule, message, some, other) =>
      collector.add({ rule, message, path: other.path, basePath: some.path }, operation.name),
    compare: (some, other, use, where) =>
      collector.use(schemas.pair([some], [other], use), operation.name, where),
  })
  for (const finding of compareAddresses(base, head)) collector.add(finding)
  for (const pair of matchPaths(pairablePaths(base), pairablePaths(head))) {
    const { common, removed } = pairOperations(pair, base, head)
    for (const [some, other] of common) {
      for (const finding of compareOwnAddresses([some, base], [other, head]))
        collector.add(finding, some.name)
      if (!isSameOperation(some, other)) compareOperation(some, other, createOperationScope(some))
    }
    const gone = pair.head?.[1].path ?? [
      ...(child(getRoot(head), 'paths', head)?.path ?? ['paths']),
      pair.base[0],
    ]
    reportRemoved(removed, pair, gone, findNotice, collector)
  }
  compareWebhooks(base, head, createOperationScope, collector)
  return collector.changes()
}

function isOpenApi({ root }: ApiSource): boolean {
  return findOpenApiVersion(root) !== undefined
}

function notCompared(which: string): BreakingChange {
  const message = `What breaks is not known: ${which} is not of a version of OpenAPI that gov knows`
  return { rule: 'breaking-not-compared', message, path: [], basePath: [] }
}

function pairablePaths(api: ApiDocument) {
  return listPaths(api).filter(([name]) => name.startsWith('/'))
}

function pairOperations({ base: [path, item], head: other }: PathPair, base: ApiDocument, head: ApiDocument) {
  const others = other && listOperations(other[0], other[1], head)
  const common: [Operation, Operation][] = []
  const removed: Operation[] = []
  for (const [method, operation] of listOperations(path, item, base)) {
    const match = others?.get(method)
    if (match) common.push([operation, match])
    else removed.push(operation)
  }
  return { common, removed }
}

function reportRemoved(
  removed: readonly Operation[],
  { base, head }: PathPair,
  item: Path,
  findNotice: (operation: Operation) => Notice,
  { add }: Collector,
) {
  for (const operation of removed) {
    const removal = judgeRemoval(operation.at, findNotice(operation))
    const what = head ? `\`${operation.name}\` was removed` : `the path \`${base[0]}\` was removed`
    const place = { path: [...item, ...operation.keys], basePath: operation.at.path }
    const whole = head ? place : { path: item, basePath: base[1].path }
    const rule = head ? 'breaking-operation-removed' : 'breaking-path-removed'
    if (removal.kind === 'unannounced') add({ rule, message: what, ...whole }, operation.name)
    else if (removal.kind === 'early') {
      const message = `\`${operation.name}\` was removed ${removal.why}`
      add({ rule: 'breaking-operation-removed-before-sunset', message, ...place }, operation.name)
    } else if (removal.kind === 'undated') {
      const message = `\`${operation.name}\` was removed; it was deprecated without a date`
      add({ rule: 'breaking-deprecated-operation-removed', message, ...place }, operation.name)
    }
  }
}

function compareWebhooks(
  base: ApiDocument,
  head: ApiDocument,
  createOperationScope: (operation: Operation) => ReportScope,
  { add }: Collector,
): void {
  const others = listWebhooks(head)
  const holder = webhookKeys.findLast((key) => child(getRoot(head), key, head)) ?? 'webhooks'
  for (const [name, item] of listWebhooks(base)) {
    const other = others.get(name)
    const { common, removed } = pairOperations(
      { base: [name, item], head: other && [name, other] },
      base,
      head,
    )
    for (const [some, match] of common) compareReversed(some, match, createOperationScope(some))
    for (const operation of removed) {
      const message = `the webhook \`${name}\` is not sent any more`
      const place = other
        ? { path: [...other.path, ...operation.keys], basePath: operation.at.path }
        : { path: [holder, name], basePath: item.path }
      add({ rule: 'breaking-webhook-removed', message, ...place }, operation.name)
    }
  }
}

/** Until 3.0, they were an extension. */
const webhookKeys = ['x-webhooks', 'webhooks']

function listWebhooks(api: ApiDocument): ReadonlyMap<string, PathItem> {
  return new Map(webhookKeys.flatMap((key) => listPaths(api, key)))
}

/** What an operation depends on, outside of itself. */
const surroundings = ['openapi', 'swagger', 'security', 'securityDefinitions', 'consumes', 'produces']

function sameOperations(base: ApiDocument, head: ApiDocument, isUnchanged: Same) {
  const [some, other] = [getRoot(base), getRoot(head)]
  const parts = [...surroundings.map((key) => [key]), ['components', 'securitySchemes']]
  const areSame = parts.every((keys) => isUnchanged(descend(some, keys, base), descend(other, keys, head)))
  return (before: Operation, after: Operation): boolean =>
    areSame &&
    before.path === after.path &&
    isUnchanged(before.at, after.at) &&
    isUnchanged(itemChild(before.item, 'parameters', base), itemChild(after.item, 'parameters', head))
}

function descend(from: Node, keys: readonly string[], api: ApiDocument): Node | undefined {
  return keys.reduce<Node | undefined>((node, key) => node && child(node, key, api), from)
}
