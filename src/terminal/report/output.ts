import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type CiSystem, ciSystems, findCiName } from '../../check/plan/ci-systems.ts'
import { appendOutput, writeOutput } from '../../check/reports/write-output.ts'
import { isDefinitionFile } from '../../check/sources/find-definitions.ts'
import { GovError, usageError } from '../../core/model/errors.ts'
import { failedReport } from '../../core/model/failure.ts'
import type { IssueFixes } from '../../core/model/fixes.ts'
import { type Format, formats, standardOutput } from '../../core/model/formats.ts'
import type { Report } from '../../core/model/report.ts'
import type { Run } from '../../core/model/run.ts'
import { loadReporter } from '../../reporters/index.ts'
import type { ReportView } from '../../reporters/reporter.ts'
import type { ReportFile } from '../../settings/setting.ts'
import type { Context } from '../context.ts'
import { type OutputFlags, type Outputs, readOutputs, repeatedError } from '../flags/output-flags.ts'
import { createReportView, renderPieces, withSources } from './render.ts'
import { showReport, writeAll } from './show-report.ts'

/** The targets of a run's report: standard output, files, and the summary of a GitHub job. */
export interface ReportOutput {
  /** The format that standard output gets, as far as known; undefined: nothing. */
  findStdout(): Format | undefined
  listsIssues(): boolean
  /** It has why there are the rules, for people who read it or what is made from it. */
  explainsRules(): boolean
  /** Whether a report goes to that file. */
  writes(file: string | undefined): boolean
  /** Reports that the config asks for; a `--output FORMAT=FILE` of the command line replaces them. */
  add(reports: readonly ReportFile[]): void
  /** Files first, then standard output. With a file instead of standard output, the verdict goes to stderr. */
  write(report: Report, findFixes?: () => Promise<IssueFixes>): Promise<void>
  /** The report of an undecided run, for programs and files: none keeps an earlier verdict. `configured`: reports not added yet. */
  writeFailure(error: unknown, run: Run, configured?: readonly ReportFile[]): Promise<void>
}

/** Throws GovError, usage, when the flags contradict themselves. */
export function openOutput(flags: OutputFlags, context: Context): ReportOutput {
  const { stdout, instead, beside } = readOutputs(flags, formats, 'table')
  const isNamed = flags.format !== undefined || flags.output?.some((value) => value.endsWith('=-'))
  let configured: readonly ReportFile[] = []
  const findStdout = (): Format | undefined => {
    const more = configured.find(({ output }) => output === standardOutput)
    return stdout === undefined || isNamed ? stdout : (more?.format ?? stdout)
  }
  const listAll = (): readonly ReportFile[] => [...instead, ...beside, ...configured]
  const isInstead = ({ output }: ReportFile) => instead.some((named) => named.output === output)
  const write = (report: Report, hasError: boolean, findFixes?: Delivery['findFixes']): Promise<void> => {
    const files = listAll().filter(({ output }) => output !== standardOutput)
    return deliver(report, { ...flags, stdout: findStdout(), files, hasError, findFixes }, context)
  }
  return {
    findStdout,
    writes: (file) => listAll().some(({ output }) => output === file),
    listsIssues: () => !flags.quiet || findStdout() !== 'table' || listAll().length > 0,
    explainsRules: () =>
      [findStdout(), ...listAll().map(({ format }) => format)].some(
        (format) => format === 'json' || format === 'sarif' || format === 'html',
      ),
    add: (more) => {
      if (beside.length > 0) return
      configured = more
      const twice = more.find(isInstead)
      if (twice !== undefined)
        throw repeatedError(`--output and the config's reports both write ${twice.output}`)
    },
    write: (report, findFixes) => write(report, false, findFixes),
    writeFailure: async (error, run, more = []) => {
      if (beside.length === 0 && configured.length === 0) configured = more.filter((file) => !isInstead(file))
      // The error itself is what the run ends with; a file that cannot be written must not take its place.
      await write(failedReport(error, run), true).catch((second: unknown) => {
        if (!(second instanceof GovError)) throw second
      })
    },
  }
}

interface Delivery extends OutputFlags {
  readonly files: readonly ReportFile[]
  /** The format on standard output; undefined: nothing goes there. */
  readonly stdout: Format | undefined
  /** Called for formats that have fixes. */
  readonly findFixes?: (() => Promise<IssueFixes>) | undefined
  /** The run ends with an error, which a person reads on standard error. */
  readonly hasError: boolean
}

async function deliver(report: Report, delivery: Delivery, context: Context): Promise<void> {
  const { io, sources, cwd } = context
  const { files, stdout, hasError } = delivery
  const formats = [...(stdout === undefined ? [] : [stdout]), ...files.map((file) => file.format)]
  const hasFixes = formats.some((format) => format === 'sarif' || format === 'html')
  const fixes = hasFixes ? await delivery.findFixes?.() : undefined
  const plain = { ...createReportView(report, delivery, undefined, context), fixes, isWhole: true }
  const createSummaryView = () =>
    delivery.excerpts === 'never' ? plain : withSources(plain, report, context)
  const faults: unknown[] = []
  for (const { format, output, fence } of files) {
    const view = format === 'html' || format === 'markdown' ? createSummaryView() : plain
    const pieces = await renderPieces(report, format, view, context)
    // No report of a failure replaces one: a run that failed early may not know that a folder or a glob leads to it.
    if (hasError && (await isDefinitionFile(resolve(cwd, output), false))) continue
    await writeOutput(sources, output, pieces, fence).catch((fault) => void faults.push(fault))
  }
  // Annotations are cut; what they leave out is in the summary of the job, which GitHub shows.
  if (formats.includes('github')) await addJobSummary(report, createSummaryView(), context)
  // Before the table, so that the verdict is the last word.
  await writeCiReports(report, { ...delivery, formats, summary: createSummaryView }, context)
  if (faults.length === 0 || hasError) {
    const isShown = stdout !== undefined && !(hasError && stdout === 'table')
    if (isShown) {
      const view = { ...createReportView(report, delivery, stdout, context), fixes }
      await showReport(report, { ...delivery, format: stdout }, view, context)
    }
    if (stdout === undefined && !hasError)
      await writeAll(
        io.stderr,
        await renderPieces(report, 'table', { ...plain, color: io.color.stderr, quiet: true }, context),
      )
  }
  if (faults.length > 0) throw faults[0]
}

interface AskedReports extends Pick<OutputFlags, 'quiet' | 'ci'> {
  /** Every format that is asked for, on standard output or in a file. */
  readonly formats: readonly Format[]
  readonly stdout: Format | undefined
  /** Creates the view of the job summary. */
  readonly summary: () => ReportView
}

const unstyled: ReportView = { color: false, width: 80 }

/** Shows issues where people of a CI system look: annotations, and a job's summary. Nobody asked for it: a fault is a warning. */
async function writeCiReports(report: Report, asked: AskedReports, context: Context): Promise<void> {
  const ci = findCiName(asked.ci, context.env)
  if (ci === undefined) return
  const { title, shows }: CiSystem = ciSystems[ci]
  const { annotations, files = [], hint } = shows ?? {}
  const { io } = context
  if (annotations && !asked.formats.includes(annotations.format)) {
    const { format, stream } = annotations
    if (ci === 'github') await addJobSummary(report, asked.summary(), context)
    // Nothing may be added to a report for a program.
    if (stream === 'stderr' || asked.stdout === undefined || asked.stdout === 'table')
      for (const piece of await renderPieces(report, format, unstyled, context)) await io[stream].write(piece)
  }
  const isShown = files.some((format) => asked.formats.includes(format))
  if (hint === undefined || isShown || asked.quiet) return
  context.observe.note(`${title} shows issues from files: ${hint}`)
}

/** Bytes. GitHub shows nothing of a step's summary that is longer. */
const maxBytes = 1024 * 1024
const maxBytesOfCharacter = 3
/** A report in less room would say little but what it leaves out. */
const minCharacters = 65_536

/** Adds the report to the summary of a GitHub job, where there is one. A fault is a warning, and does not change how a run ends. */
async function addJobSummary(
  report: Report,
  { sourceText }: Pick<ReportView, 'sourceText'>,
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

/** Characters that earlier commands of the same step left free in the job summary. */
async function measureRoom(path: string): Promise<number> {
  const size = await stat(path).then(
    ({ size }) => size,
    () => 0,
  )
  const room = Math.floor((maxBytes - size) / maxBytesOfCharacter)
  if (room >= minCharacters) return room
  throw usageError('summary-full', 'this step has used its 1 MB', 'Check fewer APIs in one step.')
}

/** Writes views to files, and then to standard output, where they may have colour. */
export async function writeViews<Name>(
  { stdout, instead, beside }: Outputs<Name>,
  render: (as: Name, color: boolean) => string,
  { io, sources }: Context,
): Promise<void> {
  for (const { format, output } of [...instead, ...beside])
    await writeOutput(sources, output, render(format, false))
  if (stdout !== undefined) await io.stdout.write(render(stdout, io.color.stdout))
}

/** Writes to a file, whole or not at all; without a file, or to `-`, to standard output. */
export async function writeText(text: string, file: string | undefined, context: Context): Promise<void> {
  return isStdout(file) ? context.io.stdout.write(text) : writeOutput(context.sources, file, text)
}

/** Writes a result, and says on standard error that a file was written. */
export async function writeResult(text: string, file: string | undefined, context: Context): Promise<void> {
  await writeText(text, file, context)
  if (!isStdout(file)) await context.tell(`Wrote ${file}.`)
}

function isStdout(file: string | undefined): file is typeof standardOutput | undefined {
  return file === undefined || file === standardOutput
}
