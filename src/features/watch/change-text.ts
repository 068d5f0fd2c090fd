import type { Issue } from '../../core/model/issue.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import { wrap } from '../../core/text/width.ts'
import type { ReportView } from '../../reporters/reporter.ts'
import { issueRows } from '../../reporters/table/issue-rows.ts'
import type { NamedColumns } from '../../reporters/table/issue-text.ts'
import { createPalette, type Palette, type Style } from '../../reporters/table/palette.ts'
import { breakPart, joinSections } from '../../reporters/table/part.ts'
import { verdictSection } from '../../reporters/table/verdict-section.ts'
import { duration, excerpt, grouped, plural } from '../../reporters/wording.ts'

interface WatchChange {
  readonly files: readonly string[]
  readonly time: string
  readonly tookMs: number
  readonly added: readonly Issue[]
  readonly fixed: readonly Issue[]
  readonly unchanged: number
  readonly report: EvaluatedReport
}

/** Issues shown of each kind: what a save did is seen at a glance, or in the whole report. */
const maxIssues = 20

/** Only what changed: when and what, new issues, fixed issues, and the verdict on the last line. */
export function changeText(
  { report, added, fixed, unchanged, ...facts }: WatchChange,
  view: ReportView,
): string {
  const { width, sourceText } = view
  const palette = createPalette(view.color)
  const style = { palette, width, sourceText }
  const named = { ruleset: report.rulesets.length > 1, api: false }
  const counts = `${grouped(added.length)} new, ${grouped(fixed.length)} fixed, ${grouped(unchanged)} unchanged`
  return joinSections([
    breakPart(changeTitle(facts, palette), width),
    issuesSection('new', added, named, style),
    issuesSection('fixed', fixed.map(withoutPlace), named, style),
    [...wrap(counts, width).map(palette.quiet), ...verdictSection(report, style)],
  ])
}

function changeTitle(
  { files, time, tookMs }: Pick<WatchChange, 'files' | 'time' | 'tookMs'>,
  palette: Palette,
) {
  const [first = '', ...others] = files
  const what =
    others.length === 0 ? excerpt(first) : `${excerpt(first)} and ${plural(others.length, 'more file')}`
  return {
    text: time,
    paint: palette.title,
    aside: {
      text: what,
      paint: palette.title,
      aside: { text: `checked in ${duration(tookMs)}`, paint: palette.quiet },
    },
  }
}

function issuesSection(word: string, issues: readonly Issue[], named: NamedColumns, style: Style): string[] {
  if (issues.length === 0) return []
  const { quiet, title } = style.palette
  const hidden = issues.length - maxIssues
  const more = hidden > 0 ? [quiet(`… and ${grouped(hidden)} more`)] : []
  return [title(`${word}:`), ...issueRows(issues.slice(0, maxIssues), named, style), ...more]
}

/** A fixed issue has no line in the file as it is now, and nothing left to fix. */
function withoutPlace(issue: Issue): Issue {
  return { ...issue, how_to_fix: undefined, location: undefined, line: undefined, column: undefined }
}
