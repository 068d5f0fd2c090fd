import { type EvaluatedReport, isEvaluated, type Report } from '../../core/model/report.ts'
import { addUpCounts, compareCounts, countIssues, severities } from '../../core/model/severity.ts'
import type { SeverityCounts } from '../../core/model/severity-counts.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { chooseNoun, countList, grouped, plural } from '../../core/text/wording.ts'
import { isolated, tileHtml } from '../markup-text.ts'
import { countOnlyCounted, isLocal } from '../words/coverage.ts'
import { describeExcused } from '../words/excuse-words.ts'
import type { PageData } from './data.ts'

/** The counts of each severity, then of each ruleset, rule and API, as numbers and as bars. */
export function countsHtml(report: Report, data: PageData): string {
  if (!isEvaluated(report)) return ''
  const counted = countOnlyCounted(report)
  const tiles = severities.map((severity) => {
    const count = counted[`${severity}_count`]
    return tileHtml(severity, count, chooseNoun(count, severity))
  })
  return `<section aria-label="Counts"><ul class="tiles">${tiles.join('')}</ul>
${cutNote(report)}${renderExcusedNote(report)}${renderRulesetTable(counted)}${renderBreakdown(data)}</section>`
}

function cutNote({ truncated, issues, total }: EvaluatedReport): string {
  if (!truncated) return ''
  return `<p class="note broken">This result was truncated: ${grouped(issues.length)} of ${plural(total, 'issue')} are listed.</p>`
}

function renderExcusedNote(report: EvaluatedReport): string {
  const words = describeExcused(report)
  return words === '' ? '' : `<p class="note">Not counted: ${words}. The numbers here leave them out.</p>`
}

function renderRulesetTable({ rulesets, run }: EvaluatedReport): string {
  if (rulesets.length === 0) return '<p class="note broken">No ruleset ran.</p>'
  const rows = rulesets.map((ruleset) => ({
    name: isolated(ruleset.name || ruleset.id),
    note: isLocal(run) ? '' : `${isolated(ruleset.action)}${ruleset.active ? '' : ', inactive'}`,
    counts: ruleset,
  }))
  return renderBarTable('ruleset', rows)
}

/** Excused issues do not count: the tables show the remaining work. */
function renderBreakdown(data: PageData): string {
  const counted = data.issues.filter(([, , , , excuse]) => excuse === -1)
  if (counted.length === 0) return ''
  const rules = countByColumn(counted, 2, data).map(([index, counts]): BarRow => {
    const { name, ruleset } = data.rules[index] ?? { name: '', ruleset: -1 }
    const note = data.rulesets.length > 1 ? isolated(data.rulesets[ruleset] ?? '', 60) : ''
    return { name: isolated(name, 100), note, counts, filter: `data-rule="${index}"` }
  })
  const apis = countByColumn(counted, 1, data).map(([index, counts]): BarRow => {
    const name = isolated(data.apis[index] ?? '', 100)
    return { name, note: '', counts, filter: `data-api="${index}"` }
  })
  return `<div class="breakdown"><section aria-label="Issues by rule">${renderBarTable('rule', rules)}</section>
<section aria-label="Issues by API">${renderBarTable('API', apis)}</section></div>`
}

function countByColumn(issues: PageData['issues'], column: 1 | 2, { severities }: PageData) {
  const groups = groupBy(issues, (issue) => Number(issue[column]))
  return [...groups].map(([index, own]) => {
    const found = own.flatMap(([rank]) => severities[Number(rank)] ?? [])
    return [index, countIssues(found.map((severity) => ({ severity })))] as const
  })
}

/** `name` and `note` are HTML. */
interface BarRow {
  readonly name: string
  readonly note: string
  readonly counts: SeverityCounts
  /** Attributes by which the page's script filters when the name is pressed, such as `data-rule="3"`. */
  readonly filter?: string
}

/** Rows beyond these are folded, and left out. */
const [shownRows, maxRows] = [10, 200]

/** A table of counts as numbers and as bars, worst first; the longest bar of all is as wide as its column. */
function renderBarTable(noun: string, rows: readonly BarRow[]): string {
  const order = rows.toSorted((one, other) => compareCounts(one.counts, other.counts))
  const widest = Math.max(1, ...order.map(({ counts }) => addUpCounts(counts)))
  const lines = order.slice(0, maxRows).map((row) => renderRow(row, widest))
  const folded = lines.slice(shownRows)
  const rest = rows.length - maxRows
  const note = rest > 0 ? `<p class="note">${plural(rest, noun)} with fewer issues not listed here.</p>` : ''
  const more = `<details class="folded"><summary>${plural(rows.length - shownRows, `more ${noun}`)}</summary>${renderTable(noun, folded)}${note}</details>`
  return renderTable(noun, lines.slice(0, shownRows)) + (folded.length > 0 ? more : '')
}

function renderTable(noun: string, lines: readonly string[]): string {
  const heads = severities.map((severity) => `<th scope="col" class="number">${chooseNoun(2, severity)}</th>`)
  return `<table class="bars"><thead><tr><th scope="col">${noun}</th><th scope="col" class="chart">issues</th>
<th scope="col" class="number total">all</th>${heads.join('')}</tr></thead><tbody>${lines.join('\n')}</tbody></table>`
}

function renderRow({ name, note, counts, filter = '' }: BarRow, widest: number): string {
  const numbers = severities.map((severity) => {
    const count = counts[`${severity}_count`]
    return `<td class="number ${count === 0 ? 'none' : severity}">${grouped(count)}</td>`
  })
  const beside = note === '' ? '' : ` <span class="quiet">· ${note}</span>`
  return `<tr ${filter}><th scope="row"><span class="name">${name}</span>${beside}</th>
<td class="chart">${renderBar(counts, widest)}</td><td class="number total">${grouped(addUpCounts(counts))}</td>${numbers.join('')}</tr>`
}

function renderBar(counts: SeverityCounts, widest: number): string {
  let x = 0
  const parts = severities.map((severity) => {
    const width = (counts[`${severity}_count`] / widest) * 1000
    const rect = `<rect class="${severity}" x="${x.toFixed(1)}" width="${width.toFixed(1)}" height="10"/>`
    x += width
    return width > 0 ? rect : ''
  })
  const label = countList(counts, 'some') || 'no issues'
  return `<svg viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="${label}">${parts.join('')}</svg>`
}
