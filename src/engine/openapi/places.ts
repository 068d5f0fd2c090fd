import type { Path } from '../../core/model/location.ts'
import { rememberPerObject } from '../../core/model/once.ts'
import { isObject, isRecord } from '../../core/model/record.ts'

/** The way down to something in a document. */
export interface RefWay {
  readonly parent: RefWay | undefined
  /** Under which the parent has it; empty for the root. */
  readonly key: string | number
}

/** A place in a document, by the way down to it. */
export interface DocumentPlace extends RefWay {
  readonly value: object
  readonly parent: DocumentPlace | undefined
  /** The text of its `$ref`, if it is a reference. */
  ref: string | undefined
}

export interface RefPlace extends DocumentPlace {
  readonly ref: string
}

/** A reference's target and its path, which begins with a `fileSegment` for another file. */
export interface RefTarget {
  readonly value: unknown
  readonly path: Path
}

/** A `$dynamicRef` or `$recursiveRef`, which is not followed into other files. */
export interface DynamicPlace {
  readonly at: DocumentPlace
  readonly keyword: string
  readonly ref: string
}

interface NamingPlace<Keyword> {
  readonly at: DocumentPlace
  readonly keyword: Keyword
  readonly value: string | Readonly<Record<string, unknown>>
}

/** Places that name files without being references: examples, links, the mapping of a discriminator. */
export type NamePlace = NamingPlace<'externalValue' | 'operationRef' | 'mapping'>

/**
 * Places besides `NamePlace` that name a part of the document: an operation's id, and a `mapping` outside of a
 * discriminator.
 */
export type IdPlace = NamingPlace<'operationId' | 'mapping'>

interface Places {
  readonly refs: RefPlace[]
  readonly dynamic: DynamicPlace[]
  readonly names: NamePlace[]
  readonly ids: IdPlace[]
}

/**
 * Where a document's `$ref` objects stand, in the order of the document, those beside another `$ref` included. They
 * are looked for once, however many ask.
 */
export function listRefPlaces(root: unknown): readonly RefPlace[] {
  return collectPlaces(root).refs
}

export function listDynamicPlaces(root: unknown): readonly DynamicPlace[] {
  return collectPlaces(root).dynamic
}

export function namePlaces(root: unknown): readonly NamePlace[] {
  return collectPlaces(root).names
}

export function listIdPlaces(root: unknown): readonly IdPlace[] {
  return collectPlaces(root).ids
}

function collectPlaces(root: unknown): Places {
  return isObject(root) ? collected(root) : { refs: [], dynamic: [], names: [], ids: [] }
}

const collected = rememberPerObject(collect)

function collect(root: object): Places {
  const places: Places = { refs: [], dynamic: [], names: [], ids: [] }
  const pending: DocumentPlace[] = [{ value: root, parent: undefined, key: '', ref: undefined }]
  for (let place = pending.pop(); place; place = pending.pop()) {
    if (Array.isArray(place.value)) addItems(place, place.value, pending)
    else addMembers(place, place.value, pending, places)
    if (isRef(place)) places.refs.push(place)
  }
  return places
}

/** The last comes first, as the first of what is pending is the last to be taken. */
function addItems(parent: DocumentPlace, items: readonly unknown[], pending: DocumentPlace[]): void {
  for (let key = items.length - 1; key >= 0; key--) {
    const value = items[key]
    if (typeof value === 'object' && value !== null) pending.push({ value, parent, key, ref: undefined })
  }
}

function addMembers(parent: DocumentPlace, members: object, pending: DocumentPlace[], places: Places): void {
  if (!isRecord(members)) return
  const keys = Object.keys(members)
  for (let index = keys.length - 1; index >= 0; index--) {
    const key = keys[index] ?? ''
    const value = members[key]
    if (typeof value === 'object' && value !== null) {
      pending.push({ value, parent, key, ref: undefined })
      if (key === 'mapping' && isRecord(value))
        places[parent.key === 'discriminator' ? 'names' : 'ids'].push({ at: parent, keyword: key, value })
    } else if (typeof value === 'string') noteByKey.get(key)?.(parent, value, places)
  }
}

type NoteText = (at: DocumentPlace, value: string, places: Places) => void

/** What is noted of a text by its key. */
const noteByKey = new Map<string, NoteText>([
  [
    '$ref',
    (at, value) => {
      at.ref = value
    },
  ],
  ...(['$dynamicRef', '$recursiveRef'] as const).map((keyword): [string, NoteText] => [
    keyword,
    (at, ref, { dynamic }) => void dynamic.push({ at, keyword, ref }),
  ]),
  ...(['externalValue', 'operationRef'] as const).map((keyword): [string, NoteText] => [
    keyword,
    (at, value, { names }) => void names.push({ at, keyword, value }),
  ]),
  ['operationId', (at, value, { ids }) => void ids.push({ at, keyword: 'operationId', value })],
])

function isRef(place: DocumentPlace): place is RefPlace {
  return place.ref !== undefined
}

/** A place and all above it, up to `end` or the root. */
export function listAncestors(place: DocumentPlace, end?: object): readonly DocumentPlace[] {
  const way: DocumentPlace[] = []
  for (let at: DocumentPlace | undefined = place; at; at = at.parent) {
    way.push(at)
    if (at.value === end) break
  }
  return way
}

/** Whether a place is next to a `$ref`, or below what does. */
export function isBesideRef(place: DocumentPlace): boolean {
  return listAncestors(place).some((at) => at !== place && at.ref !== undefined)
}

export function toPath(place: RefWay): Path {
  const reversed: (string | number)[] = []
  for (let at = place; at.parent; at = at.parent) reversed.push(at.key)
  return reversed.reverse()
}
