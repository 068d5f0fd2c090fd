import type { Evaluation, RulesetSummary } from '../model/evaluation.ts'
import type { Reason } from '../model/outcome.ts'
import type { Policy } from '../model/policy.ts'
import type { Report } from '../model/report.ts'
import type { Run } from '../model/run.ts'
import type { WaiverUse } from '../model/waiver.ts'
import { add, joinCounts, sumCounts } from './counts.ts'
import { gapReasons, verdictOf } from './decide.ts'
import { told } from './excuse.ts'
import { unrunGaps } from './gaps.ts'
import { compareIssues } from './issue-order.ts'
import { inOrder } from './parts.ts'
import { type Day, latestOf, waiverReasons } from './waivers.ts'
import { weigh } from './weigh.ts'

/**
 * The one report of a run that was made in parts, decided anew over all of them: a budget is for the whole, and a
 * ruleset that fits no API of one part may have run in another. Throws GovError, usage, unless the reports are exactly
 * the parts of one run.
 */
export function mergeReports(reports: readonly Report[], today: Day): Report {
  const all = inOrder(reports)
  const [first] = all
  const evaluation = mergeEvaluations(all)
  const uses = mergeUses(all)
  const [waived_count, baselined_count] = [
    sum(all, (each) => each.waived_count),
    sum(all, (each) => each.baselined_count),
  ]
  const { policy } = first.run
  const reasons = [
    ...all.flatMap(failures),
    ...all.flatMap(partGaps),
    ...unrunEverywhere(all, policy),
    ...(policy ? weigh(evaluation, policy) : []),
    ...(uses.length > 0 ? [told('waivers', waived_count, 'waived')] : []),
    ...waiverReasons(uses, today, false, latestOf(today, policy?.max_waiver_days), evaluation.issues),
    ...(all.some(hasBaseline) ? [told('baseline', baselined_count, 'in the baseline')] : []),
    ...all.flatMap(staleEntries),
    ...saidByAll(all),
  ]
  return {
    version: 1,
    verdict: verdictOf(reasons),
    ...evaluation,
    waived_count,
    baselined_count,
    run: mergeRuns(all, uses),
  }
}

function mergeEvaluations(all: readonly Report[]): Evaluation {
  const counts = sumCounts(all)
  const errors = new Set(all.flatMap(({ error }) => error ?? []))
  return {
    rulesets: mergeRulesets(all),
    issues: all.flatMap(({ issues }) => issues).sort(compareIssues),
    total: sum(all, ({ total }) => total),
    truncated: all.some(({ truncated }) => truncated),
    ...counts,
    evaluated_apis: sum(all, (each) => each.evaluated_apis),
    elapsed_ms: sum(all, (each) => each.elapsed_ms),
    ...(errors.size > 0 ? { error: [...errors].join('; ') } : {}),
  }
}

/** In the order in which they were asked for; those of categories by their ids. */
function mergeRulesets(all: readonly Report[]): RulesetSummary[] {
  const byId = new Map<string, RulesetSummary>()
  for (const ruleset of all.flatMap(({ rulesets }) => rulesets)) {
    const before = byId.get(ruleset.id)
    byId.set(ruleset.id, before ? { ...before, ...joinCounts(before, ruleset, add) } : ruleset)
  }
  const asked = all[0]?.run.ruleset_ids ?? []
  const place = (id: string) => (asked.includes(id) ? asked.indexOf(id) : asked.length)
  return [...byId.values()].sort((a, b) => place(a.id) - place(b.id) || (a.id < b.id ? -1 : 1))
}

function mergeUses(all: readonly Report[]): WaiverUse[] {
  const lists = all.flatMap(({ run }) => (run.waivers ? [run.waivers] : []))
  return (lists[0] ?? []).map((use, index) => ({
    ...use,
    matched: lists.reduce((total, list) => total + (list[index]?.matched ?? 0), 0),
  }))
}

function mergeRuns(all: readonly Report[], uses: readonly WaiverUse[]): Run {
  const runs = all.map(({ run }) => run)
  const { shard: _shard, ...first } = runs[0] ?? {
    api_ids: [],
    definitions: [],
    dashboard: '',
    gov: '',
    started: '',
  }
  return {
    ...first,
    api_ids: runs.flatMap(({ api_ids }) => api_ids),
    definitions: runs.flatMap(({ definitions }) => definitions),
    requests: runs.reduce((total, { requests }) => total + requests, 0),
    started: runs.map(({ started }) => started).sort()[0] ?? '',
    took_ms: Math.max(...runs.map(({ took_ms }) => took_ms)),
    ...(uses.length > 0 && { waivers: uses }),
  }
}

function failures({ failure, verdict, run }: Report): Reason[] {
  if (failure === undefined) return []
  const message = `part ${run.shard?.index}/${run.shard?.total} could not decide: ${failure.message}`
  return [{ passed: false, exit_code: verdict.exit_code, message }]
}

/** What a part did not evaluate; that a ruleset ran nowhere in it says nothing of the whole. */
function partGaps({ failure, verdict }: Report): Reason[] {
  if (failure !== undefined) return []
  return verdict.reasons.filter(({ rule, unrun }) => rule === undefined && unrun === undefined)
}

function unrunEverywhere(all: readonly Report[], policy: Policy | undefined): Reason[] {
  const withApis = all.filter(({ run, failure }) => run.api_ids.length > 0 && failure === undefined)
  const [first, ...others] = withApis.map(({ verdict }) =>
    verdict.reasons.flatMap(({ unrun }) => unrun ?? []),
  )
  const names = (first ?? []).filter((name) => others.every((unrun) => unrun.includes(name)))
  const byId = withApis[0]?.run.ruleset_ids !== undefined
  const unrun = byId ? { ruleset_ids: names, categories: [] } : { ruleset_ids: [], categories: names }
  const apis = sum(withApis, ({ run }) => run.api_ids.length)
  const nothingRan = withApis.every(({ rulesets }) => rulesets.length === 0)
  return gapReasons(
    unrunGaps(unrun, apis === 1 ? '1 API' : `${apis} APIs`, nothingRan),
    policy?.on_unevaluated ?? 'fail',
  )
}

/** What is said of the whole in every part that could decide: where its policy comes from, and what that requires. */
function saidByAll(all: readonly Report[]): Reason[] {
  const [first, ...others] = all
    .filter(({ failure }) => failure === undefined)
    .map(({ verdict }) => verdict.reasons.filter(({ rule }) => rule === 'policy' || rule === 'require'))
  const isIn = (reasons: readonly Reason[], message: string) =>
    reasons.some((each) => each.message === message)
  return (first ?? []).filter(({ message }) => others.every((reasons) => isIn(reasons, message)))
}

function hasBaseline({ verdict }: Report): boolean {
  return verdict.reasons.some(({ rule, limit }) => rule === 'baseline' && limit === undefined)
}

function staleEntries({ verdict }: Report): Reason[] {
  return verdict.reasons.filter(
    ({ rule, limit }) => rule === 'strict_baseline' || (rule === 'baseline' && limit !== undefined),
  )
}

function sum(all: readonly Report[], of: (report: Report) => number): number {
  return all.reduce((total, report) => total + of(report), 0)
}
