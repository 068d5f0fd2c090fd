import type { Gap } from '../../core/model/gap.ts'
import { renderIdentityKey, subjectText } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import { holds, isCounted } from '../../core/model/outcome.ts'
import type { WeighedPolicy } from '../../core/model/policy.ts'
import type { Reason, StaleBaseline, UnmatchedRules } from '../../core/model/reason.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import { addUpCounts, countIssues } from '../../core/model/severity.ts'
import { findDefinitionFile } from '../../core/model/target.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { isMeant } from '../../gate/decide/gaps.ts'
import { listJudgedApart, weigh } from '../../gate/decide/weigh.ts'
import type { ApiVerdict, ImpactApi, LaterImpact } from './impact-model.ts'

/** For each date on which a severity changes: APIs that pass until then and fail after it. */
export function laterImpact(
  before: EvaluatedReport,
  after: EvaluatedReport,
  subjects: readonly FleetSubject[],
  policy: WeighedPolicy,
): readonly LaterImpact[] {
  const days = new Set(after.issues.flatMap(({ severity_change: change }) => change?.until ?? []))
  const verdicts = (report: EvaluatedReport, day: string) => apiVerdicts(judgeOnDay(report, day), policy)
  let [old, now] = [verdicts(before, ''), verdicts(after, '')]
  return [...days].sort().map((until) => {
    const [oldThen, nowThen] = [verdicts(before, until), verdicts(after, until)]
    const isNew = (subject: FleetSubject) =>
      now(subject).verdict === 'passes' &&
      nowThen(subject).verdict === 'fails' &&
      !(old(subject).verdict === 'passes' && oldThen(subject).verdict === 'fails')
    const failing = subjects.filter(isNew).map(({ id }) => id)
    ;[old, now] = [oldThen, nowThen]
    return { until, rules: rulesUntil(after.issues, until), newly_failing: failing.length, failing }
  })
}

function judgeOnDay(report: EvaluatedReport, day: string): EvaluatedReport {
  const applySeverityChange = (issue: Issue): Issue => {
    const { severity_change: change } = issue
    return change && change.until <= day ? { ...issue, severity: change.to } : issue
  }
  return { ...report, issues: report.issues.map(applySeverityChange) }
}

function rulesUntil(issues: readonly Issue[], day: string): LaterImpact['rules'] {
  const own = issues.filter(({ severity_change: change }) => change?.until === day)
  const changes = own.map(
    ({ rule_id, severity_change }) => [rule_id, severity_change?.to ?? 'error'] as const,
  )
  return [...new Map(changes)].map(([rule_id, severity]) => ({ rule_id, severity }))
}

/** Policy failures of the whole run that the old ruleset did not have. */
export function newlyBroken(before: EvaluatedReport, after: EvaluatedReport): readonly Reason[] {
  const known = listBroken(before)
  return listBroken(after).flatMap((reason): readonly Reason[] => {
    if (reason.kind === 'stale-baseline')
      return known.some((each) => each.kind === reason.kind && !isMore(reason, each)) ? [] : [reason]
    return reason.kind === 'unmatched' ? newlyUnmatched(reason, known) : []
  })
}

function listBroken({ outcome }: EvaluatedReport): readonly Reason[] {
  return outcome.kind === 'passed' ? [] : outcome.broken
}

/** Compares counts and the first entry: a report keeps no others. */
function isMore(one: StaleBaseline, other: StaleBaseline): boolean {
  const isOther = renderIdentityKey(one.first) !== renderIdentityKey(other.first)
  return one.count > other.count || (one.count === other.count && isOther)
}

function newlyUnmatched(reason: UnmatchedRules, known: readonly Reason[]): readonly Reason[] {
  const old = known.flatMap((each) => (each.kind === 'unmatched' ? each.rules : []))
  const rules = reason.rules.filter(
    ({ ruleset_id, rule_id }) =>
      !old.some((each) => each.ruleset_id === ruleset_id && each.rule_id === rule_id),
  )
  const former = known.flatMap((each) => (each.kind === 'unmatched' ? (each.overrides ?? []) : []))
  const overrides = reason.overrides?.filter((override) => !former.includes(override)) ?? []
  if (rules.length + overrides.length === 0) return []
  return [{ kind: 'unmatched', strict: reason.strict, rules, ...(overrides.length > 0 && { overrides }) }]
}

/** One API of a run: a local definition's file, or a saved API's id. */
export type FleetSubject = Pick<ImpactApi, 'id' | 'saved'>

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
  const { owned, advisory } = listJudgedApart(report, policy)
  const apart = new Set([...owned, ...advisory].map(({ id }) => id))
  const issues = groupBy(report.issues, (issue) => {
    const file = findDefinitionFile(issue)
    return subjectText(file === undefined ? { api_id: issue.api_id } : { file })
  })
  return (subject) => {
    const { id, saved } = subject
    const own = issues.get(subjectText(saved ? { api_id: id } : { file: id })) ?? []
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

/** True if the gap is about this API. Requirements on the whole run are about none. */
function concerns(gap: Gap, subject: FleetSubject): boolean {
  if (gap.kind === 'unevaluated')
    return isMeant(gap.target, subject) && (gap.missing.length === 0 || gap.missing.includes(subject.id))
  return 'target' in gap ? isMeant(gap.target, subject) : gap.kind === 'unfinished'
}
