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

/** A line as cli-table3 draws it: padded cells, and the last one, which nothing follows. */
interface Line {
  readonly cells: readonly string[]
  readonly widths: readonly number[]
  readonly last: string
}

/** The lines of a table without borders; nothing in a cell can command a terminal. */
export function columns(rows: readonly TableRow[], layout: Layout = {}): string[] {
  const { widths = columnWidths(rows), aligns = [], indent = 0 } = layout
  const runs: Line[][] = []
  for (const row of rows.flatMap((each) => linesOfRow(each, widths))) {
    const line = createLine(row, widths, aligns)
    const run = runs.at(-1)
    if (run && `${run[0]?.widths}` === `${line.widths}`) run.push(line)
    else runs.push([line])
  }
  const margin = ' '.repeat(indent)
  return runs.flatMap((run) => drawRun(run, aligns)).map((line) => (margin + line).trimEnd())
}

function createLine(row: readonly string[], widths: readonly number[], aligns: Layout['aligns'] = []): Line {
  const cells = aligns[row.length - 1] === 'right' ? row : row.slice(0, -1)
  const rooms = cells.map((cell, at) => findRoom(cell, widths[at] ?? 0))
  return { cells, widths: rooms, last: row[cells.length] ?? '' }
}

/** cli-table3 measures by an old edition of Unicode: a cell gets as much more or less room as that is wrong. */
function findRoom(cell: string, width: number): number {
  const needed = measureWidth(cell)
  return Math.max(width, needed) + stringWidth(cell) - needed
}

/** All lines that cli-table3 draws, but those between columns. */
const borders =
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid'
const middle = ' '.repeat(columnGap)
const noBorders = { ...Object.fromEntries(borders.split(' ').map((name) => [name, ''])), middle }

/** Lines of equal widths are one table: cli-table3 takes 0.1 ms for a cell, and more for a table. */
function drawRun(run: readonly Line[], colAligns: Layout['aligns'] = []): string[] {
  const [{ widths } = { widths: [] }] = run
  if (widths.length === 0) return run.map(({ last }) => last)
  const table = new CliTable({
    chars: noBorders,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colWidths: [...widths],
    colAligns: [...colAligns],
  })
  table.push(...run.map(({ cells }) => [...cells]))
  const drawn = table.toString().split('\n')
  return run.map(({ last }, at) => drawn[at] + middle + last)
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
