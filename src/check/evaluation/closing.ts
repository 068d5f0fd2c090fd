import type { Connection, Records } from '../types.ts'
import type { World } from '../world.ts'
import { untilDeadline } from './deadline.ts'

/** Closes `opened` when `use` has ended, also with an error. */
export async function useAndClose<Opened extends { readonly close: () => Promise<void> }, Value>(
  opened: Opened,
  use: (opened: Opened) => Promise<Value>,
): Promise<Value> {
  try {
    return await use(opened)
  } finally {
    await opened.close()
  }
}

/** Opens the evaluator of a run for its records, and closes it. */
export async function withRecords<Value>(
  { open, deadlineMs }: Connection,
  world: World,
  use: (records: Records) => Promise<Value>,
): Promise<Value> {
  const evaluator = await open(world, untilDeadline('the check', deadlineMs, world))
  return useAndClose(evaluator, async ({ records }) => use(await records()))
}
