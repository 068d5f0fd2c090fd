import type { BreakingRule } from '../breaking-change.ts'
import { lifecycleRules } from './lifecycle.ts'
import { operationRules, securityRules, webhookRules } from './operations.ts'
import { parameterRules, requestBodyRules } from './parameters.ts'
import { requestSchemaRules } from './request-schemas.ts'
import { responseSchemaRules } from './response-schemas.ts'
import { responseRules } from './responses.ts'

/** Every rule that a breaking change can have. */
export const breakingRules: readonly BreakingRule[] = [
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
