import type { Path } from '../../model/location.ts'
import { pointerIn } from '../pointer.ts'
import { isBesideRef, type Place, pathOfPlace, refPlaces } from '../ref-places.ts'
import { allValues, type ReferencedFiles } from '../referenced-files.ts'
import { baseOf } from '../refs.ts'
import { perDocument } from './per-document.ts'

/**
 * What the `$ref`s to a document lead to, its own and those in the files that it refers to, each as `pointerKey` has
 * it. One inside of what it leads to does not count: a schema that only refers to itself is not used. Siblings of
 * a `$ref` are not checked.
 */
export const referencesOf = perDocument((root, files): ReadonlySet<string> => {
  return new Set(allValues(root, files).flatMap((each) => referencesIn(each, root, files)))
})

/** One text for each pointer, however it is escaped. */
export function pointerKey(segments: Path): string {
  return JSON.stringify(segments.map(String))
}

/** The references in `part`, the document itself or one of its files. */
function referencesIn(part: unknown, document: unknown, files: ReferencedFiles): string[] {
  const isDocument = part === document
  const references: string[] = []
  const counted = new Set<string>()
  for (const place of refPlaces(part)) {
    if (counted.has(place.ref) || baseOf(place.value, document, files)?.path.length !== 0) continue
    const target = pointerIn(place.ref)
    if (!target || isBesideRef(place) || (isDocument && isInside(place, target))) continue
    counted.add(place.ref)
    references.push(pointerKey(target))
  }
  return references
}

function isInside(place: Place, target: readonly string[]): boolean {
  const path = pathOfPlace(place)
  return target.every((segment, index) => String(path[index]) === segment)
}
