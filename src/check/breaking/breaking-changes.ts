import { findOpenApiVersion } from '../../core/document/openapi-versions.ts'
import type { Path } from '../../core/model/location.ts'
import { rememberPerObject } from '../../core/model/once.ts'
import { isObject, isRecord } from '../../core/model/record.ts'
import { withAnchors } from './anchors.ts'
import type { BreakingChange } from './breaking-change.ts'
import { type Collector, createCollector } from './collector.ts'
import { type ApiDocument, type ApiSource, child, getRoot, made, type Node, ownChild } from './document.ts'
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
  pathItems,
  type ReportScope,
} from './http/operation.ts'
import { chooseLater, isKnown, type KeywordKind, type KeywordReading, readVersion } from './keywords.ts'
import { judgeRemoval } from './lifecycle.ts'
import { withWritten } from './numbers.ts'
import { compareSchemas } from './schema/schemas.ts'
import { createUnchanged, type Same } from './unchanged.ts'

/**
 * What in `after` breaks a client of `before`, both in any version of OpenAPI from 2.0 on. `today` is the date of the run,
 * as 2026-11-23: what was deprecated may go after its sunset. Each is read by the keywords of its version; where it has others,
 * also with these, as some readers understand them.
 */
export function breakingChanges(
  before: ApiSource,
  after: ApiSource,
  today: string,
): readonly BreakingChange[] {
  const unknown = [before, after].find((api) => !isOpenApi(api))
  if (unknown) return [notCompared(unknown === before ? 'the base' : 'the definition')]
  const [old, next] = [readVersion(before.root), readVersion(after.root)]
  const sources = [withAnchors(before), withAnchors(after)] as const
  // What a base says early is not new in the version that has it.
  const base = readApi(sources[0], { newest: chooseLater(old, next), oldest: old })
  const head = readApi(sources[1], { newest: next, oldest: next })
  const changes = compareApis(base, head, today)
  if (!base.hasUnknown() && !head.hasUnknown()) return changes
  return withoutTwins([...changes, ...compareApis(readApi(sources[0]), readApi(sources[1]), today)])
}

function withoutTwins(changes: readonly BreakingChange[]): readonly BreakingChange[] {
  const byText = new Map(changes.map((change) => [JSON.stringify(change), change]))
  return [...byText.values()]
}

function compareApis(base: ApiDocument, head: ApiDocument, today: string): readonly BreakingChange[] {
  const isUnchanged = createUnchanged(base, head)
  const schemas = compareSchemas(base, head, isUnchanged)
  const collector = createCollector(schemas)
  const isSameOperation = sameOperations(base, head, isUnchanged)
  const createOperationScope = ({ name }: Operation): ReportScope => ({
    base,
    head,
    today,
    report: (rule, message, some, other) =>
      collector.add({ rule, message, path: other.path, basePath: some.path }, name),
    compare: (some, other, use, where) => collector.use(schemas.pair([some], [other], use), name, where),
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
    reportRemoved(removed, pair, gone, today, collector)
  }
  compareWebhooks(base, head, createOperationScope, collector)
  return collector.changes()
}

function isOpenApi({ root }: ApiSource): boolean {
  return findOpenApiVersion(root) !== undefined
}

function notCompared(which: string): BreakingChange {
  const message = `what breaks is not known: ${which} is not of a version of OpenAPI that gov knows`
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
  today: string,
  { add }: Collector,
) {
  for (const operation of removed) {
    const removal = judgeRemoval(operation.at, today)
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
  return new Map(webhookKeys.flatMap((key) => pathItems(ownChild(getRoot(api), key), api)))
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

/** Where a schema has numbers that decide what is valid. */
const numeric = new Set([
  ...['enum', 'const', 'default', 'x-extensible-enum', 'multipleOf', 'maximum', 'minimum'],
  ...['exclusiveMaximum', 'exclusiveMinimum', 'maxLength', 'minLength', 'maxItems', 'minItems'],
  ...['maxProperties', 'minProperties', 'maxContains', 'minContains'],
])

/** A definition as read by the keywords of some versions; without a reading, by those of all. */
function readApi(source: ApiSource, reading?: KeywordReading): ApiDocument {
  const originals = new WeakMap<object, object>()
  const original = (value: object) => originals.get(value) ?? value
  const stepOnce = rememberPerObject((value: object) => source.step(original(value)))
  const step = (value: unknown, from?: object) => {
    if (!isObject(value)) return undefined
    return from === undefined ? stepOnce(value) : source.step(value, original(from))
  }
  const digits = (holder: object, key: string | number) => source.digits?.(original(holder), key)
  const copies = rememberPerObject(() => new Map<KeywordKind, object>())
  let isUnknownMet = false

  function read(kind: KeywordKind, node: Node): Node {
    const { value } = node
    if (!isRecord(value) || made in value) return node
    const known = copies(value).get(kind)
    const copy = known ?? readObject(kind, value)
    if (known === undefined) copies(value).set(kind, copy)
    return copy === value ? node : { ...node, value: copy }
  }

  function readObject(kind: KeywordKind, value: Readonly<Record<string, unknown>>): object {
    const before = Object.entries(value)
    const known = before.filter(([key, inner]) => !reading || isKnown(kind, key, inner, reading))
    // No reader of 3.1 goes by `nullable`.
    isUnknownMet ||=
      known.length < before.length && before.some((each) => !known.includes(each) && each[0] !== 'nullable')
    const exact = (key: string) => withWritten(original(value), key, digits)
    const isExact = (key: string) => kind !== 'schema' || !numeric.has(key)
    const after = known.map(([key, inner]) => [key, isExact(key) ? inner : exact(key)] as const)
    if (after.length === before.length && after.every(([, inner], at) => inner === before[at]?.[1]))
      return value
    const copy = Object.fromEntries(after)
    originals.set(copy, original(value))
    return copy
  }

  const { value: root } = read('root', { value: source.root, path: [] })
  return {
    root,
    version: readVersion(source.root),
    reading,
    digits,
    step,
    follow: (value, from) => followChain(step, value, from),
    read,
    hasUnknown: () => isUnknownMet,
  }
}

/** The end of a chain of references; undefined for what is not a reference, and for a chain without an end. */
function followChain(step: ApiSource['step'], value: unknown, from?: object): Node | undefined {
  const seen = new Set([value])
  let node = step(value, from)
  while (node && isRecord(node.value) && typeof node.value.$ref === 'string') {
    if (seen.has(node.value)) return undefined
    seen.add(node.value)
    node = step(node.value)
  }
  return node
}
