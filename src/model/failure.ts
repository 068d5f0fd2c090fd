import type { ErrorExitCode } from './errors.ts'

/** Why the gate could not decide. `code` is stable from version to version. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly hint: string
  readonly exit_code: ErrorExitCode
}
