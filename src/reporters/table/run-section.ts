import type { Reason } from '../../core/model/reason.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import { measureWidth, wrap } from '../../core/text/width.ts'
import { countWords, excerpt, grouped, plural, renderDuration } from '../../core/text/wording.ts'
import { countOnlyCounted, describeCoverage, describeDashboard, isLocal } from '../words/coverage.ts'
import { describeExcused, describeFixable } from '../words/excuse-words.ts'
import { reasonText } from '../words/reason-text.ts'
import type { TableStyle } from './palette.ts'

/** The targets, the engine and the time of a run, then the number of issues, and what neither counts nor the verdict include. */
export function renderRunSection(report: EvaluatedReport, showWaived: boolean, style: TableStyle): string[] {
  const { run, outcome } = report
  const { palette, width } = style
  const parallel = report.elapsed_ms > run.took_ms ? ' in parallel' : ''
  const cost = `${plural(run.requests, 'request')}, ${renderDuration(run.took_ms)} (engine ${renderDuration(report.elapsed_ms)}${parallel})`
  const { dashboard, dashboard_origin: namedBy } = run
  // Who named the dashboard that the token went to; the embedded one takes none.
  const origin = dashboard === 'embedded' || namedBy === undefined ? '' : ` (${excerpt(namedBy)})`
  const ran = isLocal(run)
    ? [`${describeCoverage(report)}, ${renderDuration(run.took_ms)}`]
    : [`${describeCoverage(report)}${describeDashboard(report)}${origin}`, cost]
  const bundles = run.definitions.flatMap(({ file, bundled: { length } = [] }) =>
    length > 0 ? [`${excerpt(file)} was sent as a bundle with ${plural(length, 'other file')}`] : [],
  )
  const base = outcome.held.filter(({ kind }) => toldOfRun.includes(kind))
  const excused = describeExcused(report)
  const notCounted = `not counted: ${excused}${showWaived ? '' : ' (list with --show-waived)'}`
  const lines = (texts: readonly string[]) =>
    texts.filter((text) => text !== '').flatMap((text) => wrap(text, width))
  return [
    ...lines([...(measureWidth(ran.join('  ')) > width ? ran : [ran.join('  ')]), ...bundles]).map(
      palette.quiet,
    ),
    ...countLines(countOnlyCounted(report), style),
    ...lines([describeFixable(report), ...base.map((reason) => excerpt(reasonText(reason)))]),
    ...lines(excused === '' ? [] : [notCounted]).map(palette.quiet),
  ]
}

/** Reasons that this section tells: the base of the run, and the result of the comparison. */
export const toldOfRun: readonly Reason['kind'][] = ['base', 'breaking']

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
