/** What the schemas of the model are made of. */
import { z } from 'zod'

/** What a schema reads, and nobody changes. A type alone loads no zod. */
export type Inferred<Schema extends z.ZodType> = Immutable<z.infer<Schema>>

type Immutable<Value> = { readonly [Key in keyof Value]: Immutable<Value[Key]> }

export const count = z.int().nonnegative()
/** A line or a column of a text. */
export const position = z.int()
export const text = z.string()
