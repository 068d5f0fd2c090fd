import type { Settings } from '../../settings/merge.ts'
import { listNamedPaths } from '../../settings/paths.ts'
import type { ReportFile } from '../../settings/setting.ts'
import { loadConfig } from '../config/load-config.ts'
import type { World } from '../world.ts'

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
  const read = listNamedPaths(config?.layer ?? {}).flatMap(({ path, use }) => (use === 'read' ? path : []))
  for (const file of [...inputs, ...read, ...(config ? [config.file] : [])]) await sources.note(file)
  return listReportFiles(config?.layer.reports)
}
