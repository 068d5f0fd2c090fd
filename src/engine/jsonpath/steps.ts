import type { ChildStep, Query, SliceSelector, Step } from './query.ts'

/**
 * `..*` before another step is that step from any depth: Spectral reads `$..*.x` as `$..x`, and finds an `x` at the
 * root with it.
 */
export function withoutDeepWildcards(steps: readonly Step[]): Step[] {
  return steps.flatMap((step, index) => {
    if (isDeepWildcard(step) && steps[index + 1]?.kind === 'child') return []
    const before = steps[index - 1]
    return step.kind === 'child' && before && isDeepWildcard(before) ? { ...step, deep: true } : step
  })
}

/** Spectral reads `length` of an array, too, where nothing but names leads to it: `$.tags.length`. */
export function asksForLength({ steps }: Query): boolean {
  const names = steps.flatMap((step) => (step.kind === 'child' ? [nameOf(step)] : []))
  return names.at(-1) === 'length' && !names.includes(undefined)
}

function nameOf({ deep, selector }: ChildStep): string | number | undefined {
  return !deep && selector.kind === 'members' && selector.members.length === 1
    ? selector.members[0]
    : undefined
}

function isDeepWildcard(step: Step): boolean {
  return step.kind === 'child' && step.deep && step.selector.kind === 'wildcard'
}

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
