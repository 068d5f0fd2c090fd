import type { BreakingRule } from '../breaking-change.ts'

type RuleRow = [id: string, title: string, why: string, fix: string, before: string, after: string]

export const error = (...row: RuleRow): BreakingRule => rule('error', ...row)
export const warning = (...row: RuleRow): BreakingRule => rule('warn', ...row)

function rule(
  severity: BreakingRule['severity'],
  ...[id, title, why, fix, before, after]: RuleRow
): BreakingRule {
  return { id, severity, title, why, fix, example: { before, after } }
}

/** Rules about schemas in one direction, whose examples are schemas. */
export function schemaRows(direction: 'request' | 'response', why: string) {
  const row =
    (make: typeof error) =>
    (id: string, title: string, before: string, after: string): BreakingRule =>
      make(`breaking-${direction}-${id}`, title, why, newVersion, before, after)
  return { error: row(error), warning: row(warning) }
}

/** How something goes without surprise. */
export function announce(what: string): string {
  return `Keep ${what} and mark it deprecated, with an x-sunset: after that day it may go.`
}

/** Where a change that clients cannot keep up with may go; by default the policy allows it nowhere. */
export const nextMajor =
  'offer the change in a new major version (policy.breaking_allowed: major lets that pass)'

export const newVersion = `Keep what was valid, or ${nextMajor}.`
