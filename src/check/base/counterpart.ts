import type { Path } from '../../core/model/location.ts'
import { rememberPerPair } from '../../core/model/once.ts'
import { isRecord } from '../../core/model/record.ts'
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
type Items = Map<number, unknown>

/** Pairs equal items of two versions of a list. Named ones only by their names; of the rest, those that changed are paired in order. */
function pairItems(
  oldItems: readonly unknown[],
  newItems: readonly unknown[],
  views: ViewedVersions,
): ItemPairs {
  const [oldNamed, oldUnnamed] = splitItems(oldItems, views.oldView)
  const [newNamed, newUnnamed] = splitItems(newItems, views.newView)
  const byName = takeEqual(oldNamed, newNamed, findItemName)
  const byContent = takeEqual(oldUnnamed, newUnnamed, renderContent)
  const byShape = takeEqual(oldUnnamed, newUnnamed, describeShape)
  const inOrder = takeEqual(oldUnnamed, newUnnamed, () => '')
  return new Map([...byName, ...byContent, ...byShape, ...inOrder])
}

/** The items that have names and those that have none, by their indexes; references are resolved. */
function splitItems(items: readonly unknown[], view: DefinitionView) {
  const [named, unnamed]: [Items, Items] = [new Map(), new Map()]
  for (const [index, item] of items.entries()) {
    const value = view.follow(item)?.value ?? item
    const group = findItemName(value) === undefined ? unnamed : named
    group.set(index, value)
  }
  return [named, unnamed] as const
}

/** Takes pairs of items with equal keys out of both, in order. */
function takeEqual(oldItems: Items, newItems: Items, findKey: (item: unknown) => string | undefined) {
  const open = groupBy(newItems.keys(), (index) => findKey(newItems.get(index)))
  return [...oldItems].flatMap(([oldIndex, item]) => {
    const newIndex = open.get(findKey(item))?.shift()
    if (newIndex === undefined) return []
    oldItems.delete(oldIndex)
    newItems.delete(newIndex)
    return [[oldIndex, newIndex] as const]
  })
}

/** Its `name` and `in`, its `url`, or a value itself. */
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
