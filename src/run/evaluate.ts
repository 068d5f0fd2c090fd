import type { Issue } from '../model/issue.ts'
import { type Answers, askAll } from './ask.ts'
import { capWarnings } from './cap-warnings.ts'
import type { CheckPlan } from './check-plan.ts'
import { runLimit } from './connect/open-dashboard.ts'
import { type Survey, surveyDefinitions } from './definitions/survey.ts'
import { nearCategories } from './near-categories.ts'
import { placeSaved } from './place-saved.ts'
import { refuseInternalIds } from './refuse-internal-ids.ts'
import type { AnswerRecord } from './resume/answer-record.ts'
import { createSend } from './send.ts'
import type { World } from './world.ts'

export interface PlanAnswers extends Answers, Survey {}

interface EvaluateOptions {
  readonly record?: AnswerRecord
  /** Whether it must be known at which node of a saved API an issue is. Absent: of no issue. */
  readonly matters?: (issue: Issue) => boolean
}

/** Has everything evaluated that the plan asks for. Definitions are read first, so that a bad file costs no request. */
export async function evaluatePlan(
  { asked, policy, concurrency, diagnose, deadlineMs, dashboardName, memory, openDashboard }: CheckPlan,
  world: World,
  { record, matters = () => false }: EvaluateOptions = {},
): Promise<PlanAnswers> {
  const isRemote = dashboardName !== 'embedded'
  const limit = runLimit(deadlineMs, !isRemote, world)
  const survey = await surveyDefinitions(asked.definitions, isRemote, {
    sources: world.sources,
    limit,
    memory,
  })
  await record?.begin(survey)
  const dashboard = await openDashboard(world, limit)
  const split = { truncated: policy.on_truncation === 'split', incomplete: diagnose }
  try {
    const send = createSend(dashboard.client, world.sources, { isRemote, memory })
    const { progress: onProgress } = world.observe
    const given = await askAll(asked, record?.around(send) ?? send, {
      // In this process one evaluation waits for the other, and would keep its definition for that long.
      concurrency: isRemote ? concurrency : 1,
      readsLater: isRemote,
      split,
      onProgress,
    })
    await refuseInternalIds(given.answers, dashboard.client)
    const near = await nearCategories(given.answers, dashboard.client)
    const capped = isRemote ? [] : capWarnings(given.answers, policy.on_truncation)
    const placed = await placeSaved(given.answers, dashboard.client, concurrency, matters)
    const warnings = [...survey.warnings, ...near, ...capped, ...placed.warnings]
    return { ...survey, ...given, answers: placed.answers, warnings }
  } finally {
    await dashboard.close()
  }
}
