import { toFailure } from '../../core/model/failure.ts'
import { jsonText } from '../../reporters/json-text.ts'
import { measureColumns } from '../../reporters/table/columns.ts'
import type { Context } from '../context.ts'
import { fieldsView, fitWidths, rowsView } from '../views.ts'
import { type ListView, type LookupField, renderValue } from './field.ts'
import {
  chooseFormat,
  csvHead,
  csvRow,
  type ListFlags,
  type LookupFormat,
  sortRows,
  tableWidth,
  yamlView,
} from './lookup-format.ts'

/** A page as the dashboard sends it: items under the list's own key, and the number of pages. */
export type ListPage<Key extends string, Item> = { readonly [Name in Key]: readonly Item[] | null } & {
  readonly pages: number
}

/**
 * Prints pages as they come, and holds no more than one of them unless it sorts. As JSON or YAML it is one object; when a page
 * fails, it ends with a `failure`, so that what was printed stays a document.
 */
export async function writeList<Key extends string, Item>(
  pages: AsyncIterable<ListPage<Key, Item>>,
  view: ListView<Key, Item>,
  flags: ListFlags,
  context: Context,
): Promise<void> {
  const { stdout } = context.io
  const noun = view.noun ?? view.key
  const writer = listWriter(view, chooseFormat(flags), tableWidth(context))
  const notes: string[] = []
  let count = 0
  try {
    for await (const items of chooseItems(withProgress(pages, view, context), view, flags, notes)) {
      await stdout.write(writer.textOf(items))
      count += items.length
    }
    await stdout.write(writer.end(count))
  } catch (error) {
    if (count > 0) await stdout.write(writer.end(count, error))
    throw error
  } finally {
    context.io.status?.clear()
  }
  for (const note of notes) await context.tell(note)
  if (count === 0) await context.tell((flags.state === undefined && view.none) || `No ${noun} match.`)
}

async function* withProgress<Key extends string, Item>(
  pages: AsyncIterable<ListPage<Key, Item>>,
  { key, noun = key, redact = (item) => item }: ListView<Key, Item>,
  { io }: Context,
): AsyncGenerator<Batch<Item>> {
  // A list at a terminal shows by itself how far it is.
  const status = io.stdout.isTTY ? undefined : io.status
  let count = 0
  let page = 0
  for await (const { [key]: items, pages: last } of pages) {
    page += 1
    count += items?.length ?? 0
    if (items !== null && items.length > 0) yield { items: items.map(redact), isLast: page >= last }
    if (page < last) status?.show(() => `${count} ${noun}, page ${page} of ${last}`)
  }
}

/** The pages of a list without the items that do not fit. */
export async function* filterPages<Key extends string, Item>(
  pages: AsyncIterable<ListPage<Key, Item>>,
  key: Key,
  fits: (item: Item) => boolean,
): AsyncGenerator<ListPage<Key, Item>> {
  for await (const page of pages) yield { ...page, [key]: page[key]?.filter(fits) ?? null }
}

/** A list that the dashboard sends in one piece. */
export async function* onePage<Answer extends object>(answer: Answer) {
  yield { ...answer, pages: 1 }
}

interface Batch<Item> {
  readonly items: readonly Item[]
  readonly isLast: boolean
}

/** The items to print, batch after batch: of the wanted state, in order, up to the limit. `notes` gets what is left out or failed. */
async function* chooseItems<Key extends string, Item>(
  batches: AsyncIterable<Batch<Item>>,
  view: ListView<Key, Item>,
  flags: ListFlags,
  notes: string[],
): AsyncGenerator<readonly Item[]> {
  const found = inState(batches, view, flags, notes)
  const { sort, reverse, limit = Number.POSITIVE_INFINITY } = flags
  yield* sort !== undefined || reverse
    ? sortBatches(found, view, flags, notes)
    : takeItems(found, limit, notes)
}

async function* inState<Key extends string, Item>(
  batches: AsyncIterable<Batch<Item>>,
  { stateOf = () => undefined, noun, key }: ListView<Key, Item>,
  { state }: ListFlags,
  notes: string[],
): AsyncGenerator<Batch<Item>> {
  if (state === undefined) return yield* batches
  let stateless = 0
  for await (const { items, isLast } of batches) {
    stateless += items.filter((item) => stateOf(item) === undefined).length
    yield { items: items.filter((item) => stateOf(item) === state), isLast }
  }
  if (stateless > 0)
    notes.push(`Omitted ${stateless} ${noun ?? key}: the dashboard does not send their state.`)
}

async function* takeItems<Item>(
  batches: AsyncIterable<Batch<Item>>,
  limit: number,
  notes: string[],
): AsyncGenerator<readonly Item[]> {
  let left = limit
  for await (const { items, isLast } of batches) {
    if (items.length > 0 && left > 0) yield items.slice(0, left)
    left -= items.length
    if (left > 0 || (left === 0 && isLast)) continue
    notes.push(`Listed the first ${limit === 1 ? 'one' : limit}. To list all, omit --limit.`)
    return
  }
}

async function* sortBatches<Key extends string, Item>(
  batches: AsyncIterable<Batch<Item>>,
  { fields }: ListView<Key, Item>,
  { sort, reverse, limit = Number.POSITIVE_INFINITY }: ListFlags,
  notes: string[],
): AsyncGenerator<readonly Item[]> {
  const all: Item[] = []
  for await (const { items } of batches) all.push(...items)
  if (all.length === 0) return
  const field = fields.find(({ name }) => name === sort)
  if (field && all.every((item) => (field.read(item) ?? '') === ''))
    notes.push(`Not sorted: the dashboard sends no ${field.name}.`)
  if (all.length > limit) notes.push(`Listed ${limit} of ${all.length}. To list all, omit --limit.`)
  yield (field ? sortRows(all, field, reverse) : all.reverse()).slice(0, limit)
}

/** A list in a format, piece after piece. */
interface Writer<Item> {
  readonly textOf: (items: readonly Item[]) => string
  readonly end: (count: number, error?: unknown) => string
}

function listWriter<Key extends string, Item>(
  { key, pagesKey = 'pages', fields }: ListView<Key, Item>,
  format: LookupFormat,
  width: number | undefined,
): Writer<Item> {
  if (format === 'json') return jsonWriter(key, pagesKey)
  if (format === 'yaml') return yamlWriter(key, pagesKey)
  if (format === 'table') return { textOf: tableWriter(fields, width), end: () => '' }
  // A file without rows still has its columns.
  const end = (count: number) => (count === 0 ? csvHead(fields) : '')
  return { textOf: once(csvHead(fields), (item) => csvRow(fields, item)), end }
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

function jsonWriter<Item>(key: string, pagesKey: string | null): Writer<Item> {
  let before = `{\n  ${JSON.stringify(key)}: [`
  const renderItems = (items: readonly Item[]) => {
    const texts = items.map((item) => `\n    ${jsonText(item, 2).replaceAll('\n', '\n    ')}`)
    const text = before + texts.join(',')
    before = ','
    return text
  }
  const end = (count: number, error?: unknown) => {
    const start = count === 0 ? `{\n  ${JSON.stringify(key)}: []` : '\n  ]'
    const pages = pagesKey === null ? '' : `,\n  "${pagesKey}": ${Math.min(1, count)}`
    const failure = error === undefined ? '' : `,\n  "failure": ${jsonText(toFailureObject(error))}`
    return `${start}${pages}${failure}\n}\n`
  }
  return { textOf: renderItems, end }
}

function yamlWriter<Item>(key: string, pagesKey: string | null): Writer<Item> {
  const textOf = once(`${key}:\n`, (item: Item) =>
    yamlView([item]).replace(/^/gm, '  ').trimEnd().concat('\n'),
  )
  const end = (count: number, error?: unknown) => {
    const rest = {
      ...(count === 0 && { [key]: [] }),
      ...(pagesKey !== null && { [pagesKey]: Math.min(1, count) }),
      ...(error !== undefined && { failure: toFailureObject(error) }),
    }
    return Object.keys(rest).length === 0 ? '' : yamlView(rest)
  }
  return { textOf, end }
}

function toFailureObject(error: unknown): object {
  const { exit_code: _, ...failure } = toFailure(error)
  return failure
}

/**
 * Turns pages of items into a table; columns become wider, so that no row of a later page wraps where a program reads it. On a terminal the table keeps
 * within `width`: all columns but the first wrap, and where even that is too wide, each item is a list of its facts.
 */
function tableWriter<Item>(
  all: readonly LookupField<Item>[],
  width: number | undefined,
): (items: readonly Item[]) => string {
  const fields = all.filter(({ head }) => head !== undefined)
  const heads = fields.map(({ head = '' }) => head)
  const flexible = heads.map((_, at) => at).slice(1)
  let draw: ((rows: TextRows, isFirst: boolean) => string) | undefined
  return (items) => {
    const rows = items.map((item) => fields.map((field) => renderValue(field, item)))
    const isFirst = draw === undefined
    draw ??= createDrawer(heads, rows, flexible, width)
    return draw(rows, isFirst)
  }
}

type TextRows = readonly (readonly string[])[]

function createDrawer(
  heads: readonly string[],
  rows: TextRows,
  flexible: readonly number[],
  width: number | undefined,
) {
  let natural = measureColumns([heads, ...rows])
  const withHead = (more: TextRows, isFirst: boolean) => (isFirst ? [heads, ...more] : more)
  if (width === undefined)
    return (more: TextRows, isFirst: boolean) => {
      const wider = measureColumns(more)
      natural = natural.map((each, at) => Math.max(each, wider[at] ?? 0))
      return rowsView(withHead(more, isFirst), natural)
    }
  const widths = fitWidths(natural, flexible, width)
  if (widths === undefined)
    return (more: TextRows, isFirst: boolean) => blocksView(heads, more, isFirst, width)
  return (more: TextRows, isFirst: boolean) => rowsView(withHead(more, isFirst), widths)
}

function blocksView(heads: readonly string[], rows: TextRows, isFirst: boolean, width: number): string {
  const blocks = rows.map((row) =>
    fieldsView(
      heads.map((head, at) => [head, row[at]]),
      width,
    ),
  )
  return (isFirst ? '' : '\n') + blocks.join('\n')
}
