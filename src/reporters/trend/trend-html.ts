import { type Trend, type TrendKind, type TrendRun, trendKinds } from '../../model/compare/trend.ts'
import { severities, totalOf } from '../../model/severity.ts'
import { pageHtml } from '../html/page-html.ts'
import { htmlText, isolated } from '../markup-text.ts'
import { grouped, plural } from '../wording.ts'
import { lineChart } from './line-chart.ts'
import { kindWords, signed, type TrendRow, timeText, trendRows, trendSummary } from './rows.ts'

/** One page without scripts: issues by severity over the runs, then each API, ruleset and rule. */
export function trendHtml(trend: Trend): string {
  const { runs } = trend
  const scopes = runs.map(({ scope }) => scope)
  const lines = severities.map((name) => ({
    name,
    values: runs.map(({ counts }) => counts?.[`${name}_count`]),
  }))
  const legend = severities.map((name) => `<span class="${name}">● ${name}</span>`).join(' ')
  return pageHtml({
    title: 'Governance: trend',
    heading: 'Governance trend',
    body: `<p>${htmlText(trendSummary(trend))}.</p>
<p class="note">${legend} · Lines join only runs of the same APIs and rulesets.</p>
${lineChart(lines, scopes, { width: 1140, height: 240 })}
${runTable(runs)}
${trendKinds.map((kind) => kindHtml(trend, kind)).join('\n')}`,
  })
}

function runTable(runs: readonly TrendRun[]): string {
  const heads = ['run', ...severities, 'change'].map(headCell)
  return `<table class="trend"><thead><tr>${heads.join('')}</tr></thead><tbody>${runs.map(runRow).join('\n')}</tbody></table>`
}

const numeric: ReadonlySet<string> = new Set([...severities, 'first', 'last', 'change'])

function headCell(word: string): string {
  return `<th scope="col"${numeric.has(word) ? ' class="number"' : ''}>${word}</th>`
}

function runRow({ started, counts, change, note }: TrendRun): string {
  const cells = severities.map(
    (name) => `<td class="number">${counts ? grouped(counts[`${name}_count`]) : '-'}</td>`,
  )
  const words = `${counts ? 'other scope' : 'not compared'}: ${isolated(note, 400)}`
  const beside = note === '' ? '' : `<br><span class="quiet">${words}</span>`
  return `<tr><th scope="row">${isolated(timeText(started), 40)}${beside}</th>${cells.join('')}${changeCell(change)}</tr>`
}

function changeCell(change: number | undefined): string {
  if (change === undefined) return '<td class="number"></td>'
  const word = change > 0 ? 'worse' : change < 0 ? 'better' : 'quiet'
  return `<td class="number ${word}">${signed(change)}</td>`
}

const [shown, maxRows] = [15, 500]

function kindHtml(trend: Trend, kind: TrendKind): string {
  const rows = trendRows(trend, kind)
  if (rows.length === 0) return ''
  const scopes = trend.runs.map(({ scope }) => scope)
  const lines = rows.slice(0, maxRows).map((row) => rowHtml(row, scopes))
  const folded = lines.slice(shown)
  const rest = rows.length - maxRows
  const note = rest > 0 ? `<p class="note">${plural(rest, 'more row')} in the CSV.</p>` : ''
  const word = kindWords[kind]
  const more =
    folded.length > 0
      ? `<details class="folded"><summary>${plural(rows.length - shown, `more ${word}`)}</summary>${seriesTable(word, folded)}${note}</details>`
      : ''
  return `<section aria-label="By ${word}"><h2>By ${word}</h2>${seriesTable(word, lines.slice(0, shown))}${more}</section>`
}

function seriesTable(word: string, lines: readonly string[]): string {
  const heads = [word, 'runs', 'first', 'last', 'change'].map(headCell)
  return `<table class="trend"><thead><tr>${heads.join('')}</tr></thead><tbody>${lines.join('\n')}</tbody></table>`
}

function rowHtml({ series, first, last, change }: TrendRow, scopes: readonly (number | undefined)[]): string {
  const beside =
    series.ruleset === undefined ? '' : ` <span class="quiet">· ${isolated(series.ruleset, 60)}</span>`
  const values = series.counts.map((counts) => counts && totalOf(counts))
  const chart = lineChart([{ name: 'all', values }], scopes, { width: 300, height: 40 })
  return `<tr><th scope="row">${isolated(series.name, 100)}${beside}</th><td class="chart">${chart}</td>
<td class="number">${grouped(first)}</td><td class="number">${grouped(last)}</td>${changeCell(change)}</tr>`
}
