import type { ListView } from './field.ts'
import { type ListFlags, sortItems } from './list-flags.ts'

export interface Batch<Item> {
  readonly items: readonly Item[]
  readonly isLast: boolean
}

/**
 * The items to print, batch after batch: of the state that is asked for, in order, and no more than the limit. `notes`
 * gets a sentence for whatever is left out or could not be done.
 */
export async function* chooseItems<Key extends string, Item>(
  batches: AsyncIterable<Batch<Item>>,
  view: ListView<Key, Item>,
  flags: ListFlags,
  notes: string[],
): AsyncGenerator<readonly Item[]> {
  const found = inState(batches, view, flags, notes)
  const { sort, reverse, limit = Number.POSITIVE_INFINITY } = flags
  yield* sort !== undefined || reverse ? sorted(found, view, flags, notes) : takeItems(found, limit, notes)
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

async function* sorted<Key extends string, Item>(
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
  yield (field ? sortItems(all, field, reverse) : all.reverse()).slice(0, limit)
}
