import { exitCodes, GovError } from '../model/errors.ts'
import type { Report } from '../model/report.ts'
import type { Run } from '../model/run.ts'

/** The report of a run that ended in `error`: never a pass, and nothing in it looks evaluated. */
export function failedReport(error: unknown, run: Run): Report {
  const known = error instanceof GovError
  const exit_code = known ? error.exitCode : exitCodes.bug
  const message = error instanceof Error ? error.message : String(error)
  const hint = known ? error.hint : 'Please report it with the command and gov --version.'
  return {
    version: 1,
    verdict: { passed: false, exit_code, reasons: [{ passed: false, exit_code, message }] },
    ...nothingEvaluated,
    run,
    failure: { code: known ? error.code : 'bug', message, hint },
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

const nothingEvaluated = {
  rulesets: [],
  issues: [],
  total: 0,
  truncated: false,
  error_count: 0,
  warn_count: 0,
  info_count: 0,
  hint_count: 0,
  waived_count: 0,
  baselined_count: 0,
  evaluated_apis: 0,
  elapsed_ms: 0,
}
