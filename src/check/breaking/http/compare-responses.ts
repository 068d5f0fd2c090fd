import { isRecord } from '../../../core/model/record.ts'
import { type ApiDocument, child, children, isTrue, missingNode, type Node } from '../document.ts'
import { compareContent } from './compare-content.ts'
import { type Content, compareValues, contentOfTypes, getSchemaNode, readContent } from './content.ts'
import type { Operation, ReportScope } from './operation.ts'
import { listOperations, listPaths, normalizePath } from './operation.ts'
import { describeWire, isPlain, isSameWire } from './wire.ts'

/** With its name as it is written. */
export type NamedNode = Node & { readonly name: string }

/** The responses by status. Those to `reversed` operations are sent by clients, as to webhooks. */
export function compareResponses(
  before: Operation,
  after: Operation,
  reversed: boolean,
  scope: ReportScope,
): void {
  const [base, head] = [readResponses(before, scope.base), readResponses(after, scope.head)]
  for (const [status, response] of base) {
    const others = listSuccessors(status, base, head)
    for (const other of others) {
      const name = other.name.toLowerCase() === status ? status : `${other.name} (was in ${status})`
      compareResponse(name, response, other, { before, after }, reversed, scope)
    }
    if (others.length === 0 && !reversed && isMissed(status, base, head)) {
      const at = child(after.at, 'responses', scope.head) ?? missingNode(after.at, 'responses')
      const gone = missingNode(at, response.name)
      scope.report('breaking-response-status-removed', `the response ${status} was removed`, response, gone)
    }
  }
}

type Responses = ReadonlyMap<string, NamedNode>

/**
 * Lists what describes the answers from now on that a status, a range such as `2xx`, or `default` described.
 */
function listSuccessors(status: string, base: Responses, head: Responses): readonly NamedNode[] {
  const own = head.get(status)
  if (status === 'default') return [...(own ? [own] : []), ...newOfDefault(base, head)]
  if (status.endsWith('xx')) {
    const rest = own ?? (status.startsWith('2') ? undefined : head.get('default'))
    return [...(rest ? [rest] : []), ...listNewResponses(base, head, new RegExp(`^${status[0]}\\d`))]
  }
  const other =
    own ?? head.get(`${status[0]}xx`) ?? (status.startsWith('2') ? undefined : head.get('default'))
  return other ? [other] : []
}

/** The new responses to what `default` described. */
export function newOfDefault(base: Responses, head: Responses): readonly NamedNode[] {
  const others = listNewResponses(base, head, hasSuccess(base) ? /^[1345]/ : /^[1-5]/)
  return others.filter(({ name }) => !base.has(`${name[0]}xx`))
}

function listNewResponses(base: Responses, head: Responses, pattern: RegExp): readonly NamedNode[] {
  return [...head].flatMap(([status, node]) => (pattern.test(status) && !base.has(status) ? [node] : []))
}

function isMissed(status: string, base: Responses, head: Responses): boolean {
  if (awaited.test(status) || status === '2xx' || status === '3xx') return true
  return status === 'default' && !hasSuccess(base) && !hasSuccess(head)
}

/** What clients go on with: another protocol, a success, or a redirect. Without 304, they get the whole answer. */
const awaited = /^(?:101|2\d\d|3(?!04)\d\d)$/

function hasSuccess(responses: Responses): boolean {
  return [...responses.keys()].some((status) => status.startsWith('2'))
}

export function readResponses({ at }: Operation, api: ApiDocument): Responses {
  const all = children(child(at, 'responses', api), api, 'response')
  return new Map(all.map(([status, response]) => [status.toLowerCase(), { ...response, name: status }]))
}

function compareResponse(
  status: string,
  base: Node,
  head: Node,
  { before, after }: { readonly before: Operation; readonly after: Operation },
  reversed: boolean,
  scope: ReportScope,
): void {
  const direction = reversed ? 'request' : 'response'
  const [some, others] = [
    readResponseBody(base, before, scope.base),
    readResponseBody(head, after, scope.head),
  ]
  if (!reversed || others.length > 0)
    compareContent(some, others, { what: `the response ${status}`, direction, base, head }, scope)
  if (reversed) return
  compareHeaders(status, base, head, scope)
  compareLinks(`the response ${status}`, base, head, scope)
}

export function readResponseBody(response: Node, operation: Operation, api: ApiDocument): Content {
  const hasSchema = isRecord(response.value) && response.value.schema !== undefined
  if (!hasSchema) return readContent(response, api)
  return contentOfTypes(operation, 'produces', response, getSchemaNode(response), api)
}

function compareHeaders(status: string, base: Node, head: Node, scope: ReportScope): void {
  const [before, after] = [readHeaders(base, scope.base), readHeaders(head, scope.head)]
  for (const [name, header] of before) {
    const other = after.get(name)
    const what = `the header \`${name}\` of the response ${status}`
    const isRequired = isTrue(header, 'required')
    if (other === undefined) {
      const rule = isRequired
        ? 'breaking-response-header-removed'
        : 'breaking-response-optional-header-removed'
      scope.report(rule, `${what} was removed`, header, missingNode(head, 'headers', header.name))
      continue
    }
    if (isRequired && !isTrue(other, 'required'))
      scope.report('breaking-response-header-became-optional', `${what} is now optional`, header, other)
    compareHeader(header, other, what, scope)
  }
}

function compareHeader(before: Node, after: Node, what: string, scope: ReportScope): void {
  const { base, head, report } = scope
  const [wire, other] = [describeWire('header', before, base), describeWire('header', after, head)]
  const message = `${what} was sent as ${wire} and is now ${other}`
  if (!isSameWire(wire, other, isPlain(before, base) || isPlain(after, head)))
    report('breaking-response-encoding-changed', message, before, after)
  compareValues(before, after, 'response', what, scope)
}

function readHeaders(response: Node, api: ApiDocument): ReadonlyMap<string, NamedNode> {
  const all = children(child(response, 'headers', api), api, 'parameter')
  return new Map(
    all.flatMap(([name, at]) =>
      /^content-type$/i.test(name) ? [] : [[name.toLowerCase(), { ...at, name }]],
    ),
  )
}

/** What a response says of how to go on with what is in it. */
function compareLinks(what: string, before: Node, after: Node, { base, head, report }: ReportScope): void {
  const others = new Map(children(child(after, 'links', head), head))
  for (const [name, link] of children(child(before, 'links', base), base)) {
    const other = others.get(name)
    const rule = 'breaking-response-link-changed'
    if (other === undefined)
      report(rule, `the link \`${name}\` of ${what} was removed`, link, missingNode(after, 'links', name))
    else if (describeLinkTarget(link, base) !== describeLinkTarget(other, head))
      report(rule, `the link \`${name}\` of ${what} leads elsewhere, or with other values`, link, other)
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
  for (const [path, item] of listPaths(api))
    for (const [method, { at }] of listOperations(path, item, api))
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
