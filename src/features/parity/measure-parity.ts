import { evaluatePlan } from '../../check/evaluation/evaluate.ts'
import { withRecords } from '../../check/evaluation/evaluator.ts'
import { planCheck } from '../../check/plan/plan-check.ts'
import { askInstead, requireOneCheck } from '../../check/plan/targets.ts'
import { readSavedRules, type SavedRules } from '../../check/rulesets/known-rulesets.ts'
import type { CheckPlan, CheckRequest } from '../../check/types.ts'
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
import type { Severity } from '../../core/model/severity.ts'
import { groupBy, subtractItems } from '../../core/text/group-by.ts'
import { findGaps } from '../../gate/decide/gaps.ts'
import { merge } from '../../gate/merge.ts'
import { placeIssue } from '../../gate/place.ts'
import { renderGap } from '../../reporters/words/gap-text.ts'
import { memoryWorkspace } from '../../sandbox/store/memory-workspace.ts'

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
  const remote = await evaluateSide(plan, world)
  const dialect = { engine: settings.engine.value, functions: settings['policy.functions'].value }
  const saved = await withRecords(connection, world, (records) =>
    readSavedRules(remote.rulesets, records, dialect),
  )
  const ids = saved.rulesets.map(({ id }) => id)
  const nothing = { issues: [], gaps: [] }
  const local = ids.length === 0 ? nothing : await evaluateSide(planEmbedded(plan, saved), world)
  const compared = remote.issues.filter(({ ruleset_id }) => ids.includes(ruleset_id))
  const rules = compareRows(compared, await placeByPath(local.issues, plan, world))
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

async function evaluateSide(plan: CheckPlan, world: World) {
  const { answers, warnings } = await evaluatePlan(plan, world)
  for (const warning of warnings) world.observe.warning(warning)
  const { issues, rulesets } = merge(answers)
  const gaps = findGaps(answers, plan.targets.asked, 'split').map(renderGap)
  return { issues, rulesets: rulesets.map(({ id }) => id), gaps }
}

/** By their paths: a dashboard may have evaluated a converted document, which has other lines. */
async function placeByPath(
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
function planEmbedded(plan: CheckPlan, { rulesets }: SavedRules): CheckPlan {
  const selector = { ruleset_ids: rulesets.map(({ id }) => id) }
  const { targets, connection } = plan
  const here = connection.inProcess(async () => memoryWorkspace({ rulesets }))
  return { ...askInstead(plan, { ...targets.asked, selector }), connection: { ...connection, ...here } }
}

/** One issue of a rule, as an example of those that the other side does not have. */
export interface ParityExample {
  readonly file: string
  readonly line: number | undefined
  readonly severity: Severity
  readonly message: string
}

/** The issues of one rule on both sides. Two are the same if file, line and severity are; messages are each engine's own. */
export interface RuleParity {
  readonly ruleset_id: string
  readonly rule_id: string
  readonly same: number
  readonly only_dashboard: number
  readonly only_embedded: number
  /** How many of these an `x-lint-ignore` of the definition names: a dashboard drops them. Absent: none. */
  readonly ignored?: number
  readonly dashboard_example?: ParityExample
  readonly embedded_example?: ParityExample
}

/** Every rule that reports something on either side, by ruleset and name. */
function compareRows(dashboard: readonly Issue[], embedded: readonly Issue[]): readonly RuleParity[] {
  const [remote, local] = [groupByRule(dashboard), groupByRule(embedded)]
  const rules = [...new Set([...remote.keys(), ...local.keys()])].sort()
  return rules.map((rule) => compareRule(remote.get(rule) ?? [], local.get(rule) ?? []))
}

function groupByRule(issues: readonly Issue[]): ReadonlyMap<string, readonly Issue[]> {
  return groupBy(issues, ({ ruleset_id, rule_id }) => JSON.stringify([ruleset_id, rule_id]))
}

function compareRule(dashboard: readonly Issue[], embedded: readonly Issue[]): RuleParity {
  const remote = subtractItems(dashboard, embedded, renderPlace)
  const local = subtractItems(embedded, dashboard, renderPlace)
  const [{ ruleset_id = '', rule_id = '' } = {}] = [...dashboard, ...embedded]
  const [theirFirst, ourFirst] = [remote[0], local[0]]
  const ignored = local.filter(({ ignored_at }) => ignored_at !== undefined).length
  return {
    ruleset_id,
    rule_id,
    same: dashboard.length - remote.length,
    only_dashboard: remote.length,
    only_embedded: local.length,
    ...(ignored > 0 && { ignored }),
    ...(theirFirst && { dashboard_example: toExample(theirFirst) }),
    ...(ourFirst && { embedded_example: toExample(ourFirst) }),
  }
}

/** Where the line is not known, the path tells. */
function renderPlace({ file, line, severity, path }: Issue): string {
  return JSON.stringify([file, line ?? path, severity])
}

function toExample({ file = '', line, severity, message }: Issue): ParityExample {
  return { file, line, severity, message }
}
