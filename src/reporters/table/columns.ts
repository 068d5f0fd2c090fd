import CliTable from 'cli-table3'
import { oneLine } from '../../core/text/sanitize.ts'
import { columnGap } from '../../core/text/sections.ts'
import { breakWord, measureWidth } from '../../core/text/width.ts'
import type { Paint } from './palette.ts'

/** A text in one style. */
export interface CellText {
  readonly text: string
  readonly paint?: Paint | undefined
}

/** One text, or several that follow each other, or one that is a link. Foreign text is made safe here. */
export type Cell = string | readonly CellText[] | { readonly text: string; readonly href: string }

/** Cells from left to right, or lines that are drawn as they are, across all columns. */
export type TableRow = readonly Cell[] | { readonly lines: readonly string[] }

interface TableLayout {
  /** If absent, each column is as wide as its widest cell. Words wrap in a column that is narrower. */
  readonly widths?: readonly number[]
  readonly aligns?: readonly ('left' | 'right')[]
}

const borders =
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid'
const chars = { ...Object.fromEntries(borders.split(' ').map((name) => [name, ''])), middle: ' ' }
/** The gap between columns is the border between them and the padding. */
const style = { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': columnGap - 1 }

/** cli-table3 compares every cell with all rows above it: long tables are drawn in pieces of equal widths. */
const rowsAtOnce = 50

/** The lines of a table without borders; nothing in a cell can command a terminal. */
export function columns(
  rows: readonly TableRow[],
  { widths = measureColumns(rows), aligns = [] }: TableLayout = {},
): string[] {
  const lines: string[] = []
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const colWidths = widths.map((width) => Math.max(width, 1) + columnGap - 1)
    const table = new CliTable({ chars, style, colWidths, colAligns: [...aligns], wordWrap: true })
    table.push(...rows.slice(at, at + rowsAtOnce).map((row) => renderRow(row, widths)))
    for (const line of table.toString().split('\n')) lines.push(line.trimEnd())
  }
  return lines
}

/** Texts that follow each other, in lines of at most `width` columns. */
export function renderTexts(texts: readonly CellText[], width: number): string[] {
  return columns([[texts]], { widths: [width] })
}

/** The widest cell of each column, on one line. */
export function measureColumns(rows: readonly TableRow[]): readonly number[] {
  const widths: number[] = []
  for (const row of rows)
    if (!('lines' in row))
      for (const [at, cell] of row.entries())
        widths[at] = Math.max(widths[at] ?? 0, measureWidth(renderCell(cell, Number.POSITIVE_INFINITY)))
  return widths
}

function renderRow(row: TableRow, widths: readonly number[]) {
  return 'lines' in row
    ? [{ content: row.lines.join('\n'), colSpan: widths.length, wordWrap: false }]
    : widths.map((width, at) => {
        const cell = row[at] ?? ''
        const content = renderCell(cell, width)
        return typeof cell === 'object' && 'href' in cell ? { content, href: cell.href } : content
      })
}

/** cli-table3 cuts words that are wider than their column, and lets dim text run into the next one: both are per word here. */
function renderCell(cell: Cell, width: number): string {
  if (typeof cell === 'string') return breakWords(cell, width)
  if ('href' in cell) return breakWords(cell.text, width)
  const texts = cell.map(({ text, paint }) => {
    const lines = breakWords(text, width)
    return paint ? lines.replace(/\S+/g, (word) => paint(word)) : lines
  })
  return texts.filter((text) => text !== '').join(' '.repeat(columnGap))
}

function breakWords(text: string, width: number): string {
  const line = oneLine(text)
  if (measureWidth(line) <= width) return line
  return line.replace(/\S+/g, (word) => breakWord(word, width).join('\n'))
}
