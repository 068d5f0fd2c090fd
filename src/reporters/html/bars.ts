import { compareCounts, severities, totalOf } from '../../model/severity.ts'
import type { SeverityCounts } from '../../model/severity-counts.ts'
import { countList, grouped, plural } from '../wording.ts'

/** What a row counts; `name` and `note` are HTML. */
export interface BarRow {
  readonly name: string
  readonly note: string
  readonly counts: SeverityCounts
  /** What the page's script shows when the name is pressed, such as `data-rule="3"`. */
  readonly filter?: string
}

export interface BarTable {
  /** What one row is, such as `rule`. */
  readonly noun: string
  readonly rows: readonly BarRow[]
  /** Rows beyond these are folded. */
  readonly shown: number
}

const maxRows = 200

/** A table of counts as numbers and as bars, worst first; the longest bar of all is as wide as its column. */
export function barTable({ noun, rows, shown }: BarTable): string {
  const order = rows.toSorted((one, other) => compareCounts(one.counts, other.counts))
  const widest = Math.max(1, ...order.map(({ counts }) => totalOf(counts)))
  const lines = order.slice(0, maxRows).map((row) => rowHtml(row, widest))
  const folded = lines.slice(shown)
  const rest = rows.length - maxRows
  const note = rest > 0 ? `<p class="note">${plural(rest, noun)} with fewer issues not listed here.</p>` : ''
  const more = `<details class="folded"><summary>${plural(rows.length - shown, `more ${noun}`)}</summary>${tableHtml(noun, folded)}${note}</details>`
  return tableHtml(noun, lines.slice(0, shown)) + (folded.length > 0 ? more : '')
}

function tableHtml(noun: string, lines: readonly string[]): string {
  const heads = severities.map((severity) => `<th scope="col" class="number">${severity}</th>`)
  return `<table class="bars"><thead><tr><th scope="col">${noun}</th><th scope="col" class="chart">issues</th>
<th scope="col" class="number total">all</th>${heads.join('')}</tr></thead><tbody>${lines.join('\n')}</tbody></table>`
}

function rowHtml({ name, note, counts, filter = '' }: BarRow, widest: number): string {
  const numbers = severities.map((severity) => {
    const count = counts[`${severity}_count`]
    return `<td class="number ${count === 0 ? 'none' : severity}">${grouped(count)}</td>`
  })
  const beside = note === '' ? '' : ` <span class="quiet">· ${note}</span>`
  return `<tr ${filter}><th scope="row"><span class="name">${name}</span>${beside}</th>
<td class="chart">${bar(counts, widest)}</td><td class="number total">${grouped(totalOf(counts))}</td>${numbers.join('')}</tr>`
}

function bar(counts: SeverityCounts, widest: number): string {
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
