import { htmlText } from '../../../core/text/html-text.ts'
import { oneLine } from '../../../core/text/sanitize.ts'
import { columnGap, joinSections, renderHanging } from '../../../core/text/sections.ts'
import { excerpt, grouped, renderTime } from '../../../core/text/wording.ts'
import { pageHtml } from '../../../reporters/html/page-html.ts'
import { cell, isolated, markdownText } from '../../../reporters/markup-text.ts'
import { columns, measureColumns } from '../../../reporters/table/columns.ts'
import { createPalette, keepText, type TableStyle } from '../../../reporters/table/palette.ts'
import type { Impact, ImpactApi } from './impact-model.ts'
import {
  chooseWord,
  describeOtherCounts,
  explainVerdict,
  headline,
  type ImpactTable,
  impactTables,
  laterTexts,
  renderTitle,
  sideText,
} from './impact-parts.ts'

export interface ImpactView {
  readonly color: boolean
  readonly width: number
}

const [mostApis, mostRules, mostGroups] = [20, 15, 10]

/** The verdict first, then which APIs, by which rules, and whose they are. */
export function impactTable(impact: Impact, { color, width }: ImpactView): string {
  const style = { palette: createPalette(color), width }
  return joinSections([
    head(impact, style),
    ...impactTables(impact).map((table) =>
      table.apis ? apiSection(table.title, table.apis, style) : tableSection(table, style),
    ),
  ])
}

function head(impact: Impact, { palette, width }: TableStyle): string[] {
  const word = chooseWord(impact)
  const paint = word === 'SAFE' ? palette.pass : palette.fail
  const { unchanged_rules: same, ruleset_id } = impact
  const shared =
    same === undefined ? '' : `; ${grouped(same)} ${same === 1 ? 'rule is' : 'rules are'} the same`
  const now = `${sideText(impact.new)}, judged as ${ruleset_id}${shared}`
  return [
    ...renderHanging(word, paint, headline(impact), width),
    ...renderHanging('', keepText, `${describeOtherCounts(impact)}.`, width).map((line) => line.trimStart()),
    ...laterTexts(impact).flatMap((line) => renderHanging('later', palette.fail, oneLine(`${line}.`), width)),
    ...renderHanging('old', palette.quiet, oneLine(excerpt(sideText(impact.old))), width),
    ...renderHanging('new', palette.quiet, oneLine(excerpt(now)), width),
  ]
}

function apiSection(title: string, apis: readonly ImpactApi[], { palette, width }: TableStyle): string[] {
  if (apis.length === 0) return []
  const lines = apis.slice(0, mostApis).flatMap((api) => apiLines(api, width))
  const rest = apis.length - mostApis
  const more = rest > 0 ? [`  ${palette.quiet(`and ${grouped(rest)} more: --format json lists all`)}`] : []
  return [palette.title(title), ...lines, ...more]
}

function apiLines(api: ImpactApi, width: number): string[] {
  const { owners } = api
  const owned = owners.length > 0 ? ` [${owners.join(', ')}]` : ''
  const text = `${excerpt(renderTitle(api) + owned, 120)}: ${excerpt(explainVerdict(api, 2), 240)}`
  return renderHanging(' ', keepText, oneLine(text), width)
}

/** The first column gives room, and keeps some. */
function tableSection(table: ImpactTable, { palette, width }: TableStyle): string[] {
  const { title, heads, texts } = table
  if (table.rows.length === 0) return []
  const [most, noun] = title === 'Rules' ? [mostRules, ' rules'] : [mostGroups, '']
  const words = heads.map((head) => head.replace('newly ', '').toUpperCase())
  const rows = [words, ...table.rows.slice(0, most)]
  const [first = 0, ...others] = measureColumns(rows)
  const room = width - others.reduce((sum, each) => sum + each + columnGap, 0)
  const widths = [Math.min(first, Math.max(12, room)), ...others]
  const aligns = widths.map((_, at) => (at < texts ? 'left' : 'right'))
  const rest = table.rows.length - most
  const more = rest > 0 ? [palette.quiet(`and ${grouped(rest)} more${noun}`)] : []
  return [...columns(rows, { widths, aligns }), ...more]
}

const mostInHtml = 2000

export function impactHtml(impact: Impact): string {
  const { old, new: now, ruleset_id, started, dashboard } = impact
  return pageHtml({
    title: 'Governance: impact of a ruleset',
    heading: headline(impact),
    body: `<section class="verdict ${chooseWord(impact) === 'SAFE' ? 'pass' : 'fail'}" aria-label="Verdict"><p><strong>${chooseWord(impact)}</strong> ${htmlText(headline(impact))}</p></section>
<p>${htmlText(describeOtherCounts(impact))}.</p>
${laterTexts(impact)
  .map((line) => `<p>${isolated(line)}.</p>`)
  .join('\n')}
<p class="note">Old: ${isolated(sideText(old), 200)}. New: ${isolated(sideText(now), 200)}, judged as ${isolated(ruleset_id, 200)}. ${htmlText(renderTime(excerpt(started, 40)))}, ${isolated(dashboard, 200)}.</p>
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

const [mostPageApis, mostPageRows] = [200, 50]

/** For an announcement: the verdict, then who is concerned and by what. */
export function impactMarkdown(impact: Impact): string {
  const { old, new: now, ruleset_id } = impact
  const sections = [
    `# ${markdownText(headline(impact))}`,
    `${markdownText(describeOtherCounts(impact))}.`,
    ...laterTexts(impact).map((line) => `${markdownText(line)}.`),
    `Old: ${cell(sideText(old))}. New: ${cell(sideText(now))}, judged as ${cell(ruleset_id)}.`,
    ...impactTables(impact).flatMap(tableMarkdown),
  ]
  return `${sections.join('\n\n')}\n`
}

function tableMarkdown({ title, heads, rows, apis }: ImpactTable): string[] {
  if (rows.length === 0) return []
  const most = apis ? mostPageApis : mostPageRows
  const words = heads.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const lines = rows.slice(0, most).map((cells) => `| ${cells.map(cell).join(' | ')} |`)
  const rest = rows.length - most
  const table = [`| ${words.join(' | ')} |`, `|${heads.map(() => '---').join('|')}|`, ...lines].join('\n')
  return [`## ${title}`, table, ...(rest > 0 ? [`And ${grouped(rest)} more.`] : [])]
}
