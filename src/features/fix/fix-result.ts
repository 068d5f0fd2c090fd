import type { FixKind } from '../../core/model/fixes.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { Path } from '../../core/model/location.ts'
import { findDefinitionFile } from '../../core/model/target.ts'
import { groupBy } from '../../core/text/group-by.ts'
import type { Edit } from '../../core/text/unified-diff.ts'
import type { Proposal } from './propose/propose.ts'

export interface IssueProposal extends Proposal {
  readonly issue: Issue
  /** Path of the issue in its file, or of the nearest existing node. */
  readonly path: Path
}

export interface FixedFile {
  readonly file: string
  /** The byte order mark that the file begins with, or nothing. */
  readonly mark: string
  /** Without that mark. */
  readonly before: string
  readonly after: string
  /** Offsets count in `before`. */
  readonly edits: readonly Edit[]
}

export interface FixedRuleCount {
  readonly rule: string
  readonly count: number
}

export interface RefusedIssue {
  readonly issue: Issue
  readonly reason: string
}

export interface Unfixed {
  readonly rule: string
  readonly file: string
  readonly line: number | undefined
  readonly reason: string
}

export type FixableCounts = Readonly<Record<Exclude<FixKind, 'safe'>, number>>

/** The result of all fixes in memory; no file is written yet. */
export interface FixResult {
  readonly files: readonly FixedFile[]
  readonly fixed: readonly FixedRuleCount[]
  /** Issues that are left, by their rules; those that are excused do not count. */
  readonly remaining: readonly FixedRuleCount[]
  /** How many of the issues that are left have a fix of a kind that was not allowed. */
  readonly fixable: FixableCounts
  readonly declined: number
  readonly unfixed: readonly Unfixed[]
}

export function withMark({ mark, before, edits }: FixedFile): Pick<FixedFile, 'before' | 'edits'> {
  const { length } = mark
  const moved = edits.map(({ start, end, text }) => ({ start: start + length, end: end + length, text }))
  return { before: mark + before, edits: moved }
}

/** How many issues each rule has, most first. */
export function countRules(issues: readonly Pick<Issue, 'rule_id'>[]): readonly FixedRuleCount[] {
  const byRule = groupBy(issues, ({ rule_id }) => rule_id)
  return inOrder([...byRule].map(([rule, { length: count }]) => ({ rule, count })))
}

/** Counts of `more` minus those of `fewer`; only positive ones. */
export function subtractCounts(
  more: readonly FixedRuleCount[],
  fewer: readonly FixedRuleCount[],
): readonly FixedRuleCount[] {
  const known = new Map(fewer.map(({ rule, count }) => [rule, count]))
  const left = more.map(({ rule, count }) => ({ rule, count: count - (known.get(rule) ?? 0) }))
  return inOrder(left.filter(({ count }) => count > 0))
}

/** By this key, no definition may gain an issue of a rule, whatever others lose. */
export function countKey(issue: Issue): string {
  return JSON.stringify([findDefinitionFile(issue), issue.ruleset_id, issue.rule_id])
}

/** For each rule that has more issues in a definition than before, as many of them as it gained. */
export function listGains(first: readonly Issue[], last: readonly Issue[]): readonly Issue[] {
  const before = groupBy(first, countKey)
  return [...groupBy(last, countKey)].flatMap(([key, issues]) => issues.slice(before.get(key)?.length ?? 0))
}

export function addUpRuleCounts(counts: readonly FixedRuleCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0)
}

function inOrder(counts: readonly FixedRuleCount[]): readonly FixedRuleCount[] {
  return [...counts].sort((one, other) => other.count - one.count || (one.rule < other.rule ? -1 : 1))
}
