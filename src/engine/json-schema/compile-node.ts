import type { Path } from '../../core/model/location.ts'
import { isRecord } from '../../core/model/record.ts'
import type { Compiler, KeywordTable, SchemaCheck, SchemaObject } from './check.ts'
import type { NamedStep } from './keyword-groups.ts'
import { unevaluatedKeywords } from './keywords.ts'
import { createNode, type SchemaNodeState, skipNode, toLeaf } from './run-node.ts'
import { createErrors, SchemaCompileError, valid } from './schema-error.ts'

/** The context of a schema's compilation. */
interface NodeSurroundings {
  readonly keywords: KeywordTable
  /** Resolves a schema that is a reference into the document around it. */
  readonly see: (schema: unknown) => unknown
  /** The check of what a `$ref` in `from` names. Throws SchemaCompileError. */
  readonly refer: (reference: string, from: SchemaObject, path: Path) => SchemaCheck
  /** Puts the checks of a schema in order; absent: they stay as they are. */
  readonly sort?: (schema: SchemaObject, steps: readonly NamedStep[]) => readonly SchemaCheck[]
}

/** Compiles the schema that stands at `path`. Throws SchemaCompileError. */
export type Compile = (schema: unknown, path: Path) => SchemaCheck

/** The schema that is being compiled, and the keyword of it. */
interface NodePlace {
  readonly schema: SchemaObject
  readonly path: Path
  keyword: string
  /** Made when the first schema inside is met: it may lead back here. */
  node: SchemaNodeState | undefined
  /** The target of its `$ref`. */
  target: SchemaCheck | undefined
}

/** Compiles schemas, each once however often it is met: one that fails fails again. */
export function createCompile({ keywords, see, refer, sort }: NodeSurroundings): Compile {
  const known = new Map<object, SchemaCheck | SchemaCompileError>()
  const order = new Map(keywords.map(([name], index) => [name, index]))

  function compile(written: unknown, path: Path): SchemaCheck {
    const schema = see(written)
    if (schema === true) return () => valid
    if (schema === false) return () => createErrors('false', 'must not be there')
    if (!isRecord(schema)) throw new SchemaCompileError('a schema must be a mapping or a boolean', path)
    const before = known.get(schema)
    if (before instanceof SchemaCompileError) throw before
    return before ?? compileNew({ schema, path, keyword: '', node: undefined, target: undefined })
  }

  function compileNew(place: NodePlace): SchemaCheck {
    try {
      const steps = compileKeywords(place)
      if (place.node) place.node.steps = steps
      const check = joinChecks(place, steps)
      known.set(place.schema, check)
      return check
    } catch (error) {
      if (error instanceof SchemaCompileError) known.set(place.schema, error)
      throw error
    }
  }

  function joinChecks({ schema, node, target }: NodePlace, steps: readonly SchemaCheck[]): SchemaCheck {
    if (!node) return toLeaf(steps, asksSeen(schema))
    return target && target !== node.check && steps.length === 1 ? skipNode(node, target) : node.check
  }

  function compileKeywords(place: NodePlace): readonly SchemaCheck[] {
    const { schema } = place
    const steps: NamedStep[] = []
    const compiler = createCompiler(place)
    for (const index of listKeywords(schema)) {
      const [name, keyword] = keywords[index] ?? []
      if (name === undefined || !keyword) continue
      place.keyword = name
      const check = keyword(schema[name], schema, compiler)
      if (check) steps.push([name, check])
    }
    return sort ? sort(schema, steps) : steps.map(([, check]) => check)
  }

  /** The keywords that a schema has, by their places in the order in which they look at an instance. */
  function listKeywords(schema: SchemaObject): readonly number[] {
    const found: number[] = []
    for (const name of Object.keys(schema)) {
      const index = order.get(name)
      if (index !== undefined) found.push(index)
    }
    return found.length < 2 ? found : found.sort((a, b) => a - b)
  }

  function createCompiler(place: NodePlace): Compiler {
    const { schema, path } = place
    return {
      subschema: (sub, below) => {
        open(place)
        const above = below[0] === '..' ? path : [...path, place.keyword]
        return compile(sub, [...above, ...(below[0] === '..' ? below.slice(1) : below)])
      },
      reference: (reference) => {
        open(place)
        place.target = refer(reference, schema, [...path, place.keyword])
        return place.target
      },
      refuse: (reason) => {
        throw new SchemaCompileError(`"${place.keyword}" ${reason}`, [...path, place.keyword])
      },
    }
  }

  function open(place: NodePlace): void {
    if (place.node) return
    place.node = createNode(asksSeen(place.schema))
    known.set(place.schema, place.node.check)
  }

  function asksSeen(schema: SchemaObject): boolean {
    return unevaluatedKeywords.some(([name]) => order.has(name) && Object.hasOwn(schema, name))
  }

  return compile
}
