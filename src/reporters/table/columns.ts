import CliTable from 'cli-table3'
import stringWidth from 'string-width'
import { oneLine } from '../../core/text/sanitize.ts'
import { measureWidth } from '../../core/text/width.ts'
import { breakPart, columnGap, measurePart, type Part } from './part.ts'

/** A string stays on one line, however long; parts follow each other, each in lines as wide as its column. */
export type Cell = string | readonly Part[]
export type TableRow = readonly Cell[]

interface Layout {
  /** If absent, as wide as the widest cell. A string that needs more pushes the rest of its row on. */
  readonly widths?: readonly number[]
  readonly aligns?: readonly ('left' | 'right')[]
  readonly indent?: number
}

/** All lines that cli-table3 draws, but those between columns. */
const borders =
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid'
const middle = ' '.repeat(columnGap)
const noBorders = { ...Object.fromEntries(borders.split(' ').map((name) => [name, ''])), middle }

/** The lines of a table without borders; nothing in a cell can command a terminal. */
export function columns(rows: readonly TableRow[], layout: Layout = {}): string[] {
  const { widths = columnWidths(rows), aligns = [], indent = 0 } = layout
  const blocks: Block[] = []
  for (const cells of rows.flatMap((row) => linesOfRow(row, widths))) {
    // Nothing follows the last cell, so cli-table3, which takes 0.1 ms for a cell, need not pad it.
    const end = aligns[cells.length - 1] === 'right' ? '' : (cells.pop() ?? '')
    const colWidths = cells.map((cell, at) => room(cell, widths[at] ?? 0))
    const last = blocks.at(-1)
    if (last && `${last.colWidths}` === `${colWidths}`) last.lines.push({ cells, end })
    else blocks.push({ colWidths, lines: [{ cells, end }] })
  }
  return blocks.flatMap((block) => drawn(block, aligns)).map((line) => (' '.repeat(indent) + line).trimEnd())
}

/** Lines whose columns are equally wide, each with what follows them. */
interface Block {
  readonly colWidths: number[]
  readonly lines: { readonly cells: string[]; readonly end: string }[]
}

/** cli-table3 measures by an old edition of Unicode: a cell gets as much more or less room as that is wrong. */
function room(cell: string, width: number): number {
  const needed = measureWidth(cell)
  return Math.max(width, needed) + stringWidth(cell) - needed
}

function drawn({ colWidths, lines }: Block, aligns: readonly ('left' | 'right')[]): string[] {
  if (colWidths.length === 0) return lines.map(({ end }) => end)
  const table = new CliTable({
    chars: noBorders,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colWidths,
    colAligns: colWidths.map((_, at) => aligns[at] ?? 'left'),
  })
  table.push(...lines.map(({ cells }) => cells))
  const starts = table.toString().split('\n')
  return lines.map(({ end }, at) => starts[at] + middle + end)
}

export function columnWidths(rows: readonly TableRow[]): readonly number[] {
  const count = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: count }, (_, at) => Math.max(...rows.map((row) => cellWidth(row[at] ?? ''))))
}

function cellWidth(cell: Cell): number {
  return typeof cell === 'string' ? measureWidth(oneLine(cell)) : Math.max(0, ...cell.map(measurePart))
}

function linesOfRow(row: TableRow, widths: readonly number[]): string[][] {
  const cells = row.map((cell, at) =>
    typeof cell === 'string' ? [oneLine(cell)] : cell.flatMap((part) => breakPart(part, widths[at] ?? 0)),
  )
  const height = Math.max(0, ...cells.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) => cells.map((lines) => lines[line] ?? ''))
}
