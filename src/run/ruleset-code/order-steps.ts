import type { PushConflict, PushStep } from './push-step.ts'
import type { SavedCopy } from './saved-copies.ts'

/**
 * The steps in an order in which no ruleset takes a name before the one that has it gives it up; a dashboard refuses
 * a name that is taken. Those that cannot be ordered are conflicts.
 */
export function orderSteps(
  steps: readonly PushStep[],
  saved: ReadonlyMap<string, SavedCopy>,
): { readonly steps: readonly PushStep[]; readonly conflicts: readonly PushConflict[] } {
  const holders = new Map([...saved].map(([id, { content }]) => [content.name, id]))
  const ordered: PushStep[] = []
  let left = [...steps]
  for (;;) {
    const next = left.find((step) => step.kind === 'delete' || isFree(step, holders))
    if (next === undefined) break
    left = left.filter((step) => step !== next)
    ordered.push(next)
    if (next.kind !== 'create') holders.delete(next.saved.content.name)
    if (next.kind !== 'delete') holders.set(next.local.name, next.id)
  }
  const conflicts = left.flatMap((step): PushConflict[] => {
    const holder = step.kind === 'delete' ? undefined : holders.get(step.local.name)
    return holder === undefined ? [] : [{ id: step.id, reason: 'name-taken', changes: [], holder }]
  })
  return { steps: ordered, conflicts }
}

function isFree(step: Exclude<PushStep, { kind: 'delete' }>, holders: ReadonlyMap<string, string>): boolean {
  const holder = holders.get(step.local.name)
  return holder === undefined || holder === step.id
}
