import type { Edit } from '../../fix/change.ts'
import type { Proposal } from '../../fix/propose.ts'
import type { Issue } from '../../model/issue.ts'
import type { Path } from '../../model/location.ts'

export interface IssueProposal extends Proposal {
  readonly issue: Issue
  /** The keys that lead to it in its file, or to the nearest that is there. */
  readonly path: Path
}

/** A file as it was and as it is to be. */
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

export interface RuleCount {
  readonly rule: string
  readonly count: number
}

/** Issues that have a fix that cannot be made, and why. */
export interface Unfixed {
  readonly rule: string
  readonly file: string
  readonly line: number | undefined
  readonly reason: string
}

/** What fixes do to the definitions of a run. Nothing is written yet. */
export interface FixResult {
  readonly files: readonly FixedFile[]
  /** Issues that are gone, by their rules. */
  readonly fixed: readonly RuleCount[]
  /** Rules that now have more issues than before. */
  readonly gained: readonly RuleCount[]
  /** Issues that are left, by their rules; those that are excused do not count. */
  readonly remaining: readonly RuleCount[]
  /** What an unsafe fix would fix, of what is left. */
  readonly unsafe: readonly RuleCount[]
  /** Fixes that were not wanted. */
  readonly declined: number
  readonly unfixed: readonly Unfixed[]
}

/** The text as the file has it, with its byte order mark, and the edits in that. */
export function withMark({ mark, before, edits }: FixedFile): Pick<FixedFile, 'before' | 'edits'> {
  const { length } = mark
  const moved = edits.map(({ start, end, text }) => ({ start: start + length, end: end + length, text }))
  return { before: mark + before, edits: moved }
}
