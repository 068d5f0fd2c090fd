import type { Context } from '../context.ts'
import { type Answers, askAll } from './ask.ts'
import type { CheckPlan } from './check-plan.ts'
import { readDefinitions } from './local-definition.ts'
import { createSend } from './send.ts'

/** Has everything evaluated that the plan asks for. Definitions are read first, so that a bad file costs no request. */
export async function evaluatePlan(
  { asked, policy, concurrency, diagnose, openDashboard }: CheckPlan,
  { cwd }: Context,
): Promise<Answers> {
  const definitions = await readDefinitions(asked.definitions, cwd)
  const dashboard = await openDashboard()
  const split = { truncated: policy.on_truncation === 'split', incomplete: diagnose }
  try {
    return await askAll(asked, createSend(dashboard.client, definitions), { concurrency, split })
  } finally {
    await dashboard.close()
  }
}
