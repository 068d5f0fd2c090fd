import type { Comparison } from '../core/model/comparison.ts'
import type { Issue } from '../core/model/issue.ts'
import { oneLine } from '../core/text/sanitize.ts'
import { columnGap } from '../core/text/sections.ts'
import { measureWidth } from '../core/text/width.ts'
import { jsonText } from '../reporters/json-text.ts'
import { columns, measureColumns, type TableRow } from '../reporters/table/columns.ts'

/** The value for a program: complete, and harmless to what it is printed to. */
export function jsonView(value: unknown): string {
  return `${jsonText(value, 2)}\n`
}

type ViewField = readonly [label: string, value: string | number | boolean | null | undefined]

/** A line for each field that says something, with the values under each other, and within `width` columns if given. */
export function fieldsView(fields: readonly ViewField[], width?: number): string {
  const rows = fields.flatMap(([label, value]): [string, string][] => {
    if (value === undefined || value === null || value === '') return []
    return [[label, typeof value === 'boolean' ? renderBoolean(value) : String(value)]]
  })
  return width === undefined ? rowsView(rows) : renderWrapped(rows, [0, 1], width)
}

/** Rows in columns within `width`; only the columns at `flexible` give room, and each keeps some. */
export function renderWrapped(
  rows: readonly (readonly string[])[],
  flexible: readonly number[],
  width: number,
): string {
  const natural = measureColumns(rows)
  return rowsView(rows, fitWidths(natural, flexible, width) ?? natural)
}

const leastColumn = 8

/** Widths that fit on a line of `width`: the widest of the flexible columns give first. Undefined: they cannot. */
export function fitWidths(
  natural: readonly number[],
  flexible: readonly number[],
  width: number,
): readonly number[] | undefined {
  const widths = [...natural]
  let excess = widths.reduce((sum, each) => sum + each + columnGap, -columnGap) - width
  for (; excess > 0; excess -= 1) {
    const widest = flexible.reduce(
      (best, at) => ((widths[at] ?? 0) > (widths[best] ?? 0) ? at : best),
      flexible[0] ?? 0,
    )
    const now = widths[widest] ?? 0
    if (now <= leastColumn) return undefined
    widths[widest] = now - 1
  }
  return widths
}

export function renderBoolean(value: boolean | undefined): string {
  return value === undefined ? '' : value ? 'yes' : 'no'
}

/** Rows in columns; a cell that is wider than its column wraps. */
export function rowsView(rows: readonly TableRow[], widths = measureColumns(rows)): string {
  return linesView(columns(rows, { widths }))
}

/** Names and what they mean beside them, in at most `width` columns; a name that is too long has a line of its own. */
export function meaningsView(rows: readonly (readonly [string, string])[], width: number): string {
  const names = Math.min(Math.max(...rows.map(([name]) => measureWidth(name))), mostForNames)
  const widths = [names, Math.max(20, width - names - 2 * columnGap)]
  const lines = rows.flatMap(([name, text]) =>
    measureWidth(name) > names
      ? [name, ...columns([['', text]], { widths })]
      : columns([[name, text]], { widths }),
  )
  return linesView(lines.map((line) => ' '.repeat(columnGap) + line))
}

const mostForNames = 26

export function linesView(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

/** A date-time for a person; what was never is said so. */
export function timeView(time: string | undefined): string {
  if (time === undefined || time === '') return ''
  return time.startsWith('0001-01-01') ? 'never' : time
}

/** A comparison for people: counts, then each new issue with why it is new, then what is fixed. */
export function comparisonText({ against, new_issues, fixed_issues, unchanged_count }: Comparison): string {
  const lines = [
    ...new_issues.flatMap(({ issue, why }) => [`new    ${issueLine(issue)}`, `       why: ${oneLine(why)}`]),
    ...fixed_issues.map((issue) => `fixed  ${issueLine(issue)}`),
    `${new_issues.length} new, ${fixed_issues.length} fixed, ${unchanged_count} unchanged since ${oneLine(against)}`,
  ]
  return linesView(lines)
}

function issueLine({ severity, rule_id, ruleset_id, api_id, file, path, message }: Issue): string {
  const where = [file ?? api_id, path === '' ? '(root)' : path].map(oneLine).join(' ')
  return `${severity.padEnd(5)}  ${oneLine(rule_id)} of ${oneLine(ruleset_id)}  ${where}  ${oneLine(message)}`
}
