import type { Issue } from '../../core/model/issue.ts'
import { measureWidth, wrap } from '../../core/text/width.ts'
import { columns, type TableRow } from './columns.ts'
import { excerptLines } from './excerpt-lines.ts'
import { type IssueText, issueTexts, type NamedColumns } from './issue-text.ts'
import type { Style } from './palette.ts'
import { gap, measurePart, type Part } from './part.ts'

/** The parts of each column, one above the other. */
type Columns = readonly (readonly Part[])[]

const severityWidth = 5
const indent = severityWidth + gap

/** From here on rule, place and message are side by side; below, each issue is a short paragraph. */
const sideBySide = 150

/** The lines of `issues`, each its severity, rule, message, place and how to fix it. */
export function issueRows(issues: readonly Issue[], named: NamedColumns, style: Style): string[] {
  const { palette, width } = style
  const room = width - indent
  const texts = issueTexts(issues, named, palette)
  const columnsOf = width >= sideBySide ? threeColumns : paragraph
  const rows = texts.map(columnsOf)
  const widths = issueWidths(rows, texts, room)
  const lines: string[] = []
  const block: TableRow[] = []
  const draw = () => {
    lines.push(...columns(block.splice(0), { widths: [severityWidth, ...widths] }))
  }
  let excerpt = ''
  for (const [index, text] of texts.entries()) {
    const { severity, position } = text
    const outside = position && measureWidth(position.text) > placeWidth(widths) ? position : undefined
    block.push([[severity], ...columnsOf(outside ? { ...text, position: undefined } : text)])
    const issue = issues[index]
    const code = issue ? excerptLines(issue, indent, style) : []
    const isNew = code.length > 0 && code.join('\n') !== excerpt
    if (outside === undefined && !isNew) continue
    draw()
    if (outside) lines.push(...wholeLine(outside, width))
    if (isNew) lines.push(...code)
    excerpt = isNew ? code.join('\n') : excerpt
  }
  draw()
  return lines
}

function threeColumns({ rule, ruleset, position, path, message, fix }: IssueText): Columns {
  return [[{ ...rule, aside: ruleset }], [place(position, path)], fix ? [message, fix] : [message]]
}

function paragraph({ rule, ruleset, position, path, message, fix }: IssueText): Columns {
  const where = place(position, { ...path, aside: ruleset })
  return [[{ ...rule, aside: message }, where, ...(fix ? [fix] : [])]]
}

function place(position: Part | undefined, path: Part): Part {
  return position ? { ...position, aside: path } : path
}

/** A position that its column is too narrow for has a line of its own, indented as far as it can be. */
function wholeLine(position: Part, width: number): string[] {
  const spaces = ' '.repeat(Math.max(0, Math.min(indent, width - measureWidth(position.text))))
  return wrap(position.text, width).map((line) => spaces + position.paint(line))
}

/** The position is in the column before the message, or in the only one. */
function placeWidth(widths: readonly number[]): number {
  return widths.at(-2) ?? widths[0] ?? 0
}

/**
 * Every column gets what it needs while there is room. When there is not, the rule keeps to a quarter, and the
 * place to half of what it shares with the message, more when a position needs it.
 */
function issueWidths(rows: readonly Columns[], texts: readonly IssueText[], room: number): number[] {
  if (rows[0]?.length === 1) return [room]
  const [rule = 0, place = 0, message = 0] = measureColumns(rows)
  const ruleWidth = Math.min(rule, Math.floor(room / 4))
  const shared = room - ruleWidth - 2 * gap
  const position = Math.max(0, ...texts.map((text) => measureWidth(text.position?.text ?? '')))
  const least = position <= shared - 28 ? position : 0
  const placeWidth = Math.min(place, Math.max(Math.floor(shared / 2), least, shared - message))
  return [ruleWidth, placeWidth, shared - placeWidth]
}

function measureColumns(rows: readonly Columns[]): number[] {
  return (rows[0] ?? []).map((_, index) =>
    Math.max(...rows.flatMap((columns) => (columns[index] ?? []).map(measurePart))),
  )
}
