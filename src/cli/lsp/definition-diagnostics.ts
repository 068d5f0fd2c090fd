import { resolve } from 'node:path'
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver'
import { definitionOf } from '../../model/identity.ts'
import type { Issue } from '../../model/issue.ts'
import { faultsOf, faultText } from '../../reporters/faults.ts'
import type { Judged } from '../../run/judge.ts'
import { faultDiagnostic, noteDiagnostic } from './fault-diagnostic.ts'
import { issueDiagnostic } from './issue-diagnostic.ts'
import type { ByFile } from './publisher.ts'
import type { Ranges } from './ranges.ts'
import type { Answer } from './root.ts'

/** The ranges of a file as the editor has it, or as it stands on disk; of an empty one if it is not there. */
export type OpenRanges = (path: string) => Promise<Ranges>

/** What the check of one definition says, by the files that it is about. `path` is the definition's. */
export async function definitionDiagnostics(
  { judged, error }: Answer,
  path: string,
  cwd: string,
  open: OpenRanges,
): Promise<ByFile> {
  const own = await open(path)
  if (judged === undefined) return new Map([[path, [faultDiagnostic(error, own)]]])
  const opened = new Map([[path, own]])
  const found = new Map<string, Diagnostic[]>([[path, ofWhole(judged, own)]])
  for (const issue of judged.report.issues) {
    const place = fileOf(issue, cwd) ?? path
    const ranges = opened.get(place) ?? (await open(place))
    opened.set(place, ranges)
    const list = found.get(place) ?? []
    list.push(issueDiagnostic(issue, ranges))
    found.set(place, list)
  }
  return found
}

/** Absolute; undefined for an issue of no file. */
export function fileOf(issue: Issue, cwd: string): string | undefined {
  const file = issue.file ?? definitionOf(issue)
  return file === undefined ? undefined : resolve(cwd, file)
}

/** What keeps the answer from being a whole one, and what `gov check` warns of. */
function ofWhole({ report, warnings }: Judged, ranges: Ranges): Diagnostic[] {
  return [
    ...faultsOf(report).map((fault) =>
      noteDiagnostic(
        `Not checked in full: ${faultText(fault)}`,
        fault.code,
        DiagnosticSeverity.Error,
        ranges,
      ),
    ),
    ...warnings.map((warning) => noteDiagnostic(warning, 'warning', DiagnosticSeverity.Information, ranges)),
  ]
}
