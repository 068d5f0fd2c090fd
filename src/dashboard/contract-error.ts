import { GovError } from '../core/model/errors.ts'

/** An answer that is not the contract's: never a pass, whatever it may have meant. */
export function contractError(code: string, message: string, cause?: unknown): GovError {
  const hint =
    'Check that the URL is the dashboard itself, not a proxy or a login page, and that its version is 5.15 or later.'
  return new GovError('unavailable', code, message, hint, cause)
}
