import { isCounted } from '../../model/holds.ts'
import type { Issue } from '../../model/issue.ts'
import { isEvaluated, type Report } from '../../model/report.ts'

/** Whether an issue is one of those that a broken rule of the policy counts, and so one for which the run fails. */
export function failsTheRun(report: Report): (issue: Issue) => boolean {
  if (!isEvaluated(report) || report.outcome.kind === 'passed') return () => false
  const { outcome, rulesets, run } = report
  const own = Object.keys(run.policy?.rulesets ?? {})
  const advisory = rulesets.filter(({ action }) => run.policy?.advisory_actions.includes(action))
  const apart = new Set([...own, ...advisory.map(({ id }) => id)])
  return (issue) => isCounted(issue, outcome.broken, apart)
}
