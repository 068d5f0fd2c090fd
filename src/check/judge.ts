import { resolve } from 'node:path'
import type { Changelog } from '../core/model/definition-diff.ts'
import type { Evaluation, RulesetSummary } from '../core/model/evaluation.ts'
import type { Gap, RequiredGap, UnpinnedGap } from '../core/model/gap.ts'
import { holds } from '../core/model/outcome.ts'
import type { EmptyShard, Reason } from '../core/model/reason.ts'
import type { EvaluatedReport } from '../core/model/report.ts'
import type { Run } from '../core/model/run.ts'
import { decide } from '../gate/decide/decide.ts'
import { type Excuses, excuseIssues } from '../gate/excuse/excuse.ts'
import { ignoresFindings } from '../gate/excuse/inline-ignores.ts'
import { groupByChecks } from '../gate/requests/plan.ts'
import { reasonText } from '../reporters/words/reason-text.ts'
import type { Origin } from '../settings/setting.ts'
import type { PlanAnswers } from './evaluation/evaluate.ts'
import { nameTargets } from './plan/pins.ts'
import type { CheckPlan, CheckTargets } from './types.ts'

export interface Judged {
  readonly report: EvaluatedReport
  /** Problems that need a person's attention, whatever the outcome. */
  readonly warnings: readonly string[]
  /** The changes since the base, if the request asks for them and there is a base. */
  readonly changelog?: Changelog
}

interface ToJudge {
  readonly found: PlanAnswers
  readonly merged: Evaluation
  readonly plan: CheckPlan
  readonly excuses: Excuses
  readonly run: Run
  readonly cwd: string
}

/** The report of a run: what was found, less what is excused, under the policy. */
export function judge({ found, merged, plan, excuses, run, cwd }: ToJudge): Judged {
  const { answers, requests, definitions, warnings, ignoring = [], failure } = found
  const { policy, policyReasons } = plan.judgement
  const narrowed = excuses.narrowed || failure !== undefined
  const { evaluation, reasons, uses, ...counts } = excuseIssues(withOverrides(merged, answers, narrowed), {
    ...excuses,
    narrowed,
  })
  const { known } = excuses
  const ignores = ignoresFindings(definitions, policy, known?.newly_ignoring)
  const others = {
    gaps: [
      ...ignores.gaps,
      ...ignoring,
      ...requiredGaps(plan, evaluation, cwd),
      ...(known?.gaps ?? []),
      ...(known?.breaking?.gaps ?? []),
    ],
    reasons: [
      ...ignores.reasons,
      ...reasons,
      ...policyReasons,
      ...(plan.targets.selection ? [{ kind: 'api-selection' as const, ...plan.targets.selection }] : []),
      ...emptyShard(plan.targets),
    ],
  }
  const stopped = failure && ({ kind: 'unfinished', answered: requests, failure } as const)
  const outcome = decide(evaluation, answers, plan.targets.asked, policy, others, stopped)
  const waivers = uses.length > 0 ? { waivers: uses } : {}
  return {
    report: {
      version: 1,
      outcome,
      ...evaluation,
      ...counts,
      run: {
        ...run,
        ...waivers,
        ...(known && { base: known.run }),
        definitions,
        requests: requests + (known?.requests ?? 0),
      },
    },
    ...(known?.changelog && { changelog: known.changelog }),
    warnings: [
      ...warnings,
      ...evaluation.rulesets.filter(({ active }) => !active).map(inactiveWarning),
      ...reasons.filter(needsAttention).map(reasonText),
    ],
  }
}

/** The service evaluates an inactive ruleset only for its id. */
function inactiveWarning({ id }: RulesetSummary): string {
  return `ruleset ${id} is inactive; it was checked because it was requested by id`
}

/**
 * Unmatched overrides are dropped unless the run is whole: one may be for a definition that was left out or
 * has no answer.
 */
function withOverrides(merged: Evaluation, answers: PlanAnswers['answers'], narrowed: boolean): Evaluation {
  const isWhole =
    !narrowed &&
    merged.error === undefined &&
    answers.every(({ evaluation }) => !evaluation.inapplicable?.length)
  if (isWhole || merged.rule_matches === undefined) return merged
  return { ...merged, rule_matches: merged.rule_matches.map(({ overrides, ...matches }) => matches) }
}

function needsAttention(reason: Reason): boolean {
  return reason.kind === 'waiver' || (reason.kind === 'stale-baseline' && holds(reason))
}

/**
 * Finds what the policy requires and the run does not check: a change under review must not weaken the gate by taking an
 * API or a ruleset out of the config, or out of one check. A ruleset also counts when a category ran it, unless there are
 * several checks: the APIs that got it are unknown then. An id means nothing on a dashboard that the change itself
 * chooses, nor does the name of a local ruleset in the change. An inactive ruleset meets no requirement.
 */
function requiredGaps(plan: CheckPlan, { rulesets }: Pick<Evaluation, 'rulesets'>, cwd: string): Gap[] {
  const { required, policyFile: policy, unmet } = plan.judgement
  if (policy === undefined) return []
  const { whole } = plan.targets
  const inactive = rulesets.filter(({ active }) => !active).map(({ id }) => id)
  const files = whole.definitions.map(({ file }) => resolve(cwd, file))
  const definitions = required.definitions?.filter((file) => !files.includes(resolve(cwd, file))) ?? []
  const listRequired = (subject: RequiredGap['subject'], names: readonly string[], found?: string) =>
    names.map((name): Gap => ({ kind: 'required', policy, subject, name, ...(found && { found }) }))
  const groups = groupByChecks(whole)
  const ran = groups.length === 1 ? rulesets.map(({ id }) => id) : []
  const unselected = groups.flatMap((group) => {
    const { selector } = group
    const [ids, categories] =
      'ruleset_ids' in selector ? [selector.ruleset_ids, []] : [ran, selector.categories]
    const named = nameTargets(group)
    const lacking = groups.length === 1 ? undefined : `no check of ${named} that has it`
    const unknown = lacking && 'categories' in selector ? `only categories for ${named}` : lacking
    return [
      ...listRequired('ruleset', listMissing(required.ruleset_ids, ids), unknown),
      ...listRequired('category', listMissing(required.categories, categories), lacking),
    ]
  })
  return [
    ...findDashboardGap(plan, policy),
    ...findUnpinned(plan, policy),
    ...unmet.map((each): Gap => ({ kind: 'required', policy, ...each })),
    ...listRequired('API', listMissing(required.api_ids, whole.api_ids)),
    ...listRequired('definition', definitions),
    ...unselected,
    ...listRequired(
      'ruleset',
      inactive.filter((id) => required.ruleset_ids?.includes(id)),
      'it inactive',
    ),
  ]
}

function findDashboardGap({ judgement, connection: { name } }: CheckPlan, policy: string): Gap[] {
  const { dashboard } = judgement.required
  if (dashboard === undefined || trimSlashes(dashboard) === trimSlashes(name)) return []
  return [{ kind: 'other-dashboard', policy, dashboard: name, required: dashboard }]
}

/** A requirement is pinned only if the policy also fixes what gives it meaning: the dashboard of an id, the content of the sandbox, the engine of a ruleset. */
function findUnpinned(plan: CheckPlan, policy: string): Gap[] {
  const { required } = plan.judgement
  const { origin: dashboardOrigin, workspaceOrigin, engine: chosen } = plan.connection
  const byId = [required.api_ids, required.ruleset_ids, required.categories].some((ids) => ids !== undefined)
  const onDashboard = byId || required.dashboard !== undefined
  const listUnpinned = (chosen: UnpinnedGap['chosen'], origin: Origin | undefined, isOpen: boolean): Gap[] =>
    isOpen && origin?.source === 'file' ? [{ kind: 'unpinned', policy, place: origin.place, chosen }] : []
  const isRequired = onDashboard || (required.ruleset_files ?? required.workspace) !== undefined
  const engine = listUnpinned('engine', chosen?.origin, isRequired)
  if (plan.targets.rulesetDigests !== undefined)
    return [
      ...listUnpinned(
        'rulesets',
        dashboardOrigin,
        byId || (onDashboard && required.ruleset_files === undefined),
      ),
      ...engine,
    ]
  return [
    ...engine,
    ...listUnpinned('dashboard', dashboardOrigin, byId && required.dashboard === undefined),
    ...listUnpinned('workspace', workspaceOrigin, onDashboard && required.workspace === undefined),
  ]
}

function listMissing(required: readonly string[] = [], there: readonly string[]): string[] {
  return required.filter((name) => !there.includes(name))
}

function trimSlashes(url: string): string {
  return url.replace(/\/+$/, '')
}

/** An empty shard is valid, and a reason of the outcome. */
function emptyShard({ asked, shard }: CheckTargets): EmptyShard[] {
  if (shard === undefined || asked.api_ids.length + asked.definitions.length > 0) return []
  return [{ kind: 'empty-shard', index: shard.index, total: shard.total }]
}
