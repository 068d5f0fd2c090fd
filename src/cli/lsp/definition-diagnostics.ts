import { resolve } from 'node:path'
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { definitionOf } from '../../model/identity.ts'
import type { Issue } from '../../model/issue.ts'
import { faultsOf, faultText } from '../../reporters/faults.ts'
import type { Judged } from '../../run/judge.ts'
import { faultDiagnostic, noteDiagnostic } from './fault-diagnostic.ts'
import { issueDiagnostic } from './issue-diagnostic.ts'
import type { ByFile } from './publisher.ts'
import type { Answer } from './root.ts'

/** Opens a file as the editor has it, or as it stands on disk; empty if it is not there. */
export type OpenDocument = (path: string) => Promise<TextDocument>

/** What the check of one definition says, by the files that it is about. `path` is the definition's. */
export async function definitionDiagnostics(
  { judged, error }: Answer,
  path: string,
  cwd: string,
  open: OpenDocument,
): Promise<ByFile> {
  const own = await open(path)
  if (judged === undefined) return new Map([[path, [faultDiagnostic(error, own)]]])
  const found = new Map<string, Diagnostic[]>([[path, ofWhole(judged, own)]])
  for (const issue of judged.report.issues) {
    const place = fileOf(issue, cwd) ?? path
    const document = place === path ? own : await open(place)
    found.set(place, [...(found.get(place) ?? []), issueDiagnostic(issue, document)])
  }
  return found
}

function fileOf(issue: Issue, cwd: string): string | undefined {
  const file = issue.file ?? definitionOf(issue)
  return file === undefined ? undefined : resolve(cwd, file)
}

/** What keeps the answer from being a whole one, and what `gov check` warns of. */
function ofWhole({ report, warnings }: Judged, document: TextDocument): Diagnostic[] {
  return [
    ...faultsOf(report).map((fault) =>
      noteDiagnostic(
        `Not checked in full: ${faultText(fault)}`,
        fault.code,
        DiagnosticSeverity.Error,
        document,
      ),
    ),
    ...warnings.map((warning) =>
      noteDiagnostic(warning, 'warning', DiagnosticSeverity.Information, document),
    ),
  ]
}
