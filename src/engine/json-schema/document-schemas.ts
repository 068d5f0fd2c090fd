import { getChild, isObject, isRecord } from '../../core/model/record.ts'
import type { Direction, Keyword, KeywordTable, SchemaObject } from './check.ts'
import { compileOwnSchema, toValidate, type Validate } from './compile.ts'
import { createCompile } from './compile-node.ts'
import { sortChecks } from './keyword-groups.ts'
import { keywords } from './keywords.ts'
import { createPassed } from './run-node.ts'
import { SchemaCompileError, UnresolvedReferenceError, valid } from './schema-error.ts'
import { type } from './value-keywords.ts'

/** A compiled schema, the reason why it cannot be compiled, or `unresolved` for a dangling reference. */
type CompiledSchema = { readonly validate: Validate } | { readonly fault: string } | 'unresolved'

export interface DocumentSchema {
  /** The metaschema's complaint. */
  readonly invalid: string | undefined
  readonly compiled: CompiledSchema
}

export type ReadSchema = (schema: SchemaObject) => DocumentSchema

interface DocumentSchemasOptions {
  /** How the document's values look: `$ref`s followed, except those that lead in a circle or nowhere. */
  readonly view: (value: unknown) => unknown
  /** Validates schemas before they are compiled. */
  readonly metaschema: SchemaObject
  readonly version: 2 | 3 | 3.1
  /** As vacuum: the metaschema is not asked, and `nullable` has a meaning without a type, too. */
  readonly isLenient: boolean
}

/**
 * Compiles the schemas of one document, each once however many examples it has, through the document's own
 * references. What makes Spectral's validator give up does so here, in the order in which keywords are read: among
 * others `nullable` without a type, an invalid pattern, and a `$ref` that is circular or unresolved, with which
 * a schema is not used at all.
 */
export function createDocumentSchemas(options: DocumentSchemasOptions): ReadSchema {
  const { view, metaschema, isLenient } = options
  const table = isLenient ? acceptNulls(chooseKeywords(options)) : chooseKeywords(options)
  const known = new WeakMap<object, DocumentSchema>()
  const flat = new Map<string, DocumentSchema>()
  const passed = createPassed({ isCharged: false })
  const checkSchema = compileOwnSchema(metaschema)
  const relaxed = changeKeywords(table, {
    required: (keyword) => relaxRequired(keyword, view),
    not: tightenNot,
  })
  /** A reference in the place of a list is followed, as in Spectral; `oas3-schema` reports it. */
  const follow = (keyword: Keyword): Keyword => {
    return (value, ...others) => keyword(view(value), ...others)
  }
  const compile = createCompile({
    keywords: isLenient ? relaxed : changeKeywords(relaxed, { enum: follow, required: follow }),
    sort: sortChecks,
    // A value that is not a schema requires nothing: the metaschema reports it.
    see: (written) => {
      const seen = view(written)
      return isRecord(seen) || typeof seen === 'boolean' ? seen : true
    },
    refer: (reference, _from, path) => {
      throw new UnresolvedReferenceError(`"${reference}" cannot be followed`, path)
    },
  })

  function read(schema: SchemaObject): DocumentSchema {
    const [error] = isLenient ? [] : checkSchema(schema, { deref: view, passed })
    const invalid = error && `${['schema', ...error.path].join('.')} ${error.message}`
    return { invalid, compiled: tryCompile(schema) }
  }

  /** Thousands of schemas in a document are a type and little else, of a few dozen kinds. */
  function readFlat(schema: SchemaObject): DocumentSchema {
    const text = printFlat(schema)
    if (text === undefined) return read(schema)
    const result = flat.get(text) ?? read(schema)
    flat.set(text, result)
    return result
  }

  function tryCompile(schema: SchemaObject): CompiledSchema {
    try {
      return { validate: toValidate(compile(schema, [])) }
    } catch (error) {
      if (error instanceof UnresolvedReferenceError) return 'unresolved'
      if (error instanceof SchemaCompileError) return { fault: error.reason }
      throw error
    }
  }

  return (written) => {
    const seen = view(written)
    const schema = isRecord(seen) ? seen : written
    const result = known.get(schema) ?? readFlat(schema)
    known.set(schema, result)
    return result
  }
}

/** These ask for nothing, whatever they hold; `title` and `description` if they are texts. */
const silent = new Set(['example', 'x-example', 'default'])
const silentTexts = new Set(['title', 'description'])

/** The same text for all schemas that ask for the same; undefined for one that holds more than scalars. */
function printFlat(schema: SchemaObject): string | undefined {
  let text = ''
  for (const key of Object.keys(schema)) {
    if (silent.has(key)) continue
    const value = schema[key]
    if (key === '$ref' || isObject(value)) return undefined
    if (typeof value !== 'string') text += `${JSON.stringify(key)}:${value},`
    else if (!silentTexts.has(key)) text += `${JSON.stringify(key)}:${JSON.stringify(value)},`
  }
  return text
}

/** The table with some keywords as these functions make them. */
function changeKeywords(
  table: KeywordTable,
  changes: Readonly<Record<string, (keyword: Keyword) => Keyword>>,
): KeywordTable {
  return table.map(([name, keyword]) => [name, changes[name]?.(keyword) ?? keyword])
}

/** A `readOnly` or `writeOnly` property may be missing in the other direction. */
function relaxRequired(keyword: Keyword, view: DocumentSchemasOptions['view']): Keyword {
  return (value, schema, compiler) => {
    const strict = keyword(value, schema, compiler)
    const names: unknown[] = Array.isArray(value) ? value : []
    const parts = names.map((name) => view(getChild(schema.properties, String(name))))
    const relax = (direction: Direction) => {
      const isKept = (index: number) => getChild(parts[index], direction) !== true
      if (parts.every((_, index) => isKept(index))) return strict
      return keyword(
        names.filter((_, index) => isKept(index)),
        schema,
        compiler,
      )
    }
    const [readOnly, writeOnly] = [relax('readOnly'), relax('writeOnly')]
    if (!strict || !readOnly || !writeOnly || (readOnly === strict && writeOnly === strict)) return strict
    const checks = { readOnly, writeOnly }
    return (instance, run, seen) => (run.leftOut ? checks[run.leftOut] : strict)(instance, run, seen)
  }
}

/** Below `not`, schemas are not relaxed. */
function tightenNot(keyword: Keyword): Keyword {
  return (value, schema, compiler) => {
    const check = keyword(value, schema, compiler)
    return (
      check &&
      ((instance, run, seen) =>
        check(instance, run.leftOut ? { ...run, leftOut: undefined, quick: undefined } : run, seen))
    )
  }
}

/** Null is one of the values where `nullable` says so. */
function acceptNull(keyword: Keyword): Keyword {
  return (value, schema, compiler) => {
    const check = keyword(value, schema, compiler)
    if (schema.nullable !== true) return check
    return check && ((instance, run, seen) => (instance === null ? valid : check(instance, run, seen)))
  }
}

/** Null then fits all branches together, too; where one is chosen, it does not. */
function acceptNulls(table: KeywordTable): KeywordTable {
  const others = table.filter(([name]) => name !== 'nullable')
  return changeKeywords(others, { enum: acceptNull, allOf: acceptNull })
}

const laterKeywords = new Set(
  `prefixItems dependentRequired dependentSchemas unevaluatedItems unevaluatedProperties $dynamicRef $recursiveRef`.split(
    ' ',
  ),
)

function chooseKeywords({ version, isLenient }: DocumentSchemasOptions): KeywordTable {
  if (version === 3.1) return isLenient ? keywords : changeKeywords(keywords, { type: () => type31 })
  const own = keywords.filter(([name]) => !laterKeywords.has(name) && name !== '$ref')
  const first: KeywordTable = [...keywords.filter(([name]) => name === '$ref'), ['nullable', nullable]]
  if (version === 3) return [...first, ...own]
  return [...first, ['x-nullable', nullable2], ...changeKeywords(own, { type: () => type2 })]
}

/** From 3.1 on `nullable` is not a keyword. vacuum has it all the same. */
const type31: Keyword = (value, schema, compiler) =>
  type(value, schema.nullable === true ? { ...schema, nullable: false } : schema, compiler)

/** Version 2 has no word for null: `x-nullable` became one. */
const type2: Keyword = (value, schema, compiler) =>
  type(value, schema['x-nullable'] === true ? { ...schema, nullable: true } : schema, compiler)

const nullable: Keyword = (value, schema, compiler) => {
  const types = [schema.type].flat()
  if (schema.type === undefined) return compiler.refuse('has no meaning without `type`')
  if (typeof value !== 'boolean') return compiler.refuse('must be a boolean')
  if (value === false && types.includes('null')) return compiler.refuse('is false, but the type is null')
  return undefined
}

const nullable2: Keyword = (value, schema, compiler) =>
  value === true ? nullable(value, schema, compiler) : undefined
