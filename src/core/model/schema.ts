import { z } from 'zod'

/** A schema's output, deeply read-only. Importing the type does not load zod. */
export type Inferred<Schema extends z.ZodType> = Immutable<z.infer<Schema>>

type Immutable<Value> = { readonly [Key in keyof Value]: Immutable<Value[Key]> }

export const count = z.int().nonnegative()
/** A line or a column of a text. */
export const position = z.int()
export const text = z.string()

/**
 * From here on zod compiles no schema in this process: with `new Function` they pay only from thousands of values on. Not
 * for the library: zod shares its configuration with all of its copies.
 */
export function interpretSchemas(): void {
  z.config({ jitless: true })
}

/** A field that may be absent, and what it says. */
export function optional<Schema extends z.ZodType>(schema: Schema, says: string): z.ZodOptional<Schema> {
  return schema.optional().describe(says)
}
