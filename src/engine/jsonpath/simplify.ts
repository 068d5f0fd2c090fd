import type { Step } from './query.ts'

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

function isDeepWildcard(step: Step): boolean {
  return step.kind === 'child' && step.deep && step.selector.kind === 'wildcard'
}
