import type { Path } from '../../model/location.ts'
import { readPointer } from '../pointer.ts'
import { isBesideRef, type Place, pathOfPlace, refPlaces } from '../ref-places.ts'

const known = new WeakMap<object, ReadonlySet<string>>()

/**
 * What the document's local `$ref`s lead to, each as `pointerKey` has it. One inside of what it leads to does not
 * count: a schema that only refers to itself is not used. What stands beside a `$ref` is not looked at.
 */
export function referencesOf(root: unknown): ReadonlySet<string> {
  if (typeof root !== 'object' || root === null) return new Set()
  const cached = known.get(root)
  if (cached) return cached
  const references = collect(root)
  known.set(root, references)
  return references
}

/** One text for each pointer, however it is escaped. */
export function pointerKey(segments: Path): string {
  return JSON.stringify(segments.map(String))
}

function collect(root: object): Set<string> {
  const references = new Set<string>()
  const counted = new Set<string>()
  for (const place of refPlaces(root)) {
    if (counted.has(place.ref)) continue
    const target = readPointer(place.ref)
    if (!target || isBesideRef(place) || isInside(place, target)) continue
    counted.add(place.ref)
    references.add(pointerKey(target))
  }
  return references
}

function isInside(place: Place, target: readonly string[]): boolean {
  const path = pathOfPlace(place)
  return target.every((segment, index) => String(path[index]) === segment)
}
