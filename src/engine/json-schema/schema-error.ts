import type { Path } from '../../model/location.ts'

/** One way in which an instance is not valid. */
export interface SchemaError {
  /** From the instance that was given to the validator. */
  readonly path: Path
  readonly keyword: string
  /** What was required, without the subject: `must be a string, but is 3`. */
  readonly message: string
  /** The property that is one too many, or has a wrong name. */
  readonly property?: string | undefined
}

export const valid: readonly SchemaError[] = []

export function failed(keyword: string, message: string, property?: string): readonly SchemaError[] {
  return [{ path: [], keyword, message, property }]
}

/** Adds what was found to a list that is made when there is something to be in it: nearly always there is not. */
export function gather(
  errors: SchemaError[] | undefined,
  found: readonly SchemaError[],
): SchemaError[] | undefined {
  if (found.length === 0) return errors
  const list = errors ?? []
  for (const error of found) list.push(error)
  return list
}

/** Like `gather`, for errors of the part `key`: their paths start at the whole. */
export function gatherUnder(
  key: string | number,
  errors: SchemaError[] | undefined,
  found: readonly SchemaError[],
): SchemaError[] | undefined {
  if (found.length === 0) return errors
  const list = errors ?? []
  for (const error of found) list.push({ ...error, path: [key, ...error.path] })
  return list
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
