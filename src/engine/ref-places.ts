import type { Path } from '../model.ts'
import { isRecord } from './is-record.ts'
import { refOf } from './pointer.ts'

/** A place in a document, by the way down to it. */
export interface Place {
  readonly value: object
  readonly parent: Place | undefined
  /** Under which the parent has it; empty for the root. */
  readonly key: string | number
  /** The text of its `$ref`, if it is a reference. */
  readonly ref: string | undefined
}

export interface RefPlace extends Place {
  readonly ref: string
}

const known = new WeakMap<object, readonly RefPlace[]>()

/**
 * Where a document's `$ref` objects stand, in the order of the document, those beside another `$ref` included. They
 * are looked for once, however many ask.
 */
export function refPlaces(root: unknown): readonly RefPlace[] {
  if (typeof root !== 'object' || root === null) return []
  const before = known.get(root)
  if (before) return before
  const found = collect(root)
  known.set(root, found)
  return found
}

function collect(root: object): RefPlace[] {
  const found: RefPlace[] = []
  const pending: Place[] = []
  add(root, undefined, '')
  for (let place = pending.pop(); place; place = pending.pop()) {
    if (isRef(place)) found.push(place)
    addChildren(place)
  }
  return found

  function add(value: unknown, parent: Place | undefined, key: string | number): void {
    if (typeof value === 'object' && value !== null) pending.push({ value, parent, key, ref: refOf(value) })
  }

  /** The last comes first, as the first of what is pending is the last to be taken. */
  function addChildren(place: Place): void {
    const { value } = place
    if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--) add(value[index], place, index)
      return
    }
    if (!isRecord(value)) return
    const keys = Object.keys(value)
    for (let index = keys.length - 1; index >= 0; index--) {
      const key = keys[index] ?? ''
      add(value[key], place, key)
    }
  }
}

function isRef(place: Place): place is RefPlace {
  return place.ref !== undefined
}

/** Whether a place stands beside a `$ref`, or below what does. */
export function isBesideRef({ parent }: Place): boolean {
  for (let at = parent; at; at = at.parent) if (at.ref !== undefined) return true
  return false
}

export function pathOfPlace(place: Place): Path {
  const reversed: (string | number)[] = []
  for (let at = place; at.parent; at = at.parent) reversed.push(at.key)
  return reversed.reverse()
}
