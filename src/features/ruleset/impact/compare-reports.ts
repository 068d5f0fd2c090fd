import { renderIdentityKey } from '../../../core/model/identity.ts'
import type { Issue } from '../../../core/model/issue.ts'
import { listBroken } from '../../../core/model/outcome.ts'
import type { Reason, StaleBaseline, UnmatchedRules } from '../../../core/model/reason.ts'
import type { EvaluatedReport } from '../../../core/model/report.ts'
import type { TargetId } from '../../../core/model/target.ts'
import { judgeTargets } from '../../../gate/decide/judge-targets.ts'
import type { LaterImpact } from './impact-model.ts'

/** For each date on which a severity changes: APIs that pass until then and fail after it. */
export function laterImpact(
  before: EvaluatedReport,
  after: EvaluatedReport,
  targets: readonly TargetId[],
): readonly LaterImpact[] {
  const days = new Set(after.issues.flatMap(({ severity_change: change }) => change?.until ?? []))
  const judge = (report: EvaluatedReport, day: string) =>
    judgeTargets(judgeOnDay(report, day), targets).verdicts.map(({ verdict }) => verdict)
  let [old, now] = [judge(before, ''), judge(after, '')]
  return [...days].sort().map((until) => {
    const [oldThen, nowThen] = [judge(before, until), judge(after, until)]
    const isNew = (_target: TargetId, at: number) =>
      now[at] === 'passes' && nowThen[at] === 'fails' && !(old[at] === 'passes' && oldThen[at] === 'fails')
    const failing = targets.filter(isNew).map(({ id }) => id)
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
  const known = listBroken(before.outcome)
  return listBroken(after.outcome).flatMap((reason): readonly Reason[] => {
    if (reason.kind === 'stale-baseline')
      return known.some((each) => each.kind === reason.kind && !isMore(reason, each)) ? [] : [reason]
    return reason.kind === 'unmatched' ? newlyUnmatched(reason, known) : []
  })
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
