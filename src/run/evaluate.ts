import type { IgnoresGap } from '../model/gap.ts'
import type { Issue } from '../model/issue.ts'
import type { TimeLimit } from '../service/evaluation/time-limit.ts'
import { type Answers, askAll } from './ask.ts'
import { capWarnings } from './cap-warnings.ts'
import type { CheckPlan } from './check-plan.ts'
import { runLimit } from './connect/open-dashboard.ts'
import { type Survey, surveyDefinitions } from './definitions/survey.ts'
import { ignoringApis } from './ignoring-apis.ts'
import { nearCategories } from './near-categories.ts'
import { placeSaved } from './place-saved.ts'
import { refuseInternalIds } from './refuse-internal-ids.ts'
import type { AnswerRecord } from './resume/answer-record.ts'
import { createSend } from './send.ts'
import type { EvaluationThreads } from './threads/evaluation-threads.ts'
import { openThreads } from './threads/open-threads.ts'
import type { World } from './world.ts'

export interface PlanAnswers extends Answers, Survey {
  /** What the policy has looked for in saved APIs. */
  readonly ignoring?: readonly IgnoresGap[]
}

interface EvaluateOptions {
  readonly record?: AnswerRecord
  /** Whether it must be known at which node of a saved API an issue is. Absent: of no issue. */
  readonly matters?: (issue: Issue) => boolean
}

/** Has everything evaluated that the plan asks for. Definitions are read first, so that a bad file costs no request. */
export async function evaluatePlan(
  plan: CheckPlan,
  world: World,
  { record, matters = () => false }: EvaluateOptions = {},
): Promise<PlanAnswers> {
  const isRemote = plan.dashboardName !== 'embedded'
  const limit = runLimit(plan.deadlineMs, !isRemote, world)
  const threads = isRemote ? undefined : await openThreads(plan, world, limit)
  try {
    const { definitions } = plan.asked
    const surveyed = await threads?.survey(definitions)
    const survey = surveyed ?? (await surveyDefinitions(definitions, isRemote, { ...plan, ...world, limit }))
    await record?.begin(survey)
    return await askPlan(plan, world, { limit, survey, record, matters, threads: surveyed && threads })
  } finally {
    threads?.close()
  }
}

interface Surveyed {
  readonly limit: TimeLimit
  readonly survey: Survey
  readonly threads: EvaluationThreads | undefined
  readonly record: AnswerRecord | undefined
  readonly matters: (issue: Issue) => boolean
}

async function askPlan(
  { asked, policy, concurrency, diagnose, dashboardName, memory, openDashboard }: CheckPlan,
  world: World,
  { limit, survey, threads, record, matters }: Surveyed,
): Promise<PlanAnswers> {
  const isRemote = dashboardName !== 'embedded'
  const dashboard = await openDashboard(world, limit)
  try {
    const send = threads?.send ?? createSend(dashboard.client, world.sources, { isRemote, memory })
    const given = await askAll(asked, record?.around(send) ?? send, {
      // In this thread one evaluation waits for the other, and would keep its definition for that long.
      concurrency: isRemote ? concurrency : threads ? Number.POSITIVE_INFINITY : 1,
      readsLater: isRemote,
      split: { truncated: policy.on_truncation === 'split', incomplete: diagnose },
      onProgress: world.observe.progress,
    })
    await refuseInternalIds(given.answers, dashboard.client)
    const near = await nearCategories(given.answers, dashboard.client)
    const capped = isRemote ? [] : capWarnings(given.answers, policy.on_truncation)
    const placed = await placeSaved(given.answers, dashboard.client, concurrency, matters)
    const isRefused = isRemote && policy.inline_waivers === 'refuse'
    const ignoring = isRefused ? await ignoringApis(asked.api_ids, dashboard.client, concurrency) : []
    const warnings = [...survey.warnings, ...near, ...capped, ...placed.warnings]
    return { ...survey, ...given, answers: placed.answers, warnings, ignoring }
  } finally {
    await dashboard.close()
  }
}
