import { toFailure } from '../../check/failed-report.ts'
import { jsonText } from '../../reporters/json-text.ts'
import { columnWidths } from '../../reporters/table/columns.ts'
import { fieldsView, fittedView, fitWidths, rowsView } from '../views.ts'
import { type ListView, type LookupField, shownText } from './field.ts'
import { csvHead, csvRow, type LookupFormat, yamlView } from './lookup-format.ts'

/** A list in a format, piece after piece. */
interface Writer<Item> {
  readonly textOf: (items: readonly Item[]) => string
  readonly end: (count: number, error?: unknown) => string
}

export function listWriter<Key extends string, Item>(
  { key, pagesKey = 'pages', fields }: ListView<Key, Item>,
  format: LookupFormat,
  width: number | undefined,
): Writer<Item> {
  if (format === 'json') return jsonWriter(key, pagesKey)
  if (format === 'yaml') return yamlWriter(key, pagesKey)
  if (format === 'table') return { textOf: tableWriter(fields, width), end: () => '' }
  return { textOf: once(csvHead(fields), (item) => csvRow(fields, item)), end: emptyCsv(fields) }
}

/** A text before the first item. */
function once<Item>(head: string, textOf: (item: Item) => string): Writer<Item>['textOf'] {
  let before = head
  return (items) => {
    const text = before + items.map(textOf).join('')
    before = ''
    return text
  }
}

/** A file without rows still has its columns. */
function emptyCsv<Item>(fields: readonly LookupField<Item>[]): Writer<Item>['end'] {
  return (count) => (count === 0 ? csvHead(fields) : '')
}

function jsonWriter<Item>(key: string, pagesKey: string | null): Writer<Item> {
  let before = `{\n  ${JSON.stringify(key)}: [`
  const textOf = (items: readonly Item[]) => {
    const texts = items.map((item) => `\n    ${jsonText(item, 2).replaceAll('\n', '\n    ')}`)
    const text = before + texts.join(',')
    before = ','
    return text
  }
  const end = (count: number, error?: unknown) => {
    const start = count === 0 ? `{\n  ${JSON.stringify(key)}: []` : '\n  ]'
    const pages = pagesKey === null ? '' : `,\n  "${pagesKey}": ${Math.min(1, count)}`
    const failure = error === undefined ? '' : `,\n  "failure": ${jsonText(shownFailure(error))}`
    return `${start}${pages}${failure}\n}\n`
  }
  return { textOf, end }
}

function yamlWriter<Item>(key: string, pagesKey: string | null): Writer<Item> {
  const textOf = once(`${key}:\n`, (item: Item) =>
    yamlView([item]).replace(/^/gm, '  ').trimEnd().concat('\n'),
  )
  const end = (count: number, error?: unknown) => {
    const rest = {
      ...(count === 0 && { [key]: [] }),
      ...(pagesKey !== null && { [pagesKey]: Math.min(1, count) }),
      ...(error !== undefined && { failure: shownFailure(error) }),
    }
    return Object.keys(rest).length === 0 ? '' : yamlView(rest)
  }
  return { textOf, end }
}

/** What a report says of it, without the exit code. */
function shownFailure(error: unknown): object {
  const { exit_code: _, ...failure } = toFailure(error)
  return failure
}

/**
 * Turns pages of items into a table; the first page decides how wide the columns are. On a terminal the table keeps
 * within `width`: all columns but the first wrap, and where even that is too wide, each item is a list of its facts.
 */
function tableWriter<Item>(
  all: readonly LookupField<Item>[],
  width: number | undefined,
): (items: readonly Item[]) => string {
  const fields = all.filter(({ head }) => head !== undefined)
  const heads = fields.map(({ head = '' }) => head)
  const flexible = heads.map((_, at) => at).slice(1)
  let draw: ((rows: Rows, isFirst: boolean) => string) | undefined
  return (items) => {
    const rows = items.map((item) => fields.map((field) => shownText(field, item)))
    const isFirst = draw === undefined
    draw ??= createDrawer(heads, rows, flexible, width)
    return draw(rows, isFirst)
  }
}

type Rows = readonly (readonly string[])[]

function createDrawer(
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
