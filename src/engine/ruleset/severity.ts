import type { Severity } from '../../model/severity.ts'

const byNumber: Readonly<Record<number, Severity | 'off'>> = {
  [-1]: 'off',
  0: 'error',
  1: 'warn',
  2: 'info',
  3: 'hint',
}
const names: readonly (Severity | 'off')[] = ['error', 'warn', 'info', 'hint', 'off']

export const severityForms = 'error, warn, info, hint, off, or a number from -1 (off) to 3 (hint)'

/** A severity as a ruleset writes it: a name, or a number from -1 (off) and 0 (error) to 3 (hint). */
export function readSeverity(value: unknown): Severity | 'off' | undefined {
  if (typeof value === 'number') return byNumber[value]
  return names.find((name) => name === value)
}
