import type { Issue } from './issue.ts'
import type { SeverityCounts } from './severity.ts'

export interface RulesetSummary extends SeverityCounts {
  readonly id: string
  readonly name: string
  readonly resource_type: string
  readonly active: boolean
  /** `none` or `warn` today; a value not known yet is kept as it is. */
  readonly action: string
}

/** What the service answered, merged over all requests of a run. */
export interface Evaluation extends SeverityCounts {
  readonly rulesets: readonly RulesetSummary[]
  readonly issues: readonly Issue[]
  readonly total: number
  readonly truncated: boolean
  readonly evaluated_apis: number
  readonly elapsed_ms: number
  readonly error?: string | undefined
}
