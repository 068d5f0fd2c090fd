import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver'
import { GovError } from '../../model/errors.ts'
import type { FileProblem } from '../../run/editor/file-problem.ts'
import { failureOf } from '../../run/failed-report.ts'
import { sanitize } from '../../text/sanitize.ts'
import type { Ranges } from './ranges.ts'

/** Why a definition was not evaluated, where its own text says: a missing answer must not look like one without issues. */
export function faultDiagnostic(error: unknown, ranges: Ranges): Diagnostic {
  const { code, message, hint } = failureOf(error)
  const place = placeIn(error)
  return {
    range: place ? ranges.at(place.line, place.column) : ranges.first(),
    severity: DiagnosticSeverity.Error,
    code,
    source: 'gov',
    message: sanitize(`Not checked: ${message}\n${hint}`),
  }
}

/** Something that the check says of the definition as a whole. */
export function noteDiagnostic(
  message: string,
  code: string,
  severity: DiagnosticSeverity,
  ranges: Ranges,
): Diagnostic {
  return { range: ranges.first(), severity, code, source: 'gov', message: sanitize(message) }
}

/** What is wrong with a ruleset or a config. */
export function problemDiagnostic(
  { code, severity, message, line, column }: FileProblem,
  ranges: Ranges,
): Diagnostic {
  const isPlaced = line !== undefined && column !== undefined
  return {
    range: isPlaced ? ranges.at(line, column) : ranges.first(),
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    source: 'gov',
    message: sanitize(message),
  }
}

/** Where a text cannot be read, its error carries the place. */
function placeIn(error: unknown): { readonly line: number; readonly column: number } | undefined {
  if (!(error instanceof GovError) || !error.code.startsWith('definition-')) return undefined
  const { line, column = 1 } = Object(error.cause)
  return typeof line === 'number' ? { line, column: Number(column) } : undefined
}
