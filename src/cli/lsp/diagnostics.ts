import { definitionDiagnostics } from './definition-diagnostics.ts'
import type { Feature } from './feature.ts'
import { openRanges } from './issues-at.ts'
import { showPartFaults } from './part-faults.ts'

/** Shows what `gov check` says of the definitions that are open, as their texts are in the editor. */
export const diagnostics: Feature = {
  capabilities: () => ({}),
  register: (_connection, session, roots) => {
    roots.onAnswer(async (answer, { path, cwd }, signal) => {
      const open = (file: string) => openRanges(file, session)
      const found = await definitionDiagnostics(answer, path, cwd, open)
      if (!signal.aborted) session.publisher.publish(path, found)
    })
    showPartFaults(session, roots)
    roots.onClosed(({ path }) => session.publisher.publish(path, new Map()))
  },
}
