import { type Part, partsOf } from './parts.ts'

/** The security schemes that a document declares. */
export function securitySchemesOf(root: unknown): readonly Part[] {
  return partsOf(root, 'securityScheme')
}

/** Whether a value is one of some words, in any case: schemes are written `Basic` and `basic`. */
export function isWord(value: unknown, ...words: readonly string[]): boolean {
  return typeof value === 'string' && words.includes(value.toLowerCase())
}
