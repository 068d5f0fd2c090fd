import { createDiscriminators, isUnread } from './discriminators.ts'
import type { ApiDocument, Node } from './document.ts'
import { isReadOtherwise } from './keywords.ts'
import { isAnchored, listReferences } from './read-api.ts'
import { hasTellingSiblings, siblingsCount } from './schema/schema-node.ts'

export type Same = (oldNode: Node | undefined, newNode: Node | undefined) => boolean

/** Two values, the first time that they are compared. */
interface ComparedTarget {
  readonly inner: readonly (readonly [unknown, unknown])[]
  /** Whether they are written the same, and all that they lead to is; undefined: the former, and the latter is not known yet. */
  isUnchanged: boolean | undefined
}

/** Two values within two others, under the same key. */
interface ComparedPlace {
  readonly oldValue: unknown
  readonly newValue: unknown
  readonly key?: string
  readonly holder?: ComparedPlace
}

/**
 * Tells whether two values, and all that they refer to, are written the same, apart from the order of keys. That is quick,
 * and true of nearly all of a document that is compared with its last version.
 */
export function createUnchanged(oldApi: ApiDocument, newApi: ApiDocument): Same {
  const targets = new Map<unknown, Map<unknown, ComparedTarget>>()
  const dependsOnVersion = createDependsOnVersion(oldApi, newApi)
  const subtypes = { old: createDiscriminators(oldApi), new: createDiscriminators(newApi) }

  function followBoth([oldValue, newValue]: readonly [unknown, unknown]): ComparedTarget {
    const known = targets.get(oldValue)?.get(newValue)
    if (known) return known
    const inner: [unknown, unknown][] = []
    const isUnchanged = isSame({ oldValue, newValue }, inner) ? undefined : false
    return noted(oldValue, newValue, { inner, isUnchanged })
  }

  function noted(oldValue: unknown, newValue: unknown, target: ComparedTarget): ComparedTarget {
    const byNew = targets.get(oldValue) ?? new Map<unknown, ComparedTarget>()
    targets.set(oldValue, byNew.set(newValue, target))
    return target
  }

  /** Without recursion: a schema may be deeper than the stack. What is around a difference need not be looked at again. */
  function isSame(start: ComparedPlace, inner: [unknown, unknown][]): boolean {
    const pending = [start]
    for (let place = pending.pop(); place; place = pending.pop())
      if (!isSameItself(place, pending, inner)) {
        for (let around: ComparedPlace | undefined = place; around; around = around.holder)
          noted(around.oldValue, around.newValue, { inner: [], isUnchanged: false })
        return false
      }
    return true
  }

  function isSameItself(
    place: ComparedPlace,
    pending: ComparedPlace[],
    inner: [unknown, unknown][],
  ): boolean {
    const { oldValue, newValue } = place
    if (
      typeof oldValue !== 'object' ||
      oldValue === null ||
      typeof newValue !== 'object' ||
      newValue === null
    )
      return Object.is(oldValue, newValue) && haveSameDigits(place)
    if (Array.isArray(oldValue) !== Array.isArray(newValue)) return false
    if (dependsOnVersion(oldValue)) return false
    const keys = Object.keys(oldValue)
    if (keys.length !== Object.keys(newValue).length) return false
    if (!keys.every((key) => Object.hasOwn(newValue, key))) return false
    for (const key of keys)
      pending.push({
        oldValue: Reflect.get(oldValue, key),
        newValue: Reflect.get(newValue, key),
        key,
        holder: place,
      })
    if (!haveSameSubtypes(oldValue, newValue, inner)) return false
    const references = listReferences(newValue)
    return listReferences(oldValue).every((reference, index) =>
      compareTargets(reference, references[index] ?? {}, inner),
    )
  }

  /** Numbers may be equal only because both are rounded. */
  function haveSameDigits({ oldValue, key = '', holder }: ComparedPlace): boolean {
    if (typeof oldValue !== 'number' || holder === undefined) return true
    return oldApi.digits(Object(holder.oldValue), key) === newApi.digits(Object(holder.newValue), key)
  }

  function haveSameSubtypes(oldValue: object, newValue: object, inner: [unknown, unknown][]): boolean {
    if (!Object.hasOwn(oldValue, 'discriminator')) return true
    const [oldSubtypes, newSubtypes] = [subtypes.old, subtypes.new].map((find, index) =>
      find({ value: index === 0 ? oldValue : newValue, path: [] }),
    )
    if (oldSubtypes?.schemas.size !== newSubtypes?.schemas.size || newSubtypes?.unresolved.some(isUnread))
      return false
    for (const [value, schema] of oldSubtypes?.schemas ?? []) {
      if (!newSubtypes?.schemas.has(value)) return false
      inner.push([schema?.value, newSubtypes.schemas.get(value)?.value])
    }
    return true
  }

  function compareTargets(oldValue: object, newValue: object, inner: [unknown, unknown][]): boolean {
    const [from, to] = [oldApi.step(oldValue), newApi.step(newValue)]
    if (from && to) inner.push([from.value, to.value])
    return from === undefined ? to === undefined && !mayBeFollowed(oldValue) : to !== undefined
  }

  function isUnchanged(start: ComparedTarget): boolean {
    const found = new Map<ComparedTarget, ComparedTarget | undefined>([[start, undefined]])
    for (const [target] of found) {
      if (target.isUnchanged === false) return noteChanged(target, found)
      const inner = target.isUnchanged ? [] : target.inner.map(followBoth)
      for (const each of inner) if (!found.has(each)) found.set(each, target)
    }
    for (const target of found.keys()) target.isUnchanged = true
    return true
  }

  function mayBeFollowed(reference: object): boolean {
    return Object.values(reference).some((ref) => typeof ref === 'string' && isAnchored(ref))
  }

  return (oldValue, newValue) => isUnchanged(followBoth([oldValue?.value, newValue?.value]))
}

/** Notes that what leads to a change is not unchanged. */
function noteChanged(
  change: ComparedTarget,
  leading: ReadonlyMap<ComparedTarget, ComparedTarget | undefined>,
) {
  for (let each: ComparedTarget | undefined = change; each; each = leading.get(each)) each.isUnchanged = false
  return false
}

/** Whether an object may mean something else in the other version. */
function createDependsOnVersion(oldApi: ApiDocument, newApi: ApiDocument): (value: object) => boolean {
  if (oldApi.version === newApi.version) return () => false
  const { reading: oldReading } = oldApi
  const { reading: newReading } = newApi
  const isOtherDialect = siblingsCount(oldApi) !== siblingsCount(newApi)
  return (value) =>
    (isOtherDialect &&
      (Reflect.get(value, 'nullable') === true ||
        (Object.hasOwn(value, '$ref') && hasTellingSiblings(value)))) ||
    (oldReading !== undefined &&
      newReading !== undefined &&
      Object.entries(value).some(([key, inner]) => isReadOtherwise(key, inner, oldReading, newReading)))
}
