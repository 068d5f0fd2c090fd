import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver'
import { faultsOf, faultText } from '../../reporters/faults.ts'
import type { Judged } from '../../run/judge.ts'
import { diagnostic, faultDiagnostic, issueDiagnostic } from './diagnostics.ts'
import type { Feature } from './feature.ts'
import { fileOf, openRanges } from './issues-at.ts'
import { showPartFaults } from './part-faults.ts'
import type { ByFile } from './publisher.ts'
import type { Ranges } from './ranges.ts'
import type { Answer, Root } from './root.ts'
import type { Session } from './session.ts'

/** Shows what `gov check` says of the definitions that are open, as their texts are in the editor. */
export const definitionDiagnostics: Feature = {
  capabilities: () => ({}),
  register: (_connection, session, roots) => {
    roots.onAnswer(async (answer, root, signal) => {
      const found = await findIn(answer, root, session)
      if (!signal.aborted) session.publisher.publish(root.path, found)
    })
    showPartFaults(session, roots)
    roots.onClosed(({ path }) => session.publisher.publish(path, new Map()))
  },
}

/** What the check of one definition says, by the files that it is about. */
async function findIn({ judged, error }: Answer, { path, cwd }: Root, session: Session): Promise<ByFile> {
  const own = await openRanges(path, session)
  if (judged === undefined) return new Map([[path, [faultDiagnostic(error, own)]]])
  const opened = new Map([[path, own]])
  const found = new Map<string, Diagnostic[]>([[path, ofWhole(judged, own)]])
  for (const issue of judged.report.issues) {
    const place = fileOf(issue, cwd) ?? path
    const ranges = opened.get(place) ?? (await openRanges(place, session))
    opened.set(place, ranges)
    const list = found.get(place) ?? []
    list.push(issueDiagnostic(issue, ranges))
    found.set(place, list)
  }
  return found
}

/** What keeps the answer from being a whole one, and what `gov check` warns of. */
function ofWhole({ report, warnings }: Judged, ranges: Ranges): Diagnostic[] {
  return [
    ...faultsOf(report).map((fault) =>
      diagnostic(`Not checked in full: ${faultText(fault)}`, fault.code, DiagnosticSeverity.Error, ranges),
    ),
    ...warnings.map((warning) => diagnostic(warning, 'warning', DiagnosticSeverity.Information, ranges)),
  ]
}
