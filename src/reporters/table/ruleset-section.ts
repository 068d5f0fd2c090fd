import type { RulesetSummary } from '../../core/model/evaluation.ts'
import { type Severity, severities } from '../../core/model/severity.ts'
import { measureWidth, wrap } from '../../core/text/width.ts'
import { countList, excerpt, grouped, plural } from '../wording.ts'
import { columns, type TableRow } from './columns.ts'
import { type Style, unpainted } from './palette.ts'
import { gap } from './part.ts'

const headings: Record<Severity, string> = { error: 'errors', warn: 'warnings', info: 'info', hint: 'hints' }

const maxRulesets = 20

/** With less room for names a ruleset is a sentence. */
const narrowestName = 20

/** Every ruleset that ran: name, id, action, and how many issues of each severity it found. */
export function rulesetSection(all: readonly RulesetSummary[], style: Style): string[] {
  const others = all.length - maxRulesets
  const more = others > 0 ? [style.palette.quiet(`… and ${plural(others, 'more ruleset')}`)] : []
  return [...rulesetLines(all.slice(0, maxRulesets), style), ...more]
}

function rulesetLines(rulesets: readonly RulesetSummary[], { palette, width }: Style): string[] {
  if (rulesets.length === 0) return []
  const facts = [
    { heading: 'action', cells: rulesets.map(renderAction) },
    ...severities.map((severity) => ({
      heading: headings[severity],
      cells: rulesets.map((ruleset) => grouped(ruleset[`${severity}_count`])),
    })),
  ]
  const widths = facts.map(({ heading, cells }) => Math.max(...[heading, ...cells].map(measureWidth)))
  const names = rulesets.map(renderName)
  const room = width - widths.reduce((sum, each) => sum + gap + each, 0)
  if (room < narrowestName) return rulesets.flatMap((ruleset) => wrap(sentence(ruleset), width))
  const nameWidth = Math.min(room, Math.max(...['ruleset', ...names].map(measureWidth)))
  const head = ['ruleset', ...facts.map(({ heading }) => heading)]
  const rows = rulesets.map((ruleset, index): TableRow => {
    const counts = severities.map((severity, column) => {
      const paint = ruleset[`${severity}_count`] > 0 ? palette.severity[severity] : palette.quiet
      return [{ text: facts[column + 1]?.cells[index] ?? '', paint }]
    })
    return [[{ text: names[index] ?? '', paint: unpainted }], renderAction(ruleset), ...counts]
  })
  return columns([head.map((text) => [{ text, paint: palette.quiet }]), ...rows], {
    widths: [nameWidth, ...widths],
    aligns: ['left', 'left', 'right', 'right', 'right', 'right'],
  })
}

function sentence(ruleset: RulesetSummary): string {
  return `${renderName(ruleset)}, ${renderAction(ruleset)}: ${countList(ruleset, 'all')}`
}

function renderName({ id, name }: RulesetSummary): string {
  return name === '' || name === id ? excerpt(id) : `${excerpt(name)} (${excerpt(id)})`
}

function renderAction({ action, active }: RulesetSummary): string {
  return active ? excerpt(action) : `${excerpt(action)}, inactive`
}
