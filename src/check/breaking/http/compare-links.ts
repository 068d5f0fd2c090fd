import { isRecord } from '../../../core/model/record.ts'
import { type ApiDocument, child, children, missingNode, type Node } from '../document.ts'
import { listOperations, listPaths, normalizePath, type ReportScope } from './operation.ts'

/** What a response says of how to go on with what is in it. */
export function compareLinks(
  what: string,
  before: Node,
  after: Node,
  { base, head, report }: ReportScope,
): void {
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
