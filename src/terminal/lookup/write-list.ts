import type { Context } from '../context.ts'
import { type Batch, chooseItems } from './choose-items.ts'
import type { ListView } from './field.ts'
import type { ListFlags } from './list-flags.ts'
import { listWriter } from './list-writer.ts'
import { chooseFormat, tableWidth } from './lookup-format.ts'

/** A page as the dashboard sends it: items under the list's own key, and the number of pages. */
export type ListPage<Key extends string, Item> = { readonly [Name in Key]: readonly Item[] | null } & {
  readonly pages: number
}

/**
 * Prints pages as they come, and holds no more than one of them unless it sorts. As JSON or YAML it is one object as of
 * a dashboard with one page; when a page fails, the object ends with a `failure`, so that what was printed stays a
 * document.
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
    for await (const items of chooseItems(withProgress(pages, view.key, noun, context), view, flags, notes)) {
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
  key: Key,
  noun: string,
  { io }: Context,
): AsyncGenerator<Batch<Item>> {
  // Where the list itself is seen, it shows how far it is.
  const status = io.stdout.isTTY ? undefined : io.status
  let count = 0
  let page = 0
  for await (const { [key]: items, pages: last } of pages) {
    page += 1
    count += items?.length ?? 0
    if (items !== null && items.length > 0) yield { items, isLast: page >= last }
    if (page < last) status?.show(() => `${count} ${noun}, page ${page} of ${last}`)
  }
}

/** A list that the dashboard sends in one piece. */
export async function* onePage<Answer extends object>(answer: Answer) {
  yield { ...answer, pages: 1 }
}
