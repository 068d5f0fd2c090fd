import { isRecord } from '../is-record.ts'

/** Equality of JSON values: the order of keys does not count, that of items does. */
export function jsonEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => jsonEqual(item, right[index]))
  }
  if (!isRecord(left) || !isRecord(right)) return false
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && jsonEqual(left[key], right[key]))
  )
}

/** The indexes of the first two equal items. */
export function firstDuplicate(items: readonly unknown[]): readonly [number, number] | undefined {
  const scalars = new Map<unknown, number>()
  for (const [index, item] of items.entries()) {
    const isScalar = typeof item !== 'object' || item === null
    const earlier = isScalar
      ? scalars.get(item)
      : items.slice(0, index).findIndex((other) => jsonEqual(other, item))
    if (earlier !== undefined && earlier !== -1) return [earlier, index]
    if (isScalar) scalars.set(item, index)
  }
  return undefined
}
