import { requestCaps } from '../gate/plan.ts'
import type { Definition } from '../model/asked.ts'
import { type Answers, askAll } from './ask.ts'
import type { CheckPlan } from './check-plan.ts'
import { surveyDefinitions } from './definitions/survey.ts'
import { nearCategories } from './near-categories.ts'
import { createSend } from './send.ts'
import type { World } from './world.ts'

export interface PlanAnswers extends Answers {
  /** As asked, with the digest of what was sent. */
  readonly definitions: readonly Definition[]
  /** What a person should do something about. */
  readonly warnings: readonly string[]
}

/** About so few calls nothing is worth doing; from so many on, memory counts, and what reads answers is used often. */
const [fewCalls, manyCalls] = [10, 500]

/** Has everything evaluated that the plan asks for. Definitions are read first, so that a bad file costs no request. */
export async function evaluatePlan(
  { asked, policy, concurrency, diagnose, dashboardName, memory, openDashboard }: CheckPlan,
  world: World,
): Promise<PlanAnswers> {
  const isRemote = dashboardName !== 'embedded'
  const calls = callsOf(asked)
  if (!isRemote || calls > fewCalls) world.onWork(isRemote && calls > manyCalls ? 'long' : 'short')
  const { definitions, warnings } = await surveyDefinitions(asked.definitions, isRemote, world, memory)
  const dashboard = await openDashboard(world)
  const split = { truncated: policy.on_truncation === 'split', incomplete: diagnose }
  try {
    const send = createSend(dashboard.client, world.sources, memory)
    const { progress: onProgress } = world.observe
    const answers = await askAll(asked, send, { concurrency, readsLater: isRemote, split, onProgress })
    const near = await nearCategories(answers.answers, dashboard.client)
    return { ...answers, definitions, warnings: [...warnings, ...near] }
  } finally {
    await dashboard.close()
  }
}

/** About how many calls it takes. */
function callsOf({ api_ids, selector }: CheckPlan['asked']): number {
  const pieces = 'ruleset_ids' in selector ? selector.ruleset_ids.length / requestCaps.ruleset_ids : 1
  return (api_ids.length / requestCaps.api_ids) * Math.max(1, pieces)
}
