import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Diagnostic } from 'vscode-languageserver'
import { type ExampleProblem, exampleProblems } from '../../run/editor/example-problems.ts'
import { kindOfFile } from '../../run/editor/file-kind.ts'
import { interrupted } from '../../run/interruption.ts'
import type { World } from '../../run/world.ts'
import { type AuthoredMemory, createAuthoredMemory } from './authored-memory.ts'
import { problemDiagnostic } from './fault-diagnostic.ts'
import type { Feature } from './feature.ts'
import { folderOf } from './folder-of.ts'
import { openRanges } from './issues-at.ts'
import type { ByFile } from './publisher.ts'
import type { Session } from './session.ts'

/** Examples are run once nobody has typed for so long. */
const restMs = 1000

/** Shows which examples of the open rulesets do not hold. */
export const exampleDiagnostics: Feature = {
  capabilities: () => ({}),
  register: (_connection, session, roots) => {
    const runs = new Map<string, Run>()
    const memory = createAuthoredMemory(session)
    const schedule = (ruleset: string, pauseMs: number | undefined) => {
      const before = runs.get(ruleset)
      before?.stop.abort(interrupted())
      clearTimeout(before?.timer)
      const stop = new AbortController()
      const run: Run = { stop }
      runs.set(ruleset, run)
      if (pauseMs === undefined) return
      run.timer = setTimeout(() => {
        show(ruleset, stop.signal, memory, session).catch(
          (error) => stop.signal.aborted || session.fail(error),
        )
      }, pauseMs)
    }
    session.onEvent((what, path) => {
      for (const ruleset of rulesetsOf(path)) {
        if (what !== 'changed') schedule(ruleset, 0)
        else {
          // Lines move, and what was found is of another text.
          if (session.publisher.isOwner(ownerOf(ruleset)))
            session.publisher.publish(ownerOf(ruleset), new Map())
          schedule(ruleset, restMs)
        }
      }
    })
    roots.onRefresh(() => {
      const look = async (ruleset: string) => {
        if (memory.has(ruleset) && !(await memory.isCurrent(ruleset))) schedule(ruleset, 0)
      }
      for (const ruleset of runs.keys()) look(ruleset).catch(session.fail)
    })
    session.ended.addEventListener('abort', () => {
      for (const ruleset of runs.keys()) schedule(ruleset, undefined)
    })
  },
}

interface Run {
  readonly stop: AbortController
  timer?: NodeJS.Timeout
}

const ending = /\.(?:ya?ml|json)$/i
const examplesEnding = /\.test\.(?:ya?ml|json)$/i
const endings = ['yaml', 'yml', 'json']

/** Absolute paths of what a file may be, or may have the examples of. */
function rulesetsOf(path: string): readonly string[] {
  if (!examplesEnding.test(path)) return ending.test(path) ? [path] : []
  return endings.map((each) => path.replace(examplesEnding, `.${each}`)).filter((each) => existsSync(each))
}

function examplesOf(ruleset: string): readonly string[] {
  return endings.map((each) => ruleset.replace(ending, `.test.${each}`))
}

async function show(
  ruleset: string,
  signal: AbortSignal,
  memory: AuthoredMemory,
  session: Session,
): Promise<void> {
  const found = await findIn(ruleset, signal, memory, session)
  if (!signal.aborted && (found.size > 0 || session.publisher.isOwner(ownerOf(ruleset))))
    session.publisher.publish(ownerOf(ruleset), found)
}

async function findIn(
  ruleset: string,
  signal: AbortSignal,
  memory: AuthoredMemory,
  session: Session,
): Promise<ByFile> {
  memory.forget(ruleset)
  const isOpen = [ruleset, ...examplesOf(ruleset)].some((path) => session.openText(path))
  if (!isOpen || !examplesOf(ruleset).some((path) => existsSync(path))) return new Map()
  const cwd = await folderOf(ruleset, session.folders())
  const world = session.worldIn(cwd, () => signal)
  const name = relative(cwd, ruleset).replaceAll('\\', '/')
  if (!(await isRuleset(name, world))) return new Map()
  await memory.begin(ruleset, world.sources)
  const { trustPaths } = session.requestFor([])
  return byFile(await session.inTurn(() => exampleProblems(name, trustPaths, world)), cwd, session)
}

async function isRuleset(name: string, { sources }: World): Promise<boolean> {
  const source = await sources.read(name, 'ruleset').catch(() => undefined)
  return source !== undefined && kindOfFile(name, source.text) === 'ruleset'
}

async function byFile(problems: readonly ExampleProblem[], cwd: string, session: Session): Promise<ByFile> {
  const found = new Map<string, Diagnostic[]>()
  for (const problem of problems) {
    const path = resolve(cwd, problem.file)
    const list = found.get(path) ?? []
    list.push(problemDiagnostic(problem, await openRanges(path, session)))
    found.set(path, list)
  }
  return found
}

function ownerOf(ruleset: string): string {
  return `examples ${ruleset}`
}
