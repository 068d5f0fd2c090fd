/**
 * Compiles a JSON Schema (draft 4 to 2020-12) into a closure. A schema object becomes the list of its keywords'
 * checks, `type` first, then in a fixed order by the type of instance that they look at. Every check gets the
 * instance with its `$ref` followed, and gives the errors with paths from that instance; the caller that steps into a part
 * prefixes its key. Keywords of any draft work in every draft: where one gave a keyword another form
 * (`items`, `exclusiveMinimum`, `id`), the form tells them apart.
 */
import type { CheckRun, SchemaCheck, SchemaObject } from './check.ts'
import { createCompile } from './compile-node.ts'
import { keywords } from './keywords.ts'
import { SchemaCompileError, type SchemaError } from './schema-error.ts'
import { createScope } from './scope.ts'

interface ValidateOptions {
  readonly allErrors?: boolean | undefined
  readonly deref?: ((value: unknown) => unknown) | undefined
  /** Where no branch of `anyOf` or `oneOf` matches: the errors of all branches, as Spectral gives them. */
  readonly everyBranch?: boolean | undefined
  /** Remembers what has passed, for further runs over the same values with the same `deref`. */
  readonly passed?: CheckRun['passed']
  /** Steps: schemas and references that branch can double the work with each level. The default is seconds' worth. */
  readonly maxEntries?: number
}

/**
 * Every error when `allErrors`, else those of the first keyword that fails; none when the instance is valid. Throws
 * SchemaBudgetError when that takes too long.
 */
export type Validate = (instance: unknown, options?: ValidateOptions) => readonly SchemaError[]

const compiled = new WeakMap<object, Validate>()

/**
 * Compiles a schema, once for each schema object. Throws SchemaCompileError for a keyword that cannot be read, a
 * `$ref` that leads out of the schema, a `$dynamicRef` whose target depends on the way to it, and a `$schema` that is
 * not known, unless `dialect` names one.
 */
export function compileSchema(schema: SchemaObject, dialect: Dialect | 'auto' = 'auto'): Validate {
  const address = schema.$schema
  if (dialect === 'auto' && typeof address === 'string' && !findDialect(address) && !compiled.has(schema)) {
    throw new SchemaCompileError(`"${address}" is not a supported dialect of JSON Schema`, ['$schema'])
  }
  return compileOnce(schema, false)
}

/** The same for a schema that is known to compile: what a `$ref` leads to is compiled when an instance gets there. */
export function compileOwnSchema(schema: SchemaObject): Validate {
  return compileOnce(schema, true)
}

function compileOnce(schema: SchemaObject, isOwn: boolean): Validate {
  const validate = compiled.get(schema) ?? toValidate(compileDocument(schema, isOwn))
  compiled.set(schema, validate)
  return validate
}

function whenAsked(compile: () => SchemaCheck): SchemaCheck {
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
      passed,
      maxEntries = 10_000_000,
    } = {},
  ) => {
    const run: CheckRun = { allErrors, deref, everyBranch, passed, budget: { left: maxEntries } }
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
      if (isOwn) return whenAsked(() => compile(found.schema, found.path))
      if (scope.isDynamic(path.at(-1), reference, found))
        throw new SchemaCompileError(`"${reference}" has several targets; use $ref`, path)
      return compile(found.schema, found.path)
    },
  })
  return compile(root, [])
}

export const dialects = ['draft4', 'draft6', 'draft7', 'draft2019-09', 'draft2020-12'] as const
type Dialect = (typeof dialects)[number]

const addresses: Readonly<Record<string, Dialect>> = {
  'json-schema.org/schema': 'draft7',
  'json-schema.org/draft-04/schema': 'draft4',
  'json-schema.org/draft-06/schema': 'draft6',
  'json-schema.org/draft-07/schema': 'draft7',
  'json-schema.org/draft/2019-09/schema': 'draft2019-09',
  'json-schema.org/draft/2020-12/schema': 'draft2020-12',
}

/** The dialect that a `$schema` address names, whatever its scheme and empty fragment. */
function findDialect(address: string): Dialect | undefined {
  return addresses[address.replace(/^https?:\/\//, '').replace(/#$/, '')]
}
