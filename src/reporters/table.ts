import { type EvaluatedReport, isEvaluated } from '../model/report.ts'
import type { Reporter } from './reporter.ts'
import { type Subject, subjectsOf, worstSubjectsFirst } from './subjects.ts'
import { createPalette, type Palette, type Style } from './table/palette.ts'
import { linesOf, type Part, textOf } from './table/part.ts'
import { rulesetSection } from './table/ruleset-section.ts'
import { runSection } from './table/run-section.ts'
import { subjectSection, subjectTitle } from './table/subject-section.ts'
import { verdictSection } from './table/verdict-section.ts'

/**
 * The report for people: a table for every API with issues, a line for every other one, the rulesets, the run,
 * and the verdict on the last line. Long texts and long tables are cut, and say so.
 */
export const table: Reporter = (report, view) => {
  const { color, width, showWaived = false } = view
  const style = { palette: createPalette(color), width }
  if (view.quiet || !isEvaluated(report)) return textOf([verdictSection(report, style)])
  const withRuleset = report.rulesets.length > 1
  const listed = showWaived ? report.issues : report.issues.filter(({ excused }) => !excused)
  const subjects = subjectsOf(report.run, listed)
  const sections = [
    cleanLines(report, subjects, style),
    // One text of each, so that the many small ones that it is made of live no longer than they are needed.
    ...worstSubjectsFirst(subjects.filter(hasIssues)).map((subject) => [
      subjectSection(subject, withRuleset, style).join('\n'),
    ]),
    rulesetSection(report.rulesets, style),
    runSection(report, showWaived, style),
    verdictSection(report, style),
  ]
  return textOf(sections)
}

function hasIssues({ issues }: Subject): boolean {
  return issues.length > 0
}

/** One line for each API without issues: never "no issues" when the answer cannot say so. */
function cleanLines(
  report: EvaluatedReport,
  subjects: readonly Subject[],
  { palette, width }: Style,
): string[] {
  const otherIds = subjects.some(({ asked, file }) => !asked && file === undefined)
  return subjects
    .filter((subject) => !hasIssues(subject))
    .flatMap((subject) => {
      const word = absence(report, otherIds && subject.file === undefined, palette)
      return linesOf(subjectTitle(subject, palette, word), width)
    })
}

/** An issue under an id that nobody asked for belongs to an API that was asked for by its other id. */
function absence(report: EvaluatedReport, otherIds: boolean, palette: Palette): Part {
  const asked = report.run.api_ids.length + report.run.definitions.length
  if (report.rulesets.length === 0) return { text: 'not checked', paint: palette.fail }
  const partial = report.truncated || report.error !== undefined || report.evaluated_apis < asked
  if (partial) return { text: 'no issues in this incomplete result', paint: palette.fail }
  if (report.issues.some(({ excused }) => excused))
    return { text: 'no issues that count', paint: palette.pass }
  return otherIds
    ? { text: 'no issues under this id', paint: palette.quiet }
    : { text: 'no issues', paint: palette.pass }
}
