import { z } from 'zod'
import { type Inferred, position } from './schema.ts'

/** Keys and array indexes from the document's root to a node. */
export type Path = readonly (string | number)[]

/** A range in a text file. Lines and characters count from 1; the end is the character after the last. */
export const location = z.object({
  start_line: position,
  start_char: position,
  end_line: position,
  end_char: position,
})
export type Location = Inferred<typeof location>
