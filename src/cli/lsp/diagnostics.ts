import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver'
import { GovError } from '../../model/errors.ts'
import type { Issue } from '../../model/issue.ts'
import type { Severity } from '../../model/severity.ts'
import { placeOf } from '../../reporters/issue-order.ts'
import { excuseWords } from '../../reporters/outcome-words.ts'
import type { FileProblem } from '../../run/editor/file-problems.ts'
import { failureOf } from '../../run/failed-report.ts'
import { sanitize } from '../../text/sanitize.ts'
import type { Ranges } from './ranges.ts'

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warn: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
}

/** An issue as an editor shows it: a hint if it is excused, which says by what. */
export function issueDiagnostic(issue: Issue, ranges: Ranges): Diagnostic {
  const { excused, severity } = issue
  const shown = excused ? DiagnosticSeverity.Hint : severities[severity]
  return diagnostic(issue.message + noteOf(issue), issue.rule_id, shown, ranges, placeOf(issue))
}

/** Why it is a hint; or why it is none, although the definition seems to excuse it. */
function noteOf({ excused, ignored_at }: Issue): string {
  if (excused) return ` [${excuseWords(excused)}]`
  return ignored_at === undefined ? '' : ' [it counts despite x-lint-ignore]'
}

/** Why a definition was not evaluated, where its own text says: a missing answer must not look like one without issues. */
export function faultDiagnostic(error: unknown, ranges: Ranges): Diagnostic {
  const { code, message, hint } = failureOf(error)
  return diagnostic(
    `Not checked: ${message}\n${hint}`,
    code,
    DiagnosticSeverity.Error,
    ranges,
    placeIn(error),
  )
}

/** What is wrong with a ruleset or a config. */
export function problemDiagnostic(problem: FileProblem, ranges: Ranges): Diagnostic {
  return diagnostic(problem.message, problem.code, severities[problem.severity], ranges, problem)
}

/** Without a place, of the file as a whole. */
export function diagnostic(
  message: string,
  code: string,
  severity: DiagnosticSeverity,
  ranges: Ranges,
  { line, column }: { readonly line?: number | undefined; readonly column?: number | undefined } = {},
): Diagnostic {
  const range = line && column !== undefined ? ranges.at(line, column) : ranges.first()
  return { range, severity, code, source: 'gov', message: sanitize(message) }
}

/** Where a text cannot be read, its error carries the place. */
function placeIn(error: unknown): { readonly line?: number; readonly column?: number } {
  if (!(error instanceof GovError) || !error.code.startsWith('definition-')) return {}
  const { line, column = 1 } = Object(error.cause)
  return typeof line === 'number' ? { line, column: Number(column) } : {}
}
