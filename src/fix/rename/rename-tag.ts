import { isRecord, valueAt } from '../../model/record.ts'
import { type Change, Refusal } from '../change.ts'
import type { Target } from '../fix.ts'
import { pathElsewhere } from '../view.ts'
import { type FoundObject, objectsIn } from './objects-in.ts'

/** A tag in the list of tags, in operations and in groups, in all files. Throws Refusal: there is such a tag. */
export function renameTag({ root, elsewhere }: Target, from: string, to: string): readonly Change[] {
  const tags = valueAt(root, ['tags'])
  const defined = Array.isArray(tags) ? tags : []
  const named = (each: unknown, name: string) => isRecord(each) && each.name === name
  if (defined.some((each) => named(each, to))) throw new Refusal(`there is a tag ${to} already`)
  const own = defined.flatMap((each, index) => [
    ...(named(each, from) ? [['tags', index, 'name']] : []),
    ...(isRecord(each) && each.parent === from ? [['tags', index, 'parent']] : []),
  ])
  const others = [...elsewhere].flatMap(([file, value]) =>
    objectsIn(value).flatMap((each) => usesIn(each, from).map((path) => pathElsewhere(file, path))),
  )
  const used = objectsIn(root).flatMap((each) => usesIn(each, from))
  return [...own, ...used, ...others].map((path) => ({ op: 'set', path, value: to }))
}

/** An operation uses tags, and so does a group that some tools read. */
function usesIn({ path, value }: FoundObject, name: string): readonly FoundObject['path'][] {
  const isUser = 'responses' in value || path[0] === 'x-tagGroups'
  const tags = isUser && Array.isArray(value.tags) ? value.tags : []
  return tags.flatMap((each, index) => (each === name ? [[...path, 'tags', index]] : []))
}
