import { listIssues } from '../core/model/report.ts'
import { withoutLineCommands } from '../core/text/sanitize.ts'
import { type Fault, faultText, listFaults } from './faults.ts'
import { sortWorstFirst } from './issue-order.ts'
import type { Reporter } from './reporter.ts'
import { isSelected } from './selection.ts'
import { nameSafely, renderIssueLine } from './words/issue-line.ts'

/**
 * A line for each issue, `file:line:column: severity rule message`, as compilers write them: for grep, awk and the error
 * lists of editors. Worst first, and nothing is cut; what is not counted only if asked for. Why a run is not complete is a
 * line of `gov`, or of the place of the mistake.
 */
export const unix: Reporter = (report, { select = {}, showWaived = false }) => {
  const listed = listIssues(report)
    .filter(isSelected(select))
    .filter(({ excused }) => showWaived || excused === undefined)
  const lines = [...listFaults(report).map(renderFault), ...sortWorstFirst(listed).map(renderIssueLine)]
  return withoutLineCommands(lines.map((line) => `${line}\n`).join(''))
}

function renderFault({ place, ...fault }: Fault): string {
  const where = place ? `${place.file}:${place.line}:${place.column}:` : 'gov:'
  const text = faultText({ ...fault, message: fault.message.replace(`${where} `, '') })
  return `${nameSafely(where)} error ${fault.code} ${nameSafely(text)}`
}
