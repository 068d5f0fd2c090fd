import type { Path } from '../../model.ts'
import { isRecord } from '../is-record.ts'
import type { Check, KeywordTable, SchemaObject } from './check.ts'
import { guarded, inOrder } from './in-order.ts'
import { failed, SchemaCompileError, valid } from './schema-error.ts'

/** What a schema's compilation depends on beside the schema. */
export interface Surroundings {
  readonly keywords: KeywordTable
  /** How a schema looks: itself, or what it refers to in the document around. */
  readonly see: (schema: unknown) => unknown
  /** The check of what a `$ref` in `from` names. Throws SchemaCompileError. */
  readonly refer: (reference: string, from: SchemaObject, path: Path) => Check
  readonly tracksSeen: boolean
}

/** Compiles the schema that stands at `path`. Throws SchemaCompileError. */
export type Compile = (schema: unknown, path: Path) => Check

/** Compiles schemas, each once however often it is met: one that fails fails again. */
export function createCompile({ keywords, see, refer, tracksSeen }: Surroundings): Compile {
  const known = new Map<object, Check | SchemaCompileError>()

  function compile(written: unknown, path: Path): Check {
    const schema = see(written)
    if (schema === true) return () => valid
    if (schema === false) return () => failed('false', 'must not be there')
    if (!isRecord(schema)) throw new SchemaCompileError('a schema is a mapping or a boolean', path)
    const before = known.get(schema)
    if (before instanceof SchemaCompileError) throw before
    return before ?? compileNew(schema, path)
  }

  function compileNew(schema: SchemaObject, path: Path): Check {
    let steps: readonly Check[] = []
    const check = guarded((instance, run, seen) => inOrder(steps, tracksSeen, instance, run, seen))
    known.set(schema, check)
    try {
      steps = compileKeywords(schema, path)
    } catch (error) {
      if (error instanceof SchemaCompileError) known.set(schema, error)
      throw error
    }
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

  return compile
}
