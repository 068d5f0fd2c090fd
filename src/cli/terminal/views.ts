import { jsonText } from '../../reporters/json-text.ts'
import { widthOf } from '../../reporters/table/text.ts'
import { oneLine } from '../../text/sanitize.ts'

/** The value for a program: complete, and harmless to what it is printed to. */
export function jsonView(value: unknown): string {
  return `${jsonText(value, 2)}\n`
}

export type Field = readonly [label: string, value: string | number | boolean | null | undefined]

/** A line for each field that says something, with the values under each other. */
export function fieldsView(fields: readonly Field[]): string {
  const rows = fields.flatMap(([label, value]) =>
    value === undefined || value === null || value === '' ? [] : [[label, shown(value)] as const],
  )
  const width = Math.max(0, ...rows.map(([label]) => widthOf(label)))
  return rows.map(([label, value]) => `${padded(label, width)}  ${value}\n`).join('')
}

/** Yes and no for a person; anything else as it is, on one line. */
function shown(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return oneLine(String(value))
}

export type Row = readonly string[]

/** How wide the columns of `rows` are, the last one left out: nothing stands beside it. */
export function columnWidths(rows: readonly Row[]): readonly number[] {
  const count = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: Math.max(0, count - 1) }, (_, at) =>
    Math.max(...rows.map((row) => widthOf(oneLine(row[at] ?? '')))),
  )
}

/** Rows in columns; a text that is wider than its column pushes the others on. */
export function rowsView(rows: readonly Row[], widths = columnWidths(rows)): string {
  return rows
    .map(
      (row) =>
        `${row
          .map((text, at) => padded(oneLine(text), widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** A date-time for a person; what was never is said so. */
export function timeView(time: string | undefined): string {
  if (time === undefined || time === '') return ''
  return time.startsWith('0001-01-01') ? 'never' : time
}
