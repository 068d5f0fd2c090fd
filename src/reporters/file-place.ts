import type { Issue } from '../model/issue.ts'
import { placeOf } from './issue-order.ts'

export interface FilePlace {
  /** A path of this repository, or the id of an API that has no file here. */
  readonly file: string
  /** From 1; absent when the place is not known. */
  readonly line?: number
  readonly column?: number
}

/**
 * Where an issue is, for a format that knows only files. In the user's own file it is that file's line or none: what
 * the service answered may be a line of a converted document.
 */
export function filePlace(issue: Issue): FilePlace {
  if (issue.file === undefined) return { file: issue.api_id, ...known(placeOf(issue)) }
  if (issue.line === undefined) return { file: issue.file }
  return { file: issue.file, ...known(placeOf(issue)) }
}

function known({ line, column }: { line: number; column: number }): { line?: number; column?: number } {
  if (line < 1) return {}
  return column < 1 ? { line } : { line, column }
}
