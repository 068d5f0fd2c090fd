import { type ExitCode, exitCodes, type GovError, survivable } from '../../core/model/errors.ts'

export interface Finding {
  readonly name: string
  readonly status: 'ok' | 'warn' | 'fail' | 'skip'
  readonly message: string
  /** How to fix it; set for warnings and failures. */
  readonly hint?: string | undefined
  /** Exit code of a `gov check` that meets this finding. */
  readonly exit_code: ExitCode
}

export function good(name: string, message: string): Finding {
  return { name, status: 'ok', message, exit_code: exitCodes.pass }
}

export function warnFinding(name: string, message: string, hint: string): Finding {
  return { name, status: 'warn', message, hint, exit_code: exitCodes.pass }
}

export function skipped(name: string, message: string): Finding {
  return { name, status: 'skip', message, exit_code: exitCodes.pass }
}

export function failed(name: string, error: GovError): Finding {
  const { message, hint, exitCode } = error
  return { name, status: 'fail', message, hint, exit_code: exitCode }
}

/** A failure that is a GovError is a finding; the end of the run and an internal error are not. */
export async function tried<Result>(
  name: string,
  look: () => Result | Promise<Result>,
): Promise<{ readonly result: Result } | { readonly finding: Finding; readonly error: GovError }> {
  try {
    return { result: await look() }
  } catch (thrown) {
    const error = survivable(thrown)
    return { finding: failed(name, error), error }
  }
}

/** `tried` for one step of several: yields the finding of a failure, and gives undefined then. */
export async function* attempt<Result>(
  name: string,
  look: () => Result | Promise<Result>,
): AsyncGenerator<Finding, { readonly result: Result } | undefined> {
  const ended = await tried(name, look)
  if ('result' in ended) return ended
  yield ended.finding
  return undefined
}
