import type { WeighedPolicy } from './policy.ts'

/** The part of a policy that weighs issues. */
export type Weighing = Omit<WeighedPolicy, 'on_truncation' | 'on_unevaluated'>

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
