import { toPointer } from '../../../core/model/identity.ts'
import type { Path } from '../../../core/model/location.ts'
import { rememberList, rememberPerObject } from '../../../core/model/once.ts'
import { getValue, isRecord, iterateValues } from '../../../core/model/record.ts'
import { decodePercent } from '../../../core/text/decode-text.ts'
import { groupBy } from '../../../core/text/group-by.ts'
import {
  listIdPlaces,
  listRefPlaces,
  namePlaces,
  type RefWay,
  toPath,
} from '../../../engine/openapi/places.ts'
import { type Change, Unwritable } from '../change.ts'
import type { FixTarget } from '../fix.ts'
import type { Members } from '../operations.ts'

export interface ReferenceText {
  readonly holder: RefWay
  readonly key: string
  readonly value: string
  /** From `#` on, decoded. */
  readonly fragment: string
}

/** Names of other places of a document: references, values of mappings, and ids of operations. */
export const listNames = rememberList((root: object): readonly ReferenceText[] => {
  const found: ReferenceText[] = []
  const add = (holder: RefWay, key: string, value: unknown) => {
    if (typeof value === 'string') found.push({ holder, key, value, fragment: getFragment(value) })
  }
  for (const place of listRefPlaces(root)) add(place, '$ref', place.ref)
  for (const { at, keyword, value } of [...namePlaces(root), ...listIdPlaces(root)])
    if (isRecord(value))
      for (const [key, each] of Object.entries(value)) add({ parent: at, key: keyword }, key, each)
    else if (keyword !== 'externalValue') add(at, keyword, value)
  return found
})

/** By each text that they are, and by each pointer to what they lead through. */
const indexNames = rememberPerObject((root: object) => {
  const all = listNames(root).flatMap((name) => {
    const texts = [name.value, decodePercent(name.value), name.fragment]
    return [...new Set(texts.flatMap(listPointers))].map((text) => ({ text, name }))
  })
  return groupBy(all, ({ text }) => text)
})

/** No rule renames or removes what is deeper. */
const mostSegments = 100

function listPointers(text: string): readonly string[] {
  const slashes = [...text.slice(0, 10_000).matchAll(/\//g)].slice(1, mostSegments)
  return [...slashes.map(({ index }) => text.slice(0, index)), text]
}

/** The names of a document that are this text, or lead to or through this pointer. */
export function findNames(root: unknown, text: string): readonly ReferenceText[] {
  return (
    indexNames(Object(root))
      .get(text)
      ?.map(({ name }) => name) ?? []
  )
}

export function renderPointer(path: Path): string {
  return `#${toPointer(path)}`
}

export function pathElsewhere(file: string, path: Path): Path {
  return [`\0${file}`, ...path]
}

export function pathOfName({ holder, key }: ReferenceText): Path {
  return [...toPath(holder), key]
}

export interface FoundObject {
  readonly path: Path
  readonly value: Members
}

/** In the order of the document. */
export const listObjects = rememberList((root: object): readonly FoundObject[] =>
  [...iterateValues(root)].flatMap(({ path, value }) => (isRecord(value) ? [{ path, value }] : [])),
)

export function namesElsewhere(
  { elsewhere }: Pick<FixTarget, 'elsewhere'>,
  text: string,
  isOne: (name: ReferenceText) => boolean,
): boolean {
  return [...elsewhere.values()].some((value) => findNames(value, text).some(isOne))
}

/** A reference from `#` on, decoded. */
export function getFragment(reference: string): string {
  const hash = reference.indexOf('#')
  return hash === -1 ? '' : decodePercent(reference.slice(hash))
}

export function changeReferences(root: unknown, from: Path, to: Path): readonly Change[] {
  const [old, fresh] = [renderPointer(from), renderPointer(to)]
  return findNames(root, old).flatMap((name) =>
    name.value === old || name.value.startsWith(`${old}/`)
      ? [{ op: 'set' as const, path: pathOfName(name), value: fresh + name.value.slice(old.length) }]
      : [],
  )
}

/** Links to an operation, in all files. Throws Unwritable if something may be one. */
export function changeLinks(
  { root, elsewhere }: Pick<FixTarget, 'root' | 'elsewhere'>,
  id: string,
): readonly Path[] {
  const others = [...elsewhere].flatMap(([file, value]) =>
    findIds(value, id)
      .filter((path) => isInLinks(path) || isOfLink(value, path))
      .map((path) => pathElsewhere(file, path)),
  )
  return [...findIds(root, id).filter(isInLinks), ...others]
}

function findIds(root: unknown, id: string): readonly Path[] {
  return findNames(root, id).flatMap((name) =>
    name.value === id && name.key === 'operationId' ? [pathOfName(name)] : [],
  )
}

function isInLinks(path: Path): boolean {
  return path.at(-3) === 'links'
}

/** In another file a link may stand under any key; an operation has `responses`. Throws Unwritable. */
function isOfLink(root: unknown, path: Path): boolean {
  const holder = getValue(root, path.slice(0, -1))
  if (isRecord(holder) && 'responses' in holder) return false
  if (path.length === 1) return true
  throw new Unwritable('what has its name in another file may be a link to it')
}

/** Whether something outside of a place refers to it or to what is in it; in other files, also by the same place of any file. */
export function isReferenced(
  { root, elsewhere }: Pick<FixTarget, 'root' | 'elsewhere'>,
  place: Path,
): boolean {
  const [pointer, name] = [renderPointer(place), String(place.at(-1))]
  const leadsThere = ({ fragment }: ReferenceText) =>
    fragment === pointer || fragment.startsWith(`${pointer}/`)
  const isInside = (each: ReferenceText) => {
    const path = pathOfName(each)
    return place.every((key, index) => path[index] === key)
  }
  const chooses = ({ holder, value }: ReferenceText) =>
    holder.key === 'mapping' && decodePercent(value) === name
  const named = [...findNames(root, pointer).filter(leadsThere), ...findNames(root, name).filter(chooses)]
  return !named.every(isInside) || namesElsewhere({ elsewhere }, pointer, leadsThere)
}
