import { listIssues } from '../core/model/report.ts'
import { withoutLineCommands } from '../core/text/sanitize.ts'
import { faultText, listFaults } from './faults.ts'
import { sortWorstFirst } from './issue-order.ts'
import type { Reporter } from './reporter.ts'
import { isSelected } from './selection.ts'
import { nameSafely, renderIssueLine } from './words/issue-line.ts'

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
    ...listFaults(report).map((fault) => `gov: error ${fault.code} ${nameSafely(faultText(fault))}`),
    ...sortWorstFirst(listed).map(renderIssueLine),
  ]
  return withoutLineCommands(lines.map((line) => `${line}\n`).join(''))
}
