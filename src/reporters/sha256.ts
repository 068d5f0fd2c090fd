import { createHash } from 'node:crypto'

export function sha256(text: string, encoding: 'hex' | 'base64' = 'hex'): string {
  return createHash('sha256').update(text).digest(encoding)
}
