import type { Severity } from '../../model/severity.ts'

export const levels: Record<Severity, 'error' | 'warning' | 'note'> = {
  error: 'error',
  warn: 'warning',
  info: 'note',
  hint: 'note',
}
