import { evaluatePlan } from '../../check/evaluation/evaluate.ts'
import { askInstead, type CheckPlan, evaluateHere } from '../../check/plan/check-plan.ts'
import type { World } from '../../check/world.ts'
import type { Asked } from '../../core/model/asked.ts'
import type { Answer, RuleMatches, RulesetSummary } from '../../core/model/evaluation.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { Ruleset } from '../../engine/rule.ts'
import type { ChangedRules } from './changed-rules.ts'
import type { WorkspaceWith } from './fleet-dashboard.ts'
import {
  apiTarget,
  fileTarget,
  hasRun,
  isAbout,
  isAlone,
  listTargets,
  type SideEvaluation,
  substitute,
} from './substitute.ts'

/** The plan and first answers that both sides are computed from. */
export interface ImpactSetup {
  readonly plan: CheckPlan
  readonly world: World
  readonly workspaceWith: WorkspaceWith
  /** The ruleset in whose place both are, as the run has it. */
  readonly summary: RulesetSummary
  /** The answers of the run as it is configured. */
  readonly answers: readonly Answer[]
  readonly matters: (issue: Issue) => boolean
}

/** The answers of the fleet's run with another ruleset in the place of one. */
export interface SideAnswers {
  readonly answers: readonly Answer[]
  readonly requests: number
  readonly matches: readonly RuleMatches[]
  readonly warnings: readonly string[]
}

type Targets = Pick<Asked, 'api_ids' | 'definitions'>

/** Evaluates only changed rules, and the whole ruleset on APIs where those do not suffice. */
export async function evaluateSide(
  fleet: ImpactSetup,
  rules: Ruleset,
  changed: ChangedRules,
): Promise<SideAnswers> {
  const { plan, summary, answers } = fleet
  const { asked } = plan.targets
  const { isWhole } = changed
  const fresh =
    isWhole || changed.fresh.rules.length === 0 ? [] : await evaluateTargets(asked, changed.fresh, fleet)
  const found = new Map(isWhole ? [] : listFreshResults(answers, fresh, changed, fleet))
  const { api_ids, definitions } = isWhole ? asked : withoutResult(fleet, found, fresh)
  const isEmpty = api_ids.length + definitions.length === 0
  const whole = isEmpty ? [] : await evaluateTargets({ api_ids, definitions }, rules, fleet)
  for (const [target, result] of wholeResults(whole, summary.id)) found.set(target, result)
  const all = [...fresh, ...whole]
  return { ...withFound(found, all, fleet), requests: all.length, warnings: [] }
}

/** Evaluates another saved ruleset and gives its results the id of the replaced one. */
export async function evaluateSaved(fleet: ImpactSetup, id: string): Promise<SideAnswers> {
  const { plan, summary, world, matters } = fleet
  const asked = { ...plan.targets.asked, selector: { ruleset_ids: [id] } }
  const other = await evaluatePlan(askInstead(plan, asked), world, { matters })
  const renamed = other.answers.map((answer) => renameRuleset(answer, id, summary))
  const found = new Map(wholeResults(renamed, summary.id))
  return { ...withFound(found, renamed, fleet), requests: other.requests, warnings: other.warnings }
}

/** Replaces the ruleset's results in the first answers, and adds faulty answers so that their gaps count. */
function withFound(
  found: ReadonlyMap<string, SideEvaluation>,
  others: readonly Answer[],
  { answers, summary }: ImpactSetup,
): Pick<SideAnswers, 'answers' | 'matches'> {
  return {
    answers: [...answers.map((answer) => substitute(answer, summary, found)), ...others.filter(isFaulty)],
    matches: others.flatMap(({ evaluation }) => evaluation.rule_matches ?? []),
  }
}

async function evaluateTargets(
  targets: Targets,
  rules: Ruleset,
  fleet: ImpactSetup,
): Promise<readonly Answer[]> {
  const { plan, world, workspaceWith, summary, matters } = fleet
  const asked = { ...targets, selector: { ruleset_ids: [summary.id] } }
  const here = evaluateHere(askInstead(plan, asked), () => workspaceWith(rules, summary))
  return (await evaluatePlan(here, world, { matters })).answers
}

/** A failed or truncated answer proves nothing about its APIs. */
function isFaulty({ evaluation: { error, truncated } }: Answer): boolean {
  return error !== undefined || truncated
}

function collectTargets(answers: readonly Answer[]): ReadonlySet<string> {
  return new Set(answers.flatMap(({ request }) => listTargets(request)))
}

const whole = { isWhole: true, replaces: () => true } as const

/** Results for each API on which the changed rules ran, or are known not to apply. */
function* listFreshResults(
  answers: readonly Answer[],
  fresh: readonly Answer[],
  { changes, keepsAll }: ChangedRules,
  { plan, summary: { id } }: ImpactSetup,
): Generator<readonly [string, SideEvaluation]> {
  const ran = new Map(wholeResults(fresh, id))
  const faulty = collectTargets(fresh.filter(isFaulty))
  const before = new Map<string, boolean>()
  for (const answer of answers.filter((each) => isAbout(each, id)))
    for (const target of listTargets(answer.request))
      before.set(target, before.get(target) === true || hasRun(answer, id, target))
  const { api_ids, definitions } = plan.targets.asked
  for (const target of [...api_ids.map(apiTarget), ...definitions.map(fileTarget)]) {
    const [ranBefore, result] = [before.get(target), ran.get(target)]
    if (faulty.has(target) || ranBefore === undefined) continue
    const { issues } = result ?? { issues: [] }
    const replaces = (rule: string) => changes.has(rule)
    const own = issues.filter(({ rule_id }) => replaces(rule_id))
    if (!ranBefore) yield [target, { ran: result?.ran === true, issues, ...whole }]
    else if (result?.ran || keepsAll) yield [target, { ran: true, issues: own, isWhole: false, replaces }]
  }
}

/** Results for each API of the answers that are complete. */
function* wholeResults(answers: readonly Answer[], id: string): Generator<readonly [string, SideEvaluation]> {
  const faulty = collectTargets(answers.filter(isFaulty))
  for (const answer of answers) {
    const { request, evaluation } = answer
    for (const target of listTargets(request)) {
      if (faulty.has(target)) continue
      const isOwn = ({ api_id }: Issue) => request.kind === 'definition' || apiTarget(api_id) === target
      const issues = evaluation.issues.filter(isOwn)
      yield [target, { ran: hasRun(answer, id, target), issues, ...whole }]
    }
  }
}

/** APIs for which the changed rules do not give a complete result. */
function withoutResult(
  { plan, answers, summary: { id } }: ImpactSetup,
  found: ReadonlyMap<string, SideEvaluation>,
  fresh: readonly Answer[],
): Targets {
  const own = answers.filter((answer) => isAbout(answer, id))
  const about = collectTargets(own)
  const faulty = collectTargets(fresh.filter(isFaulty))
  const failed = collectTargets(own.filter((answer) => isAlone(answer, id) && isFaulty(answer)))
  const isOpen = (target: string) =>
    about.has(target) && !faulty.has(target) && (failed.has(target) || !found.has(target))
  const { api_ids, definitions } = plan.targets.asked
  return {
    api_ids: api_ids.filter((id) => isOpen(apiTarget(id))),
    definitions: definitions.filter((definition) => isOpen(fileTarget(definition))),
  }
}

function renameRuleset(
  { request, evaluation }: Answer,
  id: string,
  { id: place, name }: RulesetSummary,
): Answer {
  const to = (each: string) => (each === id ? place : each)
  const renameRows = <Row extends { readonly ruleset_id: string }>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, ruleset_id: to(row.ruleset_id) }))
  return {
    request: { ...request, selector: { ruleset_ids: [place] } },
    evaluation: {
      ...evaluation,
      rulesets: evaluation.rulesets.map((ruleset) => ({ ...ruleset, id: to(ruleset.id) })),
      issues: renameRows(evaluation.issues).map((each) =>
        each.ruleset_name === undefined ? each : { ...each, ruleset_name: name },
      ),
      ...(evaluation.inapplicable && { inapplicable: renameRows(evaluation.inapplicable) }),
      ...(evaluation.rule_matches && { rule_matches: renameRows(evaluation.rule_matches) }),
    },
  }
}
