import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { GovError, usageError } from '../../model/errors.ts'
import type { Format } from '../../model/formats.ts'
import { issuesOf, type Report } from '../../model/report.ts'
import type { Run } from '../../model/run.ts'
import { loadPiecewise } from '../../reporters/index.ts'
import type { View } from '../../reporters/reporter.ts'
import { failedReport } from '../../run/failed-report.ts'
import { appendOutput, writeOutput } from '../../run/write-output.ts'
import type { Fence } from '../../settings/load/fence.ts'
import type { ReportFile } from '../../settings/setting.ts'
import { type OutputFlags, readOutputFlags } from '../flags/output-flags.ts'
import type { Context } from '../terminal/context.ts'
import type { Output } from '../terminal/io.ts'
import { ciOf } from './ci-system.ts'

/** Where the report of a run goes: standard output, files, and the summary of a GitHub job. */
export interface ReportOutput {
  /** Reports that the config asks for; a `--output FORMAT=FILE` of the command line replaces them. */
  add(reports: readonly ReportFile[]): void
  /** Files first, then standard output. With a file instead of standard output, the verdict goes to stderr. */
  write(report: Report): Promise<void>
  /** The report of a run that could not be decided; a person reads that on stderr, a program and a file get it here. */
  writeFailure(error: unknown, run: Run): Promise<void>
}

/** Throws GovError, usage, when the flags contradict themselves. */
export function openOutput(flags: OutputFlags, context: Context): ReportOutput {
  const { instead, beside } = readOutputFlags(flags)
  let reports = [...instead, ...beside]
  const write = (report: Report, hasError: boolean): Promise<void> =>
    deliver(report, { ...flags, files: reports, toStdout: instead.length === 0, hasError }, context)
  return {
    add: (more) => {
      if (beside.length === 0) reports = [...instead, ...more]
      const twice = more.find(({ output }) => instead.some((each) => each.output === output))
      if (beside.length === 0 && twice) throw sameFile(twice.output)
    },
    write: (report) => write(report, false),
    writeFailure: async (error, run) => {
      // The error itself is what the run ends with; a file that cannot be written must not take its place.
      await write(failedReport(error, run), true).catch((second: unknown) => {
        if (!(second instanceof GovError)) throw second
      })
    },
  }
}

function sameFile(file: string): GovError {
  return usageError(
    'output-repeated',
    `--output and the config's reports both write ${file}`,
    'Use a different file for each report.',
  )
}

interface Delivery extends OutputFlags {
  readonly files: readonly ReportFile[]
  readonly toStdout: boolean
  /** The run ends with an error, which a person reads on standard error. */
  readonly hasError: boolean
}

async function deliver(report: Report, delivery: Delivery, context: Context): Promise<void> {
  const { io } = context
  const { format, toStdout, quiet = false, showWaived = false } = delivery
  const plain: View = { color: false, width: io.width, quiet, showWaived }
  const faults: unknown[] = []
  for (const each of filesOf(delivery, context)) {
    const pieces = await render(report, each.format, plain)
    await put(each, pieces, context).catch((fault) => faults.push(fault))
  }
  const { hasError } = delivery
  await annotate(report, delivery, context)
  if (faults.length === 0 || hasError) {
    if (toStdout && !(hasError && format === 'table'))
      await writeAll(io.stdout, await print(report, format, { ...plain, color: io.color.stdout }, context))
    if (!toStdout && !hasError)
      await writeAll(
        io.stderr,
        await render(report, 'table', { ...plain, color: io.color.stderr, quiet: true }),
      )
  }
  if (faults.length > 0) throw faults[0]
}

/** Before the table, so that the verdict is the last word. */
async function annotate(report: Report, delivery: Delivery, context: Context): Promise<void> {
  const { ci: choice, files, format, toStdout, quiet = false } = delivery
  const ci = ciOf(choice, context.env)
  if (ci === undefined) return
  const { writeCiReports } = await import('./ci-reports.ts')
  const formats = [...(toStdout ? [format] : []), ...files.map((each) => each.format)]
  await writeCiReports(report, ci, { formats, isStdoutTaken: toStdout && format !== 'table', quiet }, context)
}

/** On standard output, where a person may follow links to the files. */
async function print(
  report: Report,
  format: Format,
  view: View,
  { io, cwd }: Context,
): Promise<Iterable<string>> {
  const pieces = await render(report, format, view)
  if (format !== 'table' || !io.hyperlinks) return pieces
  const { withHyperlinks } = await import('../../reporters/hyperlinks.ts')
  const files = issuesOf(report).flatMap(({ file }) => file ?? [])
  return [
    withHyperlinks(
      [...pieces].join(''),
      new Map(files.map((file) => [file, pathToFileURL(resolve(cwd, file)).href])),
    ),
  ]
}

async function render(report: Report, format: Format, view: View): Promise<Iterable<string>> {
  const print = await loadPiecewise(format)
  return print(report, view)
}

async function writeAll(stream: Output, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) await stream.write(piece)
}

interface Target {
  readonly format: Format
  readonly file: string
  readonly appends: boolean
  readonly fence?: Fence | undefined
}

/** Annotations are cut; what they leave out is in the summary of the job, where GitHub says that it has one. */
function filesOf({ files, format, toStdout }: Delivery, { env }: Context): Target[] {
  const summary = env.GITHUB_STEP_SUMMARY
  const annotates = (toStdout && format === 'github') || files.some((each) => each.format === 'github')
  return [
    ...files.map(({ format, output, fence }) => ({ format, file: output, appends: false, fence })),
    ...(annotates && summary ? [{ format: 'markdown', file: summary, appends: true } as const] : []),
  ]
}

async function put(
  { file, appends, fence }: Target,
  pieces: Iterable<string>,
  { cwd, sources }: Context,
): Promise<void> {
  await (appends ? appendOutput(cwd, file, pieces) : writeOutput(sources, file, pieces, fence))
}
