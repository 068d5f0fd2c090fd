import { isEvaluated, type Report } from '../../model/report.ts'
import { comparedCounts, comparedLines } from '../compared-lines.ts'
import { htmlText } from '../html-text.ts'
import { plural } from '../wording.ts'

/** What is new and fixed since an earlier run; empty where the report was compared with none. */
export function comparisonHtml(report: Report): string {
  if (!isEvaluated(report) || report.comparison === undefined) return ''
  const { comparison } = report
  const lines = comparedLines(comparison).map((line) => `<li>${text(line)}</li>`)
  const more = comparison.new_issues.length + comparison.fixed_issues.length - lines.length
  const rest = more > 0 ? `<li>${plural(more, 'more issue')} new or fixed</li>` : ''
  const list = lines.length === 0 ? '' : `<ul>${lines.join('')}${rest}</ul>`
  return `<section class="compared" aria-label="Comparison">
<p class="note">Compared: ${text(comparedCounts(comparison))}.</p>${list}</section>
`
}

function text(value: string): string {
  return `<bdi>${htmlText(value)}</bdi>`
}
