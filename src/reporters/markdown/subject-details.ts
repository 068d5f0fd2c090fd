import type { Issue } from '../../model/issue.ts'
import { countIssues } from '../../model/severity.ts'
import { excuseWords } from '../excuse.ts'
import { filePlace } from '../file-place.ts'
import { cell, withoutLinks } from '../markdown-text.ts'
import { htmlText } from '../markup-text.ts'
import type { Subject } from '../subjects.ts'
import { countWords, excerpt, plural } from '../wording.ts'

const header = '\n| Severity | Rule | Place | Issue |\n|---|---|---|---|\n'
const footer = '\n</details>\n'

/** The folded issues of one API, worst first, in at most `room` characters, and how many issues are left out. */
export function subjectDetails(subject: Subject, room: number): { text: string; left: number } {
  const total = subject.issues.length
  const opening = `<details><summary>${summary(subject)}</summary>\n${header}`
  let rows = ''
  let shown = 0
  for (const issue of subject.issues) {
    const row = rowOf(issue)
    const needed = opening.length + rows.length + row.length + footer.length + moreLine(total).length
    if (needed > room) break
    rows += row
    shown += 1
  }
  if (shown === 0) return { text: '', left: total }
  const left = total - shown
  const more = left > 0 ? moreLine(left) : ''
  return { text: `${opening}${rows}${more}${footer}`, left }
}

function moreLine(left: number): string {
  return `\n… and ${plural(left, 'more issue')} of this API.\n`
}

function summary({ title, file, issues }: Subject): string {
  const words = countWords(countIssues(issues), 'some').map(([, text]) => text)
  const beside = file === undefined || file === title ? '' : ` (${inTag(file)})`
  return `<b>${inTag(title) || '-'}</b>${beside}: ${words.join(', ')}`
}

/** Between tags Markdown is not read, and a backslash would show. */
function inTag(text: string): string {
  return htmlText(withoutLinks(excerpt(text)))
}

function rowOf(issue: Issue): string {
  const { file, line } = filePlace(issue)
  const position =
    line === undefined ? '' : issue.file === undefined ? `line ${line}` : `${cell(file)}:${line}`
  const path = cell(issue.path) || '(root)'
  const place = position === '' ? path : `${position}<br>${path}`
  const fix = issue.how_to_fix ? `<br>_fix:_ ${cell(issue.how_to_fix)}` : ''
  const why = issue.excused ? `<br>_${cell(excuseWords(issue.excused))}_` : ''
  return `| ${issue.severity} | ${cell(issue.rule_id)} | ${place} | ${cell(issue.message)}${fix}${why} |\n`
}
