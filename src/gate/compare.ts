import type { Comparison, NewIssue } from '../model/comparison.ts'
import type { Issue } from '../model/issue.ts'
import type { EvaluatedReport } from '../model/report.ts'
import { causesOf } from './causes.ts'
import { identityOf, subjectsOf } from './identity.ts'

/** The report fields that a comparison needs. */
export type Compared = Pick<EvaluatedReport, 'rulesets' | 'issues' | 'run'>

/**
 * A run beside an earlier one. Issues are the same by subject, ruleset, rule, path and message, one by one; one whose
 * severity changed is new, and its earlier self is not fixed. What is excused is compared like any other.
 */
export function compareRuns(before: Compared, after: Compared): Comparison {
  const ofBefore = subjectsOf(before.run.definitions)
  const ofAfter = subjectsOf(after.run.definitions)
  const earlier = new Map<string, Issue[]>()
  for (const issue of before.issues) {
    const key = identityOf(ofBefore(issue), issue)
    earlier.set(key, [...(earlier.get(key) ?? []), issue])
  }
  const pairs = new Map<Issue, Issue>()
  const pair = (issue: Issue, fits: (other: Issue) => boolean) => {
    const same = earlier.get(identityOf(ofAfter(issue), issue)) ?? []
    const index = same.findIndex(fits)
    const [other] = index === -1 ? [] : same.splice(index, 1)
    if (other) pairs.set(issue, other)
  }
  for (const issue of after.issues) pair(issue, ({ severity }) => severity === issue.severity)
  for (const issue of after.issues) if (!pairs.has(issue)) pair(issue, () => true)
  const causes = causesOf(before, after)
  const changed = after.issues.filter((issue) => pairs.get(issue)?.severity !== issue.severity)
  return {
    against: before.run.started,
    new_issues: changed.map((issue): NewIssue => ({ issue, ...causes(issue, pairs.get(issue)) })),
    fixed_issues: [...earlier.values()].flat(),
    unchanged_count: after.issues.length - changed.length,
  }
}
