import { isRecord } from '../../../core/model/record.ts'
import { type ApiDocument, isTrue, type Node } from '../document.ts'
import { readSchema } from '../schema/schema-node.ts'
import { type SchemaView, viewSchema } from '../schema/schema-view.ts'
import { findValueSchema, readContent } from './content.ts'

/** How a value is written: a list in commas is not a list in repeated names. */
export function describeWire(place: string, at: Node, api: ApiDocument): string {
  const [media] = readContent(at, api)
  if (media) return media.name.replace(/;.*$/, '').trim().toLowerCase()
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
export function isSameWire(before: string, after: string, isPlain: boolean): boolean {
  return before === after || (isPlain && plainWire(before) === plainWire(after))
}

function plainWire(wire: string): string {
  return /^(?:matrix|label)/.exec(wire)?.[0] ?? (wire.includes('/') && wire !== 'text/plain' ? wire : 'plain')
}

export function isPlain(at: Node, api: ApiDocument): boolean {
  return hasPlainTypes(viewSchemaNode(at, api))
}

export function hasPlainTypes({ types }: SchemaView): boolean {
  return types !== undefined && types.size > 0 && !types.has('array') && !types.has('object')
}

/** What the schema of a parameter, header or field comes to. */
export function viewSchemaNode(at: Node, api: ApiDocument): SchemaView {
  return viewOfSchema(findValueSchema(at, api), api)
}

export function viewOfSchema(schema: Node, api: ApiDocument): SchemaView {
  return viewSchema({ key: '', sources: [readSchema(schema, api)], omitted: new Set() }, api)
}
