import { isRecord } from '../../model/record.ts'
import { type ApiDocument, type Node, type Nodes, ownChild } from '../document.ts'

/** A schema: all that its sources say together. Of `omitted`, one alternative was chosen, and is a source. */
export interface SchemaNode {
  readonly key: string
  readonly sources: Nodes
  readonly omitted: ReadonlySet<unknown>
}

/** What a reference leads to, unless it has siblings that count, as they do from 3.1 on. */
export function unref(node: Node, api: ApiDocument): Node {
  const { value } = node
  if (!isRecord(value) || typeof value.$ref !== 'string') return node
  if (siblingsCount(api) && !Object.keys(value).every(isAnnotation)) return node
  return api.follow(value) ?? node
}

export function siblingsCount({ root }: ApiDocument): boolean {
  return isRecord(root) && typeof root.openapi === 'string' && !root.openapi.startsWith('3.0')
}

export function listed(node: Node, keyword: string, api: ApiDocument): Nodes {
  const list = ownChild(node, keyword)
  if (!Array.isArray(list?.value)) return []
  return list.value.map((value: unknown, index) => unref({ value, path: [...list.path, index] }, api))
}

/** Whether a keyword says nothing of what is valid. */
export function isAnnotation(key: string): boolean {
  return /^(?:\$ref|\$comment|title|description|summary|example|examples|externalDocs|x-.*)$/.test(key)
}

/** Whether it says nothing of what is valid. */
export function isAnything(schema: unknown): boolean {
  if (!isRecord(schema)) return schema === true
  return Object.keys(schema).every((key) => isAnnotation(key) && key !== '$ref')
}

export function isNull(schema: unknown): boolean {
  if (!isRecord(schema)) return false
  const { type, enum: values } = schema
  if (Array.isArray(values) && values.length === 1 && values[0] === null) return true
  return type === 'null' || (Array.isArray(type) && type.length === 1 && type[0] === 'null')
}

/**
 * A list of values without null is what people mean where it is next to the keyword, and not where that is around it. From
 * 3.1 on, `nullable` says nothing.
 */
export function isNullableItself(schema: Readonly<Record<string, unknown>>, isJsonSchema: boolean): boolean {
  const { nullable, 'x-nullable': extension, enum: values } = schema
  const isSaid = (nullable === true && !isJsonSchema) || extension === true
  return isSaid && !(Array.isArray(values) && !values.includes(null))
}

/** A text that two values share if they differ in nothing but the order of their keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (isRecord(inner) ? sorted(inner) : inner)) ?? ''
}

function sorted(value: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(value).sort(([some], [other]) => (some < other ? -1 : 1)))
}

/** What several objects hold, by its name. */
export function namedIn(holders: Nodes): ReadonlyMap<string, Nodes> {
  const found = new Map<string, Nodes>()
  for (const { value, path } of holders)
    for (const [name, inner] of Object.entries(isRecord(value) ? value : {}))
      found.set(name, [...(found.get(name) ?? []), { value: inner, path: [...path, name] }])
  return found
}
