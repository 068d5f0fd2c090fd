import { exitCodes, GovError } from './errors.ts'
import { readMessage, readStack } from './file-fault.ts'
import type { Failure } from './gap.ts'
import type { UndecidedReport } from './report.ts'
import type { Run } from './run.ts'

/** The report of a run that ended in `error`. */
export function failedReport(error: unknown, run: Run): UndecidedReport {
  return { version: 1, outcome: { kind: 'undecided', failure: toFailure(error) }, run }
}

/** The failure for an error, in the same words in the command line, reports, editors and agents. */
export function toFailure(error: unknown): Failure {
  if (error instanceof GovError) {
    const { code, message, hint, exitCode, place } = error
    return { code, message, hint, exit_code: exitCode, ...(place && { place }) }
  }
  return {
    code: 'bug',
    message: `internal error: ${readMessage(error)}`,
    hint: 'Please report it with the command, gov --version, and the output with GOV_DEBUG=1.',
    exit_code: exitCodes.bug,
  }
}

/** A line for a log; with `GOV_DEBUG`, also where an internal error comes from. */
export function faultLog(error: unknown, { GOV_DEBUG }: { readonly GOV_DEBUG?: string | undefined }): string {
  return `${toFailure(error).message}${GOV_DEBUG ? `\n${readStack(error)}` : ''}`
}

/** A run before its plan: it has a start and a version only. */
export function createEmptyRun(started: Date, gov: string): Run {
  return {
    dashboard: 'unknown',
    api_ids: [],
    definitions: [],
    requests: 0,
    started: started.toISOString(),
    took_ms: 0,
    gov,
  }
}
