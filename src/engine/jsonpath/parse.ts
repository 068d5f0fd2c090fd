import type { Query } from './query.ts'

/** Text that is not a JSONPath: why, and the 0-based offset at which reading stopped. */
export class JsonPathError extends Error {
  readonly reason: string
  readonly offset: number

  constructor(reason: string, offset: number) {
    super(`${reason} at ${offset}`)
    this.name = 'JsonPathError'
    this.reason = reason
    this.offset = offset
  }
}

/** Reads a JSONPath expression. Throws JsonPathError. */
export function parseJsonPath(text: string): Query {
  if (!text.startsWith('$')) throw new JsonPathError('a JSONPath starts with $', 0)
  return { text, steps: [] }
}
