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

/** The topic of a rule about schemas. A breaking change and a change of the text on one topic are told once. */
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

/** A rule that is about a part of a schema. */
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

/** A warning has to say whether it leaves all values valid. */
interface WarningWords extends RowWords {
  readonly leavesValid: LeavesValid
}

/** Rules about schemas in one direction, whose examples are schemas. */
export function schemaRows<Direction extends 'request' | 'response'>(direction: Direction, why: string) {
  function createRow<const Id extends string>(
    severity: BreakingRule['severity'],
    topic: SchemaTopic,
    [id, title, before, after]: readonly [id: Id, title: string, before: string, after: string],
    { why: reason = why, fix = newVersion, leavesValid }: RowWords,
  ) {
    const rule = `breaking-${direction}-${id}` as const
    return aboutSchema(topic, createRule(severity, rule, title, reason, fix, before, after), leavesValid)
  }
  return {
    error: <const Id extends string>(
      topic: SchemaTopic,
      id: Id,
      title: string,
      before: string,
      after: string,
      words: RowWords = {},
    ) => createRow('error', topic, [id, title, before, after], words),
    warning: <const Id extends string>(
      topic: SchemaTopic,
      id: Id,
      title: string,
      before: string,
      after: string,
      words: WarningWords,
    ) => createRow('warn', topic, [id, title, before, after], words),
  }
}

/** How something goes without surprise. */
export function announce(what: string): string {
  return `Keep ${what} and mark it deprecated, with an x-sunset: after that day it may go.`
}

/** A way out for a change that clients cannot keep up with; by default the policy does not allow it. */
export const nextMajor =
  'offer the change in a new major version (policy.breaking_allowed: major lets that pass)'

export const newVersion = `Keep what was valid, or ${nextMajor}.`
