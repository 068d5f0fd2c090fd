import { exitCodes, GovError } from '../model/errors.ts'
import type { Failure } from '../model/failure.ts'
import type { UndecidedReport } from '../model/report.ts'
import type { Run } from '../model/run.ts'
import { messageOf } from '../model/system-error.ts'

/** The report of a run that ended in `error`. */
export function failedReport(error: unknown, run: Run): UndecidedReport {
  return { version: 1, outcome: { kind: 'undecided', failure: failureOf(error) }, run }
}

export function failureOf(error: unknown): Failure {
  if (error instanceof GovError) {
    const { code, message, hint, exitCode } = error
    return { code, message, hint, exit_code: exitCode }
  }
  return {
    code: 'bug',
    message: messageOf(error),
    hint: 'Please report it with the command and the output of gov --version.',
    exit_code: exitCodes.bug,
  }
}

/** A run of which nothing is known yet but when it began and who ran it. */
export function nothingRun(started: Date, gov: string): Run {
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
