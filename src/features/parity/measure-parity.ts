import { askInstead, type CheckPlan, evaluateHere, requireOneCheck } from '../../check/check-plan.ts'
import type { CheckRequest } from '../../check/check-request.ts'
import { evaluatePlan } from '../../check/evaluate.ts'
import { withRecords } from '../../check/evaluators/closing.ts'
import { planCheck } from '../../check/plan-check.ts'
import { type SavedRules, savedRules } from '../../check/rulesets/saved-rules.ts'
import type { World } from '../../check/world.ts'
import type { EngineName } from '../../core/model/engine-name.ts'
import {
  type ExitCode,
  exitCodes,
  type GovError,
  usageError,
  worstExitCode,
} from '../../core/model/errors.ts'
import type { Issue } from '../../core/model/issue.ts'
import { findGaps } from '../../gate/decide/gaps.ts'
import { merge } from '../../gate/merge/merge.ts'
import { placeIssue } from '../../gate/place.ts'
import { gapText } from '../../reporters/gap-text.ts'
import { memoryWorkspace } from '../../sandbox/store/memory-workspace.ts'
import { compareRows, type RuleParity } from './compare-rows.ts'

/** The results of a dashboard and of the embedded sandbox for the same definitions and rulesets. */
export interface Parity {
  readonly dashboard: string
  readonly engine: EngineName
  readonly definitions: readonly string[]
  readonly rulesets: readonly string[]
  readonly rules: readonly RuleParity[]
  /** One sentence for each requested thing that was not compared, with the reason. */
  readonly uncompared: readonly string[]
  /** 0 only if everything was compared, and nothing differs. */
  readonly exit_code: ExitCode
}

/** The rulesets are the dashboard's own, as it sends them. Throws GovError where there is nothing to compare. */
export async function parity(request: CheckRequest, world: World): Promise<Parity> {
  const whole = await planCheck(request, world)
  refuseNothing(whole)
  requireOneCheck(whole, 'gov parity')
  const { targets, judgement, connection } = whole
  const { settings } = connection
  const { asked } = targets
  const plan: CheckPlan = {
    ...askInstead(whole, { ...asked, api_ids: [] }),
    judgement: { ...judgement, policy: { ...judgement.policy, on_truncation: 'split' } },
  }
  const remote = await evaluated(plan, world)
  const dialect = { engine: settings.engine.value, functions: settings['policy.functions'].value }
  const saved = await withRecords(connection, world, (records) =>
    savedRules(remote.rulesets, records, dialect),
  )
  const ids = saved.rulesets.map(({ id }) => id)
  const local = ids.length === 0 ? nothing : await evaluated(embedded(plan, saved), world)
  const compared = remote.issues.filter(({ ruleset_id }) => ids.includes(ruleset_id))
  const rules = compareRows(compared, await placedByPath(local.issues, plan, world))
  const uncompared = [
    ...asked.api_ids.map((id) => `API ${id}: only definitions are compared`),
    ...remote.gaps.map((gap) => `on the dashboard, ${gap}`),
    ...saved.faults,
    ...local.gaps.map((gap) => `in the embedded sandbox, ${gap}`),
  ]
  return {
    dashboard: connection.name,
    engine: settings.engine.value,
    definitions: asked.definitions.map(({ file }) => file),
    rulesets: ids,
    rules,
    uncompared,
    exit_code: worstExitCode([
      rules.some(isDifferent) ? exitCodes.policy : exitCodes.pass,
      uncompared.length > 0 ? exitCodes.incomplete : exitCodes.pass,
    ]),
  }
}

export function isDifferent({ only_dashboard, only_embedded }: RuleParity): boolean {
  return only_dashboard + only_embedded > 0
}

function refuseNothing({ connection: { capabilities }, targets: { asked } }: CheckPlan): void {
  if (!capabilities.waits)
    throw nothingToCompareError(
      'the embedded sandbox is the other side',
      "Pass the dashboard's URL with --url.",
    )
  if (asked.definitions.length === 0)
    throw nothingToCompareError('only definitions are compared', 'Pass --definition.')
}

function nothingToCompareError(reason: string, hint: string): GovError {
  return usageError('parity-of-nothing', `there is nothing to compare: ${reason}`, hint)
}

interface Evaluated {
  readonly issues: readonly Issue[]
  readonly rulesets: readonly string[]
  readonly gaps: readonly string[]
}

const nothing: Evaluated = { issues: [], rulesets: [], gaps: [] }

async function evaluated(plan: CheckPlan, world: World): Promise<Evaluated> {
  const { answers, warnings } = await evaluatePlan(plan, world)
  for (const warning of warnings) world.observe.warning(warning)
  const { issues, rulesets } = merge(answers)
  return {
    issues,
    rulesets: rulesets.map(({ id }) => id),
    gaps: findGaps(answers, plan.targets.asked, 'split').map(gapText),
  }
}

/**
 * Places embedded issues by path too: a dashboard may have evaluated a converted document, so only paths are
 * comparable.
 */
async function placedByPath(
  issues: readonly Issue[],
  plan: CheckPlan,
  world: World,
): Promise<readonly Issue[]> {
  const placed: Issue[] = []
  for (const { file } of plan.targets.asked.definitions) {
    const local = await world.sources.readDefinition(file)
    for (const issue of issues)
      if (issue.file === file)
        placed.push(placeIssue({ ...issue, file: undefined, location: undefined }, local))
  }
  const files = new Set(plan.targets.asked.definitions.map(({ file }) => file))
  return [...placed, ...issues.filter((issue) => issue.file === undefined || !files.has(issue.file))]
}

/** The plan of the same check in this process. */
function embedded(plan: CheckPlan, { rulesets }: SavedRules): CheckPlan {
  const selector = { ruleset_ids: rulesets.map(({ id }) => id) }
  const asked = askInstead(plan, { ...plan.targets.asked, selector })
  return evaluateHere(asked, async () => memoryWorkspace({ rulesets }))
}
