import type { BreakingRule } from '../breaking-change.ts'
import { operationRules } from './operations.ts'
import { parameterRules } from './parameters.ts'

/** Every rule that a breaking change can have. */
export const breakingRules: readonly BreakingRule[] = [...operationRules, ...parameterRules]
