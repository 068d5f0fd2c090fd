import type { Gap } from '../../core/model/gap.ts'
import { holds, isCounted } from '../../core/model/holds.ts'
import { findDefinitionFile } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { WeighedPolicy } from '../../core/model/policy.ts'
import type { Reason } from '../../core/model/reason.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import { addUpCounts, countIssues } from '../../core/model/severity.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { isMeant } from '../../gate/decide/unchecked.ts'
import { judgedApart, weigh } from '../../gate/decide/weigh.ts'
import type { ApiVerdict } from './impact-model.ts'

/** One API of a run: a local definition's file, or a saved API's id. */
export interface FleetSubject {
  readonly id: string
  readonly saved: boolean
}

export interface JudgedApi {
  readonly verdict: ApiVerdict
  /** Gaps that make the verdict unknown; `broken` lists the unmet parts of the policy. */
  readonly gaps: readonly Gap[]
  readonly broken: readonly Reason[]
  readonly issues: readonly Issue[]
  readonly failing: readonly Issue[]
}

/** Judges each API by the policy as if it were checked alone. */
export function apiVerdicts(
  { outcome, ...report }: EvaluatedReport,
  policy: WeighedPolicy,
): (subject: FleetSubject) => JudgedApi {
  const gaps = outcome.kind === 'incomplete' ? outcome.gaps : []
  const { owned, advisory } = judgedApart(report, policy)
  const apart = new Set([...owned, ...advisory].map(({ id }) => id))
  const issues = groupBy(report.issues, (issue) => {
    const file = findDefinitionFile(issue)
    return file === undefined
      ? createKey({ id: issue.api_id, saved: true })
      : createKey({ id: file, saved: false })
  })
  return (subject) => {
    const own = issues.get(createKey(subject)) ?? []
    const unproven = gaps.filter((gap) => concerns(gap, subject))
    const byRuleset = groupBy(own, ({ ruleset_id }) => ruleset_id)
    const counts = countIssues(own)
    const rulesets = report.rulesets.map((ruleset) => ({
      ...ruleset,
      ...countIssues(byRuleset.get(ruleset.id) ?? []),
    }))
    const evaluation = { ...report, issues: own, rulesets, ...counts, total: addUpCounts(counts) }
    // Which rules matched nothing is known of the whole run only.
    const broken = weigh(evaluation, { ...policy, on_unmatched: 'ignore' }).filter((reason) => !holds(reason))
    const verdict = unproven.length > 0 ? 'unknown' : broken.length > 0 ? 'fails' : 'passes'
    return {
      verdict,
      gaps: unproven,
      broken,
      issues: own,
      failing: own.filter((issue) => isCounted(issue, broken, apart)),
    }
  }
}

function createKey({ id, saved }: FleetSubject): string {
  return `${saved ? 'api' : 'file'} ${id}`
}

/** True if the gap is about this API. Requirements on the whole run are about none. */
function concerns(gap: Gap, subject: FleetSubject): boolean {
  if (gap.kind === 'unevaluated')
    return isMeant(gap.target, subject) && (gap.missing.length === 0 || gap.missing.includes(subject.id))
  return 'target' in gap ? isMeant(gap.target, subject) : gap.kind === 'unfinished'
}
