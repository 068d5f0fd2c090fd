import CliTable from 'cli-table3'
import { plainGrid } from './plain-grid.ts'
import { gap, isPlain, widthOf } from './text.ts'

type Align = 'left' | 'right'

/** A cell is its lines, none wider than its column. */
export type Row = readonly (readonly string[])[]

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

/** Columns side by side, two spaces apart, without borders and without spaces at the ends of lines. */
export function grid(
  rows: readonly Row[],
  widths: readonly number[],
  aligns: readonly Align[] = [],
): string[] {
  if (rows.length === 0) return []
  const lines = rows.flatMap(linesOf)
  return plainGrid(lines, widths, aligns) ?? drawnGrid(lines, widths, aligns)
}

/** The same by cli-table3, which knows how wide every character is. */
export function drawnGrid(
  lines: readonly (readonly string[])[],
  widths: readonly number[],
  aligns: readonly Align[],
): string[] {
  const table = new CliTable({
    chars: noBorders,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colWidths: [...widths],
    colAligns: widths.map((_, index) => aligns[index] ?? 'left'),
  })
  table.push(...lines.map((cells) => cells.map(withStandIns)))
  const met = lines.flat().flatMap(emojiIn)
  let next = 0
  return table
    .toString()
    .replaceAll(standIn, () => met[next++] ?? standIn)
    .split('\n')
    .map((line) => line.trimEnd())
}

const standIn = '\u2ffc'

/**
 * cli-table3 needs a millisecond to see how wide one emoji is. It is given a wide character in place of each; a
 * pictograph that is as narrow as a letter is none of them.
 */
function withStandIns(text: string): string {
  return isPlain(text) ? text : text.replace(emoji(), (found) => (isWide(found) ? standIn : found))
}

let pattern: RegExp | undefined

/** It takes 10 ms to make: only a text that may hold one waits for that. */
function emoji(): RegExp {
  pattern ??= new RegExp(`\\p{RGI_Emoji}|\\p{Emoji_Presentation}|${standIn}`, 'gv')
  return pattern
}

function isWide(text: string): boolean {
  return widthOf(text) >= 2
}

/** Line by line, across the cells: of a cell with several lines, cli-table3 measures what is left letter by letter. */
function linesOf(row: Row): string[][] {
  const height = Math.max(0, ...row.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) => row.map((lines) => lines[line] ?? ''))
}

function emojiIn(text: string): string[] {
  return isPlain(text) ? [] : (text.match(emoji())?.filter(isWide) ?? [])
}
