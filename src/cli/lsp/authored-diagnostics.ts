import { configProblems, type FileProblem, rulesetProblems } from '../../run/editor/file-problems.ts'
import { type AuthoredFile, openAuthored } from './authored-file.ts'
import { problemDiagnostic } from './diagnostics.ts'
import type { Feature } from './feature.ts'
import { createLooks } from './looks.ts'
import { createRanges } from './ranges.ts'
import type { Session } from './session.ts'

const pauseMs = 150

/** Shows what is wrong with the rulesets and configs that are open: what `validate` says of them. */
export const authoredDiagnostics: Feature = {
  capabilities: () => ({}),
  register: (_connection, session, roots) => {
    const looks = createLooks('authored', session, roots, async (path, begin) => {
      const file = await openAuthored(path, session)
      if (file === undefined) return new Map()
      await begin(file.world.sources)
      const ranges = createRanges(file.document)
      const found = await problemsOf(file, session)
      return new Map([[path, found.map((each) => problemDiagnostic(each, ranges))]])
    })
    session.onEvent((what, path) => {
      looks.schedule(path, what === 'opened' ? 0 : pauseMs)
      // Another may extend it, or name it.
      for (const other of session.openDocuments())
        if (other.path !== path) looks.schedule(other.path, pauseMs)
    })
  },
}

function problemsOf(
  { kind, path, name, text, world }: AuthoredFile,
  session: Session,
): Promise<readonly FileProblem[]> {
  const { trustPaths } = session.requestFor([])
  if (kind === 'config') return configProblems(path, text, trustPaths, world)
  return rulesetProblems(name, world, trustPaths)
}
