import { findOpenApiVersion } from '../../core/document/openapi-versions.ts'
import type { Path } from '../../core/model/location.ts'
import type { ApiChange, BreakingChange, TellChange } from './api-change.ts'
import { createChangeLocators } from './changed-reference.ts'
import { createCollector } from './collector.ts'
import type { ApiDocument, ApiSource, Node } from './document.ts'
import { child, children, getRoot, ownChild, readText, webhookKeys } from './document.ts'
import { alignBasePaths, compareAddresses, compareOwnAddresses } from './http/compare-addresses.ts'
import { compareOperation, reportDeprecated } from './http/compare-operations.ts'
import { describeSchemes } from './http/compare-security.ts'
import type { ItemPair, Operation, OperationWalk, PathItem } from './http/operation.ts'
import { compareTexts, itemChild, listPathItems, pairOperations, pairPaths } from './http/operation.ts'
import { listPaths, pairOverlapping } from './http/overlapping-paths.ts'
import { chooseLater, readVersion } from './keywords.ts'
import { type DeprecationDays, readNotice } from './lifecycle.ts'
import { readApi, withAnchors } from './read-api.ts'
import { createSchemaDescription } from './schema/describe-schemas.ts'
import { compareSchemas } from './schema/schemas.ts'
import { createUnchanged, type Same } from './unchanged.ts'

export interface ComparisonTerms {
  /** The date of the run, as 2026-11-23: what was deprecated may go after its sunset. */
  readonly today: string
  /** How early a sunset has to be announced. */
  readonly deprecationDays?: DeprecationDays | undefined
  /** Whether also what breaks nobody is listed. */
  readonly listsAll?: boolean | undefined
}

export interface ApiComparison {
  readonly breaking: readonly BreakingChange[]
  /** All other changes, in the order of the old version. */
  readonly changes: readonly ApiChange[]
}

/**
 * Compares two versions of an API, each in any version of OpenAPI from 2.0 on, in one walk over both. Each is read by the
 * keywords of its version; where it has others, what breaks also with these, as some readers understand them.
 */
export function compareApis(
  oldSource: ApiSource,
  newSource: ApiSource,
  terms: ComparisonTerms,
): ApiComparison {
  const unknown = [oldSource, newSource].find(({ root }) => findOpenApiVersion(root) === undefined)
  if (unknown)
    return { breaking: [notCompared(unknown === oldSource ? 'the base' : 'the definition')], changes: [] }
  const [oldVersion, newVersion] = [readVersion(oldSource.root), readVersion(newSource.root)]
  const sources = [withAnchors(oldSource), withAnchors(newSource)] as const
  // A keyword that the old version uses early is not new in the version that has it.
  const oldApi = readApi(sources[0], { newest: chooseLater(oldVersion, newVersion), oldest: oldVersion })
  const newApi = readApi(sources[1], { newest: newVersion, oldest: newVersion })
  const found = compareReadApis(oldApi, newApi, terms)
  if (!oldApi.hasUnknown() && !newApi.hasUnknown()) return found
  const more = compareReadApis(readApi(sources[0]), readApi(sources[1]), { ...terms, listsAll: false })
  return { ...found, breaking: withoutTwins([...found.breaking, ...more.breaking]) }
}

/** A part that several operations use is compared for each. */
function withoutTwins<T>(changes: readonly T[]): readonly T[] {
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()]
}

function notCompared(which: string): BreakingChange {
  const message = `What breaks is not known: ${which} is not of a version of OpenAPI that gov knows`
  return { rule: 'breaking-not-compared', message, path: [], oldPath: [] }
}

function compareReadApis(
  writtenOldApi: ApiDocument,
  writtenNewApi: ApiDocument,
  terms: ComparisonTerms,
): ApiComparison {
  const [oldApi, newApi] = alignBasePaths(writtenOldApi, writtenNewApi)
  const { today, deprecationDays = {}, listsAll = false } = terms
  const isUnchanged = createUnchanged(oldApi, newApi)
  const schemas = compareSchemas(oldApi, newApi, isUnchanged, today)
  const description = createSchemaDescription(oldApi, newApi, isUnchanged)
  const collector = createCollector(schemas)
  const createLocator = createChangeLocators(oldApi, newApi, isUnchanged)
  const isSameOperation = sameOperations(oldApi, newApi, isUnchanged)
  const changes: ApiChange[] = []
  const createTell =
    (part?: string): TellChange =>
    (kind, message, { path: oldPath }, { path }, about) =>
      listsAll && changes.push({ kind, message, path, oldPath, part, ...(about && { about }) })
  const tell = createTell()
  const createWalk = (oldOperation: Operation, newOperation?: Operation): OperationWalk => {
    const { at, name } = oldOperation
    const createOwnLocator = createLocator(oldOperation, newOperation)
    const concerned = { name, locate: createOwnLocator() }
    return {
      oldApi,
      newApi,
      notice: readNotice(at, today, deprecationDays),
      isUnchanged,
      report: (rule, message, { path: oldPath }, { path }) =>
        collector.add({ rule, message, path, oldPath }, concerned),
      tell: createTell(name),
      compare: (oldSchema, newSchema, use, where) =>
        collector.use(
          schemas.pair([oldSchema], [newSchema], use),
          { name, locate: createOwnLocator({ newNode: newSchema, oldNode: oldSchema }) },
          where,
        ),
      describe: (...place) => listsAll && description.add(...place, name),
    }
  }
  if (listsAll) describeInfo(oldApi, newApi, tell)
  const [paths, webhooks] = [pathPairs(oldApi, newApi), webhookPairs(oldApi, newApi)]
  const written = [oldApi, newApi].flatMap((api) => Object.keys(ownChild(getRoot(api), 'paths')?.value ?? {}))
  const isUnknown = paths.length === 0 && (webhooks.length === 0 || written.length > 0)
  const areUsed = isUnknown || paths.some(usesAddresses)
  for (const finding of compareAddresses(oldApi, newApi, areUsed, tell)) collector.add(finding)
  for (const walked of [...paths, ...webhooks]) compareItems(walked)
  const breaking = collector.changes()
  const moved = new Set(
    breaking.flatMap(({ rule, path }) => (rule === 'breaking-security-changed' ? JSON.stringify(path) : [])),
  )
  if (listsAll) describeSchemes(oldApi, newApi, ({ path }) => moved.has(JSON.stringify(path)), tell)
  return { breaking, changes: withoutTwins([...changes, ...description.list(collector.isReported)]) }

  /** Whether one of the operations is at the addresses of the definition in both versions, or in only one. */
  function usesAddresses({ pair }: WalkedPair): boolean {
    const { common, removed } = pairOperations(pair, oldApi, newApi)
    const isOwn = ([oldOperation, newOperation]: (typeof common)[number]) =>
      compareOwnAddresses([oldOperation, oldApi], [newOperation, newApi]) !== undefined
    return removed.length > 0 || !common.every(isOwn)
  }

  function compareItems(walked: WalkedPair): void {
    const { pair, isReversed, finding } = walked
    if (finding) collector.add(finding)
    const { common, removed, added } = pairOperations(pair, oldApi, newApi)
    compareItemTexts(pair, createTell)
    for (const [oldOperation, newOperation] of common) {
      const { name } = oldOperation
      const sides = [[oldOperation, oldApi] as const, [newOperation, newApi] as const] as const
      for (const finding of (isReversed ? undefined : compareOwnAddresses(...sides, createTell(name))) ?? [])
        collector.add(finding, { name, locate: ({ path }) => path })
      if (!isSameOperation(oldOperation, newOperation))
        compareOperation({
          ...createWalk(oldOperation, newOperation),
          oldOperation,
          newOperation,
          isReversed,
        })
    }
    for (const operation of removed) reportRemoved(operation, walked, createWalk(operation))
    for (const { at, name } of added)
      createTell(name)(
        'added',
        'the operation was added',
        pair.oldItem?.[1] ?? getRoot(oldApi),
        at,
        'operation',
      )
  }
}

function compareItemTexts({ oldItem, newItem }: ItemPair, createTell: (part: string) => TellChange): void {
  if (oldItem && newItem)
    compareTexts(['summary', 'description'], oldItem[1], newItem[1], createTell(oldItem[0]))
}

interface WalkedPair {
  readonly pair: ItemPair
  readonly isReversed: boolean
  /** The item's place in the new version, or the one that it would have. */
  readonly gone: Path
  /** What may break clients of the path as a whole. */
  readonly finding?: BreakingChange
}

function pathPairs(oldApi: ApiDocument, newApi: ApiDocument): readonly WalkedPair[] {
  const [oldItems, newItems] = [listPaths(oldApi), listPaths(newApi)]
  const holder = child(getRoot(newApi), 'paths', newApi)?.path ?? ['paths']
  return pairPaths(oldItems, newItems).map((written) => {
    const [pair, overlap] = pairOverlapping(written, [oldItems, oldApi], [newItems, newApi])
    const path = written.newItem?.[1].path ?? [...holder, written.oldItem?.[0] ?? '']
    const [name = '', { path: oldPath }] = written.oldItem ?? [written.newItem?.[0], { path }]
    const message = `the path \`${name}\` ${overlap}`
    return {
      pair,
      isReversed: false,
      gone: pair.newItem?.[1].path ?? path,
      ...(overlap !== undefined && { finding: { rule: 'breaking-path-overlap', message, path, oldPath } }),
    }
  })
}

/** The names of all paths and webhooks, those behind references included. */
export function listPathNames(source: ApiSource): readonly string[] {
  const api = readApi(withAnchors(source))
  return ['paths', ...webhookKeys].flatMap((key) => listPathItems(api, key).map(([name]) => name))
}

function webhookPairs(oldApi: ApiDocument, newApi: ApiDocument): readonly WalkedPair[] {
  const list = (api: ApiDocument): ReadonlyMap<string, PathItem> =>
    new Map(webhookKeys.flatMap((key) => listPathItems(api, key)))
  const [oldHooks, newHooks] = [list(oldApi), list(newApi)]
  const holder = webhookKeys.findLast((key) => child(getRoot(newApi), key, newApi)) ?? 'webhooks'
  return [...new Set([...oldHooks.keys(), ...newHooks.keys()])].map((name) => {
    const [oldItem, newItem] = [oldHooks.get(name), newHooks.get(name)]
    const pair = {
      oldItem: oldItem && ([name, oldItem] as const),
      newItem: newItem && ([name, newItem] as const),
    }
    return { pair, isReversed: true, gone: newItem?.path ?? [holder, name] }
  })
}

function describeInfo(oldApi: ApiDocument, newApi: ApiDocument, tell: TellChange): void {
  const [oldRoot, newRoot] = [getRoot(oldApi), getRoot(newApi)]
  const [oldInfo, newInfo] = [ownChild(oldRoot, 'info'), ownChild(newRoot, 'info')]
  const texts = ['title', 'summary', 'description', 'termsOfService', 'contact', 'license']
  if (oldInfo && newInfo) compareTexts(texts, oldInfo, newInfo, tell)
  const [oldDialect, newDialect] = [oldRoot, newRoot].map(
    (root) => readText(root, 'jsonSchemaDialect') ?? 'that of OpenAPI',
  )
  if (oldDialect !== newDialect)
    tell('changed', `the dialect of schemas was ${oldDialect} and is now ${newDialect}`, oldRoot, newRoot)
  compareTexts(['externalDocs'], oldRoot, newRoot, tell)
  const listTags = (api: ApiDocument) =>
    new Map(children(ownChild(getRoot(api), 'tags'), api).map(([, at]) => [readText(at, 'name') ?? '', at]))
  const [oldTags, newTags] = [listTags(oldApi), listTags(newApi)]
  for (const [name, at] of newTags)
    if (!oldTags.has(name)) tell('added', `the tag \`${name}\` was added`, oldRoot, at)
  for (const [name, at] of oldTags) {
    const match = newTags.get(name)
    if (match === undefined) tell('removed', `the tag \`${name}\` was removed`, at, newRoot)
    else compareTexts(['description', 'summary', 'kind', 'parent', 'externalDocs'], at, match, tell)
  }
}

function reportRemoved(
  operation: Operation,
  { pair, isReversed, gone: item }: WalkedPair,
  walk: OperationWalk,
): void {
  const { at, name, keys } = operation
  const [path, oldItem] = pair.oldItem ?? []
  const gone: Node = { value: undefined, path: [...item, ...keys] }
  if (reportDeprecated(operation, gone, walk)) return
  const [rule, what] = isReversed
    ? (['breaking-webhook-removed', `the webhook \`${path}\` is not sent any more`] as const)
    : (['breaking-path-removed', `the path \`${path}\` was removed`] as const)
  if (oldItem && !pair.newItem) walk.report(rule, what, oldItem, { value: undefined, path: item })
  else if (isReversed)
    walk.report(rule, `the webhook \`${path}\` is no longer sent by ${name.split(' ')[0]}`, at, gone)
  else walk.report('breaking-operation-removed', `\`${name}\` was removed`, at, gone)
}

/** Keys of the document that an operation depends on. */
const surroundings = ['openapi', 'swagger', 'security', 'securityDefinitions', 'consumes', 'produces']

function sameOperations(oldApi: ApiDocument, newApi: ApiDocument, isUnchanged: Same) {
  const parts = [...surroundings.map((key) => [key]), ['components', 'securitySchemes']]
  const areSame = parts.every((keys) => isUnchanged(descend(keys, oldApi), descend(keys, newApi)))
  const listParameters = ({ item }: Operation, api: ApiDocument) => itemChild(item, 'parameters', api)
  return (oldOperation: Operation, newOperation: Operation): boolean =>
    areSame &&
    oldOperation.path === newOperation.path &&
    isUnchanged(oldOperation.at, newOperation.at) &&
    isUnchanged(listParameters(oldOperation, oldApi), listParameters(newOperation, newApi))
}

function descend(keys: readonly string[], api: ApiDocument): Node | undefined {
  return keys.reduce<Node | undefined>((node, key) => node && child(node, key, api), getRoot(api))
}
