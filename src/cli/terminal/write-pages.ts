import { GovError } from '../../model/errors.ts'
import { messageOf } from '../../model/system-error.ts'
import { jsonText } from '../../reporters/json-text.ts'
import type { Row } from '../../reporters/table/columns.ts'
import { columnWidths } from '../../reporters/table/columns.ts'
import type { Context } from './context.ts'
import { rowsView } from './views.ts'

interface Listed<Item> {
  readonly items: readonly Item[]
  readonly pages: number
}

interface ListView<Item> {
  /** The list's key in the dashboard's own answer. */
  readonly key: string
  readonly json: boolean
  readonly head: Row
  readonly rowOf: (item: Item) => Row
}

/**
 * Prints pages as they come, and holds no more than one of them. As JSON it is one object as of a dashboard with one
 * page; when a page fails, the object ends with a `failure`, so that what was printed stays a document. Gives the
 * number of items.
 */
export async function writePages<Item>(
  pages: AsyncIterable<Listed<Item>>,
  view: ListView<Item>,
  context: Context,
): Promise<number> {
  const progress = createProgress(context, view.key)
  let count = 0
  let page = 0
  try {
    const write = view.json ? jsonWriter(view, context) : rowWriter(view, context)
    for await (const { items, pages: last } of pages) {
      await progress.clear()
      await write(items)
      count += items.length
      page += 1
      await progress.show(count, page, last)
    }
    await progress.clear()
    if (view.json) await endJson(view, count, context)
    return count
  } catch (error) {
    await progress.clear()
    if (view.json && count > 0) await endJson(view, count, context, error)
    throw error
  }
}

type Write<Item> = (items: readonly Item[]) => Promise<void>

/** The first page decides how wide the columns are. */
function rowWriter<Item>({ head, rowOf }: ListView<Item>, { io }: Context): Write<Item> {
  let widths: readonly number[] | undefined
  return async (items) => {
    const rows = items.map(rowOf)
    if (items.length === 0) return
    const first = widths === undefined ? [head] : []
    widths ??= columnWidths([head, ...rows])
    await io.stdout.write(rowsView([...first, ...rows], widths))
  }
}

function jsonWriter<Item>({ key }: ListView<Item>, { io }: Context): Write<Item> {
  let before = `{\n  ${JSON.stringify(key)}: [`
  return async (items) => {
    let text = ''
    for (const item of items) {
      text += `${before}\n    ${jsonText(item, 2).replaceAll('\n', '\n    ')}`
      before = ','
    }
    await io.stdout.write(text)
  }
}

async function endJson<Item>(
  { key }: ListView<Item>,
  count: number,
  { io }: Context,
  error?: unknown,
): Promise<void> {
  const start = count === 0 ? `{\n  ${JSON.stringify(key)}: []` : '\n  ]'
  const failure = error === undefined ? '' : `,\n  "failure": ${jsonText(failureOf(error))}`
  await io.stdout.write(`${start},\n  "pages": ${count === 0 ? 0 : 1}${failure}\n}\n`)
}

function failureOf(error: unknown): object {
  if (error instanceof GovError) return { code: error.code, message: error.message, hint: error.hint }
  return { code: 'bug', message: messageOf(error), hint: '' }
}

interface Progress {
  clear(): Promise<void>
  show(count: number, page: number, last: number): Promise<void>
}

/** One line on a terminal's standard error, unless the list itself is seen there; nothing in a log. */
function createProgress({ io }: Context, key: string): Progress {
  const isShown = io.stderr.isTTY && !io.stdout.isTTY
  const write = async (text: string) => (isShown ? io.stderr.write(text) : undefined)
  return {
    clear: () => write('\r\u001b[K'),
    show: async (count, page, last) =>
      page < last ? write(`${count} ${key}, page ${page} of ${last}`) : undefined,
  }
}
