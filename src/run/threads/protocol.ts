import type { Definition, EvaluationRequest } from '../../model/asked.ts'
import { type ErrorKind, GovError } from '../../model/errors.ts'
import type { Evaluation } from '../../model/evaluation.ts'
import { messageOf, stackOf } from '../../model/system-error.ts'
import type { CarriedSandbox } from '../connect/dashboard.ts'
import type { Survey } from '../definitions/survey.ts'

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

/** An error as it can go to another thread, where its class would be lost. */
export interface ThreadError {
  readonly message: string
  readonly stack: string
  readonly gov?: { readonly kind: ErrorKind; readonly code: string; readonly hint: string } | undefined
}

export function toThreadError(error: unknown): ThreadError {
  const gov = error instanceof GovError ? { kind: error.kind, code: error.code, hint: error.hint } : undefined
  return { message: messageOf(error), stack: stackOf(error), gov }
}

export function fromThreadError({ message, stack, gov }: ThreadError): Error {
  const error = gov ? new GovError(gov.kind, gov.code, message, gov.hint) : new Error(message)
  error.stack = stack
  return error
}
