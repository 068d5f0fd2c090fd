import { apiVerdicts, type FleetSubject } from '../../gate/impact/api-verdicts.ts'
import type { LaterImpact } from '../../model/compare/impact.ts'
import type { Issue } from '../../model/issue.ts'
import type { WeighedPolicy } from '../../model/policy.ts'
import type { EvaluatedReport } from '../../model/report.ts'

/** What the dates of severities bring: per day, the APIs that pass until then and fail after it, as all else is today. */
export function laterImpact(
  before: EvaluatedReport,
  after: EvaluatedReport,
  subjects: readonly FleetSubject[],
  policy: WeighedPolicy,
): readonly LaterImpact[] {
  const days = new Set(after.issues.flatMap(({ severity_change: change }) => change?.until ?? []))
  const verdicts = (report: EvaluatedReport, day: string) => apiVerdicts(issuesAfter(report, day), policy)
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

function issuesAfter(report: EvaluatedReport, day: string): EvaluatedReport {
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
