import { suggestIds } from '../dashboard/suggest-ids.ts'
import type { Answer } from '../gate/answer.ts'
import type { Asked } from '../model/asked.ts'
import { GovError } from '../model/errors.ts'
import type { Failure } from '../model/failure.ts'
import type { IgnoresGap } from '../model/gap.ts'
import type { Issue } from '../model/issue.ts'
import { type Answers, askAll, type Send } from './ask.ts'
import { capWarnings } from './cap-warnings.ts'
import type { CheckPlan } from './check-plan.ts'
import { untilDeadline } from './deadline.ts'
import { type Survey, surveyDefinitions } from './definitions/survey.ts'
import { closing } from './evaluators/closing.ts'
import type { Evaluator } from './evaluators/evaluator.ts'
import { failureOf } from './failed-report.ts'
import { ignoringApis, placeSaved } from './place-saved.ts'
import { refuseInternalIds } from './refuse-internal-ids.ts'
import { createSend } from './send.ts'
import type { World } from './world.ts'

export interface PlanAnswers extends Answers, Survey {
  /** What the policy has looked for in saved APIs. */
  readonly ignoring?: readonly IgnoresGap[]
  /** What stopped the run before all was answered. */
  readonly failure?: Failure
}

interface EvaluateOptions {
  /** Whether it must be known at which node of a saved API an issue is. Absent: of no issue. */
  readonly matters?: (issue: Issue) => boolean
  /** Where the dashboard fails, the result is what was answered before, if anything was. */
  readonly keepsPart?: boolean
}

/** Has everything evaluated that the plan asks for. Definitions are read first, so that a bad file costs no request. */
export async function evaluatePlan(
  plan: CheckPlan,
  world: World,
  { matters = () => false, keepsPart = false }: EvaluateOptions = {},
): Promise<PlanAnswers> {
  const { targets, connection } = plan
  const limit = untilDeadline('the check', connection.deadlineMs, world)
  const survey = await surveyDefinitions(targets.asked.definitions, connection, { ...world, limit })
  const answers: Answer[] = []
  try {
    return await closing(await connection.open(world, limit), (evaluator) =>
      askPlan(plan, world, { matters, survey, evaluator, onAnswer: (answer) => answers.push(answer) }),
    )
  } catch (error) {
    const isLost = error instanceof GovError && error.kind === 'unavailable'
    if (!keepsPart || !isLost || answers.length === 0) throw error
    return { ...survey, answers, requests: answers.length, failure: failureOf(error) }
  }
}

interface Asking {
  readonly matters: (issue: Issue) => boolean
  readonly survey: Survey
  readonly evaluator: Evaluator
  readonly onAnswer: (answer: Answer) => void
}

async function askPlan(
  { targets: { asked }, judgement: { policy }, connection }: CheckPlan,
  world: World,
  { matters, survey, evaluator, onAnswer }: Asking,
): Promise<PlanAnswers> {
  const { concurrency, diagnose, capabilities } = connection
  const { waits, listsAll, dropsIgnored } = capabilities
  const send = createSend(evaluator, world.sources, connection)
  const sendAndTell: Send = async (request, onRead) => {
    const evaluation = await send(request, onRead)
    onAnswer({ request, evaluation })
    return evaluation
  }
  const { records } = evaluator
  const found = await askAll(asked, sendAndTell, {
    // In this process one evaluation waits for the other, and would keep its definition for that long.
    concurrency: waits ? concurrency : 1,
    readsLater: waits,
    split: { truncated: policy.on_truncation === 'split', incomplete: diagnose },
    onProgress: world.observe.progress,
  }).catch(async (error: unknown) => {
    throw await suggestIds(error, idsIn(asked), records)
  })
  await refuseInternalIds(found.answers, records)
  const capped = listsAll ? capWarnings(found.answers, policy.on_truncation) : []
  const placed = await placeSaved(found.answers, records, concurrency, matters)
  const mayDrop = dropsIgnored && policy.inline_waivers === 'refuse'
  const ignoring = mayDrop ? await ignoringApis(asked.api_ids, records, concurrency) : []
  const warnings = [...survey.warnings, ...capped, ...placed.warnings]
  return { ...survey, ...found, answers: placed.answers, warnings, ignoring }
}

function idsIn({ api_ids, selector }: Asked) {
  return { apis: api_ids, rulesets: 'ruleset_ids' in selector ? selector.ruleset_ids : [] }
}
