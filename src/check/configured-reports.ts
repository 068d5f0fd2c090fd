import { loadConfig } from '../settings/load/load-config.ts'
import type { Settings } from '../settings/merge.ts'
import { listPaths } from '../settings/paths.ts'
import type { ReportFile } from '../settings/setting.ts'
import type { World } from './world.ts'

/** The reports that a config asks for; they stay in its repository. */
export function listReportFiles(reports: Settings['reports']): readonly ReportFile[] {
  return (reports?.value ?? []).map((report) => ({ ...report, fence: reports?.fence }))
}

interface Asked {
  readonly config?: string | undefined
  readonly profile?: string | undefined
  readonly trustPaths?: boolean | undefined
  /** Files that the command line names to be read. */
  readonly inputs: readonly string[]
}

/**
 * For a run that ended before it had a plan: no reports where the config cannot be read. What the run would have read is an
 * input from now on, which no report of its failure replaces.
 */
export async function configuredReports(
  { config: explicit, profile, trustPaths, inputs }: Asked,
  { cwd, env, sources }: Pick<World, 'cwd' | 'env' | 'sources'>,
): Promise<readonly ReportFile[]> {
  const request = { cwd, explicit, profile: profile ?? env.GOV_PROFILE, trustPaths }
  const config = await loadConfig(request).catch(() => undefined)
  const read = listPaths(config?.layer ?? {}).flatMap(({ path, use }) => (use === 'read' ? path : []))
  for (const file of [...inputs, ...read, ...(config ? [config.file] : [])]) await sources.note(file)
  return listReportFiles(config?.layer.reports)
}
