import { honoursIgnores } from './inline-waivers.ts'
import type { FloorRule, Policy, WeighedPolicy } from './policy.ts'
import { severities } from './severity.ts'

/**
 * A limit decides over issues; `apart` are the rulesets that have limits of their own, or none; `acceptance` accepts what no
 * limit is about.
 */
type PolicyKeyKind = 'limit' | 'apart' | 'acceptance' | 'other'

/** Each key of a policy: a new one does not compile without a row, nor a limit without all that limits need. */
const policyKeys = {
  fail_on: 'limit',
  max: 'limit',
  rulesets: 'apart',
  advisory_actions: 'apart',
  on_truncation: 'other',
  on_unevaluated: 'acceptance',
  on_unmatched: 'other',
  base: 'other',
  breaking: 'other',
  breaking_rules: 'other',
  breaking_allowed: 'other',
  deprecation_days: 'other',
  inline_waivers: 'acceptance',
  max_waiver_days: 'other',
} as const satisfies Record<keyof Policy, PolicyKeyKind>

type KeyOfKind<Kind extends PolicyKeyKind> = {
  [Key in keyof Policy]-?: (typeof policyKeys)[Key] extends Kind ? Key : never
}[keyof Policy]

/** The limits by their settings: those of a layer above the file are a floor, and `--strictness` replaces all of them. */
export const limitSettings: Readonly<Record<KeyOfKind<'limit'>, readonly FloorRule[]>> = {
  fail_on: ['fail_on'],
  max: severities.map((severity) => `max.${severity}` as const),
}

/** The part of a policy that weighs issues. */
export type Weighing = Omit<WeighedPolicy, 'on_truncation' | 'on_unevaluated'>

/** Every limit, and what is apart: a preset leaves none of them to a config. */
type Preset = { readonly [Key in KeyOfKind<'limit' | 'apart'>]: WeighedPolicy[Key] | undefined }

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
} as const satisfies Record<string, Preset>

export type Strictness = keyof typeof strictnesses

/** The acceptances under a preset: none, and what a policy refuses beyond the defaults stays refused. */
const refusals: { readonly [Key in KeyOfKind<'acceptance'>]: (policy: Policy) => Policy[Key] } = {
  on_unevaluated: () => 'fail',
  inline_waivers: (policy) => (honoursIgnores(policy) ? 'none' : policy.inline_waivers),
}

/** The policy under a preset, which sets every limit and accepts nothing else. The other keys say which issues there are. */
export function applyStrictness(policy: Policy, strictness: Strictness): WeighedPolicy {
  return {
    ...policy,
    ...strictnesses[strictness],
    on_unevaluated: refusals.on_unevaluated(policy),
    inline_waivers: refusals.inline_waivers(policy),
  }
}
