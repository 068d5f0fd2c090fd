import type { ApiEffect, Impact } from '../../model/impact.ts'
import { cell, markdownText } from '../markdown-text.ts'
import { grouped } from '../wording.ts'
import {
  apisOf,
  groupCells,
  headline,
  laterTexts,
  otherCounts,
  ruleCells,
  sideText,
  titleOf,
  whyOf,
} from './impact-parts.ts'

const [mostApis, mostRows] = [200, 50]

/** For an announcement: the verdict, then who is concerned and by what. */
export function impactMarkdown(impact: Impact): string {
  const { old, new: now, ruleset_id, rules, owners, categories } = impact
  const sections = [
    `# ${markdownText(headline(impact))}`,
    `${markdownText(otherCounts(impact))}.`,
    ...laterTexts(impact).map((line) => `${markdownText(line)}.`),
    `Old: ${cell(sideText(old))}. New: ${cell(sideText(now))}, judged as ${cell(ruleset_id)}.`,
    ...apiSection('Newly fail', 'newly-fails', impact),
    ...apiSection('Not known', 'unknown', impact),
    ...apiSection('Newly pass', 'newly-passes', impact),
    ...tableSection(
      'Rules',
      ['Rule', 'Change', 'Issues +', 'Issues -', 'Newly fail', 'Newly pass'],
      rules.map(ruleCells),
    ),
    ...tableSection('Owners', ['Owner', 'APIs', 'Newly fail', 'Newly pass'], owners.map(groupCells)),
    ...tableSection(
      'Categories',
      ['Category', 'APIs', 'Newly fail', 'Newly pass'],
      categories.map(groupCells),
    ),
  ]
  return `${sections.join('\n\n')}\n`
}

function apiSection(title: string, effect: ApiEffect, impact: Impact): string[] {
  const apis = apisOf(impact, effect)
  const owned = apis.some(({ owners }) => owners.length > 0)
  return tableSection(
    `${title} (${grouped(apis.length)})`,
    ['API', ...(owned ? ['Owner'] : []), 'Why'],
    apis.map((api) => [titleOf(api), ...(owned ? [api.owners.join(', ')] : []), whyOf(api)]),
    mostApis,
  )
}

function tableSection(
  title: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  most = mostRows,
): string[] {
  if (rows.length === 0) return []
  const lines = rows.slice(0, most).map((cells) => `| ${cells.map(cell).join(' | ')} |`)
  const rest = rows.length - most
  const table = [`| ${heads.join(' | ')} |`, `|${heads.map(() => '---').join('|')}|`, ...lines].join('\n')
  return [`## ${title}`, table, ...(rest > 0 ? [`And ${grouped(rest)} more.`] : [])]
}
