import type { Severity } from '../../core/model/severity.ts'
import { sanitize } from '../../core/text/sanitize.ts'

/**
 * Foreign text for a plain message. In SARIF `[text](target)` is a link there too (3.11.6), so brackets that would make
 * one are escaped. Never empty: the schema's messages are not.
 */
export function messageText(text: string): string {
  const safe = sanitize(text)
  const literal = safe.includes('](') ? safe.replace(/[\\[\]]/g, (found) => `\\${found}`) : safe
  return literal.trim() === '' ? '(no text)' : literal
}

export const levels: Record<Severity, 'error' | 'warning' | 'note'> = {
  error: 'error',
  warn: 'warning',
  info: 'note',
  hint: 'note',
}
