/**
 * An error is recognised by what it carries, not by `instanceof Error`: under Jest and in other `vm` contexts the errors
 * of Node are of another realm.
 */
interface SystemError {
  readonly code: string
  readonly syscall?: unknown
}

function isCoded(error: unknown): error is SystemError {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
}

/** Such as `ENOENT`; undefined for an error without a code. */
export function findErrorCode(error: unknown): string | undefined {
  return isCoded(error) ? error.code : undefined
}

/** The code of an error of the operating system; undefined for any other. */
export function findSystemCode(error: unknown): string | undefined {
  return isCoded(error) && error.syscall !== undefined ? error.code : undefined
}

export function readMessage(error: unknown): string {
  const isMessage = typeof error === 'object' && error !== null && 'message' in error
  return isMessage && typeof error.message === 'string' ? error.message : String(error)
}

export function readStack(error: unknown): string {
  const isError = typeof error === 'object' && error !== null && 'stack' in error
  return isError ? String(error.stack) : ''
}
