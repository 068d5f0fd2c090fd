import type { RulesetSummary } from '../../model/evaluation.ts'
import { type EvaluatedReport, isEvaluated, type Report } from '../../model/report.ts'
import { severities } from '../../model/severity.ts'
import { isolated } from '../markup-text.ts'
import { countOf, grouped, plural } from '../wording.ts'

const maxRulesets = 200

/** The counts of each severity, then of each ruleset, as numbers and as a bar. */
export function countsHtml(report: Report): string {
  if (!isEvaluated(report)) return ''
  const tiles = severities.map((severity) => {
    const count = report[`${severity}_count`]
    const [number = '', word = ''] = countOf(count, severity).split(' ')
    return `<li class="${severity}${count === 0 ? ' none' : ''}"><b>${number}</b> ${word}</li>`
  })
  return `<section aria-label="Counts"><ul class="tiles">${tiles.join('')}</ul>
${cutNote(report)}${rulesetTable(report.rulesets)}</section>`
}

function cutNote({ truncated, issues, total }: EvaluatedReport): string {
  if (!truncated) return ''
  return `<p class="note broken">This result was truncated: ${grouped(issues.length)} of ${plural(total, 'issue')} are listed.</p>`
}

function rulesetTable(rulesets: readonly RulesetSummary[]): string {
  if (rulesets.length === 0) return '<p class="note broken">No ruleset ran.</p>'
  const totals = rulesets.map(totalOf)
  const widest = Math.max(1, ...totals)
  const order = rulesets.map((_, index) => index).sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0))
  const rows = order.slice(0, maxRulesets).map((index) => row(rulesets[index], widest))
  const more = rulesets.length - maxRulesets
  const rest = more > 0 ? `<p class="note">${plural(more, 'more ruleset')} with fewer issues.</p>` : ''
  const heads = severities.map((severity) => `<th scope="col" class="number">${severity}</th>`)
  return `<table class="rulesets"><thead><tr><th scope="col">Ruleset</th><th scope="col">Action</th>
<th scope="col" class="chart">Issues</th>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>${rest}`
}

function row(ruleset: RulesetSummary | undefined, widest: number): string {
  if (ruleset === undefined) return ''
  const counts = severities.map(
    (severity) => `<td class="number ${severity}">${grouped(ruleset[`${severity}_count`])}</td>`,
  )
  const action = `${isolated(ruleset.action)}${ruleset.active ? '' : ', inactive'}`
  return `<tr><th scope="row">${isolated(ruleset.name || ruleset.id)}</th><td>${action}</td>
<td class="chart">${bar(ruleset, widest)}</td>${counts.join('')}</tr>`
}

/** A stacked bar; the longest of all is as wide as its column. */
function bar(ruleset: RulesetSummary, widest: number): string {
  let x = 0
  const parts = severities.map((severity) => {
    const width = (ruleset[`${severity}_count`] / widest) * 1000
    const rect = `<rect class="${severity}" x="${x.toFixed(1)}" width="${width.toFixed(1)}" height="10"/>`
    x += width
    return width > 0 ? rect : ''
  })
  const label = plural(totalOf(ruleset), 'issue')
  return `<svg viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="${label}">${parts.join('')}</svg>`
}

function totalOf(ruleset: RulesetSummary): number {
  return severities.reduce((sum, severity) => sum + ruleset[`${severity}_count`], 0)
}
