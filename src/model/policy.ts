import type { BasePolicy } from './base.ts'
import type { BreakingAllowance, BreakingLevel } from './breaking.ts'
import type { Severity } from './severity.ts'

/** Budgets: how many issues of a severity are accepted, whatever `fail_on` says of those below it. */
export type Budgets = Readonly<Partial<Record<Severity, number | undefined>>>

/** `refuse`: as `none`, and the definitions of a dashboard's APIs are read to see that none asks it to drop issues. */
export const inlineWaivers = ['none', 'x-lint-ignore', 'refuse'] as const
export type InlineWaivers = (typeof inlineWaivers)[number]

export function honoursIgnores({ inline_waivers }: Pick<Policy, 'inline_waivers'>): boolean {
  return inline_waivers === 'x-lint-ignore'
}

/** What is accepted of one ruleset. */
export interface RulesetPolicy {
  readonly fail_on?: Severity | 'never' | undefined
  readonly max?: Budgets | undefined
}

export type FloorRule = 'fail_on' | `max.${Severity}`

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
  /** `split`: a truncated request is split into smaller ones until no response is truncated. */
  readonly on_truncation: 'fail' | 'split'
  /** `pass`: a run counts as complete although no ruleset ran or an API was not evaluated. */
  readonly on_unevaluated: 'fail' | 'pass'
  /** Rules of the embedded sandbox whose `given` matched nothing. Absent: `warn`. */
  readonly on_unmatched?: 'fail' | 'warn' | 'ignore' | undefined
  /** Which issues count beside a base. Absent: `new`. */
  readonly base?: BasePolicy | undefined
  /** Whether breaking changes since the base are issues. Absent: they are not looked for. */
  readonly breaking?: BreakingLevel | undefined
  /** Severities of single rules of these, whatever `breaking` says. */
  readonly breaking_rules?: Readonly<Record<string, Severity | 'off'>> | undefined
  /** Absent: `never`. */
  readonly breaking_allowed?: BreakingAllowance | undefined
  /** Whether what the definition says of itself may excuse its issues. Absent: `none`. */
  readonly inline_waivers?: InlineWaivers | undefined
  /** A waiver that ends later than this from today excuses nothing. */
  readonly max_waiver_days?: number | undefined
}

/** A policy, and what of it the caller gives. */
export interface WeighedPolicy extends Policy {
  /** Rules that the caller gives: they count the issues of every ruleset, whatever the config says of some. */
  readonly floor?: readonly FloorRule[] | undefined
}

/** The policy of a run, and who made it. */
export interface PolicyInForce extends WeighedPolicy {
  /** The files and flags that set something of it, or `defaults`. */
  readonly origin?: string | undefined
  /** What of it accepts more than the defaults do, such as `on_unevaluated: pass`. */
  readonly weaker?: readonly string[] | undefined
}
