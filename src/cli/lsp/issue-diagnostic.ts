import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver'
import type { Issue } from '../../model/issue.ts'
import type { Severity } from '../../model/severity.ts'
import { excuseWords } from '../../reporters/excuse.ts'
import { placeOf } from '../../reporters/issue-order.ts'
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
  const { message, rule_id, excused, severity } = issue
  const { line, column } = placeOf(issue)
  return {
    range: line > 0 ? ranges.at(line, column) : ranges.first(),
    severity: excused ? DiagnosticSeverity.Hint : severities[severity],
    code: rule_id,
    source: 'gov',
    message: sanitize(message + noteOf(issue)),
  }
}

/** Why it is a hint; or why it is none, although the definition seems to excuse it. */
function noteOf({ excused, ignored_at }: Issue): string {
  if (excused) return ` [${excuseWords(excused)}]`
  return ignored_at === undefined ? '' : ' [it counts despite x-lint-ignore]'
}
