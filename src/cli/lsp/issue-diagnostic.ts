import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import type { Issue } from '../../model/issue.ts'
import type { Severity } from '../../model/severity.ts'
import { excuseWords } from '../../reporters/excuse.ts'
import { sanitize } from '../../text/sanitize.ts'
import { rangeAt } from './range-at.ts'

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warn: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
}

/** An issue as an editor shows it: a hint if it is excused, which says by what. */
export function issueDiagnostic(issue: Issue, document: TextDocument): Diagnostic {
  const { message, rule_id, excused, severity } = issue
  return {
    range: rangeAt(document, issue),
    severity: excused ? DiagnosticSeverity.Hint : severities[severity],
    code: rule_id,
    source: 'gov',
    message: sanitize(excused ? `${message} (${excuseWords(excused)})` : message),
  }
}
