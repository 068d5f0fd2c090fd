import type { Issue } from '../../model/issue.ts'
import type { Budget, Threshold } from '../../model/reason.ts'
import { isEvaluated, type Report } from '../../model/report.ts'

/** Whether an issue is one of those that a broken rule of the policy counts, and so one for which the run fails. */
export function failsTheRun(report: Report): (issue: Issue) => boolean {
  if (!isEvaluated(report) || report.outcome.kind === 'passed') return () => false
  const { outcome, rulesets, run } = report
  const broken = outcome.broken.flatMap((reason) =>
    reason.kind === 'threshold' || reason.kind === 'budget' ? [reason] : [],
  )
  const own = Object.keys(run.policy?.rulesets ?? {})
  const advisory = rulesets.filter(({ action }) => run.policy?.advisory_actions.includes(action))
  const apart = new Set([...own, ...advisory.map(({ id }) => id)])
  return (issue) => {
    const { excused, ruleset_id, severity } = issue
    if (excused) return false
    const rules = broken.filter((rule) =>
      rule.ruleset_id === undefined
        ? rule.every_ruleset || !apart.has(ruleset_id)
        : rule.ruleset_id === ruleset_id,
    )
    return rules.some((rule) => counts(rule, severity))
  }
}

function counts(rule: Threshold | Budget, severity: Issue['severity']): boolean {
  return rule.kind === 'budget' ? rule.severity === severity : rule.counts[severity] !== undefined
}
