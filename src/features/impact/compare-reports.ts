import { identityText } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { WeighedPolicy } from '../../core/model/policy.ts'
import type { Reason, StaleBaseline, UnmatchedRules } from '../../core/model/reason.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import { apiVerdicts, type FleetSubject } from './api-verdicts.ts'
import type { LaterImpact } from './impact-model.ts'

/**
 * For each date on which a severity changes: APIs that pass until then and fail after it, other things equal.
 */
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
  const changed = (issue: Issue): Issue => {
    const { severity_change: change } = issue
    return change && change.until <= day ? { ...issue, severity: change.to } : issue
  }
  return { ...report, issues: report.issues.map(changed) }
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
  const isOther = identityText(one.first) !== identityText(other.first)
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
