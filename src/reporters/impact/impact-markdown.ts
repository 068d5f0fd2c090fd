import type { Impact } from '../../model/compare/impact.ts'
import { cell, markdownText } from '../markup-text.ts'
import { grouped } from '../wording.ts'
import {
  headline,
  type ImpactTable,
  impactTables,
  laterTexts,
  otherCounts,
  sideText,
} from './impact-parts.ts'

const [mostApis, mostRows] = [200, 50]

/** For an announcement: the verdict, then who is concerned and by what. */
export function impactMarkdown(impact: Impact): string {
  const { old, new: now, ruleset_id } = impact
  const sections = [
    `# ${markdownText(headline(impact))}`,
    `${markdownText(otherCounts(impact))}.`,
    ...laterTexts(impact).map((line) => `${markdownText(line)}.`),
    `Old: ${cell(sideText(old))}. New: ${cell(sideText(now))}, judged as ${cell(ruleset_id)}.`,
    ...impactTables(impact).flatMap(tableSection),
  ]
  return `${sections.join('\n\n')}\n`
}

function tableSection({ title, heads, rows, isOfApis }: ImpactTable): string[] {
  if (rows.length === 0) return []
  const most = isOfApis ? mostApis : mostRows
  const words = heads.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const lines = rows.slice(0, most).map((cells) => `| ${cells.map(cell).join(' | ')} |`)
  const rest = rows.length - most
  const table = [`| ${words.join(' | ')} |`, `|${heads.map(() => '---').join('|')}|`, ...lines].join('\n')
  return [`## ${title}`, table, ...(rest > 0 ? [`And ${grouped(rest)} more.`] : [])]
}
