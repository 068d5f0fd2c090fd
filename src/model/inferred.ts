import type { z } from 'zod'

/** What a schema reads, and nobody changes. A type alone loads no zod. */
export type Inferred<Schema extends z.ZodType> = Immutable<z.infer<Schema>>

type Immutable<Value> = { readonly [Key in keyof Value]: Immutable<Value[Key]> }
