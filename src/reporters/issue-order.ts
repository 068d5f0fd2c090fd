import type { Issue } from '../core/model/issue.ts'
import { compareIssues } from '../core/model/issue-order.ts'

export function sortWorstFirst(issues: readonly Issue[]): Issue[] {
  return issues.toSorted(compareIssues)
}

/** Like `sortWorstFirst`, with what a waiver or the baseline excuses after all that counts. */
export function sortCountedFirst(issues: readonly Issue[]): Issue[] {
  const sorted = sortWorstFirst(issues)
  return [...sorted.filter(({ excused }) => !excused), ...sorted.filter(({ excused }) => excused)]
}
