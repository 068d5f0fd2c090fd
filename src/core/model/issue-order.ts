import type { Issue } from '../core/model/issue.ts'
import { severities } from '../core/model/severity.ts'
import { compareText } from '../core/text/compare-text.ts'

/**
 * Worst first, then by target and place; what is left by rule, path, ruleset, message and identity, so that the order
 * is the same whichever order the answers came in.
 */
export function compareIssues(one: Issue, other: Issue): number {
  return (
    severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
    compareText(one.file ?? '', other.file ?? '') ||
    compareText(one.api_id, other.api_id) ||
    findStart(one).line - findStart(other).line ||
    findStart(one).char - findStart(other).char ||
    compareText(one.rule_id, other.rule_id) ||
    compareText(one.path, other.path) ||
    compareText(one.ruleset_id, other.ruleset_id) ||
    compareText(one.message, other.message) ||
    compareText(one._id, other._id)
  )
}

function findStart({ line, column, location }: Issue): { line: number; char: number } {
  return { line: line ?? location?.start_line ?? 0, char: column ?? location?.start_char ?? 0 }
}
