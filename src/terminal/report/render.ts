import { readFileSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { Format } from '../../core/model/formats.ts'
import type { Report } from '../../core/model/report.ts'
import { tryMake } from '../../core/model/try-make.ts'
import { decodeText } from '../../core/text/decode-text.ts'
import { computeDigest } from '../../core/text/digest.ts'
import { loadPiecewise } from '../../reporters/index.ts'
import type { ReadSourceText, ReportView } from '../../reporters/reporter.ts'
import type { Context } from '../context.ts'
import type { OutputFlags } from '../flags/output-flags.ts'
import { createForgeLinker, createPlaceLinker } from './link-place.ts'

/** Annotations have the names that GitHub looks up. */
export async function renderPieces(
  report: Report,
  format: Format,
  view: ReportView,
  context: Context,
): Promise<Iterable<string>> {
  const print = await loadPiecewise(format)
  if (format === 'html')
    return print(report, { ...view, linkPlace: createForgeLinker(report.run, context.env) })
  if (format !== 'github') return print(report, view)
  return print(relateToRoot(report, context), view)
}

/** GitHub looks files up from the root of its checkout, wherever the step works; one without `.git` is found by its variable. */
function relateToRoot(report: Report, { cwd, env }: Pick<Context, 'cwd' | 'env'>): Report {
  const { GITHUB_WORKSPACE: root } = env
  if (!root || report.run.folder !== undefined) return report
  const folder = relative(root, cwd)
  if (folder.startsWith('..') || isAbsolute(folder)) return report
  return { ...report, run: { ...report.run, folder: folder.split(sep).join('/') } }
}

/** Creates what a text is printed with, on standard output (`shownAs` is its format) or in a file. */
export function createReportView(
  report: Report,
  flags: OutputFlags,
  shownAs: Format | undefined,
  context: Context,
): ReportView {
  const { showWaived = false, excerpts = 'auto' } = flags
  const quiet = flags.quiet === true || (Boolean(context.env.GOV_HOOK) && report.outcome.kind === 'passed')
  const { width, color } = context.io
  const view = {
    color: shownAs !== undefined && color.stdout,
    width,
    linkPlace: shownAs === 'table' ? createPlaceLinker(context) : undefined,
    quiet,
    showWaived,
    // The verdict counts every issue.
    select: { groupBy: flags.groupBy, rules: flags.rule, severity: flags.severity, limit: flags.limit },
  }
  if (
    quiet ||
    excerpts === 'never' ||
    (excerpts === 'auto' && (shownAs === undefined || shownAs === 'table'))
  )
    return view
  return withSources(view, report, context)
}

export function withSources(view: ReportView, report: Report, context: Context): ReportView {
  return { ...view, sourceText: sourceTexts(report, context) }
}

/** The files of a run, read when an excerpt first needs them, and shown only with the content that was checked. */
function sourceTexts({ run }: Report, { cwd, sources }: Pick<Context, 'cwd' | 'sources'>): ReadSourceText {
  const digests = new Map(run.definitions.map(({ file, digest }) => [file, digest]))
  const known = new Map<string, string | undefined>()
  const read = (file: string): string | undefined => {
    const bytes = sources.given(file) ?? readFileContent(resolve(cwd, file))
    if (bytes === undefined) return undefined
    const digest = digests.get(file)
    const isChecked =
      digest === undefined ? sources.stampOf(file) !== undefined : computeDigest(bytes) === digest
    return isChecked ? decodeText(bytes) : undefined
  }
  return (file) => {
    if (!known.has(file)) known.set(file, read(file))
    return known.get(file)
  }
}

function readFileContent(path: string): Uint8Array | undefined {
  return tryMake(() => (statSync(path).isFile() ? readFileSync(path) : undefined))
}
