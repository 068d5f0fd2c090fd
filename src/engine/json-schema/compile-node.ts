import type { Path } from '../../model.ts'
import { isRecord } from '../is-record.ts'
import type { Check, Compiler, KeywordTable, SchemaObject } from './check.ts'
import { type Node, toCheck } from './run-node.ts'
import { failed, SchemaCompileError, valid } from './schema-error.ts'
import { unevaluatedKeywords } from './unevaluated-keywords.ts'

/** What a schema's compilation depends on beside the schema. */
export interface Surroundings {
  readonly keywords: KeywordTable
  /** How a schema looks: itself, or what it refers to in the document around. */
  readonly see: (schema: unknown) => unknown
  /** The check of what a `$ref` in `from` names. Throws SchemaCompileError. */
  readonly refer: (reference: string, from: SchemaObject, path: Path) => Check
}

/** Compiles the schema that stands at `path`. Throws SchemaCompileError. */
export type Compile = (schema: unknown, path: Path) => Check

/** Compiles schemas, each once however often it is met: one that fails fails again. */
export function createCompile({ keywords, see, refer }: Surroundings): Compile {
  const known = new Map<object, Check | SchemaCompileError>()
  const places = new Map(keywords.map(([name], index) => [name, index]))

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
    const node: Node = { steps: [], isLeaf: true, asksSeen: false, entered: [] }
    const check = toCheck(node)
    known.set(schema, check)
    try {
      node.steps = compileKeywords(node, schema, path)
    } catch (error) {
      if (error instanceof SchemaCompileError) known.set(schema, error)
      throw error
    }
    return check
  }

  /** The keywords that a schema has, in the order in which they look at an instance. */
  function keywordsIn(schema: SchemaObject): KeywordTable {
    const found: number[] = []
    for (const name of Object.keys(schema)) {
      const place = places.get(name)
      if (place !== undefined) found.push(place)
    }
    return found.sort((a, b) => a - b).flatMap((place) => keywords.slice(place, place + 1))
  }

  function compileKeywords(node: Node, schema: SchemaObject, path: Path): Check[] {
    const steps: Check[] = []
    let name = ''
    const compiler: Compiler = {
      subschema: (sub, below) => {
        node.isLeaf = false
        return compile(sub, below[0] === '..' ? [...path, ...below.slice(1)] : [...path, name, ...below])
      },
      reference: (reference) => {
        node.isLeaf = false
        return refer(reference, schema, [...path, name])
      },
      refuse: (reason) => {
        throw new SchemaCompileError(`"${name}" ${reason}`, [...path, name])
      },
    }
    for (const [own, keyword] of keywordsIn(schema)) {
      name = own
      const check = keyword(schema[own], schema, compiler)
      if (check) steps.push(check)
      if (unevaluatedKeywords.some(([each]) => each === own)) node.asksSeen = true
    }
    return steps
  }

  return compile
}
