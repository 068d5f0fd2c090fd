import type { Issue } from '../../model.ts'
import { gap, grid } from './grid.ts'
import type { IssueText } from './issue-text.ts'
import { issueTexts } from './issue-text.ts'
import type { Palette } from './palette.ts'
import type { Part } from './part.ts'
import { linesOf, needOf } from './part.ts'
import { widthOf, wrap } from './text.ts'

/** The parts that stand above each other, column by column. */
type Columns = readonly (readonly Part[])[]

const severityWidth = 5
const indent = severityWidth + gap

/** The lines of `issues`, each its severity, rule, place and message, in as many columns as the width has room for. */
export function issueRows(
  issues: readonly Issue[],
  options: { readonly palette: Palette; readonly width: number; readonly withRuleset: boolean },
): string[] {
  const room = options.width - indent
  const texts = issueTexts(issues, options)
  const count = options.width >= 120 ? 3 : options.width >= 64 ? 2 : 1
  const widths = columnWidths(texts, count, room)
  return texts.flatMap((text) => {
    const position =
      text.position && widthOf(text.position.text) > placeWidth(widths) ? text.position : undefined
    const columns = columnsOf(position ? { ...text, position: undefined } : text, count)
    const cells = columns.map((parts, index) => parts.flatMap((part) => linesOf(part, widths[index] ?? room)))
    const row = [[text.severity.paint(text.severity.text)], ...cells]
    return [...grid([row], [severityWidth, ...widths]), ...wholeLine(position, options.width)]
  })
}

function columnsOf({ rule, position, path, message, fix }: IssueText, count: 1 | 2 | 3): Columns {
  const place = position ? [{ ...position, aside: path }] : [path]
  const advice = fix ? [message, fix] : [message]
  if (count === 3) return [[rule], place, advice]
  return count === 2 ? [[rule, ...place], advice] : [[rule, ...place, ...advice]]
}

/** A position that its column is too narrow for has a line of its own, indented as far as it can be. */
function wholeLine(position: Part | undefined, width: number): string[] {
  if (position === undefined) return []
  const spaces = ' '.repeat(Math.max(0, Math.min(indent, width - widthOf(position.text))))
  return wrap(position.text, width).map((line) => spaces + position.paint(line))
}

/** The position stands in the column before the message, or in the only one. */
function placeWidth(widths: readonly number[]): number {
  return widths.at(-2) ?? widths[0] ?? 0
}

/**
 * Every column gets what it needs while there is room. When there is not, the rule keeps to a quarter of
 * three columns, and the place to half of what it shares with the message, more when a position needs it.
 */
function columnWidths(texts: readonly IssueText[], count: 1 | 2 | 3, room: number): number[] {
  if (count === 1) return [room]
  const needs = needsOf(texts.map((text) => columnsOf(text, count)))
  const rule = count === 3 ? [Math.min(needs[0] ?? 0, Math.floor(room / 4))] : []
  const shared = room - rule.reduce((sum, width) => sum + width + gap, 0) - gap
  const position = Math.max(0, ...texts.map(({ position }) => widthOf(position?.text ?? '')))
  const least = position <= shared - 28 ? position : 0
  const most = Math.max(Math.floor(shared / 2), least, shared - (needs.at(-1) ?? 0))
  const place = Math.min(needs.at(-2) ?? 0, most)
  return [...rule, place, shared - place]
}

function needsOf(rows: readonly Columns[]): number[] {
  return (rows[0] ?? []).map((_, index) =>
    Math.max(...rows.flatMap((columns) => (columns[index] ?? []).map(needOf))),
  )
}
