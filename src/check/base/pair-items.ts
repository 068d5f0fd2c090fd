import { isRecord } from '../../core/model/record.ts'
import { compareText } from '../../core/text/compare-text.ts'
import { groupBy } from '../../core/text/group-by.ts'
import type { DefinitionView } from './definition-view.ts'

/** Which item of another list an item became, by their indexes. */
export type ItemPairs = ReadonlyMap<number, number>

interface List {
  readonly items: readonly unknown[]
  readonly view: DefinitionView
}

/**
 * The items of two versions of a list that are the same: by their names (`name` and `in`, `url`, or a value itself), else
 * by all that is in them, else by the names in them. What is left of those without a name is paired in order: they have
 * changed.
 */
export function pairItems(before: List, after: List): ItemPairs {
  const [left, right] = [before, after].map(
    ({ items, view }) => new Map(items.map((item, index) => [index, view.follow(item)?.value ?? item])),
  )
  const pairs = new Map<number, number>()
  if (left === undefined || right === undefined) return pairs
  for (const keyOf of [findItemName, renderContent, describeShape, () => '']) take(left, right, keyOf, pairs)
  return pairs
}

type Items = Map<number, unknown>

/** Moves the items of equal keys, in order, from both to `pairs`. An item that has a name is known by nothing else. */
function take(
  left: Items,
  right: Items,
  keyOf: (item: unknown) => string | undefined,
  pairs: Map<number, number>,
) {
  const keyed = (items: Items) =>
    [...items].flatMap(([index, item]) => {
      const key = keyOf === findItemName || findItemName(item) === undefined ? keyOf(item) : undefined
      return key === undefined ? [] : [[index, key] as const]
    })
  const open = groupBy(keyed(right), ([, key]) => key)
  for (const [index, key] of keyed(left)) {
    const [match] = open.get(key)?.shift() ?? []
    if (match === undefined) continue
    pairs.set(index, match)
    left.delete(index)
    right.delete(match)
  }
}

function findItemName(item: unknown): string | undefined {
  if (Array.isArray(item)) return undefined
  if (!isRecord(item)) return `${typeof item} ${String(item)}`
  const name = typeof item.name === 'string' ? item.name : item.url
  return typeof name === 'string' ? JSON.stringify([name, item.in]) : undefined
}

/** The keys of an object, and those of its properties. */
function describeShape(item: unknown): string {
  const listKeys = (value: unknown) => (isRecord(value) ? Object.keys(value).sort(compareText) : [])
  return JSON.stringify([listKeys(item), listKeys(isRecord(item) ? item.properties : undefined)])
}

/** Equal for equal content, in whichever order its keys and items are. */
export function renderContent(item: unknown): string {
  if (Array.isArray(item)) return `[${item.map(renderContent).sort().join()}]`
  if (!isRecord(item)) return typeof item === 'string' ? JSON.stringify(item) : String(item)
  const members = Object.entries(item).map(([key, value]) => `${JSON.stringify(key)}:${renderContent(value)}`)
  return `{${members.sort(compareText).join()}}`
}
