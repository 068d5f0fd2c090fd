import type { Path } from '../model/location.ts'
import { type Change, type Edit, Refusal } from './change.ts'
import { editsOf } from './edits/edits-of.ts'
import type { Fix, Target } from './fix.ts'
import type { Outline } from './outline.ts'
import { refuseShared } from './shared.ts'

/** An issue, as far as its fix needs it. */
export interface Fixable {
  readonly rule: string
  readonly path: Path
  readonly message: string
}

/** What would fix an issue. */
export interface Proposal<Issue extends Fixable = Fixable> {
  readonly issue: Issue
  readonly safe: boolean
  readonly isLast: boolean
  readonly changes: readonly Change[]
  readonly edits: readonly Edit[]
}

/** Why an issue that has a fix cannot be fixed here. */
export interface Refused<Issue extends Fixable = Fixable> {
  readonly issue: Issue
  readonly reason: string
}

/** A fix of the issue, if one of those of its rule is for it. */
export function propose<Issue extends Fixable>(
  issue: Issue,
  outline: Outline,
  fixes: readonly Fix[],
): Proposal<Issue> | Refused<Issue> | undefined {
  const { path, message } = issue
  const target: Target = {
    path,
    message,
    root: outline.value,
    keysAt: (at) => outline.collectionAt(at).entries.map(({ name }) => String(name)),
  }
  try {
    for (const { safe, isLast = false, changes: changesOf } of fixes) {
      const changes = changesOf(target)
      if (changes.length === 0) continue
      refuseShared(outline.value, changes)
      return { issue, safe, isLast, changes, edits: changes.flatMap((change) => editsOf(outline, change)) }
    }
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return { issue, reason: error.message }
    throw error
  }
}
