import { GovError } from '../model/errors.ts'

/** An answer that is not the contract's: never a pass, whatever it may have meant. */
export function contractError(code: string, message: string, cause?: unknown): GovError {
  return new GovError(
    'unavailable',
    code,
    message,
    'Check that the URL is the dashboard itself, not a proxy or a login page, and that its version is 5.15 or later.',
    cause,
  )
}
