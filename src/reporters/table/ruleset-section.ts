import type { RulesetSummary } from '../../model/evaluation.ts'
import type { Severity } from '../../model/severity.ts'
import { severities } from '../../model/severity.ts'
import { countWords, excerpt, grouped } from '../wording.ts'
import type { Row } from './grid.ts'
import { grid } from './grid.ts'
import type { Palette } from './palette.ts'
import { gap, widthOf, wrap } from './text.ts'

const headings: Record<Severity, string> = { error: 'errors', warn: 'warnings', info: 'info', hint: 'hints' }

/** With less room for names a ruleset is a sentence. */
const narrowestName = 20

/** Every ruleset that ran: name, id, action, and how many issues of each severity it found. */
export function rulesetSection(
  rulesets: readonly RulesetSummary[],
  { palette, width }: { readonly palette: Palette; readonly width: number },
): string[] {
  if (rulesets.length === 0) return []
  const columns = [
    { heading: 'action', cells: rulesets.map(actionOf) },
    ...severities.map((severity) => ({
      heading: headings[severity],
      cells: rulesets.map((ruleset) => grouped(ruleset[`${severity}_count`])),
    })),
  ]
  const widths = columns.map(({ heading, cells }) => Math.max(...[heading, ...cells].map(widthOf)))
  const names = rulesets.map(nameOf)
  const room = width - widths.reduce((sum, each) => sum + gap + each, 0)
  if (room < narrowestName) return rulesets.flatMap((ruleset) => wrap(sentence(ruleset), width))
  const nameWidth = Math.min(room, Math.max(...['ruleset', ...names].map(widthOf)))
  const head = ['ruleset', ...columns.map(({ heading }) => heading)].map((text) => [palette.quiet(text)])
  const rows = rulesets.map((ruleset, index): Row => {
    const counts = severities.map((severity, column) => {
      const text = columns[column + 1]?.cells[index] ?? ''
      return [ruleset[`${severity}_count`] > 0 ? palette.severity[severity](text) : palette.quiet(text)]
    })
    return [wrap(names[index] ?? '', nameWidth), [actionOf(ruleset)], ...counts]
  })
  return grid([head, ...rows], [nameWidth, ...widths], ['left', 'left', 'right', 'right', 'right', 'right'])
}

function sentence(ruleset: RulesetSummary): string {
  const counts = countWords(ruleset, 'all').map(([, words]) => words)
  return `${nameOf(ruleset)}, ${actionOf(ruleset)}: ${counts.join(', ')}`
}

function nameOf({ id, name }: RulesetSummary): string {
  return name === '' || name === id ? excerpt(id) : `${excerpt(name)} (${excerpt(id)})`
}

function actionOf({ action, active }: RulesetSummary): string {
  return active ? excerpt(action) : `${excerpt(action)}, inactive`
}
