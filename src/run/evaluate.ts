import type { DashboardClient } from '../dashboard/client.ts'
import type { Answer } from '../gate/answer.ts'
import { GovError } from '../model/errors.ts'
import type { Failure } from '../model/failure.ts'
import type { IgnoresGap } from '../model/gap.ts'
import type { Issue } from '../model/issue.ts'
import { type Answers, askAll, type Send } from './ask.ts'
import { capWarnings } from './cap-warnings.ts'
import type { CheckPlan } from './check-plan.ts'
import { closing, limitOf } from './connect/with-dashboard.ts'
import { type Survey, surveyDefinitions } from './definitions/survey.ts'
import { failureOf } from './failed-report.ts'
import { ignoringApis, placeSaved } from './place-saved.ts'
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
  /** Where the dashboard fails, the result is what was answered before, if anything was. */
  readonly keepsPart?: boolean
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
  const answers: Answer[] = []
  try {
    return await closing(await plan.openDashboard(world, limit), (client) =>
      askPlan(plan, world, { ...options, survey, client, onAnswer: (answer) => answers.push(answer) }),
    )
  } catch (error) {
    const isLost = error instanceof GovError && error.kind === 'unavailable'
    if (!options.keepsPart || !isLost || answers.length === 0) throw error
    return { ...survey, answers, requests: answers.length, failure: failureOf(error) }
  }
}

interface Asking extends EvaluateOptions {
  readonly survey: Survey
  readonly client: DashboardClient
  readonly onAnswer: (answer: Answer) => void
}

async function askPlan(
  { asked, policy, concurrency, diagnose, dashboardName, memory }: CheckPlan,
  world: World,
  { matters = () => false, survey, client, onAnswer }: Asking,
): Promise<PlanAnswers> {
  const isRemote = dashboardName !== 'embedded'
  const send = createSend(client, world.sources, { isRemote, memory })
  const told: Send = async (request, onRead) => {
    const evaluation = await send(request, onRead)
    onAnswer({ request, evaluation })
    return evaluation
  }
  const given = await askAll(asked, told, {
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
