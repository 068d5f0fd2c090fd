import { honoursIgnores } from '../../core/model/inline-waivers.ts'
import type { Policy, RulesetPolicy } from '../../core/model/policy.ts'
import type { Reason } from '../../core/model/reason.ts'

/** Each value of a policy that accepts what the defaults do not: errors, advisory rulesets, what was not evaluated. */
export function weakerThanDefaults(policy: Policy): string[] {
  const { fail_on, rulesets, advisory_actions, on_unevaluated } = policy
  const ofRulesets = Object.entries(rulesets).flatMap(([id, entry]) =>
    accepting({ fail_on, ...entry }).map((value) => `rulesets.${id}.${value}`),
  )
  return [
    ...accepting(policy),
    ...ofRulesets,
    ...(advisory_actions.length > 0 ? [`advisory_actions: ${advisory_actions.join(', ')}`] : []),
    ...(on_unevaluated === 'pass' ? ['on_unevaluated: pass'] : []),
    ...(honoursIgnores(policy) ? ['inline_waivers: x-lint-ignore'] : []),
  ]
}

/** A budget decides over errors where there is one, else `fail_on`. */
function accepting({ fail_on, max }: RulesetPolicy): string[] {
  const budget = max?.error
  if (budget !== undefined) return budget > 0 ? [`max.error: ${budget}`] : []
  return fail_on === 'never' ? ['fail_on: never'] : []
}

/** A change under review may have weakened its own gate: the outcome says so even where it made no difference. */
export function weakerReason(values: readonly string[], origin: string): Reason[] {
  return values.length === 0 ? [] : [{ kind: 'weaker-policy', origin, values }]
}
