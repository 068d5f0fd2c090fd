import type { Issue } from '../../core/model/issue.ts'
import type { Run } from '../../core/model/run.ts'
import { columnGap, renderHanging } from '../../core/text/sections.ts'
import { measureWidth, wrap } from '../../core/text/width.ts'
import { excerpt, grouped, plural } from '../../core/text/wording.ts'
import { groupIssues } from './choose.ts'
import { columns, measureColumns, renderTexts, type TableRow } from './columns.ts'
import type { TableStyle } from './palette.ts'

const maxRules = 10
/** In a narrow terminal there are fewer fixes, not more lines of them. */
const maxLines = 10
/** With less room beside the rules a fix is below its rule, or left out. */
const leastFix = 24

/** How to fix the issues of each rule, said once, in the order of the rows. */
export function renderFixSection(listed: readonly Issue[], style: TableStyle): string[] {
  const fixes = new Map<string, readonly [rule: string, fix: string]>()
  for (const { ruleset_id, rule_id, how_to_fix = '', excused } of listed) {
    const [rule, fix] = [excerpt(rule_id), excerpt(how_to_fix)]
    // An issue that does not count need not be fixed.
    if (fix !== '' && !excused) fixes.set(JSON.stringify([ruleset_id, rule_id, fix]), [rule, fix])
  }
  const { palette, width } = style
  const all = [...fixes.values()]
  const rules = Math.max(...all.map(([rule]) => measureWidth(rule)))
  const room = width - rules - columnGap
  const lines: string[] = []
  let count = 0
  for (const [text, fix] of all) {
    const rule = { text, paint: palette.title }
    const row =
      room < leastFix
        ? [...renderTexts([rule], width), ...renderHanging('', palette.title, fix, width)]
        : columns([[[rule], fix]], { widths: [rules, room] })
    if (count > 0 && lines.length + row.length > maxLines) break
    lines.push(...row)
    count += 1
  }
  const of = count < all.length ? ` (${count} of ${plural(all.length, 'rule')}; more: gov explain RULE)` : ''
  return count === 0 ? [] : [...wrap(`HOW TO FIX${of}`, width).map(palette.quiet), ...lines]
}

/** How many issues each rule has and how to fix them, the worst rules first. */
export function renderRuleSummary(
  run: Run,
  issues: readonly Issue[],
  { palette, width }: TableStyle,
): string[] {
  const rules = groupIssues(run, issues, 'rule')
  const heads = ['ISSUES', 'SEVERITY', 'RULE', 'HOW TO FIX'].map((text) => [{ text, paint: palette.quiet }])
  const rows = rules.slice(0, maxRules).map(({ title, issues: [first, ...others] }): TableRow => {
    const { severity = 'hint', how_to_fix = '' } = first ?? {}
    return [
      grouped(1 + others.length),
      [{ text: severity, paint: palette.severity[severity] }],
      [{ text: excerpt(title), paint: palette.title }],
      excerpt(how_to_fix),
    ]
  })
  const [counts = 0, levels = 0, names = 0] = measureColumns([heads, ...rows])
  const room = width - counts - levels - names - 3 * columnGap
  const widths = [counts, levels, names, ...(room < leastFix ? [] : [room])]
  const others = rules.slice(maxRules)
  const more = others.reduce((sum, rule) => sum + rule.issues.length, 0)
  const rest = `… and ${plural(others.length, 'more rule')} (${plural(more, 'issue')}): --group-by rule`
  return [
    ...columns([heads, ...rows], { widths, aligns: ['right'] }),
    ...(others.length === 0 ? [] : wrap(rest, width).map(palette.quiet)),
  ]
}
