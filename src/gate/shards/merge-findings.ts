import type { Evaluation } from '../../core/model/evaluation.ts'
import type { AcceptableGap, Gap, UnrunCategory, UnrunRulesets } from '../../core/model/gap.ts'
import { findReasonSource } from '../../core/model/holds.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import type { Run } from '../../core/model/run.ts'
import type { WaiverUse } from '../../core/model/waiver.ts'
import { acceptGaps, type Findings } from '../decide/decide.ts'
import { apisTarget, unrunGaps } from '../decide/gaps.ts'
import { weigh } from '../decide/weigh.ts'
import { breakingReason } from '../excuse/breaking.ts'
import { baseReason } from '../excuse/known.ts'
import { type Day, findLatestDay, waiverNotices } from '../excuse/waivers.ts'
import { inlineReasons } from '../inline/waive-inline.ts'

type Merged = Evaluation & Pick<EvaluatedReport, 'waived_count' | 'baselined_count'>

/** What holds of all shards together: their gaps, and the policy weighed over the whole. */
export function mergeFindings(
  all: readonly EvaluatedReport[],
  merged: Merged,
  { base }: Pick<Run, 'base'>,
  uses: readonly WaiverUse[],
  today: Day,
): Findings {
  const policy = all[0]?.run.policy
  const unrun = acceptGaps(unrunEverywhere(all), policy?.on_unevaluated ?? 'fail')
  const ofShards = all.map(listFindings)
  const latest = findLatestDay(today, policy?.max_waiver_days)
  const reasons = ofShards.flatMap((findings) => findings.reasons)
  const waived = merged.issues.filter(({ excused }) => excused?.by === 'waiver')
  return {
    gaps: [
      ...ofShards.flatMap(({ gaps }) => gaps.filter((gap) => !isUnrun(gap) && !isOfWhole(gap))),
      ...unrun.gaps,
      ...distinct(ofShards.flatMap(({ gaps }) => gaps.filter(isOfWhole))).filter(
        (gap) => !hasRun(gap, merged),
      ),
    ],
    reasons: [
      ...reasons.filter((reason) => reason.kind === 'accepted' && !isUnrun(reason.gap)),
      ...unrun.reasons,
      ...(policy ? weigh(merged, policy) : []),
      ...(uses.length > 0 ? [{ kind: 'waived', count: waived.length } as const] : []),
      ...inlineReasons(merged.issues, policy ?? {}),
      ...waiverNotices(uses, today, false, latest, merged),
      ...(reasons.some(({ kind }) => kind === 'baselined')
        ? [{ kind: 'baselined', count: merged.baselined_count } as const]
        : []),
      ...(base ? [baseReason(base, merged.issues), breakingReason(base, merged.issues, policy ?? {})] : []),
      ...reasons.filter((reason) => findReasonSource(reason) === 'each shard'),
      ...distinct(reasons.filter((reason) => findReasonSource(reason) === 'run')),
    ],
  }
}

function listFindings({ outcome }: EvaluatedReport): Findings {
  const broken = outcome.kind === 'passed' ? [] : outcome.broken
  return {
    gaps: outcome.kind === 'incomplete' ? outcome.gaps : [],
    reasons: [...broken, ...outcome.held],
  }
}

/** That a ruleset ran on none of a shard's saved APIs says nothing of the whole, unless it has no rule for them. */
function isUnrun(gap: Gap): gap is UnrunRulesets | UnrunCategory {
  if ('target' in gap && 'file' in gap.target) return false
  return gap.kind === 'unrun-category' || (gap.kind === 'unrun-rulesets' && !gap.inapplicable)
}

/** What the policy file requires is required of the whole. */
function isOfWhole(gap: Gap): boolean {
  return 'policy' in gap
}

/** A category may have run a required ruleset in another shard. An inactive one is not what is required. */
function hasRun(gap: Gap, { rulesets }: Merged): boolean {
  return (
    gap.kind === 'required' &&
    gap.subject === 'ruleset' &&
    rulesets.some(({ id, active }) => id === gap.name && active)
  )
}

function distinct<Found>(all: readonly Found[]): Found[] {
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()]
}

function unrunEverywhere(all: readonly EvaluatedReport[]): AcceptableGap[] {
  const withApis = all.filter(({ run }) => run.api_ids.length > 0)
  const [first, ...others] = withApis.map(unrunNames)
  const names = (first ?? []).filter((name) => others.every((unrun) => unrun.includes(name)))
  const byId = withApis[0]?.run.ruleset_ids !== undefined
  const unrun = byId ? { ruleset_ids: names, categories: [] } : { ruleset_ids: [], categories: names }
  const nothingRan = withApis.every(({ rulesets }) => rulesets.length === 0)
  return unrunGaps(unrun, apisTarget(withApis.flatMap(({ run }) => run.api_ids)), nothingRan)
}

/** The rulesets or categories that ran on none of a shard's saved APIs, also if its gaps do not say so. */
function unrunNames(report: EvaluatedReport): string[] {
  const { gaps, reasons } = listFindings(report)
  const accepted = reasons.flatMap((reason) => (reason.kind === 'accepted' ? [reason.gap] : []))
  const named = [...gaps, ...accepted]
    .filter(isUnrun)
    .flatMap((gap) => (gap.kind === 'unrun-category' ? gap.category : gap.ruleset_ids))
  const missing = report.run.ruleset_ids?.filter((id) => !report.rulesets.some((ran) => ran.id === id)) ?? []
  return [...new Set([...named, ...missing])]
}
