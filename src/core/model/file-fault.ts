/**
 * An error is recognised by what it carries, not by `instanceof Error`: under Jest and in other `vm` contexts the errors
 * of Node are of another realm.
 */
function isCoded(error: unknown): error is { readonly code: string; readonly syscall?: unknown } {
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

export type FileFaultCode =
  | 'not-found'
  | 'is-folder'
  | 'not-a-file'
  | 'unreadable'
  | 'too-large'
  | 'empty'
  | 'not-text'
  | 'in-lfs'
  | 'is-link'

/** Why a file cannot be used. `message` is the rest of a sentence that begins with the file's name. */
export class FileFault extends Error {
  readonly code: FileFaultCode
  /** From 1, where there is one to go to. */
  readonly line: number | undefined

  constructor(code: FileFaultCode, message: string, line?: number, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'FileFault'
    this.code = code
    this.line = line
  }
}

const known: ReadonlyMap<unknown, readonly [FileFaultCode, string]> = new Map([
  ['ENOENT', ['not-found', 'does not exist']],
  ['ENOTDIR', ['not-found', 'does not exist: part of its path is a file, not a folder']],
  ['ENAMETOOLONG', ['not-found', 'does not exist: its name is too long']],
  ['EISDIR', ['is-folder', 'is a folder, not a file']],
  ['EACCES', ['unreadable', 'cannot be read: permission denied']],
  ['EPERM', ['unreadable', 'cannot be read: permission denied']],
  ['ELOOP', ['unreadable', 'cannot be read: circular symbolic links']],
])

/** Words the operating system's error. Any other error is a bug, and is thrown again. */
export function toFileFault(error: unknown): FileFault {
  if (error instanceof FileFault) return error
  const system = findSystemCode(error)
  if (system === undefined) throw error
  const [code, message] = known.get(system) ?? ['unreadable', `cannot be read: ${system}`]
  return new FileFault(code, message, undefined, error)
}
