import type { ReadText } from '../read-text.ts'

/** A text that has been read, without a byte order mark. */
export interface Version {
  readonly format: 'json' | 'yaml'
  readonly text: string
  readonly read: ReadText
}
