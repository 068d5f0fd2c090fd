import type { Connection } from '../check-plan.ts'
import { untilDeadline } from '../deadline.ts'
import type { World } from '../world.ts'
import type { Records } from './evaluator.ts'

/** What `use` gives of something that is open, and is closed after it. */
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

/** What `use` gives of the records of a run's evaluator. */
export async function withRecords<Value>(
  { open, deadlineMs }: Connection,
  world: World,
  use: (records: Records) => Promise<Value>,
): Promise<Value> {
  const evaluator = await open(world, untilDeadline('the check', deadlineMs, world))
  return useAndClose(evaluator, async ({ records }) => use(await records()))
}
