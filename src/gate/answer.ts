import type { Definition, Selector } from '../model/asked.ts'
import type { AnsweredEvaluation } from '../model/evaluation.ts'

/** One call of the evaluation operation: some saved APIs, or one local definition, and one way to pick rulesets. */
export type EvaluationRequest = {
  readonly selector: Selector
  /** The categories whose rulesets the selector names, when their answer had to be asked for in pieces. */
  readonly of?: readonly string[] | undefined
} & (
  | { readonly kind: 'apis'; readonly api_ids: readonly string[] }
  | { readonly kind: 'definition'; readonly definition: Definition }
)

/** One call and what came back. */
export interface Answer {
  readonly request: EvaluationRequest
  readonly evaluation: AnsweredEvaluation
}
