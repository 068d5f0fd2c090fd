import type { Definition, EvaluationRequest } from '../../model/asked.ts'
import type { Evaluation } from '../../model/evaluation.ts'
import type { CarriedSandbox } from '../connect/dashboard.ts'
import type { Survey } from '../definitions/survey.ts'
import type { ThreadError } from './thread-error.ts'

/** What a thread starts with. */
export interface ThreadStart {
  readonly sandbox: CarriedSandbox
  readonly cwd: string
  readonly version: string
  /** Definitions that are given and not in a file. */
  readonly contents: ReadonlyMap<string, Uint8Array>
  readonly deadlineMs: number
  /** When the run began to count, in milliseconds since 1970. */
  readonly startedAt: number
}

/** To read and check a definition, or to have one evaluated whose digest is known. */
export type Question =
  | { readonly survey: Definition }
  | { readonly request: EvaluationRequest; readonly digest: string | undefined }

/** `inputs` are the files that were read for it, and not before. */
export type Answer = { readonly inputs: readonly string[] } & (
  | { readonly survey: Survey }
  | { readonly evaluation: Evaluation }
  | { readonly error: ThreadError }
)
