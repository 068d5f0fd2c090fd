import { resolve } from 'node:path'
import { isDefinition } from '../../check/definitions/is-definition.ts'
import { failedReport } from '../../check/failed-report.ts'
import { writeOutput } from '../../check/write-output.ts'
import { GovError } from '../../core/model/errors.ts'
import { standardOutput } from '../../core/model/file-format.ts'
import type { IssueFixes } from '../../core/model/fixes.ts'
import { type Format, formats } from '../../core/model/formats.ts'
import type { Report } from '../../core/model/report.ts'
import type { Run } from '../../core/model/run.ts'
import type { ReportFile } from '../../settings/setting.ts'
import type { Context } from '../context.ts'
import { type OutputFlags, readOutputs, repeatedError } from '../flags/output-flags.ts'
import { addJobSummary, writeCiReports } from './ci-reports.ts'
import { createReportView, render, withSources } from './render.ts'
import { showReport, writeAll } from './show-report.ts'

/** Where the report of a run goes: standard output, files, and the summary of a GitHub job. */
export interface ReportOutput {
  /** The format that standard output gets, as far as known; undefined: nothing. */
  findStdout(): Format | undefined
  /** Reports that the config asks for; a `--output FORMAT=FILE` of the command line replaces them. */
  add(reports: readonly ReportFile[]): void
  /** Files first, then standard output. With a file instead of standard output, the verdict goes to stderr. */
  write(report: Report, findFixes?: () => Promise<IssueFixes>): Promise<void>
  /**
   * The report of a run that could not be decided; a person reads that on stderr, a program and a file get it here, so that
   * no file holds the verdict of an earlier run. `configured`: reports that may not have been added yet.
   */
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
  const write = (report: Report, hasError: boolean, findFixes?: Delivery['findFixes']): Promise<void> => {
    const files = [...instead, ...beside, ...configured].filter(({ output }) => output !== standardOutput)
    return deliver(report, { ...flags, stdout: findStdout(), files, hasError, findFixes }, context)
  }
  return {
    findStdout,
    add: (more) => {
      if (beside.length > 0) return
      configured = more
      const twice = more.find(({ output }) =>
        instead.some((formattedFile) => formattedFile.output === output),
      )
      if (twice !== undefined)
        throw repeatedError(`--output and the config's reports both write ${twice.output}`)
    },
    write: (report, findFixes) => write(report, false, findFixes),
    writeFailure: async (error, run, more = []) => {
      const isKnown = ({ output }: ReportFile) =>
        instead.some((formattedFile) => formattedFile.output === output)
      if (beside.length === 0 && configured.length === 0)
        configured = more.filter((reportFile) => !isKnown(reportFile))
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
  const summary = () => (delivery.excerpts === 'never' ? plain : withSources(plain, report, context))
  const faults: unknown[] = []
  for (const { format, output, fence } of files) {
    const view = format === 'html' || format === 'markdown' ? summary() : plain
    const pieces = await render(report, format, view, context)
    // No report of a failure replaces one: a run that failed early may not know that a folder or a glob leads to it.
    if (hasError && (await isDefinition(resolve(cwd, output), false))) continue
    await writeOutput(sources, output, pieces, fence).catch((fault) => void faults.push(fault))
  }
  // Annotations are cut; what they leave out is in the summary of the job, which GitHub shows.
  if (formats.includes('github')) await addJobSummary(report, summary(), context)
  // Before the table, so that the verdict is the last word.
  await writeCiReports(report, { ...delivery, formats, summary }, context)
  if (faults.length === 0 || hasError) {
    const isShown = stdout !== undefined && !(hasError && stdout === 'table')
    if (isShown) {
      const view = { ...createReportView(report, delivery, stdout, context), fixes }
      await showReport(report, { ...delivery, format: stdout }, view, context)
    }
    if (stdout === undefined && !hasError)
      await writeAll(
        io.stderr,
        await render(report, 'table', { ...plain, color: io.color.stderr, quiet: true }, context),
      )
  }
  if (faults.length > 0) throw faults[0]
}
