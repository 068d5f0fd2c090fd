import type { Check, Passed } from './check.ts'

/** `isCharged`: to pass again takes as much from the budget as the first time, so that it ends where it would without. */
export function createPassed({ isCharged }: { readonly isCharged: boolean }): Passed {
  const costs = new Map<Check, WeakMap<object, number>>()
  return {
    costOf: (check, instance) => costs.get(check)?.get(instance),
    add: (check, instance, cost) => {
      const own = costs.get(check) ?? new WeakMap<object, number>()
      costs.set(check, own.set(instance, isCharged ? cost : 0))
    },
  }
}
