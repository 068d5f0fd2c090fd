import { isRecord } from '../../../core/model/record.ts'
import type { ApiDocument, Node, Nodes } from '../document.ts'
import { child, children, getRoot, isTrue, ownChild, readText } from '../document.ts'
import type { Use } from '../schema/compare.ts'
import { readSchema } from '../schema/schema-node.ts'
import { type SchemaView, viewSchema } from '../schema/schema-view.ts'
import type { Operation, OperationWalk } from './operation.ts'

export interface Media {
  readonly name: string
  /** The name in one spelling, by which media types are compared. */
  readonly type: string
  readonly at: Node
  /** Its schema as it is written; one that allows anything where there is none. */
  readonly schema: Node
  /** That of each item of a stream. */
  readonly items?: Node | undefined
}

export type Content = readonly Media[]

export function readContent(holder: Node | undefined, api: ApiDocument): Content {
  const content = holder && child(holder, 'content', api)
  return children(content, api, 'media-type').map(([name, at]) => ({
    name,
    type: normalizeMediaType(name),
    at,
    schema: getSchemaNode(at),
    items: ownChild(at, 'itemSchema'),
  }))
}

/** In 2.0, the same body in each of the media types that the operation, or else the definition, names. */
export function contentOfTypes(
  operation: Operation,
  keyword: 'consumes' | 'produces',
  at: Node,
  schema: Node,
  api: ApiDocument,
): Content {
  const list = child(operation.at, keyword, api) ?? child(getRoot(api), keyword, api)
  const names = Array.isArray(list?.value) ? list.value.map(String) : []
  return (names.length > 0 ? names : [anyType]).map((name) => createMedia(name, at, schema))
}

export function createMedia(name: string, at: Node, schema: Node): Media {
  return { name, type: normalizeMediaType(name), at, schema }
}

/**
 * One spelling of a media type with its parameters (RFC 9110 8.3.1): their order, quotes, and the case of names do not
 * count, nor do the boundary of a message and UTF-8, which is what text is in where nothing else is said.
 */
export function normalizeMediaType(name: string): string {
  const parameters = [...name.matchAll(/;([^=;]*)(?:=("[^"]*"|[^;]*))?/g)].map(
    ([, written = '', text = '']) => {
      const key = written.trim().toLowerCase()
      const value = text.trim().replace(/^"(.*)"$/, '$1')
      return [key, key === 'charset' ? value.toLowerCase() : value].join('=')
    },
  )
  const counted = parameters.filter((each) => !/^(?:=$|charset=utf-8$|boundary=)/.test(each)).sort()
  return [name.replace(/;.*$/s, '').trim().toLowerCase(), ...counted].join('; ')
}

/** Whether a media type is another one, or in a range such as `text/*`. */
export function isInRange(name: string, range: string): boolean {
  return range === name || range === '*/*' || (range.endsWith('/*') && name.startsWith(range.slice(0, -1)))
}

/** Stands for the media types of a definition that names none. */
export const anyType = '*/*'

export function getSchemaNode({ value, path }: Node): Node {
  const schema = isRecord(value) ? value.schema : undefined
  return schema === undefined ? { value: anything, path } : { value: schema, path: [...path, 'schema'] }
}

const anything = {}

/** The schema of a parameter, header or field: that of its content, if it has one; in 2.0, it is its own. */
export function findValueSchema(at: Node, api: ApiDocument): Node {
  const [media] = readContent(at, api)
  return media?.schema ?? (isRecord(at.value) && at.value.type !== undefined ? at : getSchemaNode(at))
}

/** Joins all that describes a value into one schema. */
export function oneSchema(nodes: Nodes): Node | undefined {
  const [first, ...others] = nodes
  if (first === undefined || others.length === 0) return first
  return { value: { allOf: nodes.map(({ value }) => value) }, path: first.path }
}

/** Whether a parameter or a header has no media type. */
export function isSentAsText(at: Node, api: ApiDocument): boolean {
  return readContent(at, api).length === 0
}

/** Compares the values of a parameter or a header. */
export function compareValues(
  oldNode: Node,
  newNode: Node,
  direction: Use['direction'],
  what: string,
  { oldApi, newApi, compare }: OperationWalk,
): void {
  const isText = isSentAsText(oldNode, oldApi) && isSentAsText(newNode, newApi)
  const [oldSchema, newSchema] = [findValueSchema(oldNode, oldApi), findValueSchema(newNode, newApi)]
  const isFilled = readText(newNode, 'in') === 'path'
  compare(oldSchema, newSchema, { direction, isText, isXml: false, isFilled }, what)
}

/** How a value is written: a list in commas is not a list in repeated names. */
export function describeWire(place: string, at: Node, api: ApiDocument): string {
  const [media] = readContent(at, api)
  if (media) return media.type
  const record = isRecord(at.value) ? at.value : {}
  const isForm = place === 'query' || place === 'cookie'
  if (record.type !== undefined) {
    const format = typeof record.collectionFormat === 'string' ? record.collectionFormat : 'csv'
    return isForm ? (collections[format] ?? format) : 'simple'
  }
  const style = typeof record.style === 'string' ? record.style : isForm ? 'form' : 'simple'
  const explodes = record.explode === undefined ? style === 'form' : isTrue(at, 'explode')
  return explodes ? `${style}, explode` : style
}

export const collections: Readonly<Record<string, string>> = {
  csv: 'form',
  ssv: 'spaceDelimited',
  pipes: 'pipeDelimited',
  multi: 'form, explode',
}

/** Whether two are written alike. One value looks the same in most styles. */
export function isSameWire(oldWire: string, newWire: string, isPlainContent: boolean): boolean {
  return oldWire === newWire || (isPlainContent && plainWire(oldWire) === plainWire(newWire))
}

function plainWire(wire: string): string {
  return /^(?:matrix|label)/.exec(wire)?.[0] ?? (wire.includes('/') && wire !== 'text/plain' ? wire : 'plain')
}

export function isPlainContent(at: Node, api: ApiDocument): boolean {
  return hasPlainTypes(viewSchemaNode(at, api))
}

export function hasPlainTypes({ types }: SchemaView): boolean {
  return types !== undefined && types.size > 0 && !types.has('array') && !types.has('object')
}

/** Views the schema of a parameter, header or field. */
export function viewSchemaNode(at: Node, api: ApiDocument): SchemaView {
  return viewOfSchema(findValueSchema(at, api), api)
}

export function viewOfSchema(schema: Node, api: ApiDocument): SchemaView {
  return viewSchema({ key: '', sources: [readSchema(schema, api)], omitted: new Set() }, api)
}
