import type { Path } from '../../core/model/location.ts'
import type { RefTarget } from '../../engine/ref-places.ts'
import { type DefinitionView, findReferences, stepDown, through } from './definition-view.ts'
import { type ItemPairs, pairItems } from './pair-items.ts'

/** Where a path of the earlier version leads in the later one, as it is written there; empty: nowhere. */
export type Counterpart = (path: Path) => readonly Path[]

/** Ways to one place, through all that refers to it. */
const mostWays = 200

/**
 * Follows a path in both versions of a definition at once: the same keys, the same items of lists wherever they are now,
 * and through references on either side. Where that ends, because a component or a file has moved or has another name, it
 * is tried from each place that referred to it.
 */
export function createCounterpart(before: DefinitionView, after: DefinitionView): Counterpart {
  const known = new WeakMap<object, { readonly other: object; readonly pairs: ItemPairs }>()
  const getPairs = (one: readonly unknown[], other: readonly unknown[]): ItemPairs => {
    const last = known.get(one)
    if (last?.other === other) return last.pairs
    const pairs = pairItems({ items: one, view: before }, { items: other, view: after })
    known.set(one, { other, pairs })
    return pairs
  }
  return (path) => {
    // A file that neither version refers to: nothing is known of it but its name.
    if (before.start(path) === undefined && after.start(path) === undefined) return [path]
    const ways: Path[] = [path]
    const seen = new Set<string>()
    for (let way = ways.shift(); way; way = ways.shift()) {
      const found = walk(way, { before, after, getPairs })
      if (found) return listPlaces(found, after)
      seen.add(JSON.stringify(way))
      for (const { from, rest } of findReferences(way, before)) {
        const other = [...from, ...rest]
        if (seen.size + ways.length < mostWays && !seen.has(JSON.stringify(other))) ways.push(other)
      }
    }
    return []
  }
}

interface ComparedVersions {
  readonly before: DefinitionView
  readonly after: DefinitionView
  readonly getPairs: (one: readonly unknown[], other: readonly unknown[]) => ItemPairs
}

interface FoundCounterpart extends RefTarget {
  /** Keys that neither version has. */
  readonly missing: Path
}

function walk(path: Path, { before, after, getPairs }: ComparedVersions): FoundCounterpart | undefined {
  const [old, now] = [before.start(path), after.start(path)]
  if (old === undefined || now === undefined) return undefined
  let [one, other]: [RefTarget, RefTarget] = [old, now]
  for (const [index, key] of old.rest.entries()) {
    const [list, items] = [through(one, before).value, through(other, after).value]
    const inList = Array.isArray(list) && Array.isArray(items)
    const nextOne = stepDown(one, key, before)
    const sameKey = inList ? getPairs(list, items).get(Number(key)) : key
    const nextOther = sameKey === undefined ? undefined : stepDown(other, sameKey, after)
    if (nextOne === undefined && nextOther === undefined)
      return { ...through(other, after), missing: old.rest.slice(index) }
    if (nextOne === undefined || nextOther === undefined) return undefined
    one = nextOne
    other = nextOther
  }
  return { ...other, missing: [] }
}

/** An issue of what is behind a reference may be at the reference or there. */
function listPlaces(found: FoundCounterpart, view: DefinitionView): readonly Path[] {
  const behind = through(found, view)
  const paths = behind === found ? [found.path] : [found.path, behind.path]
  return paths.map((path) => [...path, ...found.missing])
}
