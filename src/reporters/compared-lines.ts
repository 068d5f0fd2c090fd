import type { Comparison } from '../core/model/comparison.ts'
import type { Issue } from '../core/model/issue.ts'
import { excuseWords } from './excuse-words.ts'
import { filePlace } from './file-place.ts'
import { excerpt, grouped } from './wording.ts'

/** New issues, and fixed ones: a reviewer wants to know what a change did, and has the whole report beside it. */
const maxOfKind = 20
const longest = 160

/** `2 new, 1 fixed, 40 unchanged since 2026-11-20T10:00:00Z`; holds foreign text. */
export function comparedCounts(comparison: Comparison): string {
  const { new_issues, fixed_issues, unchanged_count, against } = comparison
  const [added, fixed] = [new_issues, fixed_issues].map(({ length }) => grouped(length))
  return `${added} new, ${fixed} fixed, ${grouped(unchanged_count)} unchanged since ${excerpt(against, longest)}`
}

/** The first new and fixed issues, a line of foreign text for each. */
export function comparedLines({ new_issues, fixed_issues }: Comparison): string[] {
  return [
    ...new_issues
      .slice(0, maxOfKind)
      .map(({ issue, why }) => `new ${renderComparedLine(issue)} (${short(why)})`),
    ...fixed_issues.slice(0, maxOfKind).map((issue) => `fixed ${renderComparedLine(issue)}`),
  ]
}

function renderComparedLine(issue: Issue): string {
  const { severity, rule_id, path, message, excused } = issue
  const { file, line } = filePlace(issue)
  const place = line === undefined ? short(file) : `${short(file)}:${line}`
  const excuse = excused ? ` [${short(excuseWords(excused))}]` : ''
  return `${severity} ${short(rule_id)}, ${place} ${short(path) || '(root)'}: ${short(message)}${excuse}`
}

function short(text: string): string {
  return excerpt(text, longest)
}
