import type { Path } from '../../core/model/location.ts'
import { getChild, isObject, isRecord } from '../../core/model/record.ts'
import { decodePercent } from '../../core/text/decode-text.ts'
import type { SchemaObject } from './check.ts'

/** Where a `$ref` may lead inside one schema document. */
interface SchemaScope {
  /** The subschema that a reference written in `from` names. */
  readonly find: (reference: string, from: SchemaObject) => FoundSchema | undefined
  /** Whether the way to `found` decides what a `$dynamicRef` or `$recursiveRef` to it names. */
  readonly isDynamic: (keyword: unknown, reference: string, found: FoundSchema) => boolean
}

interface FoundSchema {
  readonly schema: unknown
  readonly path: Path
}

/** A base for schemas without an `$id`; the name is reserved, so no schema can be meant by it. */
const rootAddress = 'https://schema.invalid/'

/** Keywords whose values are instances: an `$id` in them is data. */
const instanceKeywords = new Set(['const', 'enum', 'default', 'example', 'examples'])

/** Collects the ids and anchors of a schema document. */
export function createScope(root: SchemaObject): SchemaScope {
  const bases = new Map<object, string>()
  const named = new Map<string, FoundSchema>([[rootAddress, { schema: root, path: [] }]])
  const dynamic = new Map<string, number>()
  visit(root, rootAddress, [])
  return {
    find,
    isDynamic: (keyword, reference, { schema }) => {
      const anchor = isRecord(schema) ? findDynamicAnchor(schema, keyword) : undefined
      return anchor !== undefined && reference.endsWith(`#${anchor}`) && (dynamic.get(anchor) ?? 0) > 1
    },
  }

  function visit(node: unknown, outer: string, path: Path): void {
    if (typeof node !== 'object' || node === null || bases.has(node)) return
    const base = isRecord(node) ? enter(node, outer, path) : outer
    bases.set(node, base)
    for (const [key, child] of Object.entries(node)) {
      if (!instanceKeywords.has(key)) visit(child, base, [...path, Array.isArray(node) ? Number(key) : key])
    }
  }

  function enter(schema: SchemaObject, outer: string, path: Path): string {
    const id =
      typeof schema.$id === 'string' ? schema.$id : typeof schema.id === 'string' ? schema.id : undefined
    const base = (id !== undefined && absolute(id, outer)) || outer
    if (base !== outer) named.set(base.replace(/#$/, ''), { schema, path })
    for (const anchor of [schema.$anchor, schema.$dynamicAnchor]) {
      if (typeof anchor === 'string') named.set(`${base.replace(/#.*$/, '')}#${anchor}`, { schema, path })
    }
    for (const keyword of ['$dynamicRef', '$recursiveRef']) {
      const anchor = findDynamicAnchor(schema, keyword)
      if (anchor !== undefined) dynamic.set(anchor, (dynamic.get(anchor) ?? 0) + 1)
    }
    return base
  }

  function find(reference: string, from: SchemaObject): FoundSchema | undefined {
    const target = absolute(reference, bases.get(from) ?? rootAddress)
    if (target === undefined) return undefined
    const exact = named.get(target.replace(/#$/, ''))
    if (exact) return exact
    const hash = target.indexOf('#')
    const start = hash === -1 ? undefined : named.get(target.slice(0, hash))
    return start && follow(start, target.slice(hash + 1))
  }
}

/** The name by which a schema can be found dynamically; draft 2019-09 had one for all, the empty one here. */
function findDynamicAnchor(schema: SchemaObject, keyword: unknown): string | undefined {
  if (keyword === '$recursiveRef') return schema.$recursiveAnchor === true ? '' : undefined
  return keyword === '$dynamicRef' && typeof schema.$dynamicAnchor === 'string'
    ? schema.$dynamicAnchor
    : undefined
}

function absolute(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined
}

function follow(start: FoundSchema, pointer: string): FoundSchema | undefined {
  if (!pointer.startsWith('/')) return undefined
  let found: FoundSchema = start
  for (const token of decodePercent(pointer).slice(1).split('/')) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~')
    if (!isObject(found.schema) || !Object.hasOwn(found.schema, key)) return undefined
    found = { schema: getChild(found.schema, key), path: [...found.path, key] }
  }
  return found
}
