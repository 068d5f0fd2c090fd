import type { Issue } from '../../model/issue.ts'
import type { PolicyInForce } from '../../model/policy.ts'
import type { Report } from '../../model/report.ts'
import { type Severity, severities } from '../../model/severity.ts'

/**
 * Whether an issue is one of those for which the verdict did not pass: it is not excused, and a broken rule of the policy
 * counts its severity in its ruleset. Of a report that does not hold its policy, the worst
 * severity is taken for what made it fail.
 */
export function failsTheRun(report: Report): (issue: Issue) => boolean {
  const { verdict, run, issues } = report
  if (verdict.passed) return () => false
  if (run.policy === undefined) return ofWorstSeverity(issues)
  const { policy } = run
  const broken = new Set(verdict.reasons.flatMap(({ passed, rule }) => (passed ? [] : (rule ?? []))))
  const advisory = new Set(
    report.rulesets.filter(({ action }) => policy.advisory_actions.includes(action)).map(({ id }) => id),
  )
  return ({ excused, ruleset_id: id, severity }) => {
    if (excused) return false
    if (Object.hasOwn(policy.rulesets, id))
      return breaks(broken, `rulesets.${id}.`, severity, { ...policy, max: {}, ...policy.rulesets[id] })
    return !advisory.has(id) && breaks(broken, '', severity, policy)
  }
}

function ofWorstSeverity(issues: readonly Issue[]): (issue: Issue) => boolean {
  const counting = issues.filter(({ excused }) => !excused)
  const worst = severities.find((severity) => counting.some((each) => each.severity === severity))
  return ({ excused, severity }) => !excused && severity === worst
}

/** With a budget of its own a severity is not also held to `fail_on`. */
function breaks(
  broken: ReadonlySet<string>,
  prefix: string,
  severity: Severity,
  {
    fail_on,
    max,
  }: {
    readonly fail_on?: PolicyInForce['fail_on'] | undefined
    readonly max?: PolicyInForce['max'] | undefined
  },
): boolean {
  if (max?.[severity] !== undefined) return broken.has(`${prefix}max.${severity}`)
  const level = fail_on === undefined || fail_on === 'never' ? -1 : severities.indexOf(fail_on)
  return severities.indexOf(severity) <= level && broken.has(`${prefix}fail_on`)
}
