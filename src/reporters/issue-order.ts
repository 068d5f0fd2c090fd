import type { Issue } from '../core/model/issue.ts'
import { severities } from '../core/model/severity.ts'

/** Orders by severity, then file, place and rule: the same order whichever order the issues came in. */
export function sortWorstFirst(issues: readonly Issue[]): Issue[] {
  return issues
    .map((issue) => ({ issue, key: sortKey(issue) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ issue }) => issue)
}

/** Like `sortWorstFirst`, with what a waiver or the baseline excuses after all that counts. */
export function sortCountedFirst(issues: readonly Issue[]): Issue[] {
  const sorted = sortWorstFirst(issues)
  return [...sorted.filter(({ excused }) => !excused), ...sorted.filter(({ excused }) => excused)]
}

/** The position in the user's own file, else where the service saw it; zeros when neither is known. */
export function findIssuePosition({ line, column, location }: Issue): { line: number; column: number } {
  if (line !== undefined) return { line, column: column ?? 1 }
  return { line: location?.start_line ?? 0, column: location?.start_char ?? 0 }
}

type SortKey = readonly (string | number)[]

function sortKey(issue: Issue): SortKey {
  const { line, column } = findIssuePosition(issue)
  return [
    severities.indexOf(issue.severity),
    issue.file ?? '',
    line,
    column,
    issue.path,
    issue.rule_id,
    issue.ruleset_id,
    issue.message,
    issue._id,
  ]
}

function compareKeys(a: SortKey, b: SortKey): number {
  for (const [index, here] of a.entries()) {
    const there = b[index] ?? ''
    if (here !== there) return here < there ? -1 : 1
  }
  return 0
}
