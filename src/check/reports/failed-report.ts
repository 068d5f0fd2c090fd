import { exitCodes, GovError } from '../../core/model/errors.ts'
import { readMessage, readStack } from '../../core/model/file-fault.ts'
import type { Failure } from '../../core/model/gap.ts'
import type { UndecidedReport } from '../../core/model/report.ts'
import type { Run } from '../../core/model/run.ts'
import type { Settings } from '../../settings/merge.ts'
import { listPaths } from '../../settings/paths.ts'
import type { ReportFile } from '../../settings/setting.ts'
import { loadConfig } from '../config/load-config.ts'
import type { Env, World } from '../world.ts'

/** The report of a run that ended in `error`. */
export function failedReport(error: unknown, run: Run): UndecidedReport {
  return { version: 1, outcome: { kind: 'undecided', failure: toFailure(error) }, run }
}

/** The failure for an error, in the same words in the command line, reports, editors and agents. */
export function toFailure(error: unknown): Failure {
  if (error instanceof GovError) {
    const { code, message, hint, exitCode } = error
    return { code, message, hint, exit_code: exitCode }
  }
  return {
    code: 'bug',
    message: `internal error: ${readMessage(error)}`,
    hint: 'Please report it with the command, gov --version, and the output with GOV_DEBUG=1.',
    exit_code: exitCodes.bug,
  }
}

/** A line for a log; with `GOV_DEBUG`, also where an internal error comes from. */
export function faultLog(error: unknown, { GOV_DEBUG }: Env): string {
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

/** The reports that a config asks for; they stay in its repository. */
export function listReportFiles(reports: Settings['reports']): readonly ReportFile[] {
  return (reports?.value ?? []).map((report) => ({ ...report, fence: reports?.fence }))
}

interface FailedRequest {
  readonly config?: string | undefined
  readonly profile?: string | undefined
  readonly trustPaths?: boolean | undefined
  /** Files that the command line names to be read. */
  readonly inputs: readonly string[]
}

/**
 * The reports of a run that failed before it had a plan; none where the config cannot be read. All files that
 * the run would have read are recorded as inputs, so that no report replaces them.
 */
export async function readConfiguredReports(
  { config: explicit, profile, trustPaths, inputs }: FailedRequest,
  { cwd, env, sources }: Pick<World, 'cwd' | 'env' | 'sources'>,
): Promise<readonly ReportFile[]> {
  const request = { cwd, explicit, profile: profile ?? env.GOV_PROFILE, trustPaths }
  const config = await loadConfig(request).catch(() => undefined)
  const read = listPaths(config?.layer ?? {}).flatMap(({ path, use }) => (use === 'read' ? path : []))
  for (const file of [...inputs, ...read, ...(config ? [config.file] : [])]) await sources.note(file)
  return listReportFiles(config?.layer.reports)
}
