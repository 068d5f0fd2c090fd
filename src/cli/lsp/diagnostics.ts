import type { GovError } from '../../model/errors.ts'
import { kindOfFile } from '../../run/editor/file-kind.ts'
import { definitionDiagnostics } from './definition-diagnostics.ts'
import { faultDiagnostic } from './fault-diagnostic.ts'
import type { Feature } from './feature.ts'
import { openRanges } from './issues-at.ts'
import { createRanges } from './ranges.ts'
import type { Session } from './session.ts'

/** Shows what `gov check` says of the definitions that are open, as their texts are in the editor. */
export const diagnostics: Feature = {
  capabilities: () => ({}),
  register: (_connection, session, roots) => {
    roots.onAnswer(async (answer, { path, cwd }, signal) => {
      const open = (file: string) => openRanges(file, session)
      const found = await definitionDiagnostics(answer, path, cwd, open)
      if (!signal.aborted) session.publisher.publish(path, found)
    })
    roots.onFault((path, fault) => showFault(path, fault, session))
    roots.onClosed(({ path }) => session.publisher.publish(path, new Map()))
  },
}

/** What a part of a definition has, and few other files. */
const partLike =
  /\$ref|\b(?:schemas?|responses|properties|parameters|operationId|summary|content|enum|oneOf|anyOf|allOf|get|put|post|delete|patch)["']?\s*:|\btype["']?\s*:\s*["']?(?:string|object|array|integer|number|boolean)\b/

/** A part must not look like one without issues while it is not known whose part it is. */
function showFault(path: string, fault: GovError | undefined, { openText, publisher }: Session): void {
  const open = openText(path)
  const isShown = fault && open && kindOfFile(path, open.text) === undefined && partLike.test(open.text)
  const found = isShown ? new Map([[path, [faultDiagnostic(fault, createRanges(open.document))]]]) : new Map()
  publisher.publish(`part ${path}`, found)
}
