import CliTable from 'cli-table3'
import stringWidth from 'string-width'
import { oneLine } from '../../text/sanitize.ts'
import { widthOf } from '../../text/width.ts'
import { gap, linesOf, needOf, type Part } from './part.ts'

/** A string stays on one line, however long; parts follow each other, each in lines as wide as its column. */
export type Cell = string | readonly Part[]
export type Row = readonly Cell[]

interface Layout {
  /** If absent, as wide as the widest cell. A string that needs more pushes the rest of its row on. */
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
  middle: ' '.repeat(gap),
}

/** The lines of a table without borders; nothing in a cell can command a terminal. */
export function columns(rows: readonly Row[], layout: Layout = {}): string[] {
  const { widths = columnWidths(rows), aligns = [], indent = 0 } = layout
  return rows
    .flatMap((row) => linesOfRow(row, widths))
    .map((cells) => ' '.repeat(indent) + drawn(cells, widths, aligns))
    .map((line) => line.trimEnd())
}

export function columnWidths(rows: readonly Row[]): readonly number[] {
  const count = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: count }, (_, at) => Math.max(...rows.map((row) => cellWidth(row[at] ?? ''))))
}

function cellWidth(cell: Cell): number {
  return typeof cell === 'string' ? widthOf(oneLine(cell)) : Math.max(0, ...cell.map(needOf))
}

function linesOfRow(row: Row, widths: readonly number[]): string[][] {
  const cells = row.map((cell, at) =>
    typeof cell === 'string' ? [oneLine(cell)] : cell.flatMap((part) => linesOf(part, widths[at] ?? 0)),
  )
  const height = Math.max(0, ...cells.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) => cells.map((lines) => lines[line] ?? ''))
}

/** cli-table3 measures by an old edition of Unicode: each cell gets as much more or less room as that is wrong. */
function drawn(cells: readonly string[], widths: readonly number[], aligns: Layout['aligns'] = []): string {
  const table = new CliTable({
    chars: noBorders,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colWidths: cells.map((cell, at) => {
      const width = widthOf(cell)
      return Math.max(widths[at] ?? 0, width) + stringWidth(cell) - width
    }),
    colAligns: cells.map((_, at) => aligns[at] ?? 'left'),
  })
  table.push([...cells])
  return table.toString()
}
