import type { Issue } from '../../model/issue.ts'
import { countIssues, severities } from '../../model/severity.ts'
import { wrap } from '../../text/width.ts'
import type { Subject } from '../subjects.ts'
import { countWords, excerpt, plural } from '../wording.ts'
import { issueRows } from './issue-rows.ts'
import type { Palette, Style } from './palette.ts'
import { linesOf, type Part } from './part.ts'

/** Rows shown for one API; a machine format lists all. */
const maxRows = 50

/** One API: its name and counts, a line, its worst issues, and how many are not shown. */
export function subjectSection(subject: Subject, withRuleset: boolean, style: Style): string[] {
  const { palette, width } = style
  const hidden = subject.issues.slice(maxRows)
  return [
    ...heading(subject, style),
    palette.quiet('─'.repeat(width)),
    ...issueRows(subject.issues.slice(0, maxRows), withRuleset, style),
    ...(hidden.length > 0 ? hiddenLine(hidden, style) : []),
  ]
}

function heading(subject: Subject, { palette, width }: Style): string[] {
  const counts = countWords(countIssues(subject.issues), 'some').reduceRight<Part | undefined>(
    (aside, [severity, text]) => ({ text, paint: palette.severity[severity], aside }),
    undefined,
  )
  return linesOf(subjectTitle(subject, palette, counts), width)
}

/** The API's name, with its file beside it when it has one, then `after`. */
export function subjectTitle({ title, file }: Subject, palette: Palette, after?: Part): Part {
  const beside =
    file === undefined || file === title ? after : { text: excerpt(file), paint: palette.quiet, aside: after }
  return { text: excerpt(title), paint: palette.title, aside: beside }
}

function hiddenLine(hidden: readonly Issue[], { palette, width }: Style): string[] {
  const words = countWords(countIssues(hidden), 'some').map(([, text]) => text)
  const what = severities.some((severity) => hidden.every((issue) => issue.severity === severity))
    ? ''
    : ` (${words.join(', ')})`
  const text = `… and ${plural(hidden.length, 'more issue')}${what}; --format json lists all of them`
  return wrap(text, width).map(palette.quiet)
}
