import { digestOf } from '../../text/digest.ts'

/**
 * The first `length` hexadecimal characters of the SHA-256 of `parts`: the same parts give the same text in
 * every run, and no two different lists of parts run together.
 */
export function contentId(parts: readonly string[], length: number): string {
  return digestOf(JSON.stringify(parts)).slice(0, length)
}
