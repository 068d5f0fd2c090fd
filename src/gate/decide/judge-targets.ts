import type { Gap } from '../../core/model/gap.ts'
import type { Issue } from '../../core/model/issue.ts'
import {
  createCountTest,
  holds,
  isLimit,
  type LimitReason,
  listBroken,
  listGaps,
  listReasons,
} from '../../core/model/outcome.ts'
import type { Reason } from '../../core/model/reason.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import { countIssues, severities } from '../../core/model/severity.ts'
import {
  identifyTarget,
  listTargetIds,
  nameTarget,
  renderTargetKey,
  type TargetId,
} from '../../core/model/target.ts'
import { leavesUnchecked } from '../../core/model/unchecked.ts'
import { groupBy } from '../../core/text/group-by.ts'

/** The verdict on one API or definition, as a run of it alone would end. */
export interface TargetVerdict {
  readonly target: TargetId
  readonly verdict: 'passes' | 'fails' | 'unknown'
  /** What makes the verdict unknown. */
  readonly gaps: readonly Gap[]
  /** The limits that it breaks, with its own counts. */
  readonly broken: readonly LimitReason[]
  readonly issues: readonly Issue[]
  /** Those that these limits count. */
  readonly failing: readonly Issue[]
}

interface JudgedTargets {
  /** In the order of the targets. */
  readonly verdicts: readonly TargetVerdict[]
  /** What the policy refuses of the run and of no target by itself, such as a budget that they exceed together. */
  readonly whole: readonly Reason[]
}

/**
 * Judges each target by the gaps and limits that decided the run. One without issues is unknown if issues that name none of the
 * targets would fail it: a saved API may have been requested by another id than they carry.
 */
export function judgeTargets(
  { outcome, issues, run }: Pick<EvaluatedReport, 'outcome' | 'issues' | 'run'>,
  targets: readonly TargetId[] = listTargetIds(run),
): JudgedTargets {
  const limits = listReasons(outcome).filter(isLimit)
  const isCounted = createCountTest(outcome)
  const weighLimit = (limit: LimitReason, all: readonly Issue[]) =>
    recount(
      limit,
      all.filter((issue) => isCounted(limit, issue)),
    )
  const listBrokenLimits = (all: readonly Issue[]) => limits.filter((limit) => !holds(weighLimit(limit, all)))
  const byTarget = groupBy(issues, nameTarget)
  const requested = new Set(targets.map(renderTargetKey))
  const strays = issues.filter((issue) => identifyTarget(issue).saved && !requested.has(nameTarget(issue)))
  const mayFail = listBrokenLimits(strays).length > 0
  const brokenByTarget = new Set<Reason>()
  const verdicts = targets.map((target): TargetVerdict => {
    const targetIssues = byTarget.get(renderTargetKey(target)) ?? []
    const gaps = listGaps(outcome).filter((gap) => leavesUnchecked(gap, target))
    const brokenLimits = listBrokenLimits(targetIssues)
    for (const limit of brokenLimits) brokenByTarget.add(limit)
    const isUnknown = gaps.length > 0 || (mayFail && target.saved && targetIssues.length === 0)
    return {
      target,
      verdict: isUnknown ? 'unknown' : brokenLimits.length > 0 ? 'fails' : 'passes',
      gaps,
      broken: brokenLimits.map((limit) => weighLimit(limit, targetIssues)),
      issues: targetIssues,
      failing: targetIssues.filter((issue) => brokenLimits.some((limit) => isCounted(limit, issue))),
    }
  })
  return { verdicts, whole: listBroken(outcome).filter((reason) => !brokenByTarget.has(reason)) }
}

/** The limit with the counts of other issues, all of which it counts. */
function recount(limit: LimitReason, issues: readonly Issue[]): LimitReason {
  const counts = countIssues(issues)
  if (limit.kind === 'budget') return { ...limit, count: counts[`${limit.severity}_count`] }
  const gating = severities.filter((severity) => limit.counts[severity] !== undefined)
  return {
    ...limit,
    counts: Object.fromEntries(gating.map((severity) => [severity, counts[`${severity}_count`]])),
  }
}
