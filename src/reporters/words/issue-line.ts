import type { Issue } from '../../core/model/issue.ts'
import { oneLine } from '../../core/text/sanitize.ts'
import { findFilePlace } from '../file-place.ts'
import { describeIssue } from './excuse-words.ts'

/** `file:line:column: severity rule message`, safe to print. */
export function renderIssueLine(issue: Issue): string {
  const { file, line, column } = findFilePlace(issue)
  const place = [nameSafely(file), line, column].filter((part) => part !== undefined).join(':')
  return `${place}: ${issue.severity} ${nameSafely(issue.rule_id)} ${nameSafely(describeIssue(issue))}`
}

/** Made safe by itself, so that it takes nothing of the next with it; `-` where there is none. */
export function nameSafely(text: string): string {
  return oneLine(text) || '-'
}
