import type { BreakingRule } from '../breaking-change.ts'

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

/** How something goes without surprise. */
export function announce(what: string): string {
  return `Keep ${what} and mark it deprecated, with an x-sunset: after that day it may go.`
}

/** Where a change that clients cannot keep up with may go; by default the policy allows it nowhere. */
export const nextMajor =
  'offer the change in a new major version (policy.breaking_allowed: major lets that pass)'

export const newVersion = `Keep what was valid, or ${nextMajor}.`
