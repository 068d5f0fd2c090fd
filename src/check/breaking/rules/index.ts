import { parameterRules, requestBodyRules, responseRules } from './http.ts'
import { lifecycleRules, operationRules, securityRules, webhookRules } from './operations.ts'
import type { BreakingRule } from './rows.ts'
import { requestSchemaRules, responseSchemaRules } from './schemas.ts'

/** The rules that comparing two versions of an API can break. */
export const changeRules = [
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
export type BreakingRuleId = (typeof changeRules)[number]['id']

const rulesById = new Map<string, BreakingRule>(changeRules.map((rule) => [rule.id, rule]))

export function findBreakingRule(id: BreakingRuleId): BreakingRule | undefined {
  return rulesById.get(id)
}
