import { createHash } from 'node:crypto'

/** SHA-256: of bytes as they are, of text as UTF-8. */
export function computeDigest(content: string | Uint8Array, encoding: 'hex' | 'base64' = 'hex'): string {
  return createHash('sha256').update(content).digest(encoding)
}

/** A digest of text that comes in pieces. */
export function createDigest() {
  const hash = createHash('sha256')
  return { add: (text: string) => void hash.update(text), end: () => hash.digest('hex') }
}

/**
 * The first `length` hexadecimal characters of the SHA-256 of `parts`: the same parts give the same text in
 * every run, and no two different lists of parts run together.
 */
export function contentId(parts: readonly string[], length: number): string {
  return computeDigest(JSON.stringify(parts)).slice(0, length)
}
