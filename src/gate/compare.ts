import type { Comparison, NewIssue } from '../model/comparison.ts'
import { identifier, identityText } from '../model/identity.ts'
import type { Issue } from '../model/issue.ts'
import { causesOf } from './causes.ts'
import type { Compared } from './compared.ts'

/**
 * A run beside an earlier one. Issues of the same identity are paired one by one; one whose
 * severity changed is new, and its earlier self is not fixed. What is excused is compared like any other.
 */
export function compareRuns(before: Compared, after: Compared): Comparison {
  const ofBefore = identifier(before.run.definitions).identityOf
  const ofAfter = identifier(after.run.definitions).identityOf
  const earlier = new Map<string, Issue[]>()
  for (const issue of before.issues) {
    const key = identityText(ofBefore(issue))
    earlier.set(key, [...(earlier.get(key) ?? []), issue])
  }
  const pairs = new Map<Issue, Issue>()
  const pair = (issue: Issue, fits: (other: Issue) => boolean) => {
    const same = earlier.get(identityText(ofAfter(issue))) ?? []
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
