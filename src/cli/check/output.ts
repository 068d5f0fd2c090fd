import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { GovError, usageError } from '../../model/errors.ts'
import type { IssueFixes } from '../../model/fixes.ts'
import type { Format } from '../../model/formats.ts'
import { issuesOf, type Report } from '../../model/report.ts'
import type { Run } from '../../model/run.ts'
import { loadPiecewise } from '../../reporters/index.ts'
import type { View } from '../../reporters/reporter.ts'
import { failedReport } from '../../run/failed-report.ts'
import { writeOutput } from '../../run/write-output.ts'
import type { ReportFile } from '../../settings/setting.ts'
import { type OutputFlags, readOutputFlags, selectionOf } from '../flags/output-flags.ts'
import type { Context } from '../terminal/context.ts'
import type { Output } from '../terminal/io.ts'
import type { AskedReports } from './ci-reports.ts'
import { ciOf } from './ci-system.ts'

/** Where the report of a run goes: standard output, files, and the summary of a GitHub job. */
export interface ReportOutput {
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
  const { instead, beside } = readOutputFlags(flags)
  let reports = [...instead, ...beside]
  const write = (report: Report, hasError: boolean, findFixes?: Delivery['findFixes']): Promise<void> =>
    deliver(
      report,
      { ...flags, files: reports, toStdout: instead.length === 0, hasError, findFixes },
      context,
    )
  return {
    add: (more) => {
      if (beside.length === 0) reports = [...instead, ...more]
      const twice = more.find(({ output }) => instead.some((each) => each.output === output))
      if (beside.length === 0 && twice) throw sameFile(twice.output)
    },
    write: (report, findFixes) => write(report, false, findFixes),
    writeFailure: async (error, run, configured = []) => {
      const isKnown = ({ output }: ReportFile) => reports.some((each) => each.output === output)
      if (beside.length === 0) reports = [...reports, ...configured.filter((each) => !isKnown(each))]
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
  /** Called for formats that have fixes. */
  readonly findFixes?: (() => Promise<IssueFixes>) | undefined
  /** The run ends with an error, which a person reads on standard error. */
  readonly hasError: boolean
}

async function deliver(report: Report, delivery: Delivery, context: Context): Promise<void> {
  const { io, sources, cwd } = context
  const { files, format, toStdout, hasError } = delivery
  const formats = [...(toStdout ? [format] : []), ...files.map((each) => each.format)]
  const hasFixes = formats.some((each) => each === 'sarif' || each === 'html')
  const fixes = hasFixes ? await delivery.findFixes?.() : undefined
  const plain = { ...(await viewOf(report, delivery, false, context)), fixes }
  const summary = async () => (delivery.excerpts === 'never' ? plain : withSources(plain, report, context))
  const faults: unknown[] = []
  for (const { format, output, fence } of files) {
    const view = format === 'html' || format === 'markdown' ? await summary() : plain
    const pieces = await render(report, format, view, context)
    if (hasError && (await isOpenApiFile(resolve(cwd, output)))) continue
    await writeOutput(sources, output, pieces, fence).catch((fault) => void faults.push(fault))
  }
  // Annotations are cut; what they leave out is in the summary of the job, which GitHub shows.
  if (formats.includes('github'))
    await (await import('./ci-reports.ts')).addJobSummary(report, await summary(), context)
  await annotate(report, { ...delivery, formats, summary }, context)
  if (faults.length === 0 || hasError) {
    if (toStdout && !(hasError && format === 'table'))
      await show(report, delivery, { ...(await viewOf(report, delivery, true, context)), fixes }, context)
    if (!toStdout && !hasError)
      await writeAll(
        io.stderr,
        await render(report, 'table', { ...plain, color: io.color.stderr, quiet: true }, context),
      )
  }
  if (faults.length > 0) throw faults[0]
}

/** No report of a failure replaces one: a run that failed early may not know that a folder or a glob leads to it. */
async function isOpenApiFile(path: string): Promise<boolean> {
  const { isDefinition } = await import('../../run/init/find-definitions.ts')
  return isDefinition(path, false)
}

/** What a text is printed with, on standard output or in a file. */
export async function viewOf(
  report: Report,
  flags: OutputFlags,
  isStdout: boolean,
  context: Context,
): Promise<View> {
  const { quiet = false, showWaived = false, excerpts = 'auto' } = flags
  const { width, color, stdout } = context.io
  const view = { color: isStdout && color.stdout, width, quiet, showWaived, select: selectionOf(flags) }
  if (
    quiet ||
    excerpts === 'never' ||
    (excerpts === 'auto' && !(isStdout && (stdout.isTTY || flags.format !== 'table')))
  )
    return view
  return withSources(view, report, context)
}

async function withSources(view: View, report: Report, context: Context): Promise<View> {
  const { sourceTexts } = await import('./source-texts.ts')
  return { ...view, sourceText: sourceTexts(report, context) }
}

/** Before the table, so that the verdict is the last word. */
async function annotate(report: Report, asked: Delivery & AskedReports, context: Context): Promise<void> {
  const ci = ciOf(asked.ci, context.env)
  if (ci === undefined) return
  const { writeCiReports } = await import('./ci-reports.ts')
  await writeCiReports(report, ci, asked, context)
}

/** On standard output, where a person may follow links to the files. */
async function print(
  report: Report,
  format: Format,
  view: View,
  context: Context,
): Promise<Iterable<string>> {
  const { io, cwd, env } = context
  const pieces = await render(report, format, view, context)
  if (format !== 'table' || !io.hyperlinks) return pieces
  const { withHyperlinks } = await import('../../reporters/hyperlinks.ts')
  const { linkPlace } = await import('../terminal/link-place.ts')
  const files = issuesOf(report).flatMap(({ file }) => file ?? [])
  return [
    withHyperlinks(
      [...pieces].join(''),
      new Map(files.map((file) => [file, pathToFileURL(resolve(cwd, file)).href])),
      linkPlace(env),
    ),
  ]
}

/** A long table on a terminal goes through a pager; the verdict is left on the screen. */
async function show(
  report: Report,
  { format, pager: mayPage = true }: Delivery,
  view: View,
  context: Context,
): Promise<void> {
  const { stdout } = context.io
  const pieces = await print(report, format, view, context)
  if (format !== 'table' || !mayPage || !stdout.isTTY) return writeAll(stdout, pieces)
  const { page, pagerOf } = await import('../terminal/pager.ts')
  const text = [...pieces].join('')
  const pager = text.split('\n').length > (stdout.rows ?? 0) ? pagerOf(context) : undefined
  const isPaged = pager !== undefined && (await page(text, pager, context))
  await writeAll(stdout, isPaged ? await render(report, format, { ...view, quiet: true }, context) : [text])
}

/** Annotations have the names that GitHub looks up. */
async function render(
  report: Report,
  format: Format,
  view: View,
  context: Context,
): Promise<Iterable<string>> {
  const print = await loadPiecewise(format)
  if (format !== 'github') return print(report, view)
  const { fromRoot } = await import('./ci-reports.ts')
  return print(fromRoot(report, context), view)
}

async function writeAll(stream: Output, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) await stream.write(piece)
}
