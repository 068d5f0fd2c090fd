import type { Path } from '../../core/model/location.ts'

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
export function under(key: string | number, errors: readonly SchemaError[]): readonly SchemaError[] {
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
