import { compareText } from '../text/compare-text.ts'
import type { Issue } from './issue.ts'
import { severities } from './severity.ts'

/**
 * Worst first, then by file, API and place; what is left by rule, path, ruleset, message and identity, so that the order
 * is the same whichever order the issues came in.
 */
export function compareIssues(one: Issue, other: Issue): number {
  return (
    severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
    compareText(one.file ?? '', other.file ?? '') ||
    compareText(one.api_id, other.api_id) ||
    findIssueLine(one) - findIssueLine(other) ||
    findIssueColumn(one) - findIssueColumn(other) ||
    compareText(one.rule_id, other.rule_id) ||
    compareText(one.path, other.path) ||
    compareText(one.ruleset_id, other.ruleset_id) ||
    compareText(one.message, other.message) ||
    compareText(one._id, other._id)
  )
}

/** The line in the user's own file, else where the service saw it; 0 when neither is known. */
function findIssueLine({ line, location }: Issue): number {
  return line ?? location?.start_line ?? 0
}

function findIssueColumn({ line, column, location }: Issue): number {
  return line === undefined ? (location?.start_char ?? 0) : (column ?? 1)
}

/** The position in the user's own file, else where the service saw it; zeros when neither is known. */
export function findIssuePosition(issue: Issue): { line: number; column: number } {
  return { line: findIssueLine(issue), column: findIssueColumn(issue) }
}
