/** A rule of breaking changes: its id, its severity and its words. */
export interface BreakingRule<Id extends string = string> {
  readonly id: Id
  readonly severity: 'error' | 'warn'
  readonly title: string
  readonly why: string
  readonly fix: string
  readonly topic?: SchemaTopic
  /** Whether all values stay valid that were; `undescribed`: with parts that the schema no longer describes. */
  readonly leavesValid?: LeavesValid
  /** A part of a definition in YAML, before and after. */
  readonly example: { readonly before: string; readonly after: string }
}

/** The part of a schema that a rule is about. A rule and a change as it is written that are about the same are told once. */
export type SchemaTopic =
  | 'type'
  | 'values'
  | 'limit'
  | 'pattern'
  | 'default'
  | 'property'
  | 'required'
  | 'closed'
  | 'access'
  | 'alternative added'
  | 'alternative removed'
  | 'lifecycle'
  | 'other'

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

export function aboutSchema<Id extends string>(
  topic: SchemaTopic,
  rule: BreakingRule<Id>,
  leavesValid: LeavesValid = false,
): BreakingRule<Id> {
  return { ...rule, topic, leavesValid }
}

type LeavesValid = boolean | 'undescribed'

interface RowWords {
  readonly why?: string
  readonly fix?: string
  readonly leavesValid?: LeavesValid
}

/** Rules about schemas in one direction, whose examples are schemas. A warning has to say whether it leaves all values valid. */
export function schemaRows<Direction extends 'request' | 'response'>(direction: Direction, why: string) {
  const createRow =
    <Words extends RowWords>(severity: BreakingRule['severity']) =>
    <const Id extends string>(
      topic: SchemaTopic,
      id: Id,
      title: string,
      before: string,
      after: string,
      ...[words = {} as Words]: Record<string, never> extends Words ? [words?: Words] : [words: Words]
    ) => {
      const { why: reason = why, fix = newVersion, leavesValid } = words
      const row = [`breaking-${direction}-${id}` as const, title, reason, fix, before, after] as const
      return aboutSchema(topic, createRule(severity, ...row), leavesValid)
    }
  return {
    error: createRow<RowWords>('error'),
    warning: createRow<RowWords & { readonly leavesValid: LeavesValid }>('warn'),
  }
}

/** How something goes without surprise. */
export function announce(what: string): string {
  return `Keep ${what} and mark it deprecated, with an x-sunset: after that day it may go.`
}

/** A change that clients cannot keep up with belongs in a new major version; by default the policy allows it in none. */
export const nextMajor =
  'offer the change in a new major version (policy.breaking_allowed: major lets that pass)'

export const newVersion = `Keep what was valid, or ${nextMajor}.`
