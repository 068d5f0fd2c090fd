import type { RulesetSummary } from '../../core/model/evaluation.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import { severities } from '../../core/model/severity.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { columnGap } from '../../core/text/sections.ts'
import { wrap } from '../../core/text/width.ts'
import { countList, excerpt, grouped, plural } from '../../core/text/wording.ts'
import { countOnlyCounted, isLocal } from '../words/coverage.ts'
import { type CellText, columns, measureColumns } from './columns.ts'
import type { TableStyle } from './palette.ts'

const counts = ['ERRORS', 'WARNINGS', 'INFO', 'HINTS']
const maxRulesets = 20
/** With less room for names a ruleset is a sentence. */
const narrowestName = 20

/**
 * Every ruleset that ran: name, id, how many of its issues of each severity count, and how many do not. Its action is what a
 * dashboard says of it.
 */
export function renderRulesetSection(report: EvaluatedReport, { palette, width }: TableStyle): string[] {
  const { rulesets: all } = countOnlyCounted(report)
  const rulesets = all.slice(0, maxRulesets)
  if (rulesets.length === 0) return []
  const excused = groupBy(
    report.issues.filter((issue) => issue.excused),
    ({ ruleset_id }) => ruleset_id,
  )
  const action = isLocal(report.run) ? [] : ['ACTION']
  const notCounted = rulesets.some(({ id }) => excused.has(id)) ? ['NOT COUNTED'] : []
  const heads = ['RULESET', ...action, ...counts, ...notCounted].map((text) => [
    { text, paint: palette.quiet },
  ])
  const rows = rulesets.map((ruleset) => [
    renderName(ruleset),
    ...action.map(() => renderAction(ruleset)),
    ...severities.map((severity): CellText[] => {
      const count = ruleset[`${severity}_count`]
      return [{ text: grouped(count), paint: count > 0 ? palette.severity[severity] : palette.quiet }]
    }),
    ...notCounted.map(() => grouped(excused.get(ruleset.id)?.length ?? 0)),
  ])
  const [names = 0, ...widths] = measureColumns([heads, ...rows])
  const room = width - widths.reduce((sum, columnWidth) => sum + columnGap + columnWidth, 0)
  const aligns = heads.map((_, at) => (at <= action.length ? 'left' : 'right'))
  const more = plural(all.length - rulesets.length, 'more ruleset')
  return [
    ...(room < narrowestName
      ? rulesets.flatMap((ruleset) => wrap(renderSentence(ruleset, action.length > 0), width))
      : columns([heads, ...rows], { widths: [Math.min(room, names), ...widths], aligns })),
    ...(all.length > rulesets.length ? [palette.quiet(`… and ${more}`)] : []),
  ]
}

function renderSentence(ruleset: RulesetSummary, hasAction: boolean): string {
  const action = hasAction ? `, ${renderAction(ruleset)}` : ''
  return `${renderName(ruleset)}${action}: ${countList(ruleset, 'all')}`
}

function renderName({ id, name }: RulesetSummary): string {
  return name === '' || name === id ? excerpt(id) : `${excerpt(name)} (${excerpt(id)})`
}

function renderAction({ action, active }: RulesetSummary): string {
  return active ? excerpt(action) : `${excerpt(action)}, inactive`
}
