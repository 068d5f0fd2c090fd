import type { Comparison } from './comparison.ts'
import type { Evaluation } from './evaluation.ts'
import type { Failure, Verdict } from './outcome.ts'
import type { Run } from './run.ts'

/** The JSON report: everything a reader of the run may want, complete. */
export interface Report extends Evaluation {
  readonly version: 1
  readonly verdict: Verdict
  readonly run: Run
  readonly failure?: Failure | undefined
  /** Issues that a waiver or the baseline excuses; they are in `issues` and in the counts, and do not gate. */
  readonly waived_count: number
  readonly baselined_count: number
  readonly comparison?: Comparison | undefined
}
