import { toPointer } from '../../core/model/identity.ts'
import type { Path } from '../../core/model/location.ts'

/** One way in which an instance is not valid. */
export interface SchemaError {
  /** From the instance that was given to the validator. */
  readonly path: Path
  readonly keyword: string
  /** The predicate of a sentence: `must be a string, but is 3`. */
  readonly message: string
  /** The property that is one too many, or has a wrong name. */
  readonly property?: string | undefined
  /** The property that is lacking. */
  readonly lacks?: string | undefined
  /** The properties of which exactly one, or at least one, is wanted. */
  readonly choice?: readonly string[] | undefined
  /** The schema that has the keyword, where it says which properties there may be. */
  readonly schema?: object | undefined
}

type Details = Pick<SchemaError, 'property' | 'lacks' | 'choice' | 'schema'>

export const valid: readonly SchemaError[] = []

/** The answer no to a question, whose errors nobody reads: most of what a condition is asked about does not meet it. */
export const refused: readonly SchemaError[] = [{ path: [], keyword: 'false', message: 'is not valid' }]

export function createErrors(keyword: string, message: string, details?: Details): readonly SchemaError[] {
  return [{ path: [], keyword, message, ...details }]
}

/** The errors of the parts, one after another: of all, or of the first that has some. Nearly always there are none. */
export function listSchemaErrors<Part>(
  parts: readonly Part[],
  { allErrors }: { readonly allErrors: boolean },
  check: (part: Part, index: number) => readonly SchemaError[],
): readonly SchemaError[] {
  let errors: SchemaError[] | undefined
  let index = 0
  for (const part of parts) {
    const found = check(part, index++)
    if (found.length === 0) continue
    errors ??= []
    for (const error of found) errors.push(error)
    if (!allErrors) break
  }
  return errors ?? valid
}

/** The errors of the part `key` as those of the whole. */
export function prefixErrors(key: string | number, errors: readonly SchemaError[]): readonly SchemaError[] {
  return errors.length === 0 ? errors : errors.map((error) => ({ ...error, path: [key, ...error.path] }))
}

/** The instance itself is of another type. */
export function isOwnType({ keyword, path }: SchemaError): boolean {
  return keyword === 'type' && path.length === 0
}

/** A schema that cannot be compiled: why, and where in the schema. */
export class SchemaCompileError extends Error {
  readonly reason: string
  readonly path: Path

  constructor(reason: string, path: Path) {
    super(path.length === 0 ? reason : `${path.join('.')}: ${reason}`)
    this.name = 'SchemaCompileError'
    this.reason = reason
    this.path = path
  }
}

/** A schema with a `$ref` that leads to nothing, or into a circle. */
export class UnresolvedReferenceError extends SchemaCompileError {}

/** A validation that was given up: the schema or the document branches so often that it would not end in time. */
export class SchemaBudgetError extends Error {
  constructor() {
    super("the schema needs too many comparisons: it, or the document's references, branch too often")
    this.name = 'SchemaBudgetError'
  }
}

/** The errors at a place, and those further inside. */
interface ErrorNode {
  errors: readonly SchemaError[]
  readonly children: Map<string, ErrorNode>
}

/**
 * The errors of all branches without those that Spectral leaves out: where no branch of `anyOf` matches, the errors at
 * that place if there are some further inside; and at a place beside others, that a value is none of a list. What remains
 * at a place of lists and constants is one error. At least one error stays.
 */
export function dropRedundant(errors: readonly SchemaError[]): readonly SchemaError[] {
  if (errors.length < 2) return errors
  const root = createNode()
  for (const error of errors) {
    let node = root
    for (const part of listParts(error.path)) {
      const child = node.children.get(part) ?? createNode()
      node.children.set(part, child)
      node = child
    }
    node.errors = [...node.errors, error]
  }
  prune(root)
  return listErrors(root)
}

function createNode(): ErrorNode {
  return { errors: [], children: new Map() }
}

/** As Spectral takes a path apart: the whole is a place beside its members, and an item belongs to the key before it. */
function listParts(path: Path): readonly string[] {
  if (path.length === 0) return ['']
  const pointer = toPointer(path)
  return pointer.match(/\/[\w$-]+(?:\/\d+)?/g) ?? [pointer]
}

function prune(node: ErrorNode): void {
  if (node.children.size > 0 && node.errors.some(({ keyword }) => keyword === 'anyOf')) node.errors = []
  for (const [part, child] of [...node.children]) {
    prune(child)
    if (isOnlyListed(child) && node.children.size > 1) node.children.delete(part)
  }
}

function isOnlyListed({ errors }: ErrorNode): boolean {
  return errors.length > 0 && errors.every(({ keyword }) => keyword === 'enum')
}

function listErrors(node: ErrorNode): readonly SchemaError[] {
  const own = joinSame(joinSame(node.errors, 'enum'), 'const')
  return isOnlyListed(node) ? own : [...own, ...[...node.children.values()].flatMap(listErrors)]
}

/** Several errors of a keyword as the first of them, with what each asks for. */
function joinSame(errors: readonly SchemaError[], keyword: string): readonly SchemaError[] {
  const same = errors.filter((error) => error.keyword === keyword)
  const [first] = same
  if (!first || same.length === 1) return errors
  const message = [...new Set(same.map((error) => error.message))].join('; or it ')
  return errors.flatMap((error) =>
    error === first ? [{ ...error, message }] : same.includes(error) ? [] : [error],
  )
}
