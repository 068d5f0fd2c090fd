import { describeRun, runPlan } from '../../../check/carry-out.ts'
import { createSurveyor } from '../../../check/definitions/survey.ts'
import { withRecords } from '../../../check/evaluation/evaluator.ts'
import type { Judged } from '../../../check/judge.ts'
import { askInstead } from '../../../check/plan/targets.ts'
import type { CheckPlan, Records } from '../../../check/types.ts'
import { today, type World } from '../../../check/world.ts'
import { GovError, usageError } from '../../../core/model/errors.ts'
import { createEmptyRun } from '../../../core/model/failure.ts'
import type { EvaluatedReport } from '../../../core/model/report.ts'
import type { Run } from '../../../core/model/run.ts'
import { listTargetIds } from '../../../core/model/target.ts'
import { judgeTargets } from '../../../gate/decide/judge-targets.ts'
import { reasonText } from '../../../reporters/words/reason-text.ts'
import { leaveOutOtherTypes, readApiFacts } from './api-facts.ts'
import { compareRules, type RuleChanges } from './changed-rules.ts'
import { laterImpact, newlyBroken } from './compare-reports.ts'
import { countEffects, countRuleImpact, impactByGroup, impactOnApi } from './impact.ts'
import type { Impact, ImpactApi, ImpactSide } from './impact-model.ts'
import { type LoadedSide, loadSide } from './load-side.ts'
import { type ImpactRequest, type PlannedImpact, planImpact } from './plan-impact.ts'
import { planSide } from './plan-side.ts'
import { rememberApis } from './serve-rules.ts'

/** Both runs, judged by the config's policy, and what differs between them. */
export interface ImpactRun {
  readonly impact: Impact
  readonly plan: CheckPlan
  readonly warnings: readonly string[]
}

/**
 * Computes what a fleet's verdicts would be with another ruleset in the place of one: the difference of two whole runs
 * over the same definitions. Throws GovError where there is no answer at all.
 */
export async function computeImpact(request: ImpactRequest, world: World): Promise<ImpactRun> {
  const started = createEmptyRun(world.now(), world.version)
  const planned = await planImpact(request, world)
  return withRecords(planned.plan.connection, world, (records) =>
    compareSides(planned, started, records, world),
  )
}

async function compareSides(
  planned: PlannedImpact,
  started: Run,
  records: Records,
  world: World,
): Promise<ImpactRun> {
  const { place } = planned
  const { connection } = planned.plan
  const facts = await readApiFacts(planned.plan.targets.asked.api_ids, records, world)
  const old = await loadSide(planned.old, planned, records, world)
  const now = await loadSide(planned.new, planned, records, world)
  const { applicable, not_applicable } = await leaveOutOtherTypes(planned, facts, records)
  const known = rememberApis(records)
  const runSide = (plan: CheckPlan, side: LoadedSide) =>
    runPlan(planSide(plan, side, planned, known, world.cwd), describeRun(plan, started), world)
  const { plan, before, after, unreadable } = await runReadable(applicable, world, async (each) => {
    return { plan: each, before: await runSide(each, old), after: await runSide(each, now) }
  })
  const reports = [before.report, after.report] as const
  requirePlace(planned, reports)
  const targets = listTargetIds(plan.targets.asked)
  const { verdicts: oldVerdicts } = judgeTargets(before.report, targets)
  const { verdicts: newVerdicts } = judgeTargets(after.report, targets)
  const impacts = oldVerdicts.flatMap((old, at) => {
    const { id, saved } = old.target
    const changed = newVerdicts[at]
    return changed ? [impactOnApi(old, changed, saved ? facts.get(id) : undefined)] : []
  })
  const apis = [...impacts, ...unreadable]
  const changes = old.rules && now.rules && compareRules(old.rules, now.rules, today(world.now()))
  const chooseOutcome = ({ outcome }: EvaluatedReport) =>
    unreadable.length > 0 ? ('incomplete' as const) : outcome.kind
  const impact: Impact = {
    version: 1,
    started: started.started,
    took_ms: world.now().getTime() - Date.parse(started.started),
    gov: world.version,
    dashboard: connection.name,
    old: toImpactSide(old),
    new: toImpactSide(now),
    ruleset_id: place,
    ...countEffects(apis),
    not_applicable,
    run: {
      before: chooseOutcome(before.report),
      after: chooseOutcome(after.report),
      reasons: newlyBroken(...reports).map(reasonText),
    },
    later: laterImpact(...reports, targets),
    rules: countRuleImpact(apis, changes),
    ...(changes && { unchanged_rules: changes.unchanged }),
    ...(matchesNothing(after.report, place) && { matches_nothing: true as const }),
    apis,
    owners: impactByGroup(apis, 'owners'),
    categories: impactByGroup(apis, 'categories'),
  }
  return { impact, plan, warnings: listWarnings(planned, [old, now], after, changes) }
}

/** Throws GovError, usage: if the ruleset did not run, no verdict could change, and the result would look safe. */
function requirePlace({ place, plan }: PlannedImpact, reports: readonly EvaluatedReport[]): void {
  const hasRun = reports.some(({ rulesets }) => rulesets.some(({ id }) => id === place))
  if (hasRun || 'ruleset_ids' in plan.targets.asked.selector) return
  const hint = 'Check the categories of the ruleset and of the config, or pass --alone.'
  throw usageError('impact-without-place', `no request of the run has the ruleset ${place}`, hint)
}

/** Then nothing newly fails, whatever the ruleset says. */
function matchesNothing({ rule_matches = [] }: EvaluatedReport, place: string): boolean {
  const own = rule_matches.find(({ ruleset_id }) => ruleset_id === place)
  return own !== undefined && own.matched.length === 0 && own.unmatched.length > 0
}

function toImpactSide({ name, kind, commit }: LoadedSide): ImpactSide {
  return { name, kind, ...(commit !== undefined && { commit }) }
}

/** Two equal rulesets are reported: "no API newly fails" would say nothing about the intended change. */
function listWarnings(
  { areSaved, isHere, plan: { connection } }: PlannedImpact,
  sides: readonly LoadedSide[],
  { warnings }: Pick<Judged, 'warnings'>,
  changes: RuleChanges | undefined,
): readonly string[] {
  const isElsewhere = !connection.capabilities.tellsMatches && !areSaved
  const faults = sides.flatMap(({ id, fault }) =>
    fault === undefined ? [] : [`the rules of ${id} on the dashboard were not compared: ${fault}`],
  )
  const which = isHere || faults.length === 0 ? 'both rulesets were' : 'the other ruleset was'
  const here = `${which} evaluated by the embedded sandbox, on the definitions that the dashboard has`
  const same = 'the two rulesets have the same rules'
  return [
    ...new Set([...warnings, ...(isElsewhere ? [...faults, here] : []), ...(changes?.areSame ? [same] : [])]),
  ]
}

/** One definition that cannot be read hides nothing of the others. Throws GovError where none can be. */
async function runReadable<Runs>(plan: CheckPlan, world: World, run: (plan: CheckPlan) => Promise<Runs>) {
  try {
    return { ...(await run(plan)), unreadable: [] }
  } catch (error) {
    if (!isUsage(error)) throw error
    const faults = await listFaults(plan, world)
    const { asked } = plan.targets
    const definitions = asked.definitions.filter(({ file }) => !faults.has(file))
    if (faults.size === 0 || definitions.length + asked.api_ids.length === 0) throw error
    const unreadable = [...faults].map(([file, fault]) => unknownApi(file, fault))
    return { ...(await run(askInstead(plan, { ...asked, definitions }))), unreadable }
  }
}

/** Lists what is wrong with each definition that cannot be read. */
async function listFaults({ targets, connection }: CheckPlan, { sources }: World) {
  const faults = new Map<string, GovError>()
  const { definitions } = targets.asked
  const { look } = createSurveyor(definitions, connection, { sources })
  for (const definition of definitions)
    await look(definition).catch((error: unknown) => {
      if (!isUsage(error)) throw error
      faults.set(definition.file, error)
    })
  return faults
}

function isUsage(error: unknown): error is GovError {
  return error instanceof GovError && error.kind === 'usage'
}

function unknownApi(id: string, { message }: GovError): ImpactApi {
  const nothing = { owners: [], categories: [], turned_by: [], added: [], removed: [] }
  const verdicts = { before: 'unknown', after: 'unknown', effect: 'unknown' } as const
  return { id, saved: false, ...verdicts, reasons: [message], ...nothing }
}
