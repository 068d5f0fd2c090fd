import { toPointer } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { Location } from '../../core/model/location.ts'
import { severities } from '../../core/model/severity.ts'
import { findSeverityOnDay } from '../../core/model/severity-change.ts'
import { compareText } from '../../core/text/compare-text.ts'
import { contentId } from '../../core/text/digest.ts'
import type { EngineIssue } from '../../engine/rule.ts'

export interface RowOrigin {
  readonly org_id: string
  readonly api_id: string
  readonly ruleset_id: string
  readonly ruleset_name: string
  readonly created_at: string
  /** The day of the run, YYYY-MM-DD (UTC), by which severities change. */
  readonly day: string
  /** The file of the definition itself, where that is known. */
  readonly file?: string | undefined
}

/** An issue; its identity is empty until `identify`. `file` and the like are set where the file of the definition is known. */
export interface IssueRow extends Issue {
  _id: string
  readonly location: Location
  readonly severity_order: number
}

/** Field by field: there may be a million rows, and an object that grows takes more room and time. */
export function issueRow(
  { rule, message, path, location, file, key }: EngineIssue,
  { file: own, day, api_id, ruleset_id, ruleset_name, org_id, created_at }: RowOrigin,
): IssueRow {
  const severity = findSeverityOnDay(rule, day)
  const { dated } = rule
  const start = own === undefined ? undefined : key
  const hasDot = path.some((step) => typeof step === 'string' && step.includes('.'))
  return {
    _id: '',
    api_id,
    ruleset_id,
    ruleset_name,
    org_id,
    created_at,
    file: file ?? own,
    line: start?.start_line,
    column: start?.start_char,
    pointer: own !== undefined && hasDot ? toPointer(path) : undefined,
    rule_id: rule.id,
    rule_summary: rule.description,
    how_to_fix: rule.howToFix,
    message,
    severity,
    severity_order: severities.indexOf(severity) + 1,
    severity_change: dated && day <= dated.until ? dated : undefined,
    path: path.join('.'),
    location,
  }
}

/** Orders by severity, then by location, then by API, so that what is cut off at the end is never worse than what is kept. */
export function compareRows(one: IssueRow, other: IssueRow): number {
  return (
    one.severity_order - other.severity_order ||
    one.location.start_line - other.location.start_line ||
    one.location.start_char - other.location.start_char ||
    compareText(one.api_id, other.api_id) ||
    compareText(one.file ?? '', other.file ?? '') ||
    compareText(one.rule_id, other.rule_id) ||
    compareText(one.path, other.path) ||
    compareText(one.ruleset_id, other.ruleset_id) ||
    compareText(one.message, other.message)
  )
}

/**
 * Gives rows their identities: 16 hexadecimal characters of what the issue is about, so that it keeps its
 * identity from run to run and from line to line. Rows that are about the same thing are told apart by their
 * turn, hence `rows` must be sorted, and be the first ones of the run. The file counts only when it is none of
 * `definitions`: a definition's issues are the same wherever it is evaluated.
 */
export function identify(rows: readonly IssueRow[], definitions: ReadonlySet<string | undefined>): void {
  const turns = new Map<string, number>()
  for (const row of rows) {
    const { api_id, ruleset_id, rule_id, path, message } = row
    const parts = [api_id, ruleset_id, rule_id, path, message]
    if (!definitions.has(row.file)) parts.push(row.file ?? '')
    const about = parts.join('\0')
    const turn = turns.get(about) ?? 0
    turns.set(about, turn + 1)
    row._id = contentId(turn === 0 ? parts : [...parts, String(turn)], 16)
  }
}
