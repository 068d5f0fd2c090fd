import type { Issue } from './issue.ts'

/** What a new issue may come from. Several can hold; `unknown` says that the run does not tell. */
export type Cause =
  | 'api-added'
  | 'ruleset-added'
  | 'category-changed'
  | 'severity-changed'
  | 'definition-changed'
  | 'ruleset-changed'
  | 'unknown'

/** A new issue, and why it is new as far as the two reports tell. */
export interface NewIssue {
  readonly issue: Issue
  readonly causes: readonly Cause[]
  /** The causes in a sentence. */
  readonly why: string
}

/** A run beside an earlier one. An issue whose severity changed is new, and not fixed. */
export interface Comparison {
  /** When the earlier run started, RFC 3339. */
  readonly against: string
  readonly new_issues: readonly NewIssue[]
  readonly fixed_issues: readonly Issue[]
  readonly unchanged_count: number
}
