import type { Issue } from '../model/issue.ts'
import type { EvaluatedReport } from '../model/report.ts'
import { wrap } from '../text/width.ts'
import type { View } from './reporter.ts'
import { issueRows } from './table/issue-rows.ts'
import { createPalette, type Palette } from './table/palette.ts'
import { linesOf } from './table/part.ts'
import { textOf } from './table/text-of.ts'
import { verdictSection } from './table/verdict-section.ts'
import { duration, excerpt, grouped, plural } from './wording.ts'

/** What a save did. */
export interface Change {
  /** The files that changed, as they are named. */
  readonly files: readonly string[]
  /** Of the clock on the wall. */
  readonly time: string
  readonly tookMs: number
  readonly added: readonly Issue[]
  readonly fixed: readonly Issue[]
  readonly unchanged: number
  readonly report: EvaluatedReport
}

/** Issues shown of each kind: what a save did is seen at a glance, or in the whole report. */
const mostIssues = 20

/** Only what changed: when and what, new issues, fixed issues, and the verdict on the last line. */
export function changeText({ report, added, fixed, unchanged, ...facts }: Change, view: View): string {
  const { color, width } = view
  const palette = createPalette(color)
  const options = { palette, width, withRuleset: report.rulesets.length > 1 }
  const counts = `${grouped(added.length)} new, ${grouped(fixed.length)} fixed, ${grouped(unchanged)} unchanged`
  return textOf([
    linesOf(changeTitle(facts, palette), width),
    issuesSection('new', added, options),
    issuesSection('fixed', fixed.map(withoutPlace), options),
    [...wrap(counts, width).map(palette.quiet), ...verdictSection(report, { palette, width })],
  ])
}

function changeTitle({ files, time, tookMs }: Pick<Change, 'files' | 'time' | 'tookMs'>, palette: Palette) {
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

interface SectionOptions {
  readonly palette: Palette
  readonly width: number
  readonly withRuleset: boolean
}

function issuesSection(word: string, issues: readonly Issue[], options: SectionOptions): string[] {
  if (issues.length === 0) return []
  const hidden = issues.length - mostIssues
  const more = hidden > 0 ? [options.palette.quiet(`… and ${grouped(hidden)} more`)] : []
  return [options.palette.title(`${word}:`), ...issueRows(issues.slice(0, mostIssues), options), ...more]
}

/** Where it stood is no place in the file as it is now, and there is nothing left to fix. */
function withoutPlace(issue: Issue): Issue {
  return { ...issue, how_to_fix: undefined, location: undefined, line: undefined, column: undefined }
}
