import type { EvaluatedReport } from '../../model/report.ts'
import { comparedCounts, comparedLines } from '../compared-lines.ts'
import { markdownText } from '../markdown-text.ts'
import { plural } from '../wording.ts'

/** Leaves room for the issues, which come after it. */
const maxCharacters = 12_000

/** What is new and fixed since an earlier run, where the report was compared with one. */
export function comparison({ comparison: compared }: EvaluatedReport): string[] {
  if (compared === undefined) return []
  const lines: string[] = []
  let room = maxCharacters
  for (const line of comparedLines(compared).map((text) => `- ${markdownText(text)}`)) {
    room -= line.length
    if (room < 0) break
    lines.push(line)
  }
  const more = compared.new_issues.length + compared.fixed_issues.length - lines.length
  const rest = more > 0 ? [`- ${plural(more, 'more issue')} new or fixed`] : []
  const list = [...lines, ...rest]
  return [
    '',
    `**Compared**: ${markdownText(comparedCounts(compared))}.`,
    ...(list.length > 0 ? ['', ...list] : []),
  ]
}
