import type { Path } from './location.ts'

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Gets what an object or an array has under a key of its own. */
export function getChild(value: unknown, key: string | number): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}

/** The value at a path; undefined where there is none. */
export function getValue(root: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce(getChild, root)
}

/** An object that is not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The items of an array; none of anything else. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

interface PlacedValue {
  readonly path: Path
  readonly value: unknown
}

/** A value and all that it holds, in the order of the text. Without recursion: a value may be deeper than the stack. */
export function* iterateValues(root: unknown): Generator<PlacedValue> {
  const open: PlacedValue[] = [{ path: [], value: root }]
  for (let node = open.pop(); node; node = open.pop()) {
    yield node
    const { path, value } = node
    for (const [key, inner] of isObject(value) ? Object.entries(value).reverse() : [])
      open.push({ path: [...path, Array.isArray(value) ? Number(key) : key], value: inner })
  }
}

/** Those of `iterateValues` that pass a test. */
export function findValues(root: unknown, passes: (placed: PlacedValue) => boolean): readonly PlacedValue[] {
  const found: PlacedValue[] = []
  for (const placed of iterateValues(root)) if (passes(placed)) found.push(placed)
  return found
}

/** Equal as JSON values, keys in their order. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [entries, others] = [Object.entries(one), Object.entries(other)]
  return (
    entries.length === others.length &&
    entries.every(([key, value], index) => {
      const [otherKey, otherValue] = others[index] ?? []
      return key === otherKey && isSameValue(value, otherValue)
    })
  )
}
