import type { Path } from '../../../model/location.ts'
import { isRecord, valueAt } from '../../../model/record.ts'
import { pathOfPlace, refPlaces } from '../../ref-places.ts'
import type { FunctionResult } from '../../rule.ts'
import { defineFunction } from '../define.ts'
import { isRoot } from './below-root.ts'

/** Nothing is next to a `$ref`, which is the target, or to any `$ref` of the document. Each key that is is reported. */
export const refSiblings = defineFunction({
  name: 'refSiblings',
  run: (target, _options, context) => {
    const { path, root } = context
    if (isRoot(target, context)) {
      return refPlaces(root).flatMap((place) => siblingsOf(place.value, pathOfPlace(place)))
    }
    const around = path.slice(0, -1)
    return siblingsOf(valueAt(root, around), around)
  },
})

function siblingsOf(holder: unknown, around: Path): FunctionResult[] {
  if (!isRecord(holder)) return []
  return Object.keys(holder)
    .filter((key) => key !== '$ref')
    .map((key) => ({ message: `"${key}" is next to a $ref and ignored`, path: [...around, key] }))
}
