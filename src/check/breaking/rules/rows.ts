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

/** The example is what was before, ` => `, and what is after. */
type RuleRow<Id extends string> = [id: Id, title: string, why: string, fix: string, example: string]

export const error = <const Id extends string>(...row: RuleRow<Id>): BreakingRule<Id> =>
  createRule('error', ...row)
export const warning = <const Id extends string>(...row: RuleRow<Id>): BreakingRule<Id> =>
  createRule('warn', ...row)

function createRule<Id extends string>(
  severity: BreakingRule['severity'],
  ...[id, title, why, fix, example]: RuleRow<Id>
): BreakingRule<Id> {
  const [before = '', after = ''] = example.split(' => ')
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
type WarningWords = RowWords & Required<Pick<RowWords, 'leavesValid'>>

/** Rules about schemas in one direction, errors and warnings, whose examples are schemas. */
export function schemaRows<Direction extends 'request' | 'response'>(direction: Direction, why: string) {
  const createRows =
    <Words extends RowWords>(severity: BreakingRule['severity']) =>
    <const Id extends string>(
      topic: SchemaTopic,
      id: Id,
      title: string,
      example: string,
      ...[words]: Partial<Words> extends Words ? [words?: Words] : [words: Words]
    ) => {
      const { why: reason = why, fix = newVersion, leavesValid }: RowWords = words ?? {}
      const rule = `breaking-${direction}-${id}` as const
      return aboutSchema(topic, createRule(severity, rule, title, reason, fix, example), leavesValid)
    }
  return [createRows<RowWords>('error'), createRows<WarningWords>('warn')] as const
}

/** How something goes without surprise. */
export function announce(what: string): string {
  return `Keep ${what} and mark it deprecated, with an x-sunset: after that day it may go.`
}

/** A way out for a change that clients cannot keep up with; by default the policy does not allow it. */
export const nextMajor =
  'offer the change in a new major version (policy.breaking_allowed: major lets that pass)'

export const newVersion = `Keep what was valid, or ${nextMajor}.`
