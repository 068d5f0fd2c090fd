import type { Comparison, NewIssue } from '../../model/compare/comparison.ts'
import { definitionOf, identifier, isPlaced, pointerOf, textIdentity } from '../../model/identity.ts'
import type { Issue } from '../../model/issue.ts'
import type { Compared } from '../../model/report.ts'
import { groupBy } from '../../text/group-by.ts'
import { causesOf } from './causes.ts'

/**
 * A run beside an earlier one. Issues of the same identity are paired one by one; one whose
 * severity changed is new, and its earlier self is not fixed. What is excused is compared like any other.
 */
export function compareRuns(before: Compared, after: Compared): Comparison {
  const ofBefore = identifier(before.run.definitions).identityOf
  const ofAfter = identifier(after.run.definitions).identityOf
  const earlier = groupBy(before.issues, (issue) => textIdentity(ofBefore(issue)))
  const pairs = new Map<Issue, Issue>()
  const pair = (issue: Issue, fits: (other: Issue) => boolean) => {
    const same = earlier.get(textIdentity(ofAfter(issue))) ?? []
    const index = same.findIndex((other) => mayBeOneNode(other, issue) && fits(other))
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

/**
 * Two issues have one dotted path. Where it fits several nodes, they are the same only at the same position. If a saved
 * API was not read in one of the runs, the text is all that is known.
 */
function mayBeOneNode(before: Issue, after: Issue): boolean {
  if (isUnsure(before) || isUnsure(after)) return isSameStart(before, after)
  if (!isPlaced(before) || !isPlaced(after)) return definitionOf(after) === undefined
  return pointerOf(before) === pointerOf(after)
}

function isUnsure({ ambiguous, pointer }: Issue): boolean {
  return ambiguous !== undefined && pointer === undefined
}

function isSameStart({ location: one, ...before }: Issue, { location: other, ...after }: Issue): boolean {
  if (before.line !== after.line || before.column !== after.column) return false
  return one?.start_line === other?.start_line && one?.start_char === other?.start_char
}
