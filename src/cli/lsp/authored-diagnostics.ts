import { configProblems } from '../../run/editor/config-problems.ts'
import type { FileProblem } from '../../run/editor/file-problem.ts'
import { rulesetProblems } from '../../run/editor/ruleset-problems.ts'
import { type AuthoredFile, openAuthored } from './authored-file.ts'
import { type AuthoredMemory, createAuthoredMemory } from './authored-memory.ts'
import { problemDiagnostic } from './fault-diagnostic.ts'
import type { Feature } from './feature.ts'
import { createRanges } from './ranges.ts'
import type { Session } from './session.ts'

const pauseMs = 150

/** Shows what is wrong with the rulesets and configs that are open: what `validate` says of them. */
export const authoredDiagnostics: Feature = {
  capabilities: () => ({}),
  register: (_connection, session, roots) => {
    const timers = new Map<string, NodeJS.Timeout>()
    const memory = createAuthoredMemory(session)
    const schedule = (path: string, delayMs: number) => {
      clearTimeout(timers.get(path))
      timers.set(
        path,
        setTimeout(() => show(path, memory, session).catch(session.fail), delayMs),
      )
    }
    session.onEvent((what, path) => {
      schedule(path, what === 'opened' ? 0 : pauseMs)
      // Another may extend it, or name it.
      for (const other of session.openDocuments()) if (other.path !== path) schedule(other.path, pauseMs)
    })
    // What they name may come and go on disk.
    const look = async (path: string) => {
      if (session.publisher.isOwner(ownerOf(path)) && !(await memory.isCurrent(path))) schedule(path, 0)
    }
    roots.onRefresh(() => {
      for (const { path } of session.openDocuments()) look(path).catch(session.fail)
    })
    session.ended.addEventListener('abort', () => {
      for (const timer of timers.values()) clearTimeout(timer)
    })
  },
}

async function show(path: string, memory: AuthoredMemory, session: Session): Promise<void> {
  const file = await openAuthored(path, session)
  if (file === undefined) memory.forget(path)
  else await memory.begin(path, file.world.sources)
  const found = file === undefined ? [] : await problemsOf(file, session)
  const now = session.openText(path)
  // A later text has its own turn.
  if (file !== undefined && now !== undefined && now.text !== file.text) return
  const diagnostics =
    file === undefined || now === undefined
      ? []
      : found.map((each) => problemDiagnostic(each, createRanges(file.document)))
  session.publisher.publish(ownerOf(path), file === undefined ? new Map() : new Map([[path, diagnostics]]))
}

function problemsOf(
  { kind, path, name, text, world }: AuthoredFile,
  session: Session,
): Promise<readonly FileProblem[]> {
  const { trustPaths } = session.requestFor([])
  if (kind === 'config') return configProblems(path, text, trustPaths, world)
  return rulesetProblems(name, world, trustPaths)
}

function ownerOf(path: string): string {
  return `authored ${path}`
}
