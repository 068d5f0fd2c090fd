import { isInData } from '../../engine/file-reference.ts'
import { refPlaces } from '../../engine/ref-places.ts'
import type { DefinitionView } from './definition-view.ts'

/** References that resolve no longer since the change: nobody can tell what is behind them now. */
export function newlyUnresolved(before: DefinitionView, after: DefinitionView): readonly string[] {
  const known = new Set(unresolvedIn(before))
  return unresolvedIn(after).filter((ref) => !known.has(ref))
}

function unresolvedIn({ root, files, follow }: DefinitionView): readonly string[] {
  const roots = [root, ...[...files.documents.values()].map(({ value }) => value)]
  return roots.flatMap((each) =>
    [...refPlaces(each)]
      .filter((place) => !isInData(place) && follow(place.value) === undefined)
      .map(({ ref }) => ref),
  )
}
