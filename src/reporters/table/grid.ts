import CliTable from 'cli-table3'

export const gap = 2

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
  const table = new CliTable({
    chars: noBorders,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colWidths: [...widths],
    colAligns: widths.map((_, index) => aligns[index] ?? 'left'),
  })
  table.push(...rows.map((row) => row.map((lines) => lines.join('\n'))))
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
}
