import { oneLine } from '../../core/text/sanitize.ts'
import { columns, columnWidths } from '../../reporters/table/columns.ts'
import { createPalette, type Style, unpainted } from '../../reporters/table/palette.ts'
import { gap, hanging, joinSections } from '../../reporters/table/part.ts'
import { excerpt, grouped } from '../../reporters/wording.ts'
import type { ApiEffect, Impact, ImpactApi, ImpactGroup } from './impact-model.ts'
import {
  chooseWord,
  explainVerdict,
  groupCells,
  headline,
  laterTexts,
  listApis,
  otherCounts,
  renderTitle,
  ruleCells,
  ruleHeads,
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
    ...apiSection('Newly fail', 'newly-fails', impact, style),
    ...apiSection('Not known', 'unknown', impact, style),
    ...apiSection('Newly pass', 'newly-passes', impact, style),
    ruleSection(impact, style),
    groupSection('OWNER', impact.owners, style),
    groupSection('CATEGORY', impact.categories, style),
  ])
}

function head(impact: Impact, { palette, width }: Style): string[] {
  const word = chooseWord(impact)
  const paint = word === 'SAFE' ? palette.pass : palette.fail
  const { unchanged_rules: same, ruleset_id } = impact
  const shared =
    same === undefined ? '' : `; ${grouped(same)} ${same === 1 ? 'rule is' : 'rules are'} the same`
  const now = `${sideText(impact.new)}, judged as ${ruleset_id}${shared}`
  return [
    ...hanging(word, paint, headline(impact), width),
    ...hanging('', unpainted, `${otherCounts(impact)}.`, width).map((line) => line.trimStart()),
    ...laterTexts(impact).flatMap((line) => hanging('later', palette.fail, oneLine(`${line}.`), width)),
    ...hanging('old', palette.quiet, oneLine(excerpt(sideText(impact.old))), width),
    ...hanging('new', palette.quiet, oneLine(excerpt(now)), width),
  ]
}

function apiSection(title: string, effect: ApiEffect, impact: Impact, { palette, width }: Style): string[][] {
  const apis = listApis(impact, effect)
  if (apis.length === 0) return []
  const lines = apis.slice(0, mostApis).flatMap((api) => apiLines(api, width))
  const rest = apis.length - mostApis
  const more = rest > 0 ? [`  ${palette.quiet(`and ${grouped(rest)} more: --format json lists all`)}`] : []
  return [[palette.title(`${title} (${grouped(apis.length)})`), ...lines, ...more]]
}

function apiLines(api: ImpactApi, width: number): string[] {
  const { owners } = api
  const owned = owners.length > 0 ? ` [${owners.join(', ')}]` : ''
  const text = `${excerpt(renderTitle(api) + owned, 120)}: ${excerpt(explainVerdict(api, 2), 240)}`
  return hanging(' ', unpainted, oneLine(text), width)
}

function ruleSection({ rules }: Impact, { palette, width }: Style): string[] {
  const shown = rules.slice(0, mostRules)
  if (shown.length === 0) return []
  const rest = rules.length - shown.length
  return [
    ...fitted([[...ruleHeads], ...shown.map(ruleCells)], width, 2),
    ...(rest > 0 ? [palette.quiet(`and ${grouped(rest)} more rules`)] : []),
  ]
}

function groupSection(head: string, groups: readonly ImpactGroup[], { palette, width }: Style): string[] {
  const shown = groups.slice(0, mostGroups)
  if (shown.length === 0) return []
  const rest = groups.length - shown.length
  return [
    ...fitted([[head, 'APIS', 'FAIL', 'PASS'], ...shown.map(groupCells)], width, 1),
    ...(rest > 0 ? [palette.quiet(`and ${grouped(rest)} more`)] : []),
  ]
}

/** The first column gives room, and keeps some; the columns after the first `left` are numbers. */
function fitted(rows: readonly (readonly string[])[], width: number, left: number): string[] {
  const [first = 0, ...others] = columnWidths(rows)
  const room = width - others.reduce((sum, each) => sum + each + gap, 0)
  const widths = [Math.min(first, Math.max(12, room)), ...others]
  const cells = rows.map(([name = '', ...rest]) => [[{ text: name, paint: unpainted }], ...rest])
  return columns(cells, { widths, aligns: widths.map((_, at) => (at < left ? 'left' : 'right')) })
}
