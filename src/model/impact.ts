import { type ExitCode, exitCodes, worstExitCode } from './errors.ts'
import type { Issue } from './issue.ts'
import type { Severity } from './severity.ts'

/** What the policy says of the issues of one API alone; unknown where it was not evaluated in full. */
export type ApiVerdict = 'passes' | 'fails' | 'unknown'

export const apiEffects = ['newly-fails', 'newly-passes', 'still-fails', 'still-passes', 'unknown'] as const
export type ApiEffect = (typeof apiEffects)[number]

export interface ImpactApi {
  /** The file of a local definition, or the id of a saved API. */
  readonly id: string
  /** A saved API's own name, where it is known. */
  readonly name?: string | undefined
  readonly saved: boolean
  /** Ids of users and groups. */
  readonly owners: readonly string[]
  readonly categories: readonly string[]
  readonly before: ApiVerdict
  readonly after: ApiVerdict
  readonly effect: ApiEffect
  /** Why it is unknown, or what of the policy it newly breaks. */
  readonly reasons: readonly string[]
  /** The rules that make it newly fail or pass, and how many issues of each: most first. */
  readonly turned_by: readonly RuleCount[]
  /** Issues that only the new ruleset has; those of a rule with another severity are in both lists. */
  readonly added: readonly Issue[]
  readonly removed: readonly Issue[]
}

export interface RuleCount {
  readonly rule_id: string
  readonly count: number
}

export type RuleChange = 'added' | 'removed' | 'changed'

export interface ImpactRule {
  readonly rule_id: string
  /** Absent where the rules themselves were not compared, because a dashboard has them. */
  readonly change?: RuleChange | undefined
  /** Absent where the rule has the same severity in both. */
  readonly severity?: { readonly old: Severity; readonly new: Severity } | undefined
  readonly added: number
  readonly removed: number
  /** APIs that newly fail or pass because of it. */
  readonly newly_failing: number
  readonly newly_passing: number
}

/** An owner or a category. An API of several counts for each. */
export interface ImpactGroup {
  readonly name: string
  readonly apis: number
  readonly newly_failing: number
  readonly newly_passing: number
}

/** After a day, rules with issues get the severity that they are dated for. */
export interface LaterImpact {
  /** The last day of the earlier severities. */
  readonly until: string
  readonly rules: readonly { readonly rule_id: string; readonly severity: Severity }[]
  /** APIs that pass until then and fail after it, other than with the old ruleset. */
  readonly newly_failing: number
  readonly failing: readonly string[]
}

export interface ImpactSide {
  /** What the caller wrote. */
  readonly name: string
  readonly kind: 'file' | 'git' | 'saved'
  readonly commit?: string | undefined
}

/** What a fleet's verdicts would be with another ruleset in the place of one. */
export interface Impact {
  readonly version: 1
  /** RFC 3339. */
  readonly started: string
  readonly took_ms: number
  readonly gov: string
  readonly dashboard: string
  readonly old: ImpactSide
  readonly new: ImpactSide
  /** The id under which both are judged: policy, waivers and baseline that name it go on to hold. */
  readonly ruleset_id: string
  readonly newly_failing: number
  readonly newly_passing: number
  readonly still_failing: number
  readonly still_passing: number
  readonly unknown: number
  /** The run of the config as a whole. */
  readonly run: {
    readonly before: RunVerdict
    readonly after: RunVerdict
    /** What the policy newly refuses of the run as a whole, such as a rule that matched nothing. */
    readonly reasons: readonly string[]
  }
  /** Per day on which severities of the new ruleset change, the first day first. */
  readonly later: readonly LaterImpact[]
  readonly rules: readonly ImpactRule[]
  /** How many rules both have; they were evaluated once. */
  readonly unchanged_rules?: number | undefined
  /** None of the new ruleset's own rules matched anything in any API. */
  readonly matches_nothing?: true | undefined
  readonly apis: readonly ImpactApi[]
  readonly owners: readonly ImpactGroup[]
  readonly categories: readonly ImpactGroup[]
}

/** Whether a pipeline that passed may fail: one for an API, or that of the config. */
export function turnsRed({ newly_failing, run }: Pick<Impact, 'newly_failing' | 'run'>): boolean {
  return newly_failing > 0 || run.reasons.length > 0 || (run.before === 'passed' && run.after === 'failed')
}

/** Nothing that was not evaluated passes for unharmed. */
export function impactExitCode(impact: Impact): ExitCode {
  const { unknown, run } = impact
  const isIncomplete = unknown > 0 || run.before === 'incomplete' || run.after === 'incomplete'
  return worstExitCode([
    turnsRed(impact) ? exitCodes.policy : exitCodes.pass,
    isIncomplete ? exitCodes.incomplete : exitCodes.pass,
  ])
}

export type RunVerdict = 'passed' | 'failed' | 'incomplete'
