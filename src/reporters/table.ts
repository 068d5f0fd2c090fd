import { type EvaluatedReport, isEvaluated } from '../core/model/report.ts'
import { plural } from '../core/text/wording.ts'
import type { Reporter } from './reporter.ts'
import { groupSubjects } from './subjects.ts'
import { choose, type TableChoice } from './table/choose.ts'
import { groupSection, hiddenLines, maxHeadings, otherHeadings, titlePart } from './table/group-section.ts'
import { createPalette, type Palette, type TableStyle } from './table/palette.ts'
import { breakPart, joinSections, type Part } from './table/part.ts'
import { renderRuleSection, renderRulesetSection } from './table/ruleset-section.ts'
import { renderRunSection, toldOfRun } from './table/run-section.ts'
import { renderVerdictSection } from './table/verdict-section.ts'
import { isCutShort } from './words/excuse-words.ts'

/**
 * The report for people: a line for each API without issues, the issues by API, the rulesets, the run, and the verdict on
 * the last line. Of many issues it lists the worst after a summary by rule; what is not listed is counted.
 */
export const table: Reporter = (report, view) => {
  const { color, width, sourceText, showWaived = false } = view
  const style = { palette: createPalette(color), width, sourceText }
  if (view.quiet || !isEvaluated(report)) return joinSections([renderVerdictSection(report, style, true)])
  const withRuleset = report.rulesets.length > 1
  const choice = choose(report, view)
  const { by, selected, groups, rowCount } = choice
  const isCut = rowCount < selected.length
  const sections = [
    isCut && by !== 'rule' ? renderRuleSection(report.run, selected, style) : [],
    cleanLines(report, choice, view.isWhole ? Number.POSITIVE_INFINITY : maxHeadings, style),
    // One text of each, so that the many small ones that it is made of live no longer than they are needed.
    ...groups
      .filter(({ rows }) => rows.length > 0)
      .map((group) => [groupSection(group, by, withRuleset, style).join('\n')]),
    otherHeadings(choice, style),
    renderRulesetSection(report, style),
    [...renderRunSection(report, showWaived, style), ...hiddenLines(choice, style)],
    renderVerdictSection(report, style, false, toldOfRun),
  ]
  return joinSections(sections)
}

/** One line for each API without issues: never "no issues" when the answer cannot say so. */
function cleanLines(
  report: EvaluatedReport,
  { counted }: TableChoice,
  most: number,
  { palette, width }: TableStyle,
): string[] {
  const subjects = groupSubjects(report.run, counted)
  const otherIds = subjects.some(({ asked, file }) => !asked && file === undefined)
  const clean = subjects
    .filter(({ issues }) => issues.length === 0)
    .map((subject) => ({
      ...subject,
      word: absence(report, otherIds && subject.file === undefined, palette),
    }))
  const lines = clean
    .slice(0, most)
    .flatMap((title) => breakPart(titlePart(title, palette, title.word), width))
  const rest = clean.slice(most)
  const words = new Map(rest.map(({ word }) => [word.text, word]))
  const more = [...words.values()].flatMap((word) => {
    const count = rest.filter(({ word: { text } }) => text === word.text).length
    return breakPart(
      { text: `… and ${plural(count, 'more API')}:`, paint: palette.quiet, aside: word },
      width,
    )
  })
  return [...lines, ...more]
}

/** An issue under an id that nobody asked for belongs to an API that was asked for by its other id. */
function absence(report: EvaluatedReport, otherIds: boolean, palette: Palette): Part {
  const asked = report.run.api_ids.length + report.run.definitions.length
  if (report.rulesets.length === 0) return { text: 'not checked', paint: palette.fail }
  const partial =
    report.truncated || report.error !== undefined || report.evaluated_apis < asked || isCutShort(report)
  if (partial) return { text: 'no issues in this incomplete result', paint: palette.fail }
  if (report.issues.some(({ excused }) => excused))
    return { text: 'no issues that count', paint: palette.pass }
  return otherIds
    ? { text: 'no issues under this id', paint: palette.quiet }
    : { text: 'no issues', paint: palette.pass }
}
