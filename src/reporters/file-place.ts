import type { Issue } from '../core/model/issue.ts'
import { findIssuePosition } from '../core/model/issue-order.ts'
import type { Run } from '../core/model/run.ts'
import { oneLine } from '../core/text/sanitize.ts'
import { isUrl } from '../core/text/url.ts'

export interface FilePlace {
  /** A path of this repository, or the id of an API that has no file here. */
  readonly file: string
  /** From 1; absent when the place is not known. */
  readonly line?: number
  readonly column?: number
}

/**
 * A file as forges name it: from the root of the repository, with slashes, whatever folder of it the run was in. Absolute
 * ones, URLs, and what is above the root, stay.
 */
export function toRepositoryPath(file: string, { folder = '' }: Pick<Run, 'folder'>): string {
  if (isUrl(file)) return file
  const path = file.replaceAll('\\', '/')
  if (path.startsWith('/') || isOnDrive(path)) return path
  const steps: string[] = []
  for (const step of [...folder.split('/'), ...path.split('/')]) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}

export function isOnDrive(path: string): boolean {
  return /^[A-Za-z]:\//.test(path)
}

/**
 * Finds the place of an issue for a format that knows only files. In the user's own file it is that file's line or none: what
 * the service answered may be a line of a converted document.
 */
export function findFilePlace(issue: Issue): FilePlace {
  const file = issue.file ?? issue.api_id
  const { line, column } = findIssuePosition(issue)
  if (line < 1 || (issue.file !== undefined && issue.line === undefined)) return { file }
  return column < 1 ? { file, line } : { file, line, column }
}

/** `openapi.yaml@main:232:24`: where what was removed is written at the base; empty for all else. Foreign text. */
export function renderOldPlace({ old_place: place }: Issue): string {
  if (place === undefined) return ''
  const { base, file, line, column } = place
  return `${file}${base === undefined ? '' : `@${base}`}:${line}:${column}`
}

/** ` (was at openapi.yaml@main:232:24)` after the message of what was removed, where the place beside it is that of what held it; else where the first is. */
export function renderPlaceSuffix(issue: Issue): string {
  return issue.old_place === undefined ? renderFirstPlace(issue) : ` (was at ${renderOldPlace(issue)})`
}

/** ` (first at openapi.yaml:5:7)` after the message of a duplicate, without the file where that is the issue's own. On one safe line. */
export function renderFirstPlace({ first_place: first, file }: Issue): string {
  if (first === undefined) return ''
  return ` (first at ${first.file === file ? '' : `${oneLine(first.file)}:`}${first.line}:${first.column})`
}
