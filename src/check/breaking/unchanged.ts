import { createDiscriminators, isUnread } from './discriminators.ts'
import type { ApiDocument, Node } from './document.ts'
import { isReadOtherwise } from './keywords.ts'
import { isAnchored, listReferences } from './read-api.ts'
import { hasSiblings, siblingsCount } from './schema/schema-node.ts'

export type Same = (base: Node | undefined, head: Node | undefined) => boolean

/** Two values, the first time that they are compared. */
interface ComparedTarget {
  readonly isSame: boolean
  readonly inner: readonly (readonly [unknown, unknown])[]
  /** Whether that is so of all that they lead to; undefined: not known yet. */
  isUnchanged: boolean | undefined
}

/** Two values within two others, under the same key. */
interface ComparedPlace {
  readonly some: unknown
  readonly other: unknown
  readonly key?: string
  readonly holder?: ComparedPlace
}

/**
 * Tells whether two values, and all that they refer to, are written the same, apart from the order of keys. That is quick,
 * and true of nearly all of a document that is compared with its last version.
 */
export function createUnchanged(base: ApiDocument, head: ApiDocument): Same {
  const targets = new Map<unknown, Map<unknown, ComparedTarget>>()
  const dependsOnVersion = createDependsOnVersion(base, head)
  const subtypes = { base: createDiscriminators(base), head: createDiscriminators(head) }

  function followBoth([some, other]: readonly [unknown, unknown]): ComparedTarget {
    const known = targets.get(some)?.get(other)
    if (known) return known
    const inner: [unknown, unknown][] = []
    const target = { isSame: isSame({ some, other }, inner), inner, isUnchanged: undefined }
    return noted(some, other, target)
  }

  function noted(some: unknown, other: unknown, target: ComparedTarget): ComparedTarget {
    const others = targets.get(some) ?? new Map<unknown, ComparedTarget>()
    targets.set(some, others.set(other, target))
    return target
  }

  /** Without recursion: a schema may be deeper than the stack. What is around a difference need not be looked at again. */
  function isSame(start: ComparedPlace, inner: [unknown, unknown][]): boolean {
    const pending = [start]
    for (let place = pending.pop(); place; place = pending.pop())
      if (!isSameItself(place, pending, inner)) {
        for (let around: ComparedPlace | undefined = place; around; around = around.holder)
          noted(around.some, around.other, { isSame: false, inner: [], isUnchanged: false })
        return false
      }
    return true
  }

  function isSameItself(
    place: ComparedPlace,
    pending: ComparedPlace[],
    inner: [unknown, unknown][],
  ): boolean {
    const { some, other } = place
    if (typeof some !== 'object' || some === null || typeof other !== 'object' || other === null)
      return Object.is(some, other) && haveSameDigits(place)
    if (Array.isArray(some) !== Array.isArray(other)) return false
    if (dependsOnVersion(some)) return false
    const keys = Object.keys(some)
    if (keys.length !== Object.keys(other).length) return false
    if (!keys.every((key) => Object.hasOwn(other, key))) return false
    for (const key of keys)
      pending.push({ some: Reflect.get(some, key), other: Reflect.get(other, key), key, holder: place })
    if (!haveSameSubtypes(some, other, inner)) return false
    const references = listReferences(other)
    return listReferences(some).every((reference, index) =>
      compareTargets(reference, references[index] ?? {}, inner),
    )
  }

  /** Numbers may be equal only because both are rounded. */
  function haveSameDigits({ some, key = '', holder }: ComparedPlace): boolean {
    if (typeof some !== 'number' || holder === undefined) return true
    return base.digits(Object(holder.some), key) === head.digits(Object(holder.other), key)
  }

  function haveSameSubtypes(some: object, other: object, inner: [unknown, unknown][]): boolean {
    if (!Object.hasOwn(some, 'discriminator')) return true
    const [before, after] = [subtypes.base, subtypes.head].map((find, index) =>
      find({ value: index === 0 ? some : other, path: [] }),
    )
    if (before?.schemas.size !== after?.schemas.size || after?.unresolved.some(isUnread)) return false
    for (const [value, schema] of before?.schemas ?? []) {
      if (!after?.schemas.has(value)) return false
      inner.push([schema?.value, after.schemas.get(value)?.value])
    }
    return true
  }

  function compareTargets(some: object, other: object, inner: [unknown, unknown][]): boolean {
    const [from, to] = [base.step(some), head.step(other)]
    if (from && to) inner.push([from.value, to.value])
    return from === undefined ? to === undefined && !mayBeFollowed(some) : to !== undefined
  }

  function isUnchanged(start: ComparedTarget): boolean {
    if (start.isUnchanged !== undefined) return start.isUnchanged
    const found = new Set([start])
    for (const target of found) {
      if (!target.isSame || target.isUnchanged === false) {
        start.isUnchanged = false
        return false
      }
      if (target.isUnchanged === undefined) for (const inner of target.inner) found.add(followBoth(inner))
    }
    for (const target of found) target.isUnchanged = true
    return true
  }

  function mayBeFollowed(reference: object): boolean {
    return Object.values(reference).some((ref) => typeof ref === 'string' && isAnchored(ref))
  }

  return (some, other) => isUnchanged(followBoth([some?.value, other?.value]))
}

/** Whether an object may mean something else in the other version. */
function createDependsOnVersion(base: ApiDocument, head: ApiDocument): (value: object) => boolean {
  if (base.version === head.version) return () => false
  const { reading: some } = base
  const { reading: other } = head
  const isOtherDialect = siblingsCount(base) !== siblingsCount(head)
  return (value) =>
    (isOtherDialect && (Reflect.get(value, 'nullable') === true || isReferenceWithSiblings(value))) ||
    (some !== undefined &&
      other !== undefined &&
      Object.entries(value).some(([key, inner]) => isReadOtherwise(key, inner, some, other)))
}

function isReferenceWithSiblings(value: object): boolean {
  return Object.hasOwn(value, '$ref') && hasSiblings(value)
}
