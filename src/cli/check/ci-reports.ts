import { isAbsolute, relative, sep } from 'node:path'
import type { Format } from '../../model/formats.ts'
import type { Report } from '../../model/report.ts'
import { loadReporter } from '../../reporters/index.ts'
import type { View } from '../../reporters/reporter.ts'
import { ciSystems } from '../../run/ci-systems.ts'
import type { OutputFlags } from '../flags/output-flags.ts'
import type { Context } from '../terminal/context.ts'
import { type CiName, ciFacts } from './ci-system.ts'
import { addJobSummary } from './job-summary.ts'

export interface AskedReports extends Pick<OutputFlags, 'format' | 'quiet'> {
  /** Every format that is asked for, on standard output or in a file. */
  readonly formats: readonly Format[]
  readonly toStdout: boolean
  /** What the summary of a job is printed with. */
  readonly summary: () => Promise<View>
}

/**
 * Beside what was asked for, what the CI system shows where people look: annotations, and the summary of a GitHub job.
 * It is given away and not asked for, so that no fault of it changes how a run ends: a warning says it.
 */
export async function writeCiReports(
  report: Report,
  ci: CiName,
  asked: AskedReports,
  context: Context,
): Promise<void> {
  const { annotations, files, hint } = ciFacts[ci]
  const { title } = ciSystems[ci]
  const { io } = context
  if (annotations && !asked.formats.includes(annotations.format)) {
    const { format, stream } = annotations
    if (ci === 'github') await addJobSummary(report, await asked.summary(), context)
    // Nothing may be added to a report for a program.
    if (stream === 'stderr' || !asked.toStdout || asked.format === 'table')
      await io[stream].write(await render(fromRoot(report, context), format))
  }
  const isShown = files.some((format) => asked.formats.includes(format))
  if (hint === undefined || isShown || asked.quiet) return
  context.observe.note(`${title} shows issues from files: ${hint}`)
}

/** GitHub looks files up from the root of its checkout, wherever the step works; one without `.git` is found by its variable. */
export function fromRoot(report: Report, { cwd, env }: Pick<Context, 'cwd' | 'env'>): Report {
  const { GITHUB_WORKSPACE: root } = env
  if (!root || report.run.folder !== undefined) return report
  const folder = relative(root, cwd)
  if (folder.startsWith('..') || isAbsolute(folder)) return report
  return { ...report, run: { ...report.run, folder: folder.split(sep).join('/') } }
}

async function render(report: Report, format: Format): Promise<string> {
  const print = await loadReporter(format)
  return print(report, { color: false, width: 80, quiet: false, showWaived: false })
}
