import type { Issue } from '../../core/model/issue.ts'
import type { Run } from '../../core/model/run.ts'
import { measureWidth } from '../../core/text/width.ts'
import { excerpt, grouped, plural } from '../wording.ts'
import { columns, type TableRow } from './columns.ts'
import { groupIssues } from './groups.ts'
import { renderPosition } from './issue-text.ts'
import { type Style, unpainted } from './palette.ts'
import { gap, type Part } from './part.ts'

const maxRules = 10
const longestTitle = 120

/** How many issues each rule has, the worst rules first: severity, name, the first place, and what it requires. */
export function ruleSection(run: Run, issues: readonly Issue[], { palette, width }: Style): string[] {
  const rules = groupIssues(run, issues, 'rule')
  const ids = new Set(issues.map(({ rule_id }) => rule_id))
  const shown = rules.slice(0, maxRules)
  const counts = shown.map((rule) => grouped(rule.issues.length))
  const countWidth = Math.max(...counts.map(measureWidth))
  const asideAt = gap + Math.max(...shown.map(({ title }) => measureWidth(excerpt(title))))
  const rows = shown.map(({ title, summary: text = '', issues: [first] }, index): TableRow => {
    const severity = first?.severity ?? 'hint'
    const place = { text: first ? renderPosition(first, true) : '', paint: palette.quiet }
    const rule: Part = { text: excerpt(title), paint: palette.title, aside: place, asideAt }
    const summary = excerpt(text, longestTitle)
    return [
      [{ text: counts[index] ?? '', paint: unpainted }],
      [{ text: severity, paint: palette.severity[severity] }],
      summary === '' ? [rule] : [rule, { text: summary, paint: palette.quiet }],
    ]
  })
  const widths = [countWidth, severityWidth, width - countWidth - severityWidth - 2 * gap]
  const others = rules.slice(maxRules)
  const more = others.reduce((sum, rule) => sum + rule.issues.length, 0)
  return [
    palette.title(`${plural(issues.length, 'issue')} of ${plural(ids.size, 'rule')}`),
    ...columns(rows, { widths, aligns: ['right'] }),
    ...(others.length === 0
      ? []
      : [palette.quiet(`… and ${plural(others.length, 'more rule')} (${plural(more, 'issue')})`)]),
  ]
}

const severityWidth = 5
