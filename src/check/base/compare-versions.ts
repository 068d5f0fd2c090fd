import { isDeepStrictEqual } from 'node:util'
import { isExtension, isInData, isNameMap } from '../../engine/file-reference.ts'
import { type DocumentPlace, listAncestors, refPlaces } from '../../engine/ref-places.ts'
import { allValues } from '../../engine/referenced-files.ts'
import { type ApiComparison, type ComparisonTerms, compareApis } from '../breaking/compare-apis.ts'
import type { ApiSource } from '../breaking/document.ts'
import { apiSource } from './api-source.ts'
import type { DefinitionView } from './definition-view.ts'
import { isTooDeep } from './evaluate-base.ts'
import type { DefinitionVersion } from './locate-change.ts'

/** What changed between two versions. */
export interface VersionComparison extends ApiComparison {
  /** Why more may have changed than is known; undefined: nothing else has. */
  readonly fault: string | undefined
}

interface VersionTerms extends ComparisonTerms {
  readonly renameOldPath?: ApiSource['renamePath']
  readonly renameNewPath?: ApiSource['renamePath']
}

export function compareVersions(
  oldVersion: DefinitionVersion,
  newVersion: DefinitionVersion,
  { renameOldPath, renameNewPath, ...terms }: VersionTerms,
): VersionComparison {
  try {
    const [lost] = findLostReferences(oldVersion.view, newVersion.view)
    const fault = lost === undefined ? undefined : `the reference ${JSON.stringify(lost)} does not resolve`
    const oldSource = { ...apiSource(oldVersion.document, oldVersion.view.files), renamePath: renameOldPath }
    const newSource = { ...apiSource(newVersion.document, newVersion.view.files), renamePath: renameNewPath }
    return { ...compareApis(oldSource, newSource, terms), fault }
  } catch (error) {
    if (!isTooDeep(error)) throw error
    return { breaking: [], changes: [], fault: 'it is nested too deeply' }
  }
}

/**
 * References that the change broke. In a changed definition also those to files that both versions lack,
 * because nobody can tell what is behind them. A URL leads to the same document from both.
 */
function findLostReferences(before: DefinitionView, after: DefinitionView): readonly string[] {
  const known = new Set(listUnresolved(before))
  const isChanged = !isDeepStrictEqual(before.root, after.root)
  return listUnresolved(after).filter((ref) => !known.has(ref) || (isChanged && isFile(ref)))
}

function isFile(ref: string): boolean {
  return !/^(?:#|[a-z][a-z\d+.-]*:|\/\/)/i.test(ref)
}

function listUnresolved(view: DefinitionView): readonly string[] {
  return allValues(view.root, view.files).flatMap((each) =>
    refPlaces(each)
      .filter((place) => !isInData(place) && view.follow(place.value) === undefined)
      .filter((place) => !isOnlyInExtension(place, view))
      .map(({ ref }) => ref),
  )
}

/** Extensions are compared only as far as references lead into them. Where these name a map of properties, its keys are names. */
function isOnlyInExtension(place: DocumentPlace, { usesOf }: DefinitionView): boolean {
  const all = listAncestors(place)
  const start = all.findLastIndex((at) => isExtension(at) && !isWebhooks(at))
  if (start === -1) return false
  const isNames = usesOf(all[start + 1]?.value).some((path) => isNameMap(path.at(-1)))
  return !isNames && all.slice(0, start + 1).every(({ value }) => usesOf(value).length === 0)
}

function isWebhooks({ key, parent }: DocumentPlace): boolean {
  return key === 'x-webhooks' && parent?.parent === undefined
}
