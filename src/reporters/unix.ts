import type { Issue } from '../core/model/issue.ts'
import { listIssues } from '../core/model/report.ts'
import { oneLine, withoutLineCommands } from '../core/text/sanitize.ts'
import { faultText, listFaults } from './faults.ts'
import { findFilePlace } from './file-place.ts'
import { sortWorstFirst } from './issue-order.ts'
import type { Reporter } from './reporter.ts'
import { isSelected } from './selection.ts'
import { describeIssue } from './words/excuse-words.ts'

/**
 * A line for each issue, `file:line:column: severity rule message`, as compilers write them: for grep, awk and the error
 * lists of editors. Worst first, and nothing is cut; what is not counted only if asked for. Why a run is not complete is a
 * line of `gov`.
 */
export const unix: Reporter = (report, { select = {}, showWaived = false }) => {
  const listed = listIssues(report)
    .filter(isSelected(select))
    .filter(({ excused }) => showWaived || excused === undefined)
  const lines = [
    ...listFaults(report).map((fault) => `gov: error ${fault.code} ${nameSeverity(faultText(fault))}`),
    ...sortWorstFirst(listed).map(renderIssue),
  ]
  return withoutLineCommands(lines.map((line) => `${line}\n`).join(''))
}

function renderIssue(issue: Issue): string {
  const { file, line, column } = findFilePlace(issue)
  const place = [nameSeverity(file), line, column].filter((part) => part !== undefined).join(':')
  return `${place}: ${issue.severity} ${nameSeverity(issue.rule_id)} ${nameSeverity(describeIssue(issue))}`
}

/** Made safe by itself, so that it takes nothing of the next with it; `-` where there is none. */
function nameSeverity(text: string): string {
  return oneLine(text) || '-'
}
