import type { WholeDocument } from '../../rule.ts'
import { type Part, partsOf } from './parts.ts'

/** The security schemes that a document declares. */
export function securitySchemesOf(document: WholeDocument): readonly Part[] {
  return partsOf(document, 'securityScheme')
}

/** Whether a value is one of some words, in any case: schemes are written `Basic` and `basic`. */
export function isWord(value: unknown, ...words: readonly string[]): boolean {
  return typeof value === 'string' && words.includes(value.toLowerCase())
}
