/**
 * Compiles a JSON Schema (draft 4 to 2020-12) into a closure. A schema object becomes the list of its keywords'
 * checks, `type` first, then in a fixed order by the type of instance that they look at. Every check gets the
 * instance with its `$ref` followed, and gives the errors with paths from that instance; the caller that steps into a part
 * prefixes its key. Keywords of any draft work in every draft: where one gave a keyword another form
 * (`items`, `exclusiveMinimum`, `id`), the form tells them apart.
 */

import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' }
import draft7 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' }
import draft4 from 'ajv-draft-04/dist/refs/json-schema-draft-04.json' with { type: 'json' }
import { parsePointer } from '../../core/model/identity.ts'
import type { Path } from '../../core/model/location.ts'
import { getChild, isObject, isRecord } from '../../core/model/record.ts'
import { decodePercent } from '../../core/text/decode-text.ts'
import { parseUrl } from '../../core/text/url.ts'
import type { CheckRun, Direction, SchemaCheck, SchemaObject } from './check.ts'
import { createCompile } from './compile-node.ts'
import { keywords } from './keywords.ts'
import { SchemaCompileError, type SchemaError } from './schema-error.ts'

interface ValidationOptions {
  readonly allErrors?: boolean | undefined
  readonly deref?: ((value: unknown) => unknown) | undefined
  /** Report the errors of all branches of an `anyOf` or `oneOf` of which none matches, as Spectral does. */
  readonly everyBranch?: boolean | undefined
  /** Asked of the schemas of a document alone. */
  readonly leftOut?: Direction | undefined
  /** Remembers what has passed, for further runs over the same values with the same `deref`. */
  readonly passed?: CheckRun['passed']
  /** Steps: schemas and references that branch can double the work with each level. The default is seconds' worth. */
  readonly maxEntries?: number
}

/**
 * Every error when `allErrors`, else those of the first keyword that fails; none when the instance is valid. Throws
 * SchemaBudgetError when that takes too long.
 */
export type Validate = (instance: unknown, options?: ValidationOptions) => readonly SchemaError[]

const compiled = new WeakMap<object, Validate>()

/**
 * Compiles a schema, once for each schema object. Throws SchemaCompileError for a keyword that cannot be read, a
 * `$ref` that leads out of the schema, a `$dynamicRef` whose target depends on the way to it, and a `$schema` that is
 * not known, unless `dialect` names one.
 */
export function compileSchema(schema: SchemaObject, dialect: SchemaDialect | 'auto' = 'auto'): Validate {
  const address = schema.$schema
  if (dialect === 'auto' && typeof address === 'string' && !findDialect(address) && !compiled.has(schema)) {
    throw new SchemaCompileError(`"${address}" is not a supported dialect of JSON Schema`, ['$schema'])
  }
  return compileOnce(schema, false)
}

/**
 * Compiles a schema that is known to compile: what a `$ref` leads to is compiled when an instance gets there.
 */
export function compileOwnSchema(schema: SchemaObject): Validate {
  return compileOnce(schema, true)
}

function compileOnce(schema: SchemaObject, isOwn: boolean): Validate {
  const validate = compiled.get(schema) ?? toValidate(compileDocument(schema, isOwn))
  compiled.set(schema, validate)
  return validate
}

function compileLazily(compile: () => SchemaCheck): SchemaCheck {
  let check: SchemaCheck | undefined
  return (instance, run, seen) => {
    check ??= compile()
    return check(instance, run, seen)
  }
}

/** A check as others call it: with a run of its own each time. */
export function toValidate(check: SchemaCheck): Validate {
  return (
    instance,
    {
      allErrors = false,
      deref = (value: unknown) => value,
      everyBranch = false,
      leftOut,
      passed,
      maxEntries = 10_000_000,
    } = {},
  ) => {
    // Every run has every field, in one order: checks are fast as long as all runs have one shape.
    const budget = { left: maxEntries }
    const isBranch = false
    const isQuestion = false
    const quick = undefined
    const run = { allErrors, deref, everyBranch, isBranch, leftOut, passed, isQuestion, quick, budget }
    return check(deref(instance), run, undefined)
  }
}

function compileDocument(root: SchemaObject, isOwn: boolean): SchemaCheck {
  const scope = createScope(root)
  const compile = createCompile({
    keywords,
    see: (schema) => schema,
    refer: (reference, from, path) => {
      const found = scope.find(reference, from)
      if (!found) throw new SchemaCompileError(`"${reference}" is not in this schema`, path)
      if (isOwn) return compileLazily(() => compile(found.schema, found.path))
      if (scope.isDynamic(path.at(-1), reference, found))
        throw new SchemaCompileError(`\`${reference}\` has several targets; use $ref`, path)
      return compile(found.schema, found.path)
    },
  })
  return compile(root, [])
}

export const dialects = ['draft4', 'draft6', 'draft7', 'draft2019-09', 'draft2020-12'] as const
type SchemaDialect = (typeof dialects)[number]

const addresses: Readonly<Record<string, SchemaDialect>> = {
  'json-schema.org/schema': 'draft7',
  'json-schema.org/draft-04/schema': 'draft4',
  'json-schema.org/draft-06/schema': 'draft6',
  'json-schema.org/draft-07/schema': 'draft7',
  'json-schema.org/draft/2019-09/schema': 'draft2019-09',
  'json-schema.org/draft/2020-12/schema': 'draft2020-12',
}

/** The dialect that a `$schema` address names, whatever its scheme and empty fragment. */
function findDialect(address: string): SchemaDialect | undefined {
  return addresses[address.replace(/^https?:\/\//, '').replace(/#$/, '')]
}

interface SchemaScope {
  /** The subschema that a reference written in `from` names. */
  readonly find: (reference: string, from: SchemaObject) => LocatedSchema | undefined
  /** Whether the way to `found` decides what a `$dynamicRef` or `$recursiveRef` to it names. */
  readonly isDynamic: (keyword: unknown, reference: string, found: LocatedSchema) => boolean
}

interface LocatedSchema {
  readonly schema: unknown
  readonly path: Path
}

/** A base for schemas without an `$id`; the name is reserved, so no schema can be meant by it. */
const rootAddress = 'https://schema.invalid/'

/** Keywords whose values are instances: an `$id` in them is data. */
const instanceKeywords = new Set(['const', 'enum', 'default', 'example', 'examples'])

/** Keywords whose keys are names, also of schemas that are called `default` or `example`. */
const namedSchemas = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'dependentSchemas'])

/** The schemas of schemas that any schema may refer to, by address; as in Spectral, those of the drafts up to 7. */
const metaschemas = new Map<string, object>([
  [draft4.id, draft4],
  [draft6.$id, draft6],
  [draft7.$id, draft7],
])

/** Collects the ids and anchors of a schema document. */
function createScope(root: SchemaObject): SchemaScope {
  const bases = new Map<object, string>()
  const named = new Map<string, LocatedSchema>([[rootAddress, { schema: root, path: [] }]])
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
    const isNames = namedSchemas.has(String(path.at(-1)))
    for (const [key, child] of Object.entries(node)) {
      if (isNames || !instanceKeywords.has(key))
        visit(child, base, [...path, Array.isArray(node) ? Number(key) : key])
    }
  }

  function enter(schema: SchemaObject, outer: string, path: Path): string {
    const id =
      typeof schema.$id === 'string' ? schema.$id : typeof schema.id === 'string' ? schema.id : undefined
    const base = (id !== undefined && resolveAddress(id, outer)) || outer
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

  function find(reference: string, from: SchemaObject): LocatedSchema | undefined {
    const target = resolveAddress(reference, bases.get(from) ?? rootAddress)
    if (target === undefined) return undefined
    const address = target.replace(/#.*$/, '')
    const metaschema = named.has(address) ? undefined : metaschemas.get(`${address}#`)
    visit(metaschema, rootAddress, [])
    const exact = named.get(target.replace(/#$/, ''))
    if (exact) return exact
    const start = named.get(address)
    return start && follow(start, target.slice(address.length + 1))
  }
}

/** The name by which a schema can be found dynamically; draft 2019-09 had one for all, the empty one here. */
function findDynamicAnchor(schema: SchemaObject, keyword: unknown): string | undefined {
  if (keyword === '$recursiveRef') return schema.$recursiveAnchor === true ? '' : undefined
  return keyword === '$dynamicRef' && typeof schema.$dynamicAnchor === 'string'
    ? schema.$dynamicAnchor
    : undefined
}

function resolveAddress(reference: string, base: string): string | undefined {
  return parseUrl(reference, base)?.href
}

function follow(start: LocatedSchema, pointer: string): LocatedSchema | undefined {
  if (!pointer.startsWith('/')) return undefined
  let found: LocatedSchema = start
  for (const key of parsePointer(decodePercent(pointer))) {
    if (!isObject(found.schema) || !Object.hasOwn(found.schema, key)) return undefined
    found = { schema: getChild(found.schema, key), path: [...found.path, key] }
  }
  return found
}
