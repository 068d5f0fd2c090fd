import type { Evaluation } from '../model/evaluation.ts'
import type { EvaluationRequest } from './plan.ts'

/** One call and what came back. */
export interface Answer {
  readonly request: EvaluationRequest
  readonly evaluation: Evaluation
}
