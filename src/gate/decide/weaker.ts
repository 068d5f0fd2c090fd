import { honoursIgnores } from '../../core/model/inline-waivers.ts'
import type { Policy, RulesetPolicy } from '../../core/model/policy.ts'
import type { Reason } from '../../core/model/reason.ts'

/** Each value of a policy that accepts what the defaults do not: errors, advisory rulesets, what was not evaluated. */
export function weakerThanDefaults(policy: Policy): string[] {
  return Object.values(weakerValues).flatMap((list) => list(policy))
}

const nothing = () => []

/** By the key of the policy, in the order in which they are told: a new key says here when it accepts more. */
const weakerValues: Readonly<Record<keyof Policy, (policy: Policy) => readonly string[]>> = {
  fail_on: listAccepting,
  // With `fail_on`.
  max: nothing,
  rulesets: ({ fail_on, rulesets }) =>
    Object.entries(rulesets).flatMap(([id, entry]) =>
      listAccepting({ fail_on, ...entry }).map((value) => `rulesets.${id}.${value}`),
    ),
  advisory_actions: ({ advisory_actions: actions }) =>
    actions.length > 0 ? [`advisory_actions: ${actions.join(', ')}`] : [],
  on_unevaluated: ({ on_unevaluated }) => (on_unevaluated === 'pass' ? ['on_unevaluated: pass'] : []),
  inline_waivers: (policy) => (honoursIgnores(policy) ? ['inline_waivers: x-lint-ignore'] : []),
  on_truncation: nothing,
  on_unmatched: nothing,
  base: nothing,
  breaking: nothing,
  breaking_rules: nothing,
  breaking_allowed: nothing,
  deprecation_days: nothing,
  max_waiver_days: nothing,
}

/** A budget decides over errors where there is one, else `fail_on`. */
function listAccepting({ fail_on, max }: RulesetPolicy): string[] {
  const budget = max?.error
  if (budget !== undefined) return budget > 0 ? [`max.error: ${budget}`] : []
  return fail_on === 'never' ? ['fail_on: never'] : []
}

/** A change under review may weaken its own gate, so weaker values are always a reason. */
export function weakerReason(values: readonly string[], origin: string): Reason[] {
  return values.length === 0 ? [] : [{ kind: 'weaker-policy', origin, values }]
}
