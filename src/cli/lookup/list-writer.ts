import { jsonText } from '../../reporters/json-text.ts'
import { failureOf } from '../../run/failed-report.ts'
import type { Field, ListView } from './field.ts'
import { tableWriter } from './list-table.ts'
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
function emptyCsv<Item>(fields: readonly Field<Item>[]): Writer<Item>['end'] {
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
  const { exit_code: _, ...failure } = failureOf(error)
  return failure
}
