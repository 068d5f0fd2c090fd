import { parameterRules, requestBodyRules, responseRules } from './messages.ts'
import { lifecycleRules, operationRules, securityRules, webhookRules } from './operations.ts'
import type { BreakingRule } from './rows.ts'
import { requestSchemaRules, responseSchemaRules } from './schemas.ts'

/** Every rule that a breaking change can have. */
export const breakingRules = [
  ...operationRules,
  ...webhookRules,
  ...parameterRules,
  ...requestBodyRules,
  ...requestSchemaRules,
  ...responseRules,
  ...responseSchemaRules,
  ...securityRules,
  ...lifecycleRules,
]

/** A check can report only a rule that has its words here. */
export type BreakingRuleId = (typeof breakingRules)[number]['id']

const rulesById = new Map<string, BreakingRule>(breakingRules.map((rule) => [rule.id, rule]))

export function findBreakingRule(id: BreakingRuleId): BreakingRule | undefined {
  return rulesById.get(id)
}
