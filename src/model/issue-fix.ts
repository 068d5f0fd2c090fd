import type { Issue } from './issue.ts'

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

/** What removes an issue and cannot change what the API means, in all files together, and as a unified diff. */
export interface IssueFix {
  readonly files: readonly FileReplacements[]
  readonly diff: string
}

/** The fixes of a report's issues, for those that have one. */
export type IssueFixes = ReadonlyMap<Issue, IssueFix>
