import { isDeepStrictEqual } from 'node:util'
import { isInData } from '../../engine/file-reference.ts'
import { refPlaces } from '../../engine/ref-places.ts'
import type { DefinitionView } from './definition-view.ts'

/**
 * References that do not resolve since the change, and in a changed definition those to files that are missing in both
 * versions: nobody can tell what is behind them. What a URL leads to is the same for both.
 */
export function unknownReferences(before: DefinitionView, after: DefinitionView): readonly string[] {
  const known = new Set(unresolvedIn(before))
  const isChanged = !isDeepStrictEqual(before.root, after.root)
  return unresolvedIn(after).filter((ref) => !known.has(ref) || (isChanged && isFile(ref)))
}

function isFile(ref: string): boolean {
  return !/^(?:#|[a-z][a-z\d+.-]*:|\/\/)/i.test(ref)
}

function unresolvedIn({ root, files, follow }: DefinitionView): readonly string[] {
  const roots = [root, ...[...files.documents.values()].map(({ value }) => value)]
  return roots.flatMap((each) =>
    [...refPlaces(each)]
      .filter((place) => !isInData(place) && follow(place.value) === undefined)
      .map(({ ref }) => ref),
  )
}
