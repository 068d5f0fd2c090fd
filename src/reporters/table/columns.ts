import CliTable from 'cli-table3'
import stringWidth from 'string-width'
import { oneLine } from '../../text/sanitize.ts'
import { widthOf } from '../../text/width.ts'
import { gap, linesOf, needOf, type Part } from './part.ts'

/** A string stays on one line, however long; parts follow each other, each in lines as wide as its column. */
export type Cell = string | readonly Part[]
/** The last cell of a row with fewer cells than the others takes the columns that are left. */
export type Row = readonly Cell[]

interface Layout {
  /** If absent, as wide as the widest cell. A column is wider where a string needs it, and the last one as wide as it needs. */
  readonly widths?: readonly number[]
  readonly aligns?: readonly ('left' | 'right')[]
  readonly indent?: number
}

const noBorders = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: ' ',
}
const padding = gap - noBorders.middle.length

/** The lines of a table without borders; nothing in a cell can command a terminal. */
export function columns(rows: readonly Row[], layout: Layout = {}): string[] {
  const { widths = columnWidths(rows), aligns = [], indent = 0 } = layout
  if (rows.length === 0) return []
  const texts = rows.map((row) => row.map((cell, at) => textOf(cell, widths[at] ?? 0)))
  const last = widths.length - 1
  const table = new CliTable({
    chars: noBorders,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': padding, compact: true },
    colWidths: widths.slice(0, last).map((width, at) => {
      const shown = texts.filter((row) => at < row.length - 1).map((row) => shownWidth(row[at] ?? ''))
      return Math.max(width, ...shown) + padding
    }),
    colAligns: widths.map((_, at) => aligns[at] ?? 'left'),
  })
  for (const row of texts)
    table.push(row.map((content, at) => ({ content, colSpan: at < row.length - 1 ? 1 : last - at + 1 })))
  const lines = table.toString().split('\n')
  return lines.map((line) => (' '.repeat(indent) + line).trimEnd())
}

function textOf(cell: Cell, width: number): string {
  return typeof cell === 'string' ? oneLine(cell) : cell.flatMap((part) => linesOf(part, width)).join('\n')
}

/** cli-table3 cuts what is wider than its column by this measure. */
function shownWidth(text: string): number {
  return Math.max(...text.split('\n').map((line) => stringWidth(line)))
}

export function columnWidths(rows: readonly Row[]): readonly number[] {
  const count = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: count }, (_, at) => Math.max(...rows.map((row) => cellWidth(row[at] ?? ''))))
}

function cellWidth(cell: Cell): number {
  return typeof cell === 'string' ? widthOf(oneLine(cell)) : Math.max(0, ...cell.map(needOf))
}
