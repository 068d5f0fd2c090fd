import { isRecord } from '../../model/record.ts'
import type { DefinitionView } from './definition-view.ts'

/** Which item of another list an item became, by their indexes. */
export type ItemPairs = ReadonlyMap<number, number>

interface Item {
  readonly index: number
  /** What makes it the same item wherever it is in the list. */
  readonly key: string
  /** Its key is a name: with another one it is another item. */
  readonly isNamed: boolean
}

interface List {
  readonly items: readonly unknown[]
  readonly view: DefinitionView
}

/**
 * The items of two versions of a list that are the same: by their names (`name` and `in`, `url`, or a value itself), else
 * by all that is in them. What is left of those without a name is paired in order, as changed items.
 */
export function pairItems(before: List, after: List): ItemPairs {
  const [left, right] = [itemsOf(before), itemsOf(after)]
  const pairs = new Map<number, number>()
  const taken = new Set<number>()
  const open = new Map<string, Item[]>()
  for (const item of right) open.set(item.key, [...(open.get(item.key) ?? []), item])
  for (const { index, key } of left) {
    const match = open.get(key)?.shift()
    if (match === undefined) continue
    pairs.set(index, match.index)
    taken.add(match.index)
  }
  const changed = right.filter(({ index, isNamed }) => !isNamed && !taken.has(index))
  for (const { index, isNamed } of left) {
    if (isNamed || pairs.has(index)) continue
    const next = changed.shift()
    if (next) pairs.set(index, next.index)
  }
  return pairs
}

function itemsOf({ items, view }: List): readonly Item[] {
  return items.map((item, index) => ({ index, ...keyOf(view.follow(item)?.value ?? item) }))
}

function keyOf(item: unknown): Pick<Item, 'key' | 'isNamed'> {
  if (!isRecord(item)) {
    const isNamed = !Array.isArray(item)
    return { key: isNamed ? `${typeof item} ${String(item)}` : contentOf(item), isNamed }
  }
  const name = typeof item.name === 'string' ? item.name : item.url
  if (typeof name !== 'string') return { key: contentOf(item), isNamed: false }
  return { key: JSON.stringify([name, item.in]), isNamed: true }
}

/** The same for the same content, in whichever order its keys are. */
function contentOf(item: unknown): string {
  return JSON.stringify(item, (_key, value: unknown) => {
    if (typeof value === 'bigint') return String(value)
    return isRecord(value) ? Object.fromEntries(Object.entries(value).sort(byKey)) : value
  })
}

function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : one > other ? 1 : 0
}
