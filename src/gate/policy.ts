import type { Severity } from '../model.ts'

/** Budgets: how many issues of a severity are accepted, whatever `fail_on` says of those below it. */
export type Budgets = Readonly<Partial<Record<Severity, number | undefined>>>

/** What is accepted of one ruleset. */
export interface RulesetPolicy {
  readonly fail_on?: Severity | 'never' | undefined
  readonly max?: Budgets | undefined
}

/** What the team accepts. */
export interface Policy {
  /** The lowest severity of which one issue fails the run. */
  readonly fail_on: Severity | 'never'
  readonly max: Budgets
  /**
   * Rulesets that are judged on their own: by their entry, and by `fail_on` above where it has none. Their issues
   * count for none of the other rules.
   */
  readonly rulesets: Readonly<Record<string, RulesetPolicy>>
  /** The issues of rulesets with one of these actions are reported and never gate. */
  readonly advisory_actions: readonly string[]
  /** `split`: an answer that was cut is asked for again in smaller pieces, until nothing is cut. */
  readonly on_truncation: 'fail' | 'split'
  /** `pass`: a run counts as complete although no ruleset ran or an API was not evaluated. */
  readonly on_unevaluated: 'fail' | 'pass'
}

/** The part of a policy that weighs issues. */
export type Weighing = Pick<Policy, 'fail_on' | 'max' | 'rulesets' | 'advisory_actions'>

const byAction = { max: {}, rulesets: {}, advisory_actions: ['none'] } as const

/**
 * The strictness names of the vendor's reference script, with its meaning: only rulesets whose action is not `none`
 * gate; strict fails on errors and warnings, standard on errors, permissive on neither. What was cut or failed in
 * part fails under each. The script's exit codes differ: it exits 2 on errors and 1 on warnings, gov 1 on both.
 */
export const strictnesses = {
  strict: { fail_on: 'warn', ...byAction },
  standard: { fail_on: 'error', ...byAction },
  permissive: { fail_on: 'never', ...byAction },
} as const satisfies Record<string, Weighing>

export type Strictness = keyof typeof strictnesses
