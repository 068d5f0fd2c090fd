import { type ErrorKind, GovError } from '../../model/errors.ts'
import { messageOf, stackOf } from '../../model/system-error.ts'

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
