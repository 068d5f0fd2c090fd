import type { AppliedRule } from '../../contract/rulesets.ts'
import type { Ruleset } from '../../engine/rule.ts'

/** The rules that are on, with what the ruleset extends taken in. */
export function appliedRules({ rules }: Ruleset): AppliedRule[] {
  return rules.map(({ id, description, message, severity, howToFix }) => ({
    id,
    description,
    message: message ?? '',
    severity,
    how_to_fix: howToFix,
  }))
}
