import type { ChildStep, Query, Step } from './query.ts'

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
