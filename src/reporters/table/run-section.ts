import type { Reason } from '../../core/model/reason.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import type { Run } from '../../core/model/run.ts'
import { measureWidth, wrap } from '../../core/text/width.ts'
import { countOnlyCounted, describeCoverage, describeDashboard, isLocal } from '../coverage.ts'
import { excusedWords, fixableWords } from '../excuse-words.ts'
import { reasonText } from '../reason-text.ts'
import { countWords, duration, excerpt, grouped, plural } from '../wording.ts'
import type { Style } from './palette.ts'
import { breakPart, type Part } from './part.ts'

/** What was evaluated, by whom, in how long; then how many issues there are. */
export function runSection(report: EvaluatedReport, showWaived: boolean, style: Style): string[] {
  const { run } = report
  const parallel = report.elapsed_ms > run.took_ms ? ' in parallel' : ''
  const cost = `${plural(run.requests, 'request')}, ${duration(run.took_ms)} (engine ${duration(report.elapsed_ms)}${parallel})`
  const ran: Part = isLocal(run)
    ? { text: `${describeCoverage(report)}, ${duration(run.took_ms)}`, paint: style.palette.quiet }
    : {
        text: `${describeCoverage(report)}${describeDashboard(report)}${origin(run)}`,
        paint: style.palette.quiet,
        aside: { text: cost, paint: style.palette.quiet },
      }
  return [
    ...breakPart(ran, style.width),
    ...bundledLines(run, style),
    ...countLines(countOnlyCounted(report), style),
    ...fixableLines(report, style),
    ...baseLines(report, style),
    ...excusedLines(report, showWaived, style),
  ]
}

/** What a dashboard got instead of the files themselves. */
function bundledLines({ definitions }: Run, { palette, width }: Style): string[] {
  return definitions.flatMap(({ file, bundled }) => {
    if (bundled === undefined) return []
    const what = `${excerpt(file)} was sent as a bundle with ${plural(bundled.length, 'other file')}`
    return wrap(what, width).map(palette.quiet)
  })
}

/** Who named the dashboard that the token went to; the embedded one takes none. */
function origin({ dashboard, dashboard_origin }: Run): string {
  return dashboard === 'embedded' || dashboard_origin === undefined ? '' : ` (${excerpt(dashboard_origin)})`
}

function countLines(report: EvaluatedReport, { palette, width }: Style): string[] {
  const cut = report.truncated
    ? ` (${grouped(report.issues.length)} of ${plural(report.total, 'issue')} returned)`
    : ''
  const words = countWords(report, 'all')
  const plain = words.map(([, text]) => text).join(', ') + cut
  if (measureWidth(plain) > width) return wrap(plain, width)
  const painted = words.map(([severity, text]) =>
    report[`${severity}_count`] > 0 ? palette.severity[severity](text) : palette.quiet(text),
  )
  return [painted.join(', ') + cut]
}

function fixableLines(report: EvaluatedReport, { width }: Style): string[] {
  const words = fixableWords(report)
  return words === '' ? [] : wrap(words, width)
}

/** Reasons that this section tells. */
export const toldOfRun: readonly Reason['kind'][] = ['base', 'breaking']

/** What it was compared with, and what came of that. */
function baseLines({ outcome }: EvaluatedReport, { width }: Style): string[] {
  const reasons = outcome.held.filter(({ kind }) => toldOfRun.includes(kind))
  return reasons.flatMap((reason) => wrap(excerpt(reasonText(reason)), width))
}

/** What is not in the counts above: it does not count for the verdict. */
function excusedLines(report: EvaluatedReport, showWaived: boolean, { palette, width }: Style): string[] {
  const words = excusedWords(report)
  if (words === '') return []
  const hint = showWaived ? '' : ' (list with --show-waived)'
  return wrap(`not counted: ${words}${hint}`, width).map(palette.quiet)
}
