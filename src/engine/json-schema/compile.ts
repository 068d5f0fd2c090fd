/**
 * Compiles a JSON Schema (draft 4 to 2020-12) into a closure. A schema object becomes the list of its keywords'
 * checks, `type` first, then in a fixed order by the type of instance that they look at. Every check gets the
 * instance with its `$ref` followed, and gives the errors with paths from that instance; whoever steps into a part
 * prefixes its key. Keywords of any draft work in every draft: where one gave a keyword another form
 * (`items`, `exclusiveMinimum`, `id`), the form tells them apart.
 */
import type { Path } from '../../model.ts'
import { isRecord } from '../is-record.ts'
import { anyKeywords, type } from './any-keywords.ts'
import { arrayKeywords } from './array-keywords.ts'
import type { Check, KeywordTable, SchemaObject } from './check.ts'
import { combinatorKeywords } from './combinator-keywords.ts'
import { dependencyKeywords } from './dependency-keywords.ts'
import { type Dialect, dialectOf } from './dialect.ts'
import { guarded, inOrder } from './in-order.ts'
import { numberKeywords } from './number-keywords.ts'
import { objectKeywords } from './object-keywords.ts'
import { failed, SchemaCompileError, type SchemaError, valid } from './schema-error.ts'
import { scopeOf } from './scope.ts'
import { stringKeywords } from './string-keywords.ts'
import { unevaluatedKeywords } from './unevaluated-keywords.ts'

const keywords: KeywordTable = [
  ['type', type],
  ...numberKeywords,
  ...stringKeywords,
  ...anyKeywords,
  ...combinatorKeywords,
  ...arrayKeywords,
  ...objectKeywords,
  ...dependencyKeywords,
  ...unevaluatedKeywords,
]

export interface ValidateOptions {
  readonly allErrors?: boolean | undefined
  readonly deref?: ((value: unknown) => unknown) | undefined
}

/**
 * Every error when `allErrors`, else those of the first keyword that fails; none when the instance is valid. Throws
 * SchemaBudgetError when that takes too long, and PatternError.
 */
export type Validate = (instance: unknown, options?: ValidateOptions) => readonly SchemaError[]

/** A few seconds' worth: schemas and references that branch can double the work with each level. */
const maxEntries = 10_000_000

const compiled = new WeakMap<object, Validate>()

/**
 * Compiles a schema, once for each schema object. Throws SchemaCompileError for a keyword that cannot be read, a
 * `$ref` that leads out of the schema, and a `$schema` that is not known, unless `dialect` names one.
 */
export function compileSchema(schema: SchemaObject, dialect: Dialect | 'auto' = 'auto'): Validate {
  const known = compiled.get(schema)
  if (known) return known
  const address = schema.$schema
  if (dialect === 'auto' && typeof address === 'string' && !dialectOf(address)) {
    throw new SchemaCompileError(`"${address}" is no dialect of JSON Schema that is known here`, ['$schema'])
  }
  const check = compileDocument(schema)
  const validate: Validate = (instance, { allErrors = false, deref = (value: unknown) => value } = {}) =>
    check(deref(instance), { allErrors, deref, active: new Map(), budget: { left: maxEntries } }, undefined)
  compiled.set(schema, validate)
  return validate
}

function compileDocument(root: SchemaObject): Check {
  const scope = scopeOf(root)
  const checks = new Map<object, Check>()
  return compile(root, [])

  function compile(schema: unknown, path: Path): Check {
    if (schema === true) return () => valid
    if (schema === false) return () => failed('false', 'must not be there')
    if (!isRecord(schema)) throw new SchemaCompileError('a schema is a mapping or a boolean', path)
    const known = checks.get(schema)
    if (known) return known
    let steps: readonly Check[] = []
    const check = guarded((instance, run, seen) => inOrder(steps, scope.tracksSeen, instance, run, seen))
    checks.set(schema, check)
    steps = compileKeywords(schema, path)
    return check
  }

  function compileKeywords(schema: SchemaObject, path: Path): Check[] {
    return keywords.flatMap(([name, keyword]) => {
      if (!Object.hasOwn(schema, name)) return []
      const check = keyword(schema[name], schema, {
        subschema: (sub, below) =>
          compile(sub, below[0] === '..' ? [...path, ...below.slice(1)] : [...path, name, ...below]),
        reference: (reference) => refer(reference, schema, [...path, name]),
        refuse: (reason) => {
          throw new SchemaCompileError(`"${name}" ${reason}`, [...path, name])
        },
      })
      return check ? [check] : []
    })
  }

  function refer(reference: string, from: SchemaObject, path: Path): Check {
    const found = scope.find(reference, from)
    if (!found) throw new SchemaCompileError(`"${reference}" is not in this schema`, path)
    return compile(found.schema, found.path)
  }
}
