import type { BasePolicy } from './base.ts'
import type { BreakingLevel, BreakingVersions } from './breaking.ts'
import type { AcceptableGap, IgnoresGap } from './gap.ts'
import type { BaselineEntry } from './identity.ts'
import type { Severity } from './severity.ts'
import type { WaiverUse } from './waiver.ts'

/** `fail_on`: how many issues there are of each severity that it fails on; none for `never`. */
export interface Threshold {
  readonly kind: 'threshold'
  /** Absent for the policy's own; so too in a budget. */
  readonly ruleset_id?: string | undefined
  /** It counts the issues of every ruleset, as the caller gives it; so too in a budget. */
  readonly every_ruleset?: boolean | undefined
  readonly level: Severity | 'never'
  readonly counts: Readonly<Partial<Record<Severity, number | undefined>>>
}

export interface Budget {
  readonly kind: 'budget'
  readonly ruleset_id?: string | undefined
  readonly every_ruleset?: boolean | undefined
  readonly severity: Severity
  readonly limit: number
  readonly count: number
}

/** A ruleset whose action keeps its issues from gating. */
export interface Advisory {
  readonly kind: 'advisory'
  readonly ruleset_id: string
  readonly action: string
  readonly count: number
}

/** An entry of the policy for a ruleset that did not run. */
export interface Idle {
  readonly kind: 'idle'
  readonly ruleset_id: string
}

/** How many issues waivers, or the baseline, excuse. */
export interface ExcusedCount {
  readonly kind: 'waived' | 'baselined'
  readonly count: number
}

/** Issues whose rules an `x-lint-ignore` of their definition names. */
export interface InlineIgnores {
  readonly kind: 'inline-ignores'
  /** It waives them; or they count, as the policy says or because the key is not at the base. */
  readonly effect: 'waives' | 'none' | 'new'
  readonly count: number
  readonly rules: readonly string[]
}

/** A waiver that is not simply in use. */
export type WaiverNotice = { readonly kind: 'waiver'; readonly waiver: WaiverUse } & (
  | { readonly problem: 'expired' }
  /** `latest`: the last day that `max_waiver_days` allows. */
  | { readonly problem: 'too-long'; readonly latest: string }
  /** `days`: how many are left after today. */
  | { readonly problem: 'expiring'; readonly days: number }
  /** Its path leads to several nodes, and `pointer` to the one that an issue is at, where that is known. */
  | { readonly problem: 'ambiguous'; readonly path: string; readonly pointer?: string | undefined }
  /** `meant`: an id of the run that is near to the waiver's. */
  | {
      readonly problem: 'unused'
      readonly meant?: { readonly key: string; readonly id: string } | undefined
    }
)

/** Entries of the baseline that match no issue of what was evaluated. */
export interface StaleBaseline {
  readonly kind: 'stale-baseline'
  /** `--strict-baseline`: they fail the run. */
  readonly strict: boolean
  readonly count: number
  readonly first: BaselineEntry
}

/** A gap that the policy accepts. */
export interface AcceptedGap {
  readonly kind: 'accepted'
  readonly gap: AcceptableGap | IgnoresGap
}

/** What of the policy accepts more than the defaults do. */
export interface WeakerPolicy {
  readonly kind: 'weaker-policy'
  readonly origin: string
  readonly values: readonly string[]
}

/** The trusted policy file, and what of the config it replaces. */
export interface TrustedPolicy {
  readonly kind: 'trusted-policy'
  readonly file: string
  readonly ignored: readonly string[]
}

/** Rules whose `given` matched nothing, or nothing that they check; `strict`: they fail the run. */
export interface UnmatchedRules {
  readonly kind: 'unmatched'
  readonly strict: boolean
  readonly rules: readonly UnmatchedRule[]
  /** The rulesets of which every own rule is among them. Absent: none. */
  readonly whole?: readonly string[] | undefined
}

export interface UnmatchedRule {
  readonly ruleset_id: string
  readonly rule_id: string
  /** Its `given` matched, but only values that its function ignores. */
  readonly unchecked?: true | undefined
}

export interface EmptyShard {
  readonly kind: 'empty-shard'
  readonly index: number
  readonly total: number
}

/** How many issues are new since the base, and how many were there. */
export interface BaseReason {
  readonly kind: 'base'
  readonly name: string
  readonly commit?: string | undefined
  readonly policy: BasePolicy
  readonly new_count: number
  readonly known_count: number
  /** Absent: not known. */
  readonly fixed_count?: number | undefined
  /** Definitions that were not there: all of their issues are new. */
  readonly new_definitions: readonly string[]
}

/** What of the change breaks clients, or that it was not looked for. */
export interface BreakingReason {
  readonly kind: 'breaking'
  /** Absent: the policy does not say, and nothing was looked for. */
  readonly level?: BreakingLevel | undefined
  readonly count: number
  /** Allowed by a new major version. */
  readonly allowed_count: number
  /** Definitions with breaking changes, and what their versions say under `breaking_allowed: major`. */
  readonly versions: readonly (BreakingVersions & { readonly file: string })[]
  /** Rules that the policy turns off. */
  readonly off: readonly string[]
}

/** One line of the outcome's why: what was looked at, and the values that decide whether it holds. */
export type Reason =
  | Threshold
  | Budget
  | Advisory
  | Idle
  | ExcusedCount
  | InlineIgnores
  | WaiverNotice
  | StaleBaseline
  | AcceptedGap
  | WeakerPolicy
  | TrustedPolicy
  | EmptyShard
  | UnmatchedRules
  | BaseReason
  | BreakingReason

/** Whether the result is accepted as far as this reason goes. */
export function holds(reason: Reason): boolean {
  if (reason.kind === 'threshold') return Object.values(reason.counts).every((count) => !count)
  if (reason.kind === 'budget') return reason.count <= reason.limit
  return !('strict' in reason && reason.strict)
}

/** What gives a report of all shards its reasons of each kind. */
const sources = {
  threshold: 'policy',
  budget: 'policy',
  advisory: 'policy',
  idle: 'policy',
  unmatched: 'policy',
  waived: 'excuses',
  baselined: 'excuses',
  base: 'base',
  breaking: 'base',
  'inline-ignores': 'excuses',
  waiver: 'excuses',
  accepted: 'gaps',
  'stale-baseline': 'each shard',
  'weaker-policy': 'run',
  'trusted-policy': 'run',
  'empty-shard': 'no shard',
} as const satisfies Record<Reason['kind'], string>

export function sourceOf({ kind }: Reason): (typeof sources)[Reason['kind']] {
  return sources[kind]
}
