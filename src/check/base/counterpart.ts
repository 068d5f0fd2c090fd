import type { Path } from '../../core/model/location.ts'
import { rememberPerPair } from '../../core/model/once.ts'
import { getChild, isObject, isRecord } from '../../core/model/record.ts'
import { compareText } from '../../core/text/compare-text.ts'
import { groupBy } from '../../core/text/group-by.ts'
import type { RefTarget } from '../../engine/openapi/places.ts'
import {
  type DefinitionView,
  findReferences,
  followTarget,
  stepDown,
  type ViewedVersions,
} from './definition-view.ts'

/** Finds a path of the old version in the new one, as it is written there; empty if it is gone. */
type FindCounterpart = (path: Path) => readonly Path[]

/** Ways to one place, through all that refers to it. */
const mostWays = 200

/**
 * Follows a path in both versions of a definition at once: the same keys, the same items of lists wherever they are now,
 * and through references on either side. Where that ends, because a component or a file has moved or has another name, it
 * is tried from each place that referred to it.
 */
export function createCounterpart(oldView: DefinitionView, newView: DefinitionView): FindCounterpart {
  const pairLists = rememberPerPair((oldList: readonly unknown[], newList: readonly unknown[]) =>
    pairItems(oldList, newList, { oldView, newView }),
  )
  return (path) => {
    // A file that neither version refers to: nothing is known of it but its name.
    if (oldView.start(path) === undefined && newView.start(path) === undefined) return [path]
    const ways: Path[] = [path]
    const seen = new Set<string>()
    for (let way = ways.shift(); way; way = ways.shift()) {
      const counterpart = walk(way, { oldView, newView, pairLists })
      if (counterpart) return listPlaces(counterpart, newView)
      seen.add(JSON.stringify(way))
      for (const { from, rest } of findReferences(way, oldView)) {
        const longer = [...from, ...rest]
        if (seen.size + ways.length < mostWays && !seen.has(JSON.stringify(longer))) ways.push(longer)
      }
    }
    return []
  }
}

interface WalkedVersions extends ViewedVersions {
  readonly pairLists: (oldList: readonly unknown[], newList: readonly unknown[]) => ItemPairs
}

interface Counterpart {
  readonly target: RefTarget
  /** Keys that neither version has. */
  readonly missing: Path
}

function walk(path: Path, { oldView, newView, pairLists }: WalkedVersions): Counterpart | undefined {
  const [oldStart, newStart] = [oldView.start(path), newView.start(path)]
  if (oldStart === undefined || newStart === undefined) return undefined
  let [oldTarget, newTarget]: [RefTarget, RefTarget] = [oldStart, newStart]
  for (const [index, key] of oldStart.rest.entries()) {
    const oldList = followTarget(oldTarget, oldView).value
    const newList = followTarget(newTarget, newView).value
    const inList = Array.isArray(oldList) && Array.isArray(newList)
    const nextOld = stepDown(oldTarget, key, oldView)
    const sameKey = inList ? pairLists(oldList, newList).get(Number(key)) : key
    const nextNew = sameKey === undefined ? undefined : stepDown(newTarget, sameKey, newView)
    if (nextOld === undefined && nextNew === undefined)
      return { target: followTarget(newTarget, newView), missing: oldStart.rest.slice(index) }
    if (nextOld === undefined || nextNew === undefined) return undefined
    oldTarget = nextOld
    newTarget = nextNew
  }
  return { target: newTarget, missing: [] }
}

/** An issue of what is behind a reference may be at the reference or there. */
function listPlaces({ target, missing }: Counterpart, view: DefinitionView): readonly Path[] {
  const followed = followTarget(target, view)
  const paths = followed === target ? [target.path] : [target.path, followed.path]
  return paths.map((path) => [...path, ...missing])
}

/** Indexes of items, keyed by those of the same items in the old list. */
type ItemPairs = ReadonlyMap<number, number>

interface ListItem {
  readonly index: number
  /** With the members of what it refers to. */
  readonly value: unknown
  /** The index of the same item in the new list, as soon as that is known. */
  newIndex?: number
}

/**
 * Pairs the items of two versions of a list: equal ones, then those of the same name. Items without a name that changed are paired in
 * order, between the same neighbours. Where one list has more of them there than the other, none is paired: any may be the new one.
 */
function pairItems(
  oldList: readonly unknown[],
  newList: readonly unknown[],
  views: ViewedVersions,
): ItemPairs {
  const [oldItems, newItems] = [listItems(oldList, views.oldView), listItems(newList, views.newView)]
  const pairBy = (findKey: (item: ListItem) => string | undefined, mayPair = hasSameLength) => {
    const findOpenKey = (item: ListItem) => (item.newIndex === undefined ? findKey(item) : undefined)
    const newGroups = groupBy(newItems, findOpenKey)
    for (const [key, oldGroup] of groupBy(oldItems, findOpenKey)) {
      const newGroup = newGroups.get(key) ?? []
      if (key === undefined || !mayPair(oldGroup, newGroup)) continue
      for (const [at, { index }] of newGroup.slice(0, oldGroup.length).entries())
        for (const item of [oldGroup[at], newGroup[at]]) if (item) item.newIndex = index
    }
  }
  pairBy(
    ({ value }) => renderContent(value),
    () => true,
  )
  pairBy(({ value }) => renderContent(isRecord(value) ? { ...value, $ref: undefined } : value))
  for (const key of ['title', '$ref']) pairBy(({ value }) => findName(value, key))
  const neighbours = new Map([oldItems, newItems].flatMap(listNeighbours))
  pairBy((item) => neighbours.get(item), mayHaveChanged)
  return new Map(
    oldItems.flatMap(({ index, newIndex }) => (newIndex === undefined ? [] : [[index, newIndex]])),
  )
}

function listItems(list: readonly unknown[], { follow }: DefinitionView): readonly ListItem[] {
  return list.map((item, index) => {
    const target = follow(item)
    return { index, value: target ? { ...Object(target.value), ...Object(item) } : item }
  })
}

function hasSameLength(oldGroup: readonly ListItem[], newGroup: readonly ListItem[]): boolean {
  return oldGroup.length === newGroup.length
}

/** Whether no old item has a name, and each keeps at least one of its keys. */
function mayHaveChanged(oldGroup: readonly ListItem[], newGroup: readonly ListItem[]): boolean {
  const mayBecome = (oldItem: unknown, newItem: unknown) =>
    ['title', '$ref'].every((key) => findName(oldItem, key) === undefined) &&
    Object.keys(Object(oldItem)).some((key) => getChild(newItem, key) !== undefined)
  return (
    hasSameLength(oldGroup, newGroup) &&
    oldGroup.every(({ value }, at) => mayBecome(value, newGroup[at]?.value))
  )
}

/** An item goes by itself if it is a plain value, by its `name` and `in`, its `url` or its `const`; else by what it has under `key`. */
function findName(item: unknown, key: string): string | undefined {
  if (!isObject(item)) return renderContent(item)
  const nameKey = ['name', 'url', 'const', key].find((each) => !isObject(getChild(item, each) ?? {}))
  return nameKey && JSON.stringify([nameKey, getChild(item, nameKey), getChild(item, 'in')])
}

/** Describes the nearest paired items before and after each item. */
function listNeighbours(items: readonly ListItem[]) {
  const listLast = (from: readonly ListItem[]) => {
    let last = -1
    return from.map(({ newIndex = last }) => {
      last = newIndex
      return last
    })
  }
  const [before, after] = [listLast(items), listLast(items.toReversed()).toReversed()]
  return items.map((item, at) => [item, `${before[at]} ${after[at]}`] as const)
}

/** Equal for equal content, in whichever order its keys and items are. */
export function renderContent(item: unknown): string {
  if (Array.isArray(item)) return `[${item.map(renderContent).sort().join()}]`
  if (!isRecord(item)) return typeof item === 'string' ? JSON.stringify(item) : String(item)
  const members = Object.entries(item).map(([key, value]) => `${JSON.stringify(key)}:${renderContent(value)}`)
  return `{${members.sort(compareText).join()}}`
}
