import { pageHtml } from '../../reporters/html/page-html.ts'
import { cell, htmlText, isolated, markdownText } from '../../reporters/markup-text.ts'
import { excerpt, grouped, timeText } from '../../reporters/wording.ts'
import type { Impact } from './impact-model.ts'
import {
  chooseWord,
  headline,
  type ImpactTable,
  impactTables,
  laterTexts,
  otherCounts,
  sideText,
} from './impact-parts.ts'

const mostInHtml = 2000

export function impactHtml(impact: Impact): string {
  const { old, new: now, ruleset_id, started, dashboard } = impact
  return pageHtml({
    title: 'Governance: impact of a ruleset',
    heading: headline(impact),
    body: `<section class="verdict ${chooseWord(impact) === 'SAFE' ? 'pass' : 'fail'}" aria-label="Verdict"><p><strong>${chooseWord(impact)}</strong> ${htmlText(headline(impact))}</p></section>
<p>${htmlText(otherCounts(impact))}.</p>
${laterTexts(impact)
  .map((line) => `<p>${isolated(line)}.</p>`)
  .join('\n')}
<p class="note">Old: ${isolated(sideText(old), 200)}. New: ${isolated(sideText(now), 200)}, judged as ${isolated(ruleset_id, 200)}. ${htmlText(timeText(excerpt(started, 40)))}, ${isolated(dashboard, 200)}.</p>
${impactTables(impact).map(tableHtml).join('\n')}`,
  })
}

function tableHtml({ title, heads, rows, texts }: ImpactTable): string {
  if (rows.length === 0) return ''
  const kind = (at: number) => (at < texts ? '' : ' class="number"')
  const head = heads.map((word, at) => `<th scope="col"${kind(at)}>${word}</th>`).join('')
  const lines = rows.slice(0, mostInHtml).map(([name = '', ...cells]) => {
    const rest = cells.map((text, at) => `<td${kind(at + 1)}>${isolated(text)}</td>`).join('')
    return `<tr><th scope="row">${isolated(name)}</th>${rest}</tr>`
  })
  const left = rows.length - lines.length
  const note = left > 0 ? `<p class="note">And ${grouped(left)} more in the JSON.</p>` : ''
  return `<section aria-label="${htmlText(title)}"><h2>${htmlText(title)}</h2><table class="numbers"><thead><tr>${head}</tr></thead><tbody>${lines.join('\n')}</tbody></table>${note}</section>`
}

const [mostApis, mostRows] = [200, 50]

/** For an announcement: the verdict, then who is concerned and by what. */
export function impactMarkdown(impact: Impact): string {
  const { old, new: now, ruleset_id } = impact
  const sections = [
    `# ${markdownText(headline(impact))}`,
    `${markdownText(otherCounts(impact))}.`,
    ...laterTexts(impact).map((line) => `${markdownText(line)}.`),
    `Old: ${cell(sideText(old))}. New: ${cell(sideText(now))}, judged as ${cell(ruleset_id)}.`,
    ...impactTables(impact).flatMap(tableMarkdown),
  ]
  return `${sections.join('\n\n')}\n`
}

function tableMarkdown({ title, heads, rows, isOfApis }: ImpactTable): string[] {
  if (rows.length === 0) return []
  const most = isOfApis ? mostApis : mostRows
  const words = heads.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const lines = rows.slice(0, most).map((cells) => `| ${cells.map(cell).join(' | ')} |`)
  const rest = rows.length - most
  const table = [`| ${words.join(' | ')} |`, `|${heads.map(() => '---').join('|')}|`, ...lines].join('\n')
  return [`## ${title}`, table, ...(rest > 0 ? [`And ${grouped(rest)} more.`] : [])]
}
