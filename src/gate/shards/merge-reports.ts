import type { NamedCheck } from '../../core/model/asked.ts'
import { dividesTargets } from '../../core/model/checks.ts'
import { worstExitCode } from '../../core/model/errors.ts'
import type { Evaluation } from '../../core/model/evaluation.ts'
import type { AcceptableGap, Gap, ShardGap, UnrunCategory, UnrunRulesets } from '../../core/model/gap.ts'
import { findReasonSource, gapExitCode, listGaps, listReasons } from '../../core/model/outcome.ts'
import type { ShardAge } from '../../core/model/reason.ts'
import { type EvaluatedReport, isEvaluated, type Report, sortRuleHelp } from '../../core/model/report.ts'
import type { BaseRun, Run } from '../../core/model/run.ts'
import { addNumbers } from '../../core/model/severity.ts'
import { listTargetIds, renderTargetKey } from '../../core/model/target.ts'
import type { WaiverUse } from '../../core/model/waiver.ts'
import { acceptGaps, chooseOutcome, type Findings } from '../decide/decide.ts'
import { listUnrunGaps, toApisTarget } from '../decide/gaps.ts'
import { weigh } from '../decide/weigh.ts'
import { createBreakingReason } from '../excuse/breaking.ts'
import { countExcused, countExcuses } from '../excuse/excuse.ts'
import { inlineReasons } from '../excuse/inline-ignores.ts'
import { createBaseReason } from '../excuse/known.ts'
import { endExcuses, findLatestDay, listWaiverNotices, type WaiverPeriod } from '../excuse/waivers.ts'
import { merge } from '../merge.ts'
import { type MergingJob, orderShards } from './parts.ts'

/**
 * The one report of a run that was made in shards, decided again over all of them: a budget is for the whole, and a
 * ruleset that fits no API of one shard may have run in another. Throws GovError, usage, unless the reports are exactly
 * the shards of one run, which `--run` or the CI job names. Where neither does, the verdict says how old they are.
 */
export function mergeReports(reports: readonly Report[], job: MergingJob): Report {
  const all = orderShards(reports, job)
  const evaluated = all.filter(isEvaluated)
  const uses = mergeUses(evaluated)
  const run = mergeRuns(all, uses)
  const lost = all.flatMap(listLostShard)
  const code = worstExitCode(lost.map(gapExitCode))
  const worst = lost.find((gap) => gapExitCode(gap) === code)
  if (evaluated.length === 0 && worst) {
    const { index, total, failure } = worst
    const message = `shard ${index}/${total} failed: ${failure.message}`
    return { version: 1, outcome: { kind: 'undecided', failure: { ...failure, message } }, run }
  }
  const merged = mergeEvaluations(evaluated)
  const period = findWaiverPeriod(evaluated)
  const issues = endExcuses(merged.issues, uses, period)
  const evaluation = { ...merged, issues }
  const counts = countExcused(issues, run.base)
  const findings = mergeFindings(evaluated, { ...evaluation, ...counts }, run, uses, period)
  const reasons = [...findings.reasons, ...listAge(all, job)]
  const outcome = chooseOutcome({ gaps: [...lost, ...findings.gaps], reasons })
  const rules = sortRuleHelp(listDistinct(evaluated.flatMap(({ rules = [] }) => rules)))
  return { version: 1, outcome, ...evaluation, ...counts, ...(rules.length > 0 && { rules }), run }
}

const hourMs = 60 * 60 * 1000

function listAge(all: readonly Report[], { statedRun, ownRun, now }: MergingJob): ShardAge[] {
  const oldest = Math.min(...all.map(({ run }) => Date.parse(run.started)))
  const hours = Math.floor((now.getTime() - oldest) / hourMs)
  return statedRun === undefined && ownRun === undefined && hours > 0 ? [{ kind: 'shard-age', hours }] : []
}

/** The day by which all shards are judged: that of the last one, whenever they are merged. */
function findWaiverPeriod(all: readonly EvaluatedReport[]): WaiverPeriod {
  const [last = ''] = all
    .map(({ run }) => run.started.slice(0, 10))
    .toSorted()
    .reverse()
  return { today: last, latest: findLatestDay(last, all[0]?.run.policy?.max_waiver_days) }
}

/** The shards as responses about the APIs of each, which no other shard has. */
function mergeEvaluations(all: readonly EvaluatedReport[]): Evaluation {
  return merge(
    all.map((evaluation) => {
      const { ruleset_ids, categories = [] } = evaluation.run
      const api_ids = listTargetIds(evaluation.run).map(renderTargetKey)
      const selector = ruleset_ids ? { ruleset_ids } : { categories }
      return { request: { kind: 'apis', api_ids, selector }, evaluation }
    }),
  )
}

function mergeUses(all: readonly EvaluatedReport[]): WaiverUse[] {
  const lists = all.flatMap(({ run }) => (run.waivers ? [run.waivers] : []))
  return (lists[0] ?? []).map((use, index) => ({
    ...use,
    matched: lists.reduce((total, list) => total + (list[index]?.matched ?? 0), 0),
  }))
}

function mergeRuns(all: readonly [Report, ...Report[]], uses: readonly WaiverUse[]): Run {
  const runs = all.map(({ run }) => run)
  const base = mergeBases(runs)
  const { shard: _shard, ...first } = all[0].run
  return {
    ...first,
    api_ids: runs.flatMap(({ api_ids }) => api_ids),
    definitions: runs.flatMap(({ definitions }) => definitions),
    requests: runs.reduce((total, { requests }) => total + requests, 0),
    started: runs.map(({ started }) => started).sort()[0] ?? '',
    took_ms: Math.max(...runs.map(({ took_ms }) => took_ms)),
    ...(uses.length > 0 && { waivers: uses }),
    ...(base && { base }),
  }
}

/** A shard that could not decide has none. */
function mergeBases(runs: readonly Run[]): BaseRun | undefined {
  const bases = runs.flatMap(({ base }) => base ?? [])
  const [first] = bases
  if (first === undefined) return undefined
  const { fixed_count: _of, ...others } = first
  const fixed = bases.flatMap(({ fixed_count }) => fixed_count ?? [])
  return {
    ...others,
    // Each shard must know its own.
    ...(fixed.length === runs.length && { fixed_count: fixed.reduce(addNumbers) }),
    definitions: bases.flatMap(({ definitions }) => definitions),
  }
}

function listLostShard({ outcome, run: { shard } }: Report): ShardGap[] {
  if (outcome.kind !== 'undecided' || shard === undefined) return []
  const { index, total } = shard
  return [{ kind: 'shard', index, total, failure: outcome.failure }]
}

type Merged = Evaluation & Pick<EvaluatedReport, 'waived_count' | 'baselined_count'>

/** Gaps of all shards together, and the policy applied to the whole. */
function mergeFindings(
  all: readonly EvaluatedReport[],
  merged: Merged,
  { base }: Pick<Run, 'base'>,
  uses: readonly WaiverUse[],
  period: WaiverPeriod,
): Findings {
  const policy = all[0]?.run.policy
  const unrun = acceptGaps(listUnrunEverywhere(all), policy?.on_unevaluated ?? 'fail')
  const ofShards = all.map(listFindings)
  const reasons = ofShards.flatMap((findings) => findings.reasons)
  return {
    gaps: [
      ...ofShards.flatMap(({ gaps }) => gaps.filter((gap) => !isUnrun(gap) && !isOfWhole(gap))),
      ...unrun.gaps,
      ...listDistinct(ofShards.flatMap(({ gaps }) => gaps.filter(isOfWhole))).filter(
        (gap) => !hasRun(gap, merged),
      ),
    ],
    reasons: [
      ...reasons.filter((reason) => reason.kind === 'accepted' && !isUnrun(reason.gap)),
      ...unrun.reasons,
      ...(policy ? weigh(merged, policy) : []),
      ...(uses.length > 0 ? [{ kind: 'waived', count: countExcuses(merged.issues, 'waiver') } as const] : []),
      ...inlineReasons(merged.issues, policy ?? {}),
      ...listWaiverNotices(uses, period, false, merged),
      ...(reasons.some(({ kind }) => kind === 'baselined')
        ? [{ kind: 'baselined', count: merged.baselined_count } as const]
        : []),
      ...(base
        ? [createBaseReason(base, merged.issues), createBreakingReason(base, merged.issues, policy ?? {})]
        : []),
      ...reasons.filter((reason) => findReasonSource(reason) === 'each shard'),
      ...listDistinct(reasons.filter((reason) => findReasonSource(reason) === 'run')),
    ],
  }
}

function listFindings({ outcome }: EvaluatedReport): Findings {
  return { gaps: listGaps(outcome), reasons: listReasons(outcome) }
}

/** That a ruleset ran on none of a shard's saved APIs says nothing of the whole, unless it has no rule for them. */
function isUnrun(gap: Gap): gap is UnrunRulesets | UnrunCategory {
  if ('target' in gap && 'file' in gap.target) return false
  return gap.kind === 'unrun-category' || (gap.kind === 'unrun-rulesets' && !gap.inapplicable)
}

/** A policy file's requirements apply to the whole, not to each shard. */
function isOfWhole(gap: Gap): boolean {
  return 'policy' in gap
}

/** A category may have run a required ruleset in another shard. An inactive one is not what is required. */
function hasRun(gap: Gap, { rulesets }: Merged): boolean {
  return (
    gap.kind === 'required' &&
    gap.subject === 'ruleset' &&
    gap.found === undefined &&
    rulesets.some(({ id, active }) => id === gap.name && active)
  )
}

function listDistinct<Found>(all: readonly Found[]): Found[] {
  return [...new Map(all.map((item) => [JSON.stringify(item), item])).values()]
}

function listUnrunEverywhere(all: readonly EvaluatedReport[]): AcceptableGap[] {
  const checks = all[0]?.run.checks
  return dividesTargets(checks) ? checks.flatMap((check) => listUnrunInAll(all, check)) : listUnrunInAll(all)
}

/** The rulesets or categories that ran on none of the saved APIs, of one check if there are several. */
function listUnrunInAll(all: readonly EvaluatedReport[], check?: NamedCheck): AcceptableGap[] {
  const listApis = ({ run }: EvaluatedReport) =>
    check ? run.api_ids.filter((id) => check.api_ids.includes(id)) : run.api_ids
  const withApis = all.filter((report) => listApis(report).length > 0)
  const [first, ...others] = withApis.map((report) => listUnrunNames(report, check))
  const commonNames = (first ?? []).filter((name) => others.every((unrun) => unrun.includes(name)))
  const { run } = withApis[0] ?? {}
  const ids = check ? 'ruleset_ids' in check && check.ruleset_ids : run?.ruleset_ids
  const unrun = ids
    ? { ruleset_ids: commonNames, categories: [] }
    : { ruleset_ids: [], categories: commonNames }
  const isNothing = ids && check ? commonNames.length === ids.length : false
  const nothingRan = isNothing || withApis.every(({ rulesets }) => rulesets.length === 0)
  const gaps = listUnrunGaps(unrun, toApisTarget(withApis.flatMap(listApis)), nothingRan)
  return check ? gaps.map((gap) => ({ ...gap, check: check.name })) : gaps
}

/** The rulesets or categories that ran on none of a shard's saved APIs, also if its gaps do not say so. */
function listUnrunNames(report: EvaluatedReport, check: NamedCheck | undefined): string[] {
  const { gaps, reasons } = listFindings(report)
  const accepted = reasons.flatMap((reason) => (reason.kind === 'accepted' ? [reason.gap] : []))
  const named = [...gaps, ...accepted]
    .filter(isUnrun)
    .filter((gap) => gap.check === check?.name)
    .flatMap((gap) => (gap.kind === 'unrun-category' ? gap.category : gap.ruleset_ids))
  const asked = check && 'ruleset_ids' in check ? check.ruleset_ids : check ? [] : report.run.ruleset_ids
  const missing = asked?.filter((id) => !report.rulesets.some((ran) => ran.id === id)) ?? []
  return [...new Set([...named, ...missing])]
}
