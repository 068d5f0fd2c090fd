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

/**
 * The rules that a ruleset does not take from gov, by whether their `given` matched anything that their functions check,
 * in the documents that they are for.
 */
export interface RuleMatches {
  readonly ruleset_id: string
  readonly matched: readonly string[]
  readonly unmatched: readonly string[]
  /** Unmatched rules whose `given` led only to values that a function of theirs ignores. Absent: none. */
  readonly unchecked?: readonly string[] | undefined
}

/** A ruleset, and an API that none of its rules is for. */
export interface InapplicablePair {
  readonly ruleset_id: string
  readonly api_id: string
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
  /** Only the embedded sandbox knows. */
  readonly rule_matches?: readonly RuleMatches[] | undefined
}

/** One response of the service. */
export interface AnsweredEvaluation extends Evaluation {
  readonly inapplicable?: readonly InapplicablePair[] | undefined
}
