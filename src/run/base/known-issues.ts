import { isPlaced, pointerOf } from '../../model/identity.ts'
import type { Issue } from '../../model/issue.ts'

/** The issues of one definition. */
export interface Side {
  readonly file: string
  readonly issues: readonly Issue[]
}

/** The issues of `head` that `base` has too; each of `base` stands for one. Where it is not known where one is, it is new. */
export function knownIssues(head: Side, base: Side): readonly Issue[] {
  const open = new Map<string, number>()
  for (const issue of base.issues.filter(isPlaced)) {
    const key = keyOf(issue, base.file)
    open.set(key, (open.get(key) ?? 0) + 1)
  }
  return head.issues.filter((issue) => {
    const key = keyOf(issue, head.file)
    const left = open.get(key) ?? 0
    if (left === 0 || !isPlaced(issue)) return false
    open.set(key, left - 1)
    return true
  })
}

function keyOf(issue: Issue, file: string): string {
  const part = issue.file === file ? '' : (issue.file ?? '')
  return JSON.stringify([part, issue.ruleset_id, issue.rule_id, pointerOf(issue), issue.message])
}
