import type { EvaluatorOptions } from '../evaluation/evaluator.ts'
import type { Offload } from './offload.ts'

export interface AppOptions extends EvaluatorOptions {
  /** Does the work of evaluations elsewhere; absent: here. */
  readonly offload?: Offload | undefined
  /**
   * Gets the cause of every 500. `unexpected` is an internal error, of which the caller sees nothing; `answered` is one
   * that the contract names, such as a file of the workspace that cannot be read.
   */
  readonly onFault?: ((error: unknown, kind: 'unexpected' | 'answered') => void) | undefined
}
