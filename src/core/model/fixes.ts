import type { Issue } from './issue.ts'

/**
 * A `safe` fix cannot change the meaning of the API, an `unsafe` one may, and a `placeholder` leaves text for a person to
 * complete, which fails the check until then.
 */
export type FixKind = 'safe' | 'unsafe' | 'placeholder'

/** A ruleset's own fix for the issues of a rule: one of `set`, `remove` and `rename`. */
export interface DeclaredFix {
  /** The member of the object at the issue, or the place of the issue itself. Absent: what is at the issue. */
  readonly field?: string | undefined
  readonly set?: unknown
  readonly remove?: boolean | undefined
  readonly rename?: string | undefined
  /** The field before which `set` adds one. */
  readonly insertBefore?: string | undefined
  readonly safe?: boolean | undefined
}

/** A stretch of a file by lines and columns (UTF-16 units) from 1, its end exclusive, and what replaces it. */
export interface Replacement {
  readonly start_line: number
  readonly start_column: number
  readonly end_line: number
  readonly end_column: number
  readonly text: string
}

export interface FileReplacements {
  readonly file: string
  /** In the order of the file. */
  readonly replacements: readonly Replacement[]
}

/** A safe fix of one issue: the replacements in all files, and as a unified diff. */
export interface IssueFix {
  readonly files: readonly FileReplacements[]
  readonly diff: string
}

/** The fixes of a report's issues, for those that have one. */
export type IssueFixes = ReadonlyMap<Issue, IssueFix>
