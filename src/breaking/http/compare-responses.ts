import { isRecord } from '../../model/record.ts'
import { type ApiDocument, child, children, goneFrom, isTrue, type Node } from '../document.ts'
import { compareContent } from './compare-content.ts'
import { type Content, contentOf, contentOfTypes, ownSchemaOf, schemaOf } from './content.ts'
import type { Operation } from './operation.ts'
import type { Scope } from './scope.ts'

/** With its name as it is written. */
type Named = Node & { readonly name: string }

/** The responses by status. Those to `reversed` operations are sent by clients, as to webhooks. */
export function compareResponses(before: Operation, after: Operation, reversed: boolean, scope: Scope): void {
  const [base, head] = [responsesOf(before, scope.base), responsesOf(after, scope.head)]
  for (const [status, response] of base) {
    const other = head.get(status) ?? head.get(`${status[0]}xx`) ?? undefined
    const successes = /^2(?:\d\d|xx)$/.test(status)
    if (other) compareResponse(status, response, other, { before, after }, reversed, scope)
    else if (successes && !reversed && ![...head.keys()].some((key) => status === '2xx' && /^2/.test(key))) {
      const at = child(after.at, 'responses', scope.head) ?? goneFrom(after.at, 'responses')
      const gone = goneFrom(at, response.name)
      scope.report('breaking-response-status-removed', `the response ${status} was removed`, response, gone)
    }
  }
}

function responsesOf({ at }: Operation, api: ApiDocument): ReadonlyMap<string, Named> {
  const all = children(child(at, 'responses', api), api)
  return new Map(all.map(([status, response]) => [status.toLowerCase(), { ...response, name: status }]))
}

function compareResponse(
  status: string,
  base: Node,
  head: Node,
  { before, after }: { readonly before: Operation; readonly after: Operation },
  reversed: boolean,
  scope: Scope,
): void {
  const direction = reversed ? 'request' : 'response'
  const [some, others] = [bodyOf(base, before, scope.base), bodyOf(head, after, scope.head)]
  compareContent(some, others, { what: `the response ${status}`, direction, base, head }, scope)
  if (!reversed) compareHeaders(status, base, head, scope)
}

function bodyOf(response: Node, operation: Operation, api: ApiDocument): Content {
  const hasSchema = isRecord(response.value) && response.value.schema !== undefined
  if (!hasSchema) return contentOf(response, api)
  return contentOfTypes(operation, 'produces', response, schemaOf(response), api)
}

function compareHeaders(status: string, base: Node, head: Node, scope: Scope): void {
  const [before, after] = [headersOf(base, scope.base), headersOf(head, scope.head)]
  for (const [name, header] of before) {
    const other = after.get(name)
    const what = `the header \`${name}\` of the response ${status}`
    const isRequired = isTrue(header, 'required')
    if (other === undefined) {
      const rule = isRequired
        ? 'breaking-response-header-removed'
        : 'breaking-response-optional-header-removed'
      scope.report(rule, `${what} was removed`, header, goneFrom(head, 'headers', header.name))
      continue
    }
    if (isRequired && !isTrue(other, 'required'))
      scope.report('breaking-response-header-became-optional', `${what} is now optional`, header, other)
    scope.compare(ownSchemaOf(header), ownSchemaOf(other), { direction: 'response', isText: true }, what)
  }
}

function headersOf(response: Node, api: ApiDocument): ReadonlyMap<string, Named> {
  const all = children(child(response, 'headers', api), api)
  return new Map(
    all.flatMap(([name, at]) =>
      /^content-type$/i.test(name) ? [] : [[name.toLowerCase(), { ...at, name }]],
    ),
  )
}
