import type { Path } from '../../core/model/location.ts'
import { isRecord } from '../../core/model/record.ts'
import { compareText } from '../../core/text/compare-text.ts'
import { groupBy } from '../../core/text/group-by.ts'
import type { RefTarget } from '../../engine/openapi/places.ts'
import { type DefinitionView, findReferences, stepDown, through } from './definition-view.ts'

/** Where a path of the earlier version leads in the later one, as it is written there; empty: nowhere. */
type Counterpart = (path: Path) => readonly Path[]

/** Ways to one place, through all that refers to it. */
const mostWays = 200

/**
 * Follows a path in both versions of a definition at once: the same keys, the same items of lists wherever they are now,
 * and through references on either side. Where that ends, because a component or a file has moved or has another name, it
 * is tried from each place that referred to it.
 */
export function createCounterpart(oldView: DefinitionView, newView: DefinitionView): Counterpart {
  const known = new WeakMap<object, { readonly other: object; readonly pairs: ItemPairs }>()
  const getPairs = (one: readonly unknown[], other: readonly unknown[]): ItemPairs => {
    const last = known.get(one)
    if (last?.other === other) return last.pairs
    const pairs = pairItems({ items: one, view: oldView }, { items: other, view: newView })
    known.set(one, { other, pairs })
    return pairs
  }
  return (path) => {
    // A file that neither version refers to: nothing is known of it but its name.
    if (oldView.start(path) === undefined && newView.start(path) === undefined) return [path]
    const ways: Path[] = [path]
    const seen = new Set<string>()
    for (let way = ways.shift(); way; way = ways.shift()) {
      const found = walk(way, { oldView, newView, getPairs })
      if (found) return listPlaces(found, newView)
      seen.add(JSON.stringify(way))
      for (const { from, rest } of findReferences(way, oldView)) {
        const other = [...from, ...rest]
        if (seen.size + ways.length < mostWays && !seen.has(JSON.stringify(other))) ways.push(other)
      }
    }
    return []
  }
}

interface ComparedVersions {
  readonly oldView: DefinitionView
  readonly newView: DefinitionView
  readonly getPairs: (one: readonly unknown[], other: readonly unknown[]) => ItemPairs
}

interface FoundCounterpart extends RefTarget {
  /** Keys that neither version has. */
  readonly missing: Path
}

function walk(path: Path, { oldView, newView, getPairs }: ComparedVersions): FoundCounterpart | undefined {
  const [oldStart, newStart] = [oldView.start(path), newView.start(path)]
  if (oldStart === undefined || newStart === undefined) return undefined
  let [oldTarget, newTarget]: [RefTarget, RefTarget] = [oldStart, newStart]
  for (const [index, key] of oldStart.rest.entries()) {
    const [oldList, newList] = [through(oldTarget, oldView).value, through(newTarget, newView).value]
    const inList = Array.isArray(oldList) && Array.isArray(newList)
    const nextOld = stepDown(oldTarget, key, oldView)
    const sameKey = inList ? getPairs(oldList, newList).get(Number(key)) : key
    const nextNew = sameKey === undefined ? undefined : stepDown(newTarget, sameKey, newView)
    if (nextOld === undefined && nextNew === undefined)
      return { ...through(newTarget, newView), missing: oldStart.rest.slice(index) }
    if (nextOld === undefined || nextNew === undefined) return undefined
    oldTarget = nextOld
    newTarget = nextNew
  }
  return { ...newTarget, missing: [] }
}

/** An issue of what is behind a reference may be at the reference or there. */
function listPlaces(found: FoundCounterpart, view: DefinitionView): readonly Path[] {
  const behind = through(found, view)
  const paths = behind === found ? [found.path] : [found.path, behind.path]
  return paths.map((path) => [...path, ...found.missing])
}

/** Which item of another list an item became, by their indexes. */
type ItemPairs = ReadonlyMap<number, number>

interface List {
  readonly items: readonly unknown[]
  readonly view: DefinitionView
}

/**
 * The items of two versions of a list that are the same: by their names (`name` and `in`, `url`, or a value itself), else
 * by all that is in them, else by the names in them. What is left of those without a name is paired in order: they have
 * changed.
 */
function pairItems(oldView: List, newView: List): ItemPairs {
  const [left, right] = [oldView, newView].map(
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
