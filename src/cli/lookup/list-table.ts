import { columnWidths } from '../../reporters/table/columns.ts'
import { fieldsView, fittedView, fitWidths, rowsView } from '../terminal/views.ts'
import { type Field, shownText } from './field.ts'

/**
 * Turns pages of items into a table; the first page decides how wide the columns are. On a terminal the table keeps
 * within `width`: all columns but the first wrap, and where even that is too wide, each item is a list of its facts.
 */
export function tableWriter<Item>(
  all: readonly Field<Item>[],
  width: number | undefined,
): (items: readonly Item[]) => string {
  const fields = all.filter(({ head }) => head !== undefined)
  const heads = fields.map(({ head = '' }) => head)
  const flexible = heads.map((_, at) => at).slice(1)
  let draw: ((rows: Rows, isFirst: boolean) => string) | undefined
  return (items) => {
    const rows = items.map((item) => fields.map((field) => shownText(field, item)))
    const isFirst = draw === undefined
    draw ??= drawerOf(heads, rows, flexible, width)
    return draw(rows, isFirst)
  }
}

type Rows = readonly (readonly string[])[]

function drawerOf(
  heads: readonly string[],
  rows: Rows,
  flexible: readonly number[],
  width: number | undefined,
) {
  const natural = columnWidths([heads, ...rows])
  const withHead = (more: Rows, isFirst: boolean) => (isFirst ? [heads, ...more] : more)
  if (width === undefined) return (more: Rows, isFirst: boolean) => rowsView(withHead(more, isFirst), natural)
  const widths = fitWidths(natural, flexible, width)
  if (widths === undefined) return (more: Rows, isFirst: boolean) => blocksView(heads, more, isFirst, width)
  return (more: Rows, isFirst: boolean) => fittedView(withHead(more, isFirst), widths)
}

function blocksView(heads: readonly string[], rows: Rows, isFirst: boolean, width: number): string {
  const blocks = rows.map((row) =>
    fieldsView(
      heads.map((head, at) => [head, row[at]]),
      width,
    ),
  )
  return (isFirst ? '' : '\n') + blocks.join('\n')
}
