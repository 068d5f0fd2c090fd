import { type ErrorKind, GovError } from '../../../core/model/errors.ts'
import type { OpenText } from '../live/live-reader.ts'
import type { SurroundingsInput } from '../surroundings.ts'
import type { JobTypes } from './jobs.ts'

export type JobName = keyof JobTypes

/** What a thread starts with. */
export interface ThreadInput extends SurroundingsInput {
  readonly open: readonly OpenText[]
}

export type ToThread =
  | { readonly open: OpenText }
  | { readonly closed: string }
  | { readonly abort: number }
  | { readonly job: number; readonly name: JobName; readonly input: unknown }

export type FromThread =
  | { readonly log: string }
  | { readonly job: number; readonly result: unknown }
  | { readonly job: number; readonly error: SentError }

/** An error as it can be sent: of the classes, only `Error` arrives. */
export interface SentError {
  readonly message: string
  readonly stack?: string | undefined
  readonly gov?: {
    readonly kind: ErrorKind
    readonly code: string
    readonly hint: string
    readonly cause: unknown
  }
}

export function sendError(error: unknown): SentError {
  const { message = String(error), stack } = Object(error)
  if (!(error instanceof GovError)) return { message, stack }
  const { line, column } = Object(error.cause)
  const { kind, code, hint } = error
  return { message, stack, gov: { kind, code, hint, cause: { line, column } } }
}

export function receiveError({ message, stack, gov }: SentError): Error {
  if (gov) return new GovError(gov.kind, gov.code, message, gov.hint, gov.cause)
  return Object.assign(new Error(message), stack !== undefined && { stack })
}
