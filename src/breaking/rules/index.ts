import type { BreakingRule } from '../breaking-change.ts'
import { lifecycleRules } from './lifecycle.ts'
import { operationRules } from './operations.ts'
import { parameterRules } from './parameters.ts'
import { requestBodyRules } from './request-body.ts'
import { requestSchemaRules } from './request-schemas.ts'
import { responseSchemaRules } from './response-schemas.ts'
import { responseRules } from './responses.ts'
import { securityRules } from './security.ts'
import { webhookRules } from './webhooks.ts'

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
