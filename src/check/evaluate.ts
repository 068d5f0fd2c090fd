import type { Asked } from '../core/model/asked.ts'
import { GovError, usageError } from '../core/model/errors.ts'
import type { Answer } from '../core/model/evaluation.ts'
import type { Failure } from '../core/model/failure.ts'
import type { IgnoresGap } from '../core/model/gap.ts'
import type { Issue } from '../core/model/issue.ts'
import type { Policy } from '../core/model/policy.ts'
import { serviceLimits } from '../dashboard/contract/evaluation.ts'
import { suggestIds } from '../dashboard/suggest-ids.ts'
import { findUnrun } from '../gate/decide/selected.ts'
import { halve } from '../gate/requests/split.ts'
import { plural } from '../reporters/wording.ts'
import { type Answers, askAll, type Send } from './ask.ts'
import type { CheckPlan } from './check-plan.ts'
import { untilDeadline } from './deadline.ts'
import { createSurveyor, type Survey, type Surveyor } from './definitions/survey.ts'
import { useAndClose } from './evaluators/closing.ts'
import type { Evaluator, Records } from './evaluators/evaluator.ts'
import { toFailure } from './failed-report.ts'
import { ignoringApis, placeSaved } from './place-saved.ts'
import { createSend } from './send.ts'
import { dropUnfitRulesets } from './unfit-rulesets.ts'
import type { World } from './world.ts'

export interface PlanAnswers extends Answers, Survey {
  /** What the policy has looked for in saved APIs. */
  readonly ignoring?: readonly IgnoresGap[]
  /** The definitions of saved APIs that were read, by their ids. */
  readonly saved?: ReadonlyMap<string, object>
  /** What stopped the run before all was answered. */
  readonly failure?: Failure
}

interface EvaluateOptions {
  /** Whether it must be known at which node of a saved API an issue is. Absent: of no issue. */
  readonly matters?: (issue: Issue) => boolean
  /** Where the dashboard fails, the result is what was answered before, if anything was. */
  readonly keepsPart?: boolean
}

/**
 * Has everything evaluated that the plan asks for. A dashboard's definitions are read first, so that a bad file costs no
 * request; in this process each is read when its turn comes, and once.
 */
export async function evaluatePlan(
  plan: CheckPlan,
  world: World,
  { matters = () => false, keepsPart = false }: EvaluateOptions = {},
): Promise<PlanAnswers> {
  const { targets, connection } = plan
  const limit = untilDeadline('the check', connection.deadlineMs, world)
  const { definitions } = targets.asked
  const surveyor = createSurveyor(definitions, connection, world)
  for (const each of connection.capabilities.waits ? definitions : []) {
    await surveyor.look(each)
    limit.left()
  }
  const answers: Answer[] = []
  try {
    return await useAndClose(await connection.open(world, limit), (evaluator) =>
      askPlan(plan, world, { matters, surveyor, evaluator, onAnswer: (answer) => answers.push(answer) }),
    )
  } catch (error) {
    const isLost = error instanceof GovError && error.kind === 'unavailable'
    if (!keepsPart || !isLost || answers.length === 0) throw error
    return { ...surveyor.survey(), answers, requests: answers.length, failure: toFailure(error) }
  }
}

interface Asking {
  readonly matters: (issue: Issue) => boolean
  readonly surveyor: Surveyor
  readonly evaluator: Evaluator
  readonly onAnswer: (answer: Answer) => void
}

async function askPlan(
  { targets: { asked }, judgement: { policy }, connection }: CheckPlan,
  world: World,
  { matters, surveyor, evaluator, onAnswer }: Asking,
): Promise<PlanAnswers> {
  const { concurrency, diagnose, capabilities } = connection
  const { waits, listsAll, dropsIgnored } = capabilities
  const send = createSend(evaluator, world.sources, connection)
  const sendAndTell: Send = async (request, onRead) => {
    if (request.kind === 'definition') await surveyor.look(request.definition)
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
    throw await suggestIds(error, listIds(asked), records)
  })
  await refuseInternalIds(found.answers, records)
  const capped = listsAll ? capWarnings(found.answers, policy.on_truncation) : []
  const fit = await dropUnfitRulesets(found.answers, records, concurrency)
  const placed = await placeSaved(fit, records, concurrency, matters)
  const mayDrop = dropsIgnored && policy.inline_waivers === 'refuse'
  const ignoring = mayDrop ? await ignoringApis(asked.api_ids, records, concurrency) : []
  const survey = surveyor.survey()
  const warnings = [...survey.warnings, ...capped, ...placed.warnings]
  return { ...survey, ...found, answers: placed.answers, saved: placed.saved, warnings, ignoring }
}

function listIds({ api_ids, selector }: Asked) {
  return { apis: api_ids, rulesets: 'ruleset_ids' in selector ? selector.ruleset_ids : [] }
}

/** Responses of the embedded sandbox that a dashboard would truncate, so that the same check would be incomplete there. */
export function capWarnings(answers: readonly Answer[], onTruncation: Policy['on_truncation']): string[] {
  const most = serviceLimits.issues
  return answers.flatMap((answer) => {
    const { request, evaluation } = answer
    const canSplit = halve(answer).length > 0
    if (evaluation.issues.length <= most || (canSplit && onTruncation === 'split')) return []
    const target =
      request.kind === 'definition' ? request.definition.file : plural(request.api_ids.length, 'API')
    const what = `a dashboard lists ${plural(most, 'issue')} per response and would truncate that for ${target} (${plural(evaluation.issues.length, 'issue')})`
    return canSplit
      ? `${what}; on_truncation: split would split the request`
      : `${what}, and this is one API and one ruleset, which cannot be split`
  })
}

/** What a dashboard keeps a record under; the ids of rulesets are chosen by people, and seldom look so. */
const internalId = /^[0-9a-f]{24}$/i

/**
 * Throws GovError, usage, for a ruleset that was requested by its internal id: a dashboard runs it under its other id, so
 * that it would count as not run. Where the ruleset cannot be looked up, nothing is said.
 */
export async function refuseInternalIds(
  answers: readonly Answer[],
  records: () => Promise<Pick<Records, 'getRuleset'>>,
): Promise<void> {
  const ran = new Set(answers.flatMap(({ evaluation }) => evaluation.rulesets.map(({ id }) => id)))
  for (const id of findUnrun(answers).ruleset_ids.filter((each) => internalId.test(each))) {
    const found = await (await records()).getRuleset(id).catch(() => undefined)
    if (found === undefined || !ran.has(found.ruleset_id)) continue
    throw usageError(
      'ruleset-internal-id',
      `${id} is the internal id of the ruleset ${found.ruleset_id}, which results do not carry`,
      `Select the ruleset by its id: ${found.ruleset_id}.`,
    )
  }
}
