import { jsonText } from '../../reporters/json-text.ts'
import { columns, columnWidths, type Row } from '../../reporters/table/columns.ts'
import { unpainted } from '../../reporters/table/palette.ts'
import { gap } from '../../reporters/table/part.ts'
import { widthOf } from '../../text/width.ts'

/** The value for a program: complete, and harmless to what it is printed to. */
export function jsonView(value: unknown): string {
  return `${jsonText(value, 2)}\n`
}

type Field = readonly [label: string, value: string | number | boolean | null | undefined]

/** A line for each field that says something, with the values under each other. */
export function fieldsView(fields: readonly Field[]): string {
  return rowsView(
    fields.flatMap(([label, value]) => {
      if (value === undefined || value === null || value === '') return []
      return [[label, typeof value === 'boolean' ? yesOrNo(value) : String(value)]]
    }),
  )
}

export function yesOrNo(value: boolean | undefined): string {
  return value === undefined ? '' : value ? 'yes' : 'no'
}

/** Rows in columns; with `widths`, a text that is wider than its column pushes the others on. */
export function rowsView(rows: readonly Row[], widths = columnWidths(rows)): string {
  return linesView(columns(rows, { widths }))
}

/** Names and what they mean beside them, in at most `width` columns; a name that is too long has a line of its own. */
export function meaningsView(rows: readonly (readonly [string, string])[], width: number): string {
  const names = Math.min(Math.max(...rows.map(([name]) => widthOf(name))), mostForNames)
  const widths = [names, Math.max(20, width - names - 2 * gap)]
  const cells = rows.flatMap(([name, text]): Row[] => {
    const meaning = [{ text, paint: unpainted }]
    return widthOf(name) > names ? [[name], ['', meaning]] : [[name, meaning]]
  })
  return linesView(columns(cells, { widths, indent: gap }))
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
