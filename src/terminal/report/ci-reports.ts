import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ciSystems } from '../../check/ci-systems.ts'
import { appendOutput } from '../../check/write-output.ts'
import { GovError, usageError } from '../../core/model/errors.ts'
import type { Format } from '../../core/model/formats.ts'
import type { Report } from '../../core/model/report.ts'
import { loadReporter } from '../../reporters/index.ts'
import type { ReportView } from '../../reporters/reporter.ts'
import { ciFacts, findCiName } from '../ci-system.ts'
import type { Context } from '../context.ts'
import type { OutputFlags } from '../flags/output-flags.ts'
import { render } from './render.ts'

interface AskedReports extends Pick<OutputFlags, 'quiet' | 'ci'> {
  /** Every format that is asked for, on standard output or in a file. */
  readonly formats: readonly Format[]
  readonly stdout: Format | undefined
  /** What the summary of a job is printed with. */
  readonly summary: () => ReportView
}

const unstyled: ReportView = { color: false, width: 80 }

/**
 * Beside what was asked for, what the CI system shows where people look: annotations, and the summary of a GitHub job.
 * It is given away and not asked for, so that no fault of it changes how a run ends: a warning says it.
 */
export async function writeCiReports(report: Report, asked: AskedReports, context: Context): Promise<void> {
  const ci = findCiName(asked.ci, context.env)
  if (ci === undefined) return
  const { annotations, files, hint } = ciFacts[ci]
  const { title } = ciSystems[ci]
  const { io } = context
  if (annotations && !asked.formats.includes(annotations.format)) {
    const { format, stream } = annotations
    if (ci === 'github') await addJobSummary(report, asked.summary(), context)
    // Nothing may be added to a report for a program.
    if (stream === 'stderr' || asked.stdout === undefined || asked.stdout === 'table')
      for (const piece of await render(report, format, unstyled, context)) await io[stream].write(piece)
  }
  const isShown = files.some((format) => asked.formats.includes(format))
  if (hint === undefined || isShown || asked.quiet) return
  context.observe.note(`${title} shows issues from files: ${hint}`)
}

type Sourced = Pick<ReportView, 'sourceText'>

/** Bytes. GitHub shows nothing of a step's summary that is longer. */
const maxBytes = 1024 * 1024
const maxBytesOfCharacter = 3
/** A report in less room would say little but what it leaves out. */
const minCharacters = 65_536

/**
 * Adds the report to the summary that GitHub shows of a job, where there is one. A
 * fault of it does not change how a run ends: a warning says it.
 */
export async function addJobSummary(
  report: Report,
  { sourceText }: Sourced,
  { observe, env, cwd }: Context,
): Promise<void> {
  const file = env.GITHUB_STEP_SUMMARY
  if (!file) return
  try {
    const maxCharacters = await measureRoom(resolve(cwd, file))
    const markdown = await loadReporter('markdown')
    await appendOutput(cwd, file, markdown(report, { ...unstyled, maxCharacters, sourceText }))
  } catch (error) {
    if (!(error instanceof GovError)) throw error
    observe.warning(`cannot write the job summary: ${error.message}`)
  }
}

/** What earlier commands of the same step left. */
async function measureRoom(path: string): Promise<number> {
  const size = await stat(path).then(
    ({ size }) => size,
    () => 0,
  )
  const room = Math.floor((maxBytes - size) / maxBytesOfCharacter)
  if (room >= minCharacters) return room
  throw usageError('summary-full', 'this step has used its 1 MB', 'Check fewer APIs in one step.')
}
