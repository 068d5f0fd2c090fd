import { createHash } from 'node:crypto'

/** SHA-256 in hexadecimal: of bytes as they are, of text as UTF-8. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
