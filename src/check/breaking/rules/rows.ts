/** A rule of breaking changes: its id, its severity and its words. */
export interface BreakingRule<Id extends string = string> {
  readonly id: Id
  readonly severity: 'error' | 'warn'
  readonly title: string
  readonly why: string
  readonly fix: string
  /** A part of a definition in YAML, before and after. */
  readonly example: { readonly before: string; readonly after: string }
}

type RuleRow<Id extends string> = [
  id: Id,
  title: string,
  why: string,
  fix: string,
  before: string,
  after: string,
]

export const error = <const Id extends string>(...row: RuleRow<Id>): BreakingRule<Id> =>
  createRule('error', ...row)
export const warning = <const Id extends string>(...row: RuleRow<Id>): BreakingRule<Id> =>
  createRule('warn', ...row)

function createRule<Id extends string>(
  severity: BreakingRule['severity'],
  ...[id, title, why, fix, before, after]: RuleRow<Id>
): BreakingRule<Id> {
  return { id, severity, title, why, fix, example: { before, after } }
}

/** Rules about schemas in one direction, whose examples are schemas. */
export function schemaRows<Direction extends 'request' | 'response'>(direction: Direction, why: string) {
  const createRow =
    (severity: BreakingRule['severity']) =>
    <const Id extends string>(
      id: Id,
      title: string,
      before: string,
      after: string,
      words: { readonly why?: string; readonly fix?: string } = {},
    ) => {
      const { why: reason = why, fix = newVersion } = words
      return createRule(severity, `breaking-${direction}-${id}` as const, title, reason, fix, before, after)
    }
  return { error: createRow('error'), warning: createRow('warn') }
}

/** How something goes without surprise. */
export function announce(what: string): string {
  return `Keep ${what} and mark it deprecated, with an x-sunset: after that day it may go.`
}

/** Where a change that clients cannot keep up with may go; by default the policy allows it nowhere. */
export const nextMajor =
  'offer the change in a new major version (policy.breaking_allowed: major lets that pass)'

export const newVersion = `Keep what was valid, or ${nextMajor}.`
