import { lifecycleRules } from './lifecycle.ts'
import { operationRules, securityRules, webhookRules } from './operations.ts'
import { parameterRules, requestBodyRules } from './parameters.ts'
import { requestSchemaRules } from './request-schemas.ts'
import { responseSchemaRules } from './response-schemas.ts'
import { responseRules } from './responses.ts'
import type { BreakingRule } from './rows.ts'

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
