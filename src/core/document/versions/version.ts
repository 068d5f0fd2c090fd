import type { ParsedText } from '../parsed-text.ts'

/** A text that has been read, without a byte order mark. */
export interface Version {
  readonly format: 'json' | 'yaml'
  readonly text: string
  readonly read: ParsedText
}

/** The part of a text up to which a value is read again by itself: larger ones are as well read with all the rest. */
export const largest = 0.5
