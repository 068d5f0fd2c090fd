import type { Reason } from '../../core/model/reason.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import type { Run } from '../../core/model/run.ts'
import { measureWidth, wrap } from '../../core/text/width.ts'
import { countWords, excerpt, grouped, plural, renderDuration } from '../../core/text/wording.ts'
import { countOnlyCounted, describeCoverage, describeDashboard, isLocal } from '../words/coverage.ts'
import { describeExcused, describeFixable } from '../words/excuse-words.ts'
import { reasonText } from '../words/reason-text.ts'
import type { TableStyle } from './palette.ts'
import { breakPart, type Part } from './part.ts'

/** The targets, the engine and the time of a run, then the number of issues. */
export function renderRunSection(report: EvaluatedReport, showWaived: boolean, style: TableStyle): string[] {
  const { run } = report
  const parallel = report.elapsed_ms > run.took_ms ? ' in parallel' : ''
  const cost = `${plural(run.requests, 'request')}, ${renderDuration(run.took_ms)} (engine ${renderDuration(report.elapsed_ms)}${parallel})`
  const ran: Part = isLocal(run)
    ? { text: `${describeCoverage(report)}, ${renderDuration(run.took_ms)}`, paint: style.palette.quiet }
    : {
        text: `${describeCoverage(report)}${describeDashboard(report)}${renderOrigin(run)}`,
        paint: style.palette.quiet,
        aside: { text: cost, paint: style.palette.quiet },
      }
  return [
    ...breakPart(ran, style.width),
    ...renderBundled(run, style),
    ...countLines(countOnlyCounted(report), style),
    ...renderFixable(report, style),
    ...renderBase(report, style),
    ...renderExcused(report, showWaived, style),
  ]
}

/** Definitions that were sent to a dashboard as bundles. */
function renderBundled({ definitions }: Run, { palette, width }: TableStyle): string[] {
  return definitions.flatMap(({ file, bundled }) => {
    if (bundled === undefined) return []
    const what = `${excerpt(file)} was sent as a bundle with ${plural(bundled.length, 'other file')}`
    return wrap(what, width).map(palette.quiet)
  })
}

/** Who named the dashboard that the token went to; the embedded one takes none. */
function renderOrigin({ dashboard, dashboard_origin }: Run): string {
  return dashboard === 'embedded' || dashboard_origin === undefined ? '' : ` (${excerpt(dashboard_origin)})`
}

function countLines(report: EvaluatedReport, { palette, width }: TableStyle): string[] {
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

function renderFixable(report: EvaluatedReport, { width }: TableStyle): string[] {
  const words = describeFixable(report)
  return words === '' ? [] : wrap(words, width)
}

/** Reasons that this section tells. */
export const toldOfRun: readonly Reason['kind'][] = ['base', 'breaking']

/** The base of the run, and the result of the comparison. */
function renderBase({ outcome }: EvaluatedReport, { width }: TableStyle): string[] {
  const reasons = outcome.held.filter(({ kind }) => toldOfRun.includes(kind))
  return reasons.flatMap((reason) => wrap(excerpt(reasonText(reason)), width))
}

/** Excused issues, which neither the counts above nor the verdict include. */
function renderExcused(
  report: EvaluatedReport,
  showWaived: boolean,
  { palette, width }: TableStyle,
): string[] {
  const words = describeExcused(report)
  if (words === '') return []
  const hint = showWaived ? '' : ' (list with --show-waived)'
  return wrap(`not counted: ${words}${hint}`, width).map(palette.quiet)
}
