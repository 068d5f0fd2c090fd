import type { SliceSelector } from './query.ts'

/** Whether the child of `parent` at `key` is in the slice. Objects have no slices. */
export function inSlice(
  { start, end, step }: SliceSelector,
  parent: unknown,
  key: string | number | null,
): boolean {
  if (!Array.isArray(parent) || typeof key !== 'number') return false
  const from = start < 0 ? Math.max(start + parent.length, 0) : start
  const to = end === undefined ? parent.length : end < 0 ? end + parent.length : end
  return key >= from && key < to && (key - from) % step === 0
}
