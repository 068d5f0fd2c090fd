import { type EvaluatedReport, isEvaluated } from '../core/model/report.ts'
import { groupBy } from '../core/text/group-by.ts'
import { joinSections, renderHanging } from '../core/text/sections.ts'
import { excerpt, joinNames } from '../core/text/wording.ts'
import type { Reporter } from './reporter.ts'
import { groupSubjects } from './subjects.ts'
import { choose, type TableChoice } from './table/choose.ts'
import { renderHidden, renderIssueSections } from './table/issue-section.ts'
import { createPalette, type Palette, type TableStyle } from './table/palette.ts'
import { renderFixSection, renderRuleSummary } from './table/rule-section.ts'
import { renderRulesetSection } from './table/ruleset-section.ts'
import { renderRunSection, toldOfRun } from './table/run-section.ts'
import { renderVerdictSection } from './table/verdict-section.ts'
import { isCutShort } from './words/excuse-words.ts'

/**
 * The report for people: a row for each issue, the worst first whatever its API, how to fix them, the APIs without issues,
 * the rulesets, the run, and the verdict on the last line. Of many issues it lists the worst, and a summary by rule counts all.
 */
export const table: Reporter = (report, view) => {
  const { color, width, sourceText, linkPlace, showWaived = false, isWhole = false } = view
  const style = { palette: createPalette(color), width, sourceText, linkPlace }
  if (view.quiet || !isEvaluated(report)) return joinSections([renderVerdictSection(report, style, true)])
  const choice = choose(report, view)
  const { by, selected, listed } = choice
  const isCut = listed.length < selected.length && by !== 'rule'
  return joinSections([
    ...renderIssueSections(report.run, choice, style),
    renderHidden(choice, style),
    isCut ? renderRuleSummary(report.run, selected, style) : renderFixSection(listed, style),
    renderClean(report, choice, isWhole ? Number.POSITIVE_INFINITY : maxClean, style),
    renderRulesetSection(report, style),
    renderRunSection(report, showWaived, style),
    renderVerdictSection(report, style, false, toldOfRun),
  ])
}

const maxClean = 10

/** The APIs without issues: never "no issues" when the answer cannot say so. */
function renderClean(
  report: EvaluatedReport,
  { counted }: TableChoice,
  most: number,
  { palette, width }: TableStyle,
): string[] {
  const subjects = groupSubjects(report.run, counted)
  const otherIds = subjects.some(({ asked, file }) => !asked && file === undefined)
  const clean = groupBy(
    subjects.filter(({ issues }) => issues.length === 0),
    ({ file }) => otherIds && file === undefined,
  )
  return [...clean].flatMap(([isOtherId, all]) => {
    const { text, paint } = absence(report, isOtherId, palette)
    const names = all.map(({ title, file = title }) => excerpt(file === title ? title : `${title} (${file})`))
    return renderHanging(text, paint, joinNames(names, most), width)
  })
}

/** An issue under an id that nobody asked for belongs to an API that was asked for by its other id. */
function absence(report: EvaluatedReport, otherIds: boolean, palette: Palette) {
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
