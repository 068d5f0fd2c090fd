import { isRecord } from '../../../core/model/record.ts'
import { type ApiDocument, child, children, isTrue, missingNode, type Node, ownChild } from '../document.ts'
import { compareContent, type Described } from './compare-content.ts'
import { compareContentEncoding, readHeaders } from './compare-encoding.ts'
import type { Content } from './content.ts'
import {
  compareValues,
  contentOfTypes,
  describeWire,
  findValueSchema,
  getSchemaNode,
  isPlainContent,
  isSameWire,
  readContent,
} from './content.ts'
import type { ComparedOperations, Operation, OperationWalk } from './operation.ts'
import {
  compareDeprecation,
  compareTexts,
  listComparedOperations,
  listPathItems,
  normalizePath,
} from './operation.ts'

/** With its name as it is written. */
export interface ComparedResponse extends Described {
  readonly name: string
}

/** The responses by status. Those to `isReversed` operations are sent by clients, as to webhooks. */
export function compareResponses(compared: ComparedOperations): void {
  const { oldOperation, newOperation, isReversed, oldApi, newApi, report, tell } = compared
  const oldResponses = readResponses(oldOperation, oldApi)
  const newResponses = readResponses(newOperation, newApi)
  for (const [status, response] of newResponses)
    if (!oldResponses.has(status))
      tell('added', `the response ${response.name} was added`, oldOperation.at, response.at)
  for (const [status, response] of oldResponses) {
    const namesake = newResponses.get(status)
    const successors = listSuccessors(status, oldResponses, newResponses)
    for (const successor of successors) {
      const isSame = successor === namesake
      const what = `the response ${isSame || successor.name.toLowerCase() === status ? status : `${successor.name} (was in ${status})`}`
      const isNewError = status === 'default' && /^[45]/.test(successor.name)
      compareResponse(response, successor, { what, isSame, isNewError }, compared)
    }
    if (namesake) continue
    const holder = child(newOperation.at, 'responses', newApi) ?? missingNode(newOperation.at, 'responses')
    const gone = missingNode(holder, response.name)
    if (successors.length === 0 && !isReversed && isMissed(status, oldResponses, newResponses)) {
      const message = `the response ${status} was removed${nameReplacement(status, oldResponses, newResponses)}`
      report('breaking-response-status-removed', message, response.at, gone)
    } else tell('removed', `the response ${response.name} was removed`, response.at, gone)
  }
}

type Responses = ReadonlyMap<string, ComparedResponse>

/** Another success that may stand for the one that is gone. */
function nameReplacement(status: string, oldResponses: Responses, newResponses: Responses): string {
  const added = listNewResponses(oldResponses, newResponses, /^2/).map(({ name }) => name)
  const verb = added.length === 1 ? 'was' : 'were'
  return status.startsWith('2') && added.length > 0 ? `, and ${added.join(', ')} ${verb} added` : ''
}

/**
 * Lists what describes the answers from now on that a status, a range such as `2xx`, or `default` described.
 */
function listSuccessors(
  status: string,
  oldResponses: Responses,
  newResponses: Responses,
): readonly ComparedResponse[] {
  const namesake = newResponses.get(status)
  const fallback = status.startsWith('2') ? undefined : newResponses.get('default')
  if (status === 'default')
    return [...(namesake ? [namesake] : []), ...newOfDefault(oldResponses, newResponses)]
  if (status.endsWith('xx')) {
    const rest = namesake ?? fallback
    const inRange = new RegExp(`^${status[0]}\\d`)
    return [...(rest ? [rest] : []), ...listNewResponses(oldResponses, newResponses, inRange)]
  }
  const successor = namesake ?? newResponses.get(`${status[0]}xx`) ?? fallback
  return successor ? [successor] : []
}

/** The new responses to what `default` described. */
export function newOfDefault(oldResponses: Responses, newResponses: Responses): readonly ComparedResponse[] {
  const pattern = hasSuccess(oldResponses) ? /^[1345]/ : /^[1-5]/
  return listNewResponses(oldResponses, newResponses, pattern).filter(
    ({ name }) => !oldResponses.has(`${name[0]}xx`),
  )
}

function listNewResponses(
  oldResponses: Responses,
  newResponses: Responses,
  pattern: RegExp,
): readonly ComparedResponse[] {
  return [...newResponses].flatMap(([status, response]) =>
    pattern.test(status) && !oldResponses.has(status) ? [response] : [],
  )
}

function isMissed(status: string, oldResponses: Responses, newResponses: Responses): boolean {
  if (awaited.test(status) || status === '2xx' || status === '3xx') return true
  return status === 'default' && !hasSuccess(oldResponses) && !hasSuccess(newResponses)
}

/** Statuses that clients go on with: another protocol, a success, a redirect. Without 304, they get the whole answer. */
const awaited = /^(?:101|2\d\d|3(?!04)\d\d)$/

function hasSuccess(responses: Responses): boolean {
  return [...responses.keys()].some((status) => status.startsWith('2'))
}

export function readResponses(operation: Operation, api: ApiDocument): Responses {
  const all = children(child(operation.at, 'responses', api), api, 'response')
  return new Map(
    all.map(([name, at]) => [
      name.toLowerCase(),
      { name, at, content: readResponseBody(at, operation, api) },
    ]),
  )
}

interface ResponseUse {
  readonly what: string
  /** Whether both have the status. */
  readonly isSame: boolean
  readonly isNewError: boolean
}

function compareResponse(
  oldResponse: ComparedResponse,
  newResponse: ComparedResponse,
  { what, isSame, isNewError }: ResponseUse,
  compared: ComparedOperations,
): void {
  const { isReversed, tell } = compared
  const [oldAt, newAt] = [oldResponse.at, newResponse.at]
  const direction = isReversed ? 'request' : 'response'
  if (isSame) compareTexts(['summary', 'description'], oldAt, newAt, tell)
  if (!isReversed || newResponse.content.length > 0)
    compareContent(oldResponse, newResponse, { what, direction, isSame, isNewError }, compared)
  else if (isSame && oldResponse.content.length > 0)
    tell('removed', `${what} no longer needs a body`, oldAt, newAt)
  if (!isReversed || isSame) compareHeaders(oldAt, newAt, { what, isSame, isNewError }, compared)
  if (!isReversed) compareLinks(what, oldAt, newAt, compared)
}

function readResponseBody(response: Node, operation: Operation, api: ApiDocument): Content {
  const hasSchema = isRecord(response.value) && response.value.schema !== undefined
  if (!hasSchema) return readContent(response, api)
  return contentOfTypes(operation, 'produces', response, getSchemaNode(response), api)
}

function compareHeaders(oldAt: Node, newAt: Node, use: ResponseUse, compared: ComparedOperations): void {
  const { isReversed, oldApi, newApi, report, tell } = compared
  const [oldHeaders, newHeaders] = [readHeaders(oldAt, oldApi), readHeaders(newAt, newApi)]
  for (const [key, { name, at }] of use.isSame ? newHeaders : [])
    if (!oldHeaders.has(key)) tell('added', `the header \`${name}\` of ${use.what} was added`, oldAt, at)
  for (const [key, { name, at }] of oldHeaders) {
    const newHeader = newHeaders.get(key)?.at
    if (use.isSame && newHeader)
      describeHeader(at, newHeader, `the header \`${name}\` of ${use.what}`, compared)
    const [what, gone] = [`the header \`${key}\` of ${use.what}`, missingNode(newAt, 'headers', name)]
    if (newHeader && !isReversed) compareHeader(at, newHeader, what, compared)
    else if (!newHeader && isReversed) tell('removed', `${what} was removed`, at, gone)
    else if (!newHeader) {
      const rule = isTrue(at, 'required')
        ? 'breaking-response-header-removed'
        : 'breaking-response-optional-header-removed'
      report(rule, `${what} was removed`, at, gone)
    }
  }
}

function describeHeader(
  oldAt: Node,
  newAt: Node,
  what: string,
  { isReversed, oldApi, newApi, tell, describe }: ComparedOperations,
): void {
  const [wasRequired, isRequired] = [isTrue(oldAt, 'required'), isTrue(newAt, 'required')]
  if (wasRequired !== isRequired && (isRequired || isReversed))
    tell('changed', `${what} is ${isRequired ? 'now' : 'no longer'} required`, oldAt, newAt)
  compareDeprecation(oldAt, newAt, what, tell)
  compareTexts(['description', 'example', 'examples'], oldAt, newAt, tell)
  describe(findValueSchema(oldAt, oldApi), findValueSchema(newAt, newApi), what)
}

function compareHeader(oldAt: Node, newAt: Node, what: string, walk: OperationWalk): void {
  const { oldApi, newApi, report } = walk
  if (isTrue(oldAt, 'required') && !isTrue(newAt, 'required'))
    report('breaking-response-header-became-optional', `${what} is now optional`, oldAt, newAt)
  const [oldWire, newWire] = [describeWire('header', oldAt, oldApi), describeWire('header', newAt, newApi)]
  const message = `${what} was sent as ${oldWire} and is now ${newWire}`
  if (!isSameWire(oldWire, newWire, isPlainContent(oldAt, oldApi) || isPlainContent(newAt, newApi)))
    report('breaking-response-encoding-changed', message, oldAt, newAt)
  compareContentEncoding(oldAt, newAt, { ...walk, what, direction: 'response' })
  compareValues(oldAt, newAt, 'response', what, walk)
}

/** Links say how to go on with what is in a response. */
function compareLinks(
  what: string,
  oldAt: Node,
  newAt: Node,
  { oldApi, newApi, report, tell }: OperationWalk,
): void {
  const oldLinks = new Map(children(child(oldAt, 'links', oldApi), oldApi))
  const newLinks = new Map(children(child(newAt, 'links', newApi), newApi))
  for (const [name, link] of newLinks)
    if (!oldLinks.has(name)) tell('added', `the link \`${name}\` of ${what} was added`, oldAt, link)
  const rule = 'breaking-response-link-changed'
  for (const [name, oldLink] of oldLinks) {
    const newLink = newLinks.get(name)
    const link = `the link \`${name}\` of ${what}`
    if (newLink === undefined) report(rule, `${link} was removed`, oldLink, missingNode(newAt, 'links', name))
    else if (describeLinkTarget(oldLink, oldApi) !== describeLinkTarget(newLink, newApi))
      report(rule, `${link} leads elsewhere, or with other values`, oldLink, newLink)
    else {
      const [oldServer, newServer] = [ownChild(oldLink, 'server'), ownChild(newLink, 'server')]
      compareTexts(['description'], oldLink, newLink, tell)
      if (oldServer && newServer) compareTexts(['name', 'description'], oldServer, newServer, tell)
    }
  }
}

/** The operation that it leads to, whatever its id, and what it is to be called with. */
function describeLinkTarget({ value }: Node, api: ApiDocument): string {
  if (!isRecord(value)) return JSON.stringify(value)
  const { operationId, operationRef, parameters, requestBody, server } = value
  const target =
    typeof operationId === 'string'
      ? (findOperationName(operationId, api) ?? operationId)
      : pointed(String(operationRef))
  return JSON.stringify([
    target,
    Object.entries(Object(parameters)).sort(),
    requestBody,
    Object(server).url,
    Object(server).variables,
  ])
}

function findOperationName(id: string, api: ApiDocument): string | undefined {
  for (const [path, item] of listPathItems(api))
    for (const [method, { at }] of listComparedOperations(path, item, api))
      if (isRecord(at.value) && at.value.operationId === id) return normalizePath(`${method} ${path}`)
  return undefined
}

function pointed(reference: string): string {
  const [, path = '', method = ''] = /^#\/paths\/([^/]+)\/([^/]+)$/.exec(reference) ?? []
  if (path === '') return reference
  return normalizePath(
    `${method.toUpperCase()} ${decodeURIComponent(path).replaceAll('~1', '/').replaceAll('~0', '~')}`,
  )
}
