import { resolve } from 'node:path'
import { describeRun } from '../../check/carry-out.ts'
import { createSurveyor } from '../../check/definitions/survey.ts'
import { untilDeadline } from '../../check/evaluation/deadline.ts'
import { evaluatePlan, type PlanAnswers } from '../../check/evaluation/evaluate.ts'
import { readExcuses } from '../../check/excuses/read-excuses.ts'
import { readUses } from '../../check/excuses/read-uses.ts'
import { judge } from '../../check/judge.ts'
import { askInstead, type CheckPlan, evaluateHere } from '../../check/plan/check-plan.ts'
import { createEmptyRun } from '../../check/reports/failed-report.ts'
import { today, type World } from '../../check/world.ts'
import { GovError, usageError } from '../../core/model/errors.ts'
import type { RulesetSummary } from '../../core/model/evaluation.ts'
import { joinRuleMatches } from '../../core/model/join-matches.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import type { Ruleset } from '../../engine/rule.ts'
import { mayBeExcused } from '../../gate/excuse/excuse.ts'
import { merge } from '../../gate/merge.ts'
import { reasonText } from '../../reporters/words/reason-text.ts'
import { compareRules, compareSeverities } from './changed-rules.ts'
import { apiVerdicts, laterImpact, newlyBroken } from './compare-reports.ts'
import { evaluateSaved, evaluateSide, type ImpactSetup, type SideAnswers } from './evaluate-side.ts'
import { fleetDashboard, readApiFacts, rememberApis, type WorkspaceWith } from './fleet-dashboard.ts'
import { countEffects, countRuleImpact, impactByGroup, impactOnApi } from './impact.ts'
import type { Impact, ImpactApi, ImpactSide } from './impact-model.ts'
import { type Current, currentRules, type LoadedSide, leaveOutOtherTypes, loadSide } from './load-side.ts'
import { type ImpactRequest, type NamedSide, type PlannedImpact, planImpact } from './plan-impact.ts'
import { isAbout } from './substitute.ts'

/** Both runs, judged by the config's policy, and what differs between them. */
export interface ImpactRun {
  readonly impact: Impact
  readonly plan: CheckPlan
  readonly warnings: readonly string[]
}

/**
 * Computes what a fleet's verdicts would be with another ruleset in the place of one. The run of the config
 * is carried out once; then only rules that differ from what it ran are evaluated. Throws GovError where
 * there is no answer at all.
 */
export async function computeImpact(request: ImpactRequest, world: World): Promise<ImpactRun> {
  const started = createEmptyRun(world.now(), world.version)
  const planned = await planImpact(request, world)
  const { targets, connection, judgement } = planned.plan
  const evaluator = await connection.open(world, untilDeadline('the check', connection.deadlineMs, world))
  try {
    const records = await evaluator.records()
    const facts = await readApiFacts(targets.asked.api_ids, records, world)
    const excuses = await readExcuses(planned.plan, world)
    const matters = mayBeExcused(excuses)
    const sides = [
      await loadNamedSide(planned.old, planned, world),
      await loadNamedSide(planned.new, planned, world),
    ] as const
    const [{ name, rules }] = sides
    const current = planned.isHere ? { name, rules } : await currentRules(planned, records, world)
    const { applicable, not_applicable } = await leaveOutOtherTypes(planned, facts, records)
    const { isHere, place } = planned
    const workspaceWith = fleetDashboard(applicable, world.cwd, isHere ? rememberApis(records) : records)
    const evaluated = isHere ? evaluateOldHere(applicable, place, rules, workspaceWith) : applicable
    const found = await evaluateReadable(evaluated, world, matters)
    const { first, unreadable } = found
    // How the dashboard is reached decides what the policy requires, wherever the rules ran.
    const plan: CheckPlan = { ...found.plan, connection }
    // If the ruleset did not run, no verdict could change, and the result would look safe.
    if (!first.answers.some((answer) => isAbout(answer, planned.place))) {
      const message = `no request of the run has the ruleset ${planned.place}`
      const hint = 'Check the categories of the ruleset and of the config, or pass --alone.'
      throw usageError('impact-without-place', message, hint)
    }
    const fleet: ImpactSetup = {
      ...planned,
      plan,
      world,
      matters,
      workspaceWith,
      summary: findSummary(first, planned, current),
      answers: first.answers,
    }
    const measureTook = () => world.now().getTime() - Date.parse(started.started)
    const run = describeRun(plan, { ...started, took_ms: measureTook() })
    const judgeSide = async (named: ImpactRunSide) => {
      const side = await evaluateAnswers(named, current, fleet)
      const asked = { ...excuses, tellsNew: excuses.baseline !== undefined, saved: first.saved }
      const { evaluation: merged, findNode } = await readUses(merge(side.answers), asked, world)
      const rule_matches = joinRuleMatches([merged.rule_matches, side.matches])
      const evaluation = merged.rule_matches ? { ...merged, rule_matches } : merged
      const { answers, warnings } = side
      const found = { ...first, answers, warnings, requests: first.requests + side.requests }
      const { cwd } = world
      return judge({ found, merged: evaluation, plan, excuses: { ...excuses, findNode }, run, cwd })
    }
    const [before, after] = [await judgeSide(sides[0]), await judgeSide(sides[1])]
    const changes = listChanges(sides, planned.place, current, world)
    const verdictBefore = apiVerdicts(before.report, judgement.policy)
    const verdictAfter = apiVerdicts(after.report, judgement.policy)
    const subjects = [
      ...plan.targets.asked.api_ids.map((id) => ({ id, saved: true })),
      ...plan.targets.asked.definitions.map(({ file: id }) => ({ id, saved: false })),
    ]
    const impacts = subjects.map((subject) => {
      const own = subject.saved ? facts.get(subject.id) : undefined
      return impactOnApi(subject, verdictBefore(subject), verdictAfter(subject), own)
    })
    const apis = [...impacts, ...unreadable]
    const impact: Impact = {
      version: 1,
      started: started.started,
      took_ms: measureTook(),
      gov: world.version,
      dashboard: connection.name,
      old: toImpactSide(sides[0]),
      new: toImpactSide(sides[1]),
      ruleset_id: planned.place,
      ...countEffects(apis),
      not_applicable,
      run: {
        before: unreadable.length > 0 ? 'incomplete' : before.report.outcome.kind,
        after: unreadable.length > 0 ? 'incomplete' : after.report.outcome.kind,
        reasons: newlyBroken(before.report, after.report).map(reasonText),
      },
      later: laterImpact(before.report, after.report, subjects, judgement.policy),
      rules: countRuleImpact(apis, changes?.changes, changes?.severities),
      ...(changes && { unchanged_rules: changes.unchanged }),
      ...(matchesNothing(after.report, planned.place) && { matches_nothing: true as const }),
      apis,
      owners: impactByGroup(apis, 'owners'),
      categories: impactByGroup(apis, 'categories'),
    }
    const notes = [...listNotes(planned, current, plan), ...(changes && areSame(changes) ? [same] : [])]
    const warnings = [...new Set([...first.warnings, ...after.warnings, ...notes])]
    return { impact, plan, warnings }
  } finally {
    await evaluator.close()
  }
}

const noCounts = { error_count: 0, warn_count: 0, info_count: 0, hint_count: 0 }

/** A ruleset that no answer has counted. */
function createSummary(id: string, name: string): RulesetSummary {
  return { id, name, resource_type: 'oas-api', active: true, action: 'warn', ...noCounts }
}

/** The run with the old version, in this process. Each definition is read once, so that both versions see the same. */
function evaluateOldHere(
  plan: CheckPlan,
  place: string,
  rules: Ruleset | undefined,
  workspaceWith: WorkspaceWith,
): CheckPlan {
  if (rules === undefined) throw new Error(`${place} was not loaded`)
  return evaluateHere(plan, () => workspaceWith(rules, createSummary(place, place)))
}

const same = 'the two rulesets have the same rules, so nothing was compared'

/** Two equal rulesets are reported: "no API newly fails" would say nothing about the intended change. */
function areSame({ changes, severities, isWhole }: NonNullable<ReturnType<typeof listChanges>>): boolean {
  return changes.size === 0 && severities.size === 0 && !isWhole
}

/** Then nothing newly fails, whatever the ruleset says. */
function matchesNothing({ rule_matches = [] }: EvaluatedReport, place: string): boolean {
  const own = rule_matches.find(({ ruleset_id }) => ruleset_id === place)
  return own !== undefined && own.matched.length === 0 && own.unmatched.length > 0
}

/** Without `rules` for a saved ruleset: the dashboard evaluates it. */
type ImpactRunSide = NamedSide & Partial<LoadedSide>

async function loadNamedSide(
  side: NamedSide,
  { access }: PlannedImpact,
  world: World,
): Promise<ImpactRunSide> {
  return side.kind === 'saved' ? side : { ...side, ...(await loadSide(side, access, world)) }
}

async function evaluateAnswers(
  side: ImpactRunSide,
  current: Current,
  fleet: ImpactSetup,
): Promise<SideAnswers> {
  const { world, summary, answers } = fleet
  const same = { answers, requests: 0, matches: [], warnings: [] }
  if (side.kind === 'saved') return side.id === summary.id ? same : evaluateSaved(fleet, side.id)
  if (side.rules === undefined) throw new Error(`${side.name} was not loaded`)
  const isCurrent =
    side.kind === 'file' &&
    current.file !== undefined &&
    resolve(world.cwd, side.file) === resolve(world.cwd, current.file)
  if (isCurrent) return same
  const changed = compareRules(current.rules ?? { rules: [] }, side.rules)
  const isWhole = changed.isWhole || current.rules === undefined
  return evaluateSide(fleet, side.rules, { ...changed, isWhole })
}

function listChanges(sides: readonly ImpactRunSide[], place: string, current: Current, { now }: World) {
  const [before, after] = sides.map(
    ({ rules, kind, id }) => rules ?? (kind === 'saved' && id === place ? current.rules : undefined),
  )
  if (before === undefined || after === undefined) return undefined
  const severities = compareSeverities(before, after, today(now()))
  return { ...compareRules(before, after), severities }
}

function findSummary({ answers }: PlanAnswers, { place }: PlannedImpact, { name }: Current): RulesetSummary {
  const known = answers
    .filter((answer) => isAbout(answer, place))
    .flatMap(({ evaluation }) => evaluation.rulesets)
  const found = known.find(({ id }) => id === place)
  return found ?? createSummary(place, name)
}

function toImpactSide({ name, kind, commit }: ImpactRunSide): ImpactSide {
  return { name, kind, ...(commit !== undefined && { commit }) }
}

function listNotes(planned: PlannedImpact, { fault }: Current, plan: CheckPlan): string[] {
  const { old, new: now, place, isHere } = planned
  if (plan.connection.capabilities.tellsMatches || (old.kind === 'saved' && now.kind === 'saved')) return []
  return [
    ...(fault === undefined ? [] : [`the rules of ${place} on the dashboard were not compared: ${fault}`]),
    isHere
      ? 'both rulesets were evaluated by the embedded sandbox, on the definitions that the dashboard has'
      : 'rules that the dashboard does not have were evaluated by the embedded sandbox',
  ]
}

/** One definition that cannot be read hides nothing of the others. Throws GovError where none can be. */
async function evaluateReadable(plan: CheckPlan, world: World, matters: ImpactSetup['matters']) {
  try {
    return { plan, first: await evaluatePlan(plan, world, { matters }), unreadable: [] }
  } catch (error) {
    if (!isUsage(error)) throw error
    const faults = await listFaults(plan, world)
    const { asked } = plan.targets
    const definitions = asked.definitions.filter(({ file }) => !faults.has(file))
    if (faults.size === 0 || definitions.length + asked.api_ids.length === 0) throw error
    const rest = askInstead(plan, { ...asked, definitions })
    const first = await evaluatePlan(rest, world, { matters })
    return { plan: rest, first, unreadable: [...faults].map(([file, fault]) => unknownApi(file, fault)) }
  }
}

/** Lists what is wrong with each definition that cannot be read. */
async function listFaults(
  { targets, connection }: CheckPlan,
  world: World,
): Promise<ReadonlyMap<string, GovError>> {
  const limit = untilDeadline('the check', connection.deadlineMs, world)
  const faults = new Map<string, GovError>()
  const { definitions } = targets.asked
  const { look } = createSurveyor(definitions, connection, { sources: world.sources })
  for (const definition of definitions)
    try {
      await look(definition)
      limit.left()
    } catch (error) {
      if (!isUsage(error)) throw error
      faults.set(definition.file, error)
    }
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
