import { findOpenApiVersion } from '../../../core/document/openapi-versions.ts'
import { rememberPerObject } from '../../../core/model/once.ts'
import { isRecord } from '../../../core/model/record.ts'
import { groupBy } from '../../../core/text/group-by.ts'
import { type ApiDocument, followChain, type Node, type Nodes, ownChild } from '../document.ts'
import { renderJson } from '../numbers.ts'

/**
 * A schema: all that its sources say together. Of `omitted` lists, one alternative was chosen, and is a source; `omitted`
 * schemas are left out.
 */
export interface SchemaNode {
  readonly key: string
  readonly sources: Nodes
  readonly omitted: ReadonlySet<unknown>
}

/** A schema by its version's keywords. A reference is what it leads to, up to one whose siblings count, as from 3.1 on. */
export function readSchema(node: Node, api: ApiDocument): Node {
  const schema = isReference(node.value) ? findChained(api)(node.value) : undefined
  return api.read('schema', schema && schema.value !== node.value ? schema : node)
}

/** The first schema of the chain that a reference begins; each chain is followed once, for all that are on it. */
const findChained = rememberPerObject((api: ApiDocument) => {
  const known = new Map<unknown, Node | undefined>()
  return (value: object): Node | undefined => {
    const passed: unknown[] = []
    let node: Node | undefined = { value, path: [] }
    for (; node && !known.has(node.value) && !isSchema(node, api); node = api.step(node.value)) {
      passed.push(node.value)
      // One that leads back to itself leads nowhere.
      known.set(node.value, undefined)
    }
    const end = node && known.has(node.value) ? known.get(node.value) : node
    for (const each of passed) known.set(each, end)
    return end
  }
})

/** Resolves a reference to a schema; undefined where it leads to none. */
export function followSchema(reference: object, api: ApiDocument): Node | undefined {
  const target = api.step(reference)
  const schema = target && readSchema(target, api)
  return schema && isSchema(schema, api) ? schema : undefined
}

/** A whole definition is no schema, although `#` leads to it. */
function isSchema({ value }: Node, api: ApiDocument): boolean {
  if (findOpenApiVersion(value) !== undefined) return false
  return !isReference(value) || (siblingsCount(api) && hasTellingSiblings(value))
}

/** A schema, and one after the other those whose references it goes on in. */
export function schemaChain(node: Node, api: ApiDocument): Nodes {
  return followChain(readSchema(node, api), api).map((each) => readSchema(each, api))
}

function isReference(value: unknown): value is { readonly $ref: string } {
  return isRecord(value) && typeof value.$ref === 'string'
}

export function siblingsCount({ version }: ApiDocument): boolean {
  return version >= '3.1'
}

export function listed(node: Node, keyword: string, api: ApiDocument): Nodes {
  const list = ownChild(node, keyword)
  if (!Array.isArray(list?.value)) return []
  return list.value.map((value: unknown, index) => readSchema({ value, path: [...list.path, index] }, api))
}

/** Whether what is beside a `$ref` says something, where the version lets it. */
export function hasTellingSiblings(reference: object): boolean {
  return !Object.keys(reference).every((key) => isAnnotation(key) && !meaningful.has(key))
}

/** Extensions that are compared. */
const meaningful = new Set(['x-nullable', 'x-extensible-enum', 'x-sunset', 'x-stability-level'])

/** Whether a keyword says nothing of what is valid. */
export function isAnnotation(key: string): boolean {
  return /^(?:\$ref|\$comment|title|description|summary|example|examples|externalDocs|x-.*)$/.test(key)
}

/** Whether it says nothing of what is valid. */
export function isAnything(schema: unknown): boolean {
  return schema === true || saysOnly(schema, [])
}

export function isNull(schema: unknown): boolean {
  if (!saysOnly(schema, ['type', 'enum', 'const', 'nullable'])) return false
  const { type, enum: values, const: constant } = schema
  if (constant !== undefined) return constant === null
  if (Array.isArray(values) && values.length === 1 && values[0] === null) return true
  return type === 'null' || (Array.isArray(type) && type.length === 1 && type[0] === 'null')
}

export function saysOnly(
  schema: unknown,
  keywords: readonly string[],
): schema is Readonly<Record<string, unknown>> {
  const isNamed = (key: string) => keywords.includes(key) || (isAnnotation(key) && key !== '$ref')
  return isRecord(schema) && Object.keys(schema).every(isNamed)
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
  return renderJson(value, true)
}

/**
 * Pairs items one to one, those of one key in their order, and what is left by the next key; then in order. What is left of
 * those whose first key is that of a pair says the same once more, and is left out.
 */
export function pairAlike<Item>(
  oldItems: readonly Item[],
  newItems: readonly Item[],
  keys: readonly ((item: Item) => string)[],
): readonly (readonly [oldItem: Item | undefined, newItem: Item | undefined])[] {
  if (oldItems.length === 1 && newItems.length === 1) return [[oldItems[0], newItems[0]]]
  const [pairs, left] = [new Map<Item, Item>(), new Set(newItems)]
  for (const key of [...keys, () => '']) {
    const byKey = groupBy(left, key)
    for (const item of left.size === 0 ? [] : oldItems.filter((each) => !pairs.has(each))) {
      const match = byKey.get(key(item))?.shift()
      if (match !== undefined && left.delete(match)) pairs.set(item, match)
    }
  }
  const oldLeft = oldItems.filter((item) => !pairs.has(item))
  const known = new Set(
    [...(oldLeft.length > 0 ? pairs.keys() : pairs.values())].map((item) => keys[0]?.(item)),
  )
  const isNew = (item: Item) => !known.has(keys[0]?.(item))
  return [
    ...pairs,
    ...oldLeft.filter(isNew).map((item) => [item, undefined] as const),
    ...[...left].filter(isNew).map((item) => [undefined, item] as const),
  ]
}

export function groupByName(holders: Nodes): ReadonlyMap<string, Nodes> {
  const found = new Map<string, Nodes>()
  for (const { value, path } of holders)
    for (const [name, inner] of Object.entries(isRecord(value) ? value : {}))
      found.set(name, [...(found.get(name) ?? []), { value: inner, path: [...path, name] }])
  return found
}
