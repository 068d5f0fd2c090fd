import { GovError } from '../../model/errors.ts'
import { messageOf } from '../../model/system-error.ts'
import { jsonText } from '../../reporters/json-text.ts'
import { columnWidths, type Row } from '../../reporters/table/columns.ts'
import type { Context } from './context.ts'
import { rowsView } from './views.ts'

/** A page as the dashboard sends it: items under the list's own key, and the number of pages. */
export type Page<Key extends string, Item> = { readonly [Name in Key]: readonly Item[] | null } & {
  readonly pages: number
}

interface ListView<Key extends string, Item> {
  readonly key: Key
  readonly json: boolean
  readonly head: Row
  readonly rowOf: (item: Item) => Row
}

/**
 * Prints pages as they come, and holds no more than one of them. As JSON it is one object as of a dashboard with one
 * page; when a page fails, the object ends with a `failure`, so that what was printed stays a document.
 */
export async function writePages<Key extends string, Item>(
  pages: AsyncIterable<Page<Key, Item>>,
  view: ListView<Key, Item>,
  { io }: Context,
): Promise<void> {
  const { key, json } = view
  const textOf = json ? jsonWriter(view) : rowWriter(view)
  // Where the list itself is seen, it shows how far it is.
  const status = io.stdout.isTTY ? undefined : io.status
  let count = 0
  let page = 0
  try {
    for await (const { [key]: items, pages: last } of pages) {
      if (items !== null && items.length > 0) await io.stdout.write(textOf(items))
      count += items?.length ?? 0
      page += 1
      if (page < last) status?.show(() => `${count} ${key}, page ${page} of ${last}`)
    }
    if (json) await io.stdout.write(jsonEnd(key, count))
    if (count === 0) await io.stderr.write(`No ${key === 'apis' ? 'APIs' : key} match.\n`)
  } catch (error) {
    if (json && count > 0) await io.stdout.write(jsonEnd(key, count, error))
    throw error
  } finally {
    status?.clear()
  }
}

type TextOf<Item> = (items: readonly Item[]) => string

/** The first page decides how wide the columns are. */
function rowWriter<Key extends string, Item>({ head, rowOf }: ListView<Key, Item>): TextOf<Item> {
  let widths: readonly number[] | undefined
  return (items) => {
    const rows = items.map(rowOf)
    const first = widths === undefined ? [head] : []
    widths ??= columnWidths([head, ...rows])
    return rowsView([...first, ...rows], widths)
  }
}

function jsonWriter<Key extends string, Item>({ key }: ListView<Key, Item>): TextOf<Item> {
  let before = `{\n  ${JSON.stringify(key)}: [`
  return (items) => {
    const texts = items.map((item) => `\n    ${jsonText(item, 2).replaceAll('\n', '\n    ')}`)
    const text = before + texts.join(',')
    before = ','
    return text
  }
}

function jsonEnd(key: string, count: number, error?: unknown): string {
  const start = count === 0 ? `{\n  ${JSON.stringify(key)}: []` : '\n  ]'
  const failure = error === undefined ? '' : `,\n  "failure": ${jsonText(failureOf(error))}`
  return `${start},\n  "pages": ${count === 0 ? 0 : 1}${failure}\n}\n`
}

function failureOf(error: unknown): object {
  if (error instanceof GovError) return { code: error.code, message: error.message, hint: error.hint }
  return { code: 'bug', message: messageOf(error), hint: '' }
}
