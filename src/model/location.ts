/** Keys and array indexes from the document's root to a node. */
export type Path = readonly (string | number)[]

/** A range in a text file. Lines and characters count from 1; the end is the character after the last. */
export interface Location {
  readonly start_line: number
  readonly start_char: number
  readonly end_line: number
  readonly end_char: number
}
