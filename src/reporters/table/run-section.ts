import type { Reason } from '../../core/model/reason.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import type { Run } from '../../core/model/run.ts'
import { measureWidth, wrap } from '../../core/text/width.ts'
import { excusedWords } from '../excuse-words.ts'
import { reasonText } from '../reason-text.ts'
import { countWords, duration, engineText, excerpt, grouped, plural } from '../wording.ts'
import type { Style } from './palette.ts'
import { breakPart, type Part } from './part.ts'

/** What was evaluated, by whom, in how long; then how many issues there are. */
export function runSection(report: EvaluatedReport, showWaived: boolean, style: Style): string[] {
  const { run } = report
  const parallel = report.elapsed_ms > run.took_ms ? ' in parallel' : ''
  const cost = `${plural(run.requests, 'request')}, ${duration(run.took_ms)} (engine ${duration(report.elapsed_ms)}${parallel})`
  const ran: Part = {
    text: `${coverage(report)} on ${excerpt(run.dashboard)}${origin(run)}`,
    paint: style.palette.quiet,
    aside: { text: cost, paint: style.palette.quiet },
  }
  return [
    ...breakPart(ran, style.width),
    ...bundledLines(run, style),
    ...countLines(report, style),
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

/**
 * `3 APIs x 2 rulesets (engine: vacuum)`; says so when fewer APIs were evaluated than asked for. Rulesets of several types of resource
 * do not each run on every API, and are then not multiplied.
 */
export function coverage({ evaluated_apis, rulesets, run }: EvaluatedReport): string {
  const asked = run.api_ids.length + run.definitions.length
  const apis =
    evaluated_apis < asked
      ? `${grouped(evaluated_apis)} of ${plural(asked, 'API')}`
      : plural(evaluated_apis, 'API')
  const types = new Set(rulesets.map(({ resource_type }) => resource_type))
  const ran = plural(rulesets.length, 'ruleset')
  const what = types.size > 1 ? `${apis}, ${ran} each on those of its type` : `${apis} x ${ran}`
  return `${what}${engineText(run)}`
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

/** Reasons that this section tells. */
export const toldOfRun: readonly Reason['kind'][] = ['base', 'breaking']

/** What it was compared with, and what came of that. */
function baseLines({ outcome }: EvaluatedReport, { width }: Style): string[] {
  const reasons = outcome.held.filter(({ kind }) => toldOfRun.includes(kind))
  return reasons.flatMap((reason) => wrap(excerpt(reasonText(reason)), width))
}

/** What is in the counts above and does not count for the verdict. */
function excusedLines(report: EvaluatedReport, showWaived: boolean, { palette, width }: Style): string[] {
  const words = excusedWords(report)
  if (words === '') return []
  const hint = showWaived ? '' : ' (list with --show-waived)'
  return wrap(`not counted: ${words}${hint}`, width).map(palette.quiet)
}
