import { isRecord } from '../../core/model/record.ts'
import { withAnchors } from '../breaking/anchors.ts'
import {
  type ApiDocument,
  type ApiSource,
  children,
  getRoot,
  isTrue,
  missingNode,
  type Node,
  ownChild,
  readText,
} from '../breaking/document.ts'
import { readBody } from '../breaking/http/compare-body.ts'
import { type Parameter, readParameters } from '../breaking/http/compare-parameters.ts'
import { readResponseBody, readResponses } from '../breaking/http/compare-responses.ts'
import { type Content, findValueSchema } from '../breaking/http/content.ts'
import {
  listOperations,
  listPaths,
  matchPaths,
  type Operation,
  type PathItem,
  type PathPair,
} from '../breaking/http/operation.ts'
import { chooseLater, readVersion } from '../breaking/keywords.ts'
import { jsonText } from '../breaking/numbers.ts'
import { readApi } from '../breaking/read-api.ts'
import type { ApiChange } from './api-change.ts'
import { createSchemaComparison, isDeprecated, type ReportChange } from './schema-changes.ts'

/** All that differs between two versions of an API, whether it breaks a client or not, in the order of the old one. */
export function listChanges(before: ApiSource, after: ApiSource): readonly ApiChange[] {
  const [oldVersion, newVersion] = [readVersion(before.root), readVersion(after.root)]
  const base = readApi(withAnchors(before), {
    newest: chooseLater(oldVersion, newVersion),
    oldest: oldVersion,
  })
  const head = readApi(withAnchors(after), { newest: newVersion, oldest: newVersion })
  const schemas = createSchemaComparison(base, head)
  const changes: ApiChange[] = []
  const report: ReportChange = (kind, topic, message, { path: oldPath }, { path }) =>
    changes.push({ kind, topic, message, path, oldPath })
  const scope = { base, head, report, compareSchemas: schemas.compare }
  compareInfo(scope)
  compareServers(scope)
  for (const key of ['paths', 'webhooks', 'x-webhooks']) {
    const [oldItems, newItems] = [listPaths(base, key), listPaths(head, key)]
    const pairs = matchPaths(oldItems, newItems)
    for (const pair of pairs) compareItems(pair.base, pair.head, scope)
    reportNewItems(newItems, pairs, scope)
  }
  return withoutTwins([...changes, ...schemas.changes()])
}

/** Each operation that uses a component finds what changed in it. */
function withoutTwins(changes: readonly ApiChange[]): readonly ApiChange[] {
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()]
}

interface ChangeScope {
  readonly base: ApiDocument
  readonly head: ApiDocument
  readonly report: ReportChange
  readonly compareSchemas: (oldSchema: Node, newSchema: Node, what: string) => void
}

function compareInfo({ base, head, report }: ChangeScope): void {
  const [oldInfo, newInfo] = [ownChild(getRoot(base), 'info'), ownChild(getRoot(head), 'info')]
  if (oldInfo && newInfo) compareTexts(['title', 'description', 'termsOfService'], oldInfo, newInfo, report)
  const [oldTags, newTags] = [base, head].map((api) => children(ownChild(getRoot(api), 'tags'), api))
  const names = (tags: typeof oldTags = []) => new Set(tags.map(([, node]) => readText(node, 'name') ?? ''))
  for (const name of names(newTags))
    if (!names(oldTags).has(name))
      report('added', 'name', `the tag \`${name}\` was added`, getRoot(base), getRoot(head))
  for (const name of names(oldTags))
    if (!names(newTags).has(name))
      report('removed', 'name', `the tag \`${name}\` was removed`, getRoot(base), getRoot(head))
}

function compareServers({ base, head, report }: ChangeScope): void {
  const list = (api: ApiDocument) =>
    new Map(
      children(ownChild(getRoot(api), 'servers'), api).map(
        ([, node]) => [readText(node, 'url') ?? '', node] as const,
      ),
    )
  const [oldServers, newServers] = [list(base), list(head)]
  for (const [url, node] of newServers)
    if (!oldServers.has(url))
      report('added', 'server', `the server \`${url}\` was added`, getRoot(base), node)
  for (const [url, node] of oldServers)
    if (!newServers.has(url))
      report(
        'removed',
        'server',
        `the server \`${url}\` was removed`,
        node,
        missingNode(getRoot(head), 'servers'),
      )
}

function compareItems(
  [path, item]: readonly [string, PathItem],
  other: readonly [string, PathItem] | undefined,
  scope: ChangeScope,
): void {
  const { base, head, report } = scope
  const newOperations = other && listOperations(other[0], other[1], head)
  for (const [method, operation] of listOperations(path, item, base)) {
    const match = newOperations?.get(method)
    if (match) compareOperation(operation, match, scope)
    else
      report('removed', 'operation', 'the operation was removed', operation.at, {
        ...operation.at,
        value: undefined,
      })
  }
  for (const [method, operation] of newOperations ?? [])
    if (!listOperations(path, item, base).has(method))
      report('added', 'operation', 'the operation was added', item, operation.at)
}

function reportNewItems(
  items: ReturnType<typeof listPaths>,
  pairs: readonly PathPair[],
  { base, head, report }: ChangeScope,
): void {
  const matched = new Set(pairs.flatMap((pair) => pair.head?.[1] ?? []))
  for (const [path, item] of items)
    if (!matched.has(item))
      for (const operation of listOperations(path, item, head).values())
        report('added', 'operation', 'the operation was added', getRoot(base), operation.at)
}

function compareOperation(oldOperation: Operation, newOperation: Operation, scope: ChangeScope): void {
  const { base, head, report } = scope
  const [oldAt, newAt] = [oldOperation.at, newOperation.at]
  if (oldOperation.path !== newOperation.path)
    report('changed', 'name', `the path is now written \`${newOperation.path}\``, oldAt, newAt)
  compareNames(oldAt, newAt, report)
  compareDeprecation('the operation', oldAt, newAt, report)
  compareTexts(['summary', 'description'], oldAt, newAt, report)
  compareParameters(oldOperation, newOperation, scope)
  compareBodies(oldOperation, newOperation, scope)
  compareResponses(oldOperation, newOperation, scope)
  const [oldSecurity, newSecurity] = [readSecurity(oldAt, base), readSecurity(newAt, head)]
  if (oldSecurity !== newSecurity)
    report(
      'changed',
      'security',
      `the credentials were ${oldSecurity} and are now ${newSecurity}`,
      oldAt,
      newAt,
    )
}

function readSecurity(at: Node, api: ApiDocument): string {
  const own = ownChild(at, 'security') ?? ownChild(getRoot(api), 'security')
  const list = Array.isArray(own?.value) ? own.value.filter(isRecord) : []
  const texts = list.map((requirement) => Object.keys(requirement).join(' and ') || 'none')
  return texts.length === 0 ? 'none' : texts.join(', or ')
}

function compareNames(oldAt: Node, newAt: Node, report: ReportChange): void {
  const [oldId, newId] = [readText(oldAt, 'operationId'), readText(newAt, 'operationId')]
  if (oldId !== newId)
    report('changed', 'name', `the operationId was ${named(oldId)} and is now ${named(newId)}`, oldAt, newAt)
  const [oldTags, newTags] = [listTags(oldAt), listTags(newAt)]
  if (oldTags !== newTags)
    report(
      'changed',
      'name',
      `the tags were ${oldTags || 'none'} and are now ${newTags || 'none'}`,
      oldAt,
      newAt,
    )
}

function named(name: string | undefined): string {
  return name === undefined ? 'none' : `\`${name}\``
}

function listTags({ value }: Node): string {
  return isRecord(value) && Array.isArray(value.tags)
    ? value.tags.map((tag) => `\`${String(tag)}\``).join(', ')
    : ''
}

function compareDeprecation(what: string, oldAt: Node, newAt: Node, report: ReportChange): void {
  if (isDeprecated(oldAt) === isDeprecated(newAt)) return
  const message = isDeprecated(newAt) ? `${what} is now deprecated` : `${what} is no longer deprecated`
  report('changed', 'lifecycle', message, oldAt, newAt)
}

function compareTexts(keys: readonly string[], oldAt: Node, newAt: Node, report: ReportChange): void {
  for (const key of keys)
    if (jsonText(ownChild(oldAt, key)?.value) !== jsonText(ownChild(newAt, key)?.value))
      report('changed', 'text', `${key} changed`, oldAt, newAt)
}

function compareParameters(oldOperation: Operation, newOperation: Operation, scope: ChangeScope): void {
  const { base, head, report } = scope
  const [oldParameters, newParameters] = [
    readParameters(oldOperation, base),
    readParameters(newOperation, head),
  ]
  for (const [key, parameter] of newParameters)
    if (!oldParameters.has(key))
      report(
        'added',
        'parameter',
        `the ${describeNeed(parameter)} ${describeParameter(parameter)} was added`,
        oldOperation.at,
        parameter.at,
      )
  for (const [key, parameter] of oldParameters) {
    const other = newParameters.get(key)
    const name = describeParameter(parameter)
    if (!other) {
      const gone = missingNode(newOperation.at, 'parameters')
      report('removed', 'parameter', `the ${name} was removed`, parameter.at, gone)
      continue
    }
    if (parameter.isRequired !== other.isRequired)
      report(
        'changed',
        'required',
        `the ${name} is ${other.isRequired ? 'now' : 'no longer'} required`,
        parameter.at,
        other.at,
      )
    compareDeprecation(`the ${name}`, parameter.at, other.at, report)
    compareWire(`the ${name}`, parameter.at, other.at, report)
    compareTexts(['description', 'example', 'examples'], parameter.at, other.at, report)
    scope.compareSchemas(findValueSchema(parameter.at, base), findValueSchema(other.at, head), `the ${name}`)
  }
}

function compareWire(what: string, oldAt: Node, newAt: Node, report: ReportChange): void {
  for (const key of ['style', 'explode', 'allowReserved', 'allowEmptyValue']) {
    const [oldText, newText] = [oldAt, newAt].map((at) => String(ownChild(at, key)?.value ?? 'none'))
    if (oldText !== newText)
      report('changed', 'encoding', `${key} of ${what} was ${oldText} and is now ${newText}`, oldAt, newAt)
  }
}

function describeNeed({ isRequired }: Parameter): string {
  return isRequired ? 'required' : 'optional'
}

function describeParameter({ in: place, name }: Parameter): string {
  return `${place} parameter \`${name}\``
}

function compareBodies(oldOperation: Operation, newOperation: Operation, scope: ChangeScope): void {
  const { base, head, report } = scope
  const [oldBody, newBody] = [readBody(oldOperation, base), readBody(newOperation, head)]
  if (oldBody && newBody) {
    if (oldBody.isRequired !== newBody.isRequired)
      report(
        'changed',
        'required',
        `the request body is ${newBody.isRequired ? 'now' : 'no longer'} required`,
        oldBody.at,
        newBody.at,
      )
    compareContent(oldBody.content, newBody.content, 'the request body', newBody.at, scope)
  } else if (newBody) {
    report('added', 'body', 'the request body was added', oldOperation.at, newBody.at)
  } else if (oldBody) {
    report(
      'removed',
      'body',
      'the request body was removed',
      oldBody.at,
      missingNode(newOperation.at, 'requestBody'),
    )
  }
}

function compareResponses(oldOperation: Operation, newOperation: Operation, scope: ChangeScope): void {
  const { base, head, report } = scope
  const [oldResponses, newResponses] = [readResponses(oldOperation, base), readResponses(newOperation, head)]
  for (const [status, response] of newResponses)
    if (!oldResponses.has(status))
      report('added', 'response', `the response ${response.name} was added`, oldOperation.at, response)
  for (const [status, response] of oldResponses) {
    const other = newResponses.get(status)
    if (!other) {
      const gone = missingNode(newOperation.at, 'responses', response.name)
      report('removed', 'response', `the response ${response.name} was removed`, response, gone)
      continue
    }
    const what = `the response ${response.name}`
    compareTexts(['description'], response, other, report)
    compareContent(
      readResponseBody(response, oldOperation, base),
      readResponseBody(other, newOperation, head),
      what,
      other,
      scope,
    )
    compareHeaders(response, other, what, scope)
  }
}

function compareHeaders(
  oldResponse: Node,
  newResponse: Node,
  what: string,
  { base, head, report, compareSchemas }: ChangeScope,
): void {
  const list = (response: Node, api: ApiDocument) =>
    new Map(
      children(ownChild(response, 'headers'), api).map(([name, node]) => [
        name.toLowerCase(),
        { name, node },
      ]),
    )
  const [oldHeaders, newHeaders] = [list(oldResponse, base), list(newResponse, head)]
  for (const [key, { name, node }] of newHeaders)
    if (!oldHeaders.has(key))
      report('added', 'header', `the header \`${name}\` of ${what} was added`, oldResponse, node)
  for (const [key, { name, node }] of oldHeaders) {
    const other = newHeaders.get(key)
    if (other) {
      if (isTrue(node, 'required') !== isTrue(other.node, 'required'))
        report(
          'changed',
          'required',
          `the header \`${name}\` of ${what} is ${isTrue(other.node, 'required') ? 'now' : 'no longer'} required`,
          node,
          other.node,
        )
      compareSchemas(
        findValueSchema(node, base),
        findValueSchema(other.node, head),
        `the header \`${name}\` of ${what}`,
      )
    } else {
      const gone = missingNode(newResponse, 'headers', name)
      report('removed', 'header', `the header \`${name}\` of ${what} was removed`, node, gone)
    }
  }
}

function compareContent(
  oldContent: Content,
  newContent: Content,
  what: string,
  newHolder: Node,
  { report, compareSchemas }: ChangeScope,
): void {
  const newByName = new Map(newContent.map((media) => [media.name, media]))
  for (const { name, at } of newContent)
    if (!oldContent.some((media) => media.name === name))
      report('added', 'media-type', `${what} is now also in \`${name}\``, at, at)
  for (const media of oldContent) {
    const other = newByName.get(media.name)
    if (other) compareSchemas(media.schema, other.schema, what)
    else
      report(
        'removed',
        'media-type',
        `${what} is no longer in \`${media.name}\``,
        media.at,
        missingNode(newHolder, 'content', media.name),
      )
  }
}
