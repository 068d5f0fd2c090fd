import { createHash } from 'node:crypto'

/**
 * The first `length` hexadecimal characters of the SHA-256 of `parts`: the same parts give the same text in
 * every run, and no two different lists of parts run together.
 */
export function contentId(parts: readonly string[], length: number): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, length)
}
