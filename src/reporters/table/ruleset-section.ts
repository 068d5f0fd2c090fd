import type { RulesetSummary } from '../../core/model/evaluation.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import type { Run } from '../../core/model/run.ts'
import { type Severity, severities } from '../../core/model/severity.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { measureWidth, wrap } from '../../core/text/width.ts'
import { countList, excerpt, grouped, plural } from '../../core/text/wording.ts'
import { countOnlyCounted, isLocal } from '../words/coverage.ts'
import { groupIssues } from './choose.ts'
import { columns, type TableRow } from './columns.ts'
import { renderPosition } from './issue-rows.ts'
import { keepText, type Paint, type Palette, type TableStyle } from './palette.ts'
import { columnGap, type Part } from './part.ts'

const headings: Record<Severity, string> = { error: 'errors', warn: 'warnings', info: 'info', hint: 'hints' }

const maxRulesets = 20

/** With less room for names a ruleset is a sentence. */
const narrowestName = 20

/** A column beside the names. */
interface Fact {
  readonly heading: string
  readonly align: 'left' | 'right'
  readonly read: (ruleset: RulesetSummary) => string
  readonly paint?: (ruleset: RulesetSummary, palette: Palette) => Paint
}

/**
 * Every ruleset that ran: name, id, how many of its issues of each severity count, and how many do not. Its action is what a
 * dashboard says of it.
 */
export function renderRulesetSection(report: EvaluatedReport, style: TableStyle): string[] {
  const { rulesets } = countOnlyCounted(report)
  const excused = groupBy(
    report.issues.filter((issue) => issue.excused),
    ({ ruleset_id }) => ruleset_id,
  )
  const notCounted: Fact = {
    heading: 'not counted',
    align: 'right',
    read: ({ id }) => grouped(excused.get(id)?.length ?? 0),
  }
  const facts: Fact[] = [
    ...(isLocal(report.run) ? [] : [{ heading: 'action', align: 'left', read: renderAction } as const]),
    ...severities.map(countFact),
    ...(rulesets.some(({ id }) => excused.has(id)) ? [notCounted] : []),
  ]
  const others = rulesets.length - maxRulesets
  const more = others > 0 ? [style.palette.quiet(`… and ${plural(others, 'more ruleset')}`)] : []
  return [...renderRulesets(rulesets.slice(0, maxRulesets), facts, style), ...more]
}

function countFact(severity: Severity): Fact {
  return {
    heading: headings[severity],
    align: 'right',
    read: (ruleset) => grouped(ruleset[`${severity}_count`]),
    paint: (ruleset, palette) =>
      ruleset[`${severity}_count`] > 0 ? palette.severity[severity] : palette.quiet,
  }
}

function renderRulesets(
  rulesets: readonly RulesetSummary[],
  facts: readonly Fact[],
  { palette, width }: TableStyle,
): string[] {
  if (rulesets.length === 0) return []
  const widths = facts.map(({ heading, read }) =>
    Math.max(...[heading, ...rulesets.map(read)].map(measureWidth)),
  )
  const names = rulesets.map(renderName)
  const room = width - widths.reduce((sum, columnWidth) => sum + columnGap + columnWidth, 0)
  if (room < narrowestName) return rulesets.flatMap((ruleset) => wrap(renderSentence(ruleset, facts), width))
  const nameWidth = Math.min(room, Math.max(...['ruleset', ...names].map(measureWidth)))
  const head = ['ruleset', ...facts.map(({ heading }) => heading)]
  const rows = rulesets.map((ruleset, index): TableRow => {
    const cells = facts.map(({ read, paint }) => [
      { text: read(ruleset), paint: paint?.(ruleset, palette) ?? keepText },
    ])
    return [[{ text: names[index] ?? '', paint: keepText }], ...cells]
  })
  return columns([head.map((text) => [{ text, paint: palette.quiet }]), ...rows], {
    widths: [nameWidth, ...widths],
    aligns: ['left', ...facts.map(({ align }) => align)],
  })
}

function renderSentence(ruleset: RulesetSummary, facts: readonly Fact[]): string {
  const [action] = facts.filter(({ heading }) => heading === 'action').map(({ read }) => `, ${read(ruleset)}`)
  return `${renderName(ruleset)}${action ?? ''}: ${countList(ruleset, 'all')}`
}

function renderName({ id, name }: RulesetSummary): string {
  return name === '' || name === id ? excerpt(id) : `${excerpt(name)} (${excerpt(id)})`
}

function renderAction({ action, active }: RulesetSummary): string {
  return active ? excerpt(action) : `${excerpt(action)}, inactive`
}

const maxRules = 10
const longestTitle = 120

/** How many issues each rule has, the worst rules first: severity, name, the first place, and what it requires. */
export function renderRuleSection(
  run: Run,
  issues: readonly Issue[],
  { palette, width }: TableStyle,
): string[] {
  const rules = groupIssues(run, issues, 'rule')
  const ids = new Set(issues.map(({ rule_id }) => rule_id))
  const shown = rules.slice(0, maxRules)
  const counts = shown.map((rule) => grouped(rule.issues.length))
  const countWidth = Math.max(...counts.map(measureWidth))
  const asideAt = columnGap + Math.max(...shown.map(({ title }) => measureWidth(excerpt(title))))
  const rows = shown.map(({ title, summary: text = '', issues: [first] }, index): TableRow => {
    const severity = first?.severity ?? 'hint'
    const place = { text: first ? renderPosition(first, true) : '', paint: palette.quiet }
    const rule: Part = { text: excerpt(title), paint: palette.title, aside: place, asideAt }
    const summary = excerpt(text, longestTitle)
    return [
      [{ text: counts[index] ?? '', paint: keepText }],
      [{ text: severity, paint: palette.severity[severity] }],
      summary === '' ? [rule] : [rule, { text: summary, paint: palette.quiet }],
    ]
  })
  const widths = [countWidth, severityWidth, width - countWidth - severityWidth - 2 * columnGap]
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
