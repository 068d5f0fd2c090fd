import type { EvaluationRequest } from '../model/asked.ts'
import type { AnsweredEvaluation } from '../model/evaluation.ts'

/** One call and what came back. */
export interface Answer {
  readonly request: EvaluationRequest
  readonly evaluation: AnsweredEvaluation
}
