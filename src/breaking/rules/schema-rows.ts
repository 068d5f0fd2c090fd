import type { BreakingRule } from '../breaking-change.ts'
import { newVersion } from './advice.ts'

/** Rules about schemas in one direction, whose examples are schemas. */
export const schemaRows =
  (direction: 'request' | 'response', why: string) =>
  (id: string, title: string, before: string, after: string): BreakingRule => ({
    id: `breaking-${direction}-${id}`,
    severity: 'error',
    title,
    why,
    fix: newVersion,
    example: { before, after },
  })

export const warning = (rule: BreakingRule): BreakingRule => ({ ...rule, severity: 'warn' })
