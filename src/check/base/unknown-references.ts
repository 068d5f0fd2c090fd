import { isDeepStrictEqual } from 'node:util'
import type { Path } from '../../core/model/location.ts'
import { once } from '../../core/model/once.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { isExtension, isInData, isNameMap } from '../../engine/openapi/data-places.ts'
import { collectValues, fileSegment } from '../../engine/openapi/files.ts'
import { type DocumentPlace, listAncestors, listRefPlaces, toPath } from '../../engine/openapi/places.ts'
import { listStrayReferences, type StrayReference } from '../../engine/openapi/stray-references.ts'
import type { BreakingChange } from '../breaking/api-change.ts'
import type { ApiSource } from '../breaking/document.ts'
import { readApi, withAnchors } from '../breaking/read-api.ts'
import { createUnchanged } from '../breaking/unchanged.ts'
import type { DefinitionView, ViewedVersions } from './definition-view.ts'

export interface WrittenReference {
  readonly ref: string
  readonly path: Path
}

interface UnpairedReferences<T> {
  readonly old: readonly T[]
  readonly new: readonly T[]
}

/** Both versions as they are read by a comparison. */
export interface ComparedSources extends ViewedVersions {
  readonly oldSource: ApiSource
  readonly newSource: ApiSource
}

/**
 * Lists what is not known on either side: references that do not resolve, apart from those that both versions have, where
 * the target is not there in either. What is in a file that cannot be read is not known: that is only the same if nothing has
 * changed, and if a comparison `isOfAll`, nobody says so. A URL leads to the same document from both.
 */
export function listLostReferences(
  { oldView, newView, oldSource, newSource }: ComparedSources,
  isOfAll: boolean,
): UnpairedReferences<WrittenReference> {
  const [oldRefs, newRefs] = [listUnresolved(oldView, oldSource), listUnresolved(newView, newSource)]
  const listParts = ({ root, files }: DefinitionView) => collectValues(root, files)
  const isChanged = once(() => isOfAll || !isDeepStrictEqual(listParts(oldView), listParts(newView)))
  return leaveUnpaired(
    oldRefs,
    newRefs,
    ({ ref }, other) => ref === other.ref && !(isFile(ref) && isChanged()),
  )
}

/** Compares what is behind references where OpenAPI has none, and the comparison of APIs does not look: as a whole. */
export function compareStrays(sources: ComparedSources): readonly BreakingChange[] {
  const { oldView, newView, oldSource, newSource } = sources
  const [oldStrays, newStrays] = [listStrayReferences(oldView), listStrayReferences(newView)]
  if (oldStrays.length + newStrays.length === 0) return []
  const isUnchanged = createUnchanged(readApi(withAnchors(oldSource)), readApi(withAnchors(newSource)))
  const left = leaveUnpaired(oldStrays, newStrays, (old, now) => isUnchanged(old.target, now.target))
  const places = new Map([...left.old, ...left.new].map((stray) => [JSON.stringify(stray.path), stray]))
  return [...places.values()].map(describeStray)
}

function describeStray({ ref, path }: StrayReference): BreakingChange {
  const key = path.findLast((each) => typeof each === 'string')
  const message = `Target of \`${ref}\` changed and cannot be compared: OpenAPI allows no \`$ref\` in \`${key}\``
  return { rule: 'breaking-not-compared', message, path, oldPath: path }
}

/** What an unresolved reference of the old version stood for: it cannot be compared. One that `breaking` has there is not repeated. */
export function describeOldLost(
  lost: readonly WrittenReference[],
  breaking: readonly BreakingChange[],
  roots: readonly [oldRoot: unknown, newRoot: unknown],
): readonly BreakingChange[] {
  const said = new Set(
    breaking.flatMap(({ rule, oldPath }) =>
      rule === 'breaking-not-compared' ? [JSON.stringify(oldPath)] : [],
    ),
  )
  return lost
    .filter(({ path }) => !said.has(JSON.stringify(path)))
    .map(({ ref, path }) => {
      const message = `\`${ref}\` did not resolve in the earlier version, and what it stood for cannot be compared`
      // Where a list has become shorter, another item may be at its place.
      const [oldList, newList] = roots.map((root) =>
        path.slice(0, -1).reduce<unknown>((value, key) => Object(value)[key], root),
      )
      const isGone = Array.isArray(newList) && newList.length < Object(oldList).length
      const now = isGone ? [...path.slice(0, -1), ref] : path
      return { rule: 'breaking-not-compared', message, path: now, oldPath: path }
    })
}

/**
 * Pairs each reference with one of the other version at the same place, or else with one of the same text at another place of the
 * same lists. What a reference without a target stood for is not known: at another place it is not the same.
 */
function leaveUnpaired<T extends WrittenReference>(
  oldRefs: readonly T[],
  newRefs: readonly T[],
  isSame: (oldRef: T, newRef: T) => boolean,
): UnpairedReferences<T> {
  const [oldLeft, newLeft] = [new Set(oldRefs), new Set(newRefs)]
  const identifyInList = ({ ref, path }: T) =>
    JSON.stringify([ref, ...path.map((key) => (typeof key === 'number' ? 0 : key))])
  for (const identify of [({ path }: T) => JSON.stringify(path), identifyInList]) {
    const alike = groupBy([...oldLeft], identify)
    for (const newRef of newLeft) {
      const match = alike
        .get(identify(newRef))
        ?.find((oldRef) => oldLeft.has(oldRef) && isSame(oldRef, newRef))
      if (match) [oldLeft.delete(match), newLeft.delete(newRef)]
    }
  }
  return { old: [...oldLeft], new: [...newLeft] }
}

function isFile(ref: string): boolean {
  return !/^(?:#|[a-z][a-z\d+.-]*:|\/\/)/i.test(ref)
}

function listUnresolved(view: DefinitionView, source: ApiSource): readonly WrittenReference[] {
  const { root, files, follow } = view
  const anchored = once(() => readApi(withAnchors(source)))
  const parts = [...files.documents].map(([name, { value }]) => [value, [fileSegment(name)]] as const)
  return [[root, []] as const, ...parts].flatMap(([value, prefix]) =>
    listRefPlaces(value)
      .filter((place) => follow(place.value) === undefined && !isInData(place))
      .filter((place) => !isOnlyInExtension(place, view) && !anchored().follow(place.value))
      .map((place) => ({ ref: place.ref, path: [...prefix, ...toPath(place)] })),
  )
}

/** Extensions are compared only as far as references lead into them. Where these name a map of properties, its keys are names. */
function isOnlyInExtension(place: DocumentPlace, { usesOf }: DefinitionView): boolean {
  const ancestors = listAncestors(place)
  const start = ancestors.findLastIndex((at) => isExtension(at) && !isWebhooks(at))
  if (start === -1) return false
  const isNames = usesOf(ancestors[start + 1]?.value).some((path) => isNameMap(path.at(-1)))
  return !isNames && ancestors.slice(0, start + 1).every(({ value }) => usesOf(value).length === 0)
}

function isWebhooks({ key, parent }: DocumentPlace): boolean {
  return key === 'x-webhooks' && parent?.parent === undefined
}
