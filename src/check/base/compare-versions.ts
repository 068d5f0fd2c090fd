import { isDeepStrictEqual } from 'node:util'
import type { Path } from '../../core/model/location.ts'
import { once } from '../../core/model/once.ts'
import { isObject, iterateValues } from '../../core/model/record.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { isExtension, isInData, isNameMap } from '../../engine/openapi/data-places.ts'
import { collectValues, type ReferencedFiles } from '../../engine/openapi/files.ts'
import { type DocumentPlace, listAncestors, listRefPlaces } from '../../engine/openapi/places.ts'
import { readReferences } from '../../engine/openapi/references.ts'
import { type ApiComparison, type ComparisonTerms, compareApis } from '../breaking/compare-apis.ts'
import type { ApiSource } from '../breaking/document.ts'
import { isDecimal } from '../breaking/numbers.ts'
import type { DefinitionVersion, DefinitionView } from './definition-view.ts'
import { isTooDeep } from './evaluate-base.ts'

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
function findLostReferences(oldView: DefinitionView, newView: DefinitionView): readonly string[] {
  const known = new Set(listUnresolved(oldView))
  const isChanged = !isDeepStrictEqual(oldView.root, newView.root)
  return listUnresolved(newView).filter((ref) => !known.has(ref) || (isChanged && isFile(ref)))
}

function isFile(ref: string): boolean {
  return !/^(?:#|[a-z][a-z\d+.-]*:|\/\/)/i.test(ref)
}

function listUnresolved(view: DefinitionView): readonly string[] {
  return collectValues(view.root, view.files).flatMap((each) =>
    listRefPlaces(each)
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

/** A definition as breaking changes are looked for in it: reference by reference, and with the digits of its numbers. */
export function apiSource(document: SourceDocument, files: ReferencedFiles): ApiSource {
  const places = once(() => findHolders([document, ...files.documents.values()].filter(hasLongNumbers)))
  return {
    root: document.value,
    step: readReferences(document.value, files).step,
    digits: (holder, key) => {
      const place = places().get(holder)
      return place && readDigits(place.document, [...place.path, key])
    },
  }
}

/** Only of such texts the places are looked up: that takes time. */
function hasLongNumbers({ text }: SourceDocument): boolean {
  return /[\d._]{16}|\de[-+]?\d{3}|0[xo][\da-f_]{14}|0b[01_]{53}/i.test(text)
}

interface SourcePlace {
  readonly document: SourceDocument
  readonly path: Path
}

/** Where objects and lists are written, also those that YAML has under several paths. */
function findHolders(documents: readonly SourceDocument[]): ReadonlyMap<unknown, SourcePlace> {
  const found = new Map<unknown, SourcePlace>()
  for (const document of documents)
    for (const { path, value } of iterateValues(document.value))
      if (isObject(value) && !found.has(value)) found.set(value, { document, path })
  return found
}

function readDigits(document: SourceDocument, path: Path): string | undefined {
  const digits = plainDigits(aliased(document.textOf(path).trim(), document))
  return isDecimal(digits) ? digits : undefined
}

function aliased(written: string, { text }: SourceDocument): string {
  if (!written.startsWith('*')) return written
  const anchors = [...text.matchAll(/&([^\s,[\]{}]+)\s+([^\s,\]}]+)/g)]
  return anchors.findLast(([, name]) => name === written.slice(1))?.[2] ?? written
}

/** Without a tag, an anchor or the quotes that a tagged number may have. YAML has hexadecimal, octal and binary numbers, too. */
function plainDigits(written: string): string {
  const number = written
    .replace(/^(?:[!&]\S+\s+)*/, '')
    .replace(/^(["'])(.*)\1$/, '$2')
    .replaceAll('_', '')
  const [, sign = '', digits] = /^([-+]?)(0[xob][\da-f]+)$/i.exec(number) ?? []
  return digits === undefined ? number : `${sign}${BigInt(digits.toLowerCase())}`
}
