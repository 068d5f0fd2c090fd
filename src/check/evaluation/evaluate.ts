import type { Asked } from '../../core/model/asked.ts'
import { GovError, survivable, usageError } from '../../core/model/errors.ts'
import type { Answer } from '../../core/model/evaluation.ts'
import { toFailure } from '../../core/model/failure.ts'
import type { Failure, IgnoresGap } from '../../core/model/gap.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { Policy } from '../../core/model/policy.ts'
import { plural } from '../../core/text/wording.ts'
import { serviceLimits } from '../../dashboard/contract/evaluation.ts'
import { suggestIds } from '../../dashboard/suggest-ids.ts'
import { findNamedFiles, findOutsideReference } from '../../engine/openapi/data-places.ts'
import { findUnrun } from '../../gate/decide/gaps.ts'
import { placeIssue } from '../../gate/place.ts'
import { halve } from '../../gate/requests/split.ts'
import { findIgnores } from '../definitions/ignores-of.ts'
import { createSurveyor, readForEvaluator, type Survey, type Surveyor } from '../definitions/survey.ts'
import type { SentDefinition } from '../sources/bundle-definition.ts'
import type { Sources } from '../sources/sources.ts'
import type { CheckPlan, Connection, Evaluator, Records } from '../types.ts'
import type { World } from '../world.ts'
import { type Answers, askAll, type SendEvaluation } from './ask.ts'
import { untilDeadline, useAndClose } from './evaluator.ts'

export interface PlanAnswers extends Answers, Survey {
  /** Saved APIs of which `x-lint-ignore` may have dropped issues; absent: not looked for. */
  readonly ignoring?: readonly IgnoresGap[]
  /** The definitions of saved APIs that were read, by their ids. */
  readonly saved?: ReadonlyMap<string, object>
  /** The failure that stopped the run before all was answered. */
  readonly failure?: Failure
}

interface EvaluateOptions {
  /** Whether it must be known at which node of a saved API an issue is. Absent: of no issue. */
  readonly matters?: (issue: Issue) => boolean
  /** If the dashboard fails, return what was answered before, if anything was. */
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
  const arrived = new Set<Promise<unknown>>()
  try {
    return await useAndClose(await connection.open(world, limit), (evaluator) =>
      askPlan(plan, world, {
        matters,
        surveyor,
        evaluator,
        arrived,
        onAnswer: (answer) => answers.push(answer),
      }),
    )
  } catch (error) {
    // What has arrived counts, although the next request failed before it was read.
    await Promise.allSettled(arrived)
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
  /** Calls whose answers have arrived. */
  readonly arrived: Set<Promise<unknown>>
}

async function askPlan(
  { targets: { asked }, judgement: { policy }, connection }: CheckPlan,
  world: World,
  { matters, surveyor, evaluator, onAnswer, arrived }: Asking,
): Promise<PlanAnswers> {
  const { concurrency, diagnose, capabilities } = connection
  const { waits, listsAll, dropsIgnored } = capabilities
  const send = createSend(evaluator, world.sources, connection)
  const sendAndTell: SendEvaluation = (request, onRead) => {
    const sendOne = async () => {
      if (request.kind === 'definition') await surveyor.look(request.definition)
      const evaluation = await send(request, async () => {
        arrived.add(call)
        await onRead()
      })
      onAnswer({ request, evaluation })
      return evaluation
    }
    const call = sendOne()
    return call
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
  const isOfSaved = asked.api_ids.length > 0
  const ofSaved = isOfSaved ? await import('./place-saved.ts') : undefined
  const ofRulesets = isOfSaved ? await import('./unfit-rulesets.ts') : undefined
  const fit = (await ofRulesets?.dropUnfitRulesets(found.answers, records, concurrency)) ?? found.answers
  const placed = await ofSaved?.placeSaved(fit, records, concurrency, matters)
  const mayDrop = dropsIgnored && policy.inline_waivers === 'refuse'
  const ignoring = (mayDrop && (await ofSaved?.ignoringApis(asked.api_ids, records, concurrency))) || []
  const survey = surveyor.survey()
  const warnings = [...survey.warnings, ...capped, ...(placed?.warnings ?? [])]
  const { answers = fit, saved = new Map() } = placed ?? {}
  return { ...survey, ...found, answers, saved, warnings, ignoring }
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

/** Internal ids of a dashboard; ids of rulesets are chosen by people, and seldom look so. */
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
    const found = await (await records()).getRuleset(id).catch(survivable)
    if (found instanceof GovError || !ran.has(found.ruleset_id)) continue
    throw usageError(
      'ruleset-internal-id',
      `${id} is the internal id of the ruleset ${found.ruleset_id}, which results do not carry`,
      `Select the ruleset by its id: ${found.ruleset_id}.`,
    )
  }
}

/**
 * Has an evaluator answer; the issues of a definition get their places in the user's own file. Without an `api_id` of its
 * own a definition uses its file: the service would give it another identity at every edit.
 */
export function createSend(
  evaluator: Pick<Evaluator, 'evaluateApis' | 'evaluateDefinition'>,
  sources: Pick<Sources, 'readDefinition' | 'readSent' | 'stampOf'>,
  { capabilities, memory, marks }: Pick<Connection, 'capabilities' | 'memory' | 'marks'>,
): SendEvaluation {
  return async (request, onAnswer) => {
    const { selector } = request
    if (request.kind === 'apis') return evaluator.evaluateApis(request.api_ids, selector, onAnswer)
    const { file, api_id = file, api_name } = request.definition
    const stamp = sources.stampOf(file)
    const known = memory?.recall(file, stamp, selector)
    if (known) return known
    const source = await readForEvaluator(file, sources, capabilities)
    const answer = await evaluator.evaluateDefinition({ source, api_id, api_name }, selector, onAnswer)
    const placed = answer.issues.map((issue) => placeIssue(issue, source))
    const issues = marks && placed.length > 0 ? (await marks()).mark(placed, source) : placed
    const evaluation = { ...answer, issues }
    // A definition that is not read again would not say that it has these keys.
    const hasIgnores = capabilities.dropsIgnored && findIgnores(source) !== undefined
    if (memory && stamp !== undefined && isWhole(source) && !hasIgnores)
      memory.remember(file, { stamp, digest: source.digest, answers: [{ selector, evaluation }] })
    return evaluation
  }
}

/** Everything that counts is in the file itself. */
function isWhole({ value, bundled }: SentDefinition): boolean {
  return bundled === undefined && !findOutsideReference(value) && findNamedFiles(value).length === 0
}
