import type { DashboardClient } from '../dashboard/client.ts'
import type { Failure } from '../model/failure.ts'
import type { IgnoresGap } from '../model/gap.ts'
import type { Issue } from '../model/issue.ts'
import { type Answers, askAll } from './ask.ts'
import { capWarnings } from './cap-warnings.ts'
import type { CheckPlan } from './check-plan.ts'
import { closing, limitOf } from './connect/with-dashboard.ts'
import { type Survey, surveyDefinitions } from './definitions/survey.ts'
import { ignoringApis, placeSaved } from './place-saved.ts'
import type { AnswerRecord } from './resume/answer-record.ts'
import { createSend } from './send.ts'
import { unrunWarnings } from './unrun.ts'
import type { World } from './world.ts'

export interface PlanAnswers extends Answers, Survey {
  /** What the policy has looked for in saved APIs. */
  readonly ignoring?: readonly IgnoresGap[]
  /** What stopped the run before all was answered. */
  readonly failure?: Failure
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
  options: EvaluateOptions = {},
): Promise<PlanAnswers> {
  const isRemote = plan.dashboardName !== 'embedded'
  const limit = limitOf(plan, world)
  const survey = await surveyDefinitions(plan.asked.definitions, isRemote, { ...plan, ...world, limit })
  await options.record?.begin(survey)
  return closing(await plan.openDashboard(world, limit), (client) =>
    askPlan(plan, world, { ...options, survey, client }),
  )
}

interface Asking extends EvaluateOptions {
  readonly survey: Survey
  readonly client: DashboardClient
}

async function askPlan(
  { asked, policy, concurrency, diagnose, dashboardName, memory }: CheckPlan,
  world: World,
  { record, matters = () => false, survey, client }: Asking,
): Promise<PlanAnswers> {
  const isRemote = dashboardName !== 'embedded'
  const send = createSend(client, world.sources, { isRemote, memory })
  const given = await askAll(asked, record?.around(send) ?? send, {
    // In this process one evaluation waits for the other, and would keep its definition for that long.
    concurrency: isRemote ? concurrency : 1,
    readsLater: isRemote,
    split: { truncated: policy.on_truncation === 'split', incomplete: diagnose },
    onProgress: world.observe.progress,
  })
  const unrun = await unrunWarnings(given.answers, client)
  const capped = isRemote ? [] : capWarnings(given.answers, policy.on_truncation)
  const placed = await placeSaved(given.answers, client, concurrency, matters)
  const isRefused = isRemote && policy.inline_waivers === 'refuse'
  const ignoring = isRefused ? await ignoringApis(asked.api_ids, client, concurrency) : []
  const warnings = [...survey.warnings, ...unrun, ...capped, ...placed.warnings]
  return { ...survey, ...given, answers: placed.answers, warnings, ignoring }
}
