import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Diagnostic } from 'vscode-languageserver'
import type { Sources } from '../../check/sources.ts'
import type { World } from '../../check/world.ts'
import { problemDiagnostic } from './diagnostics.ts'
import { kindOfFile } from './file-problems.ts'
import { openRanges } from './issues-at.ts'
import { createLooks, type Looks } from './looks.ts'
import { findFolder } from './paths.ts'
import type { ByFile } from './publisher.ts'
import type { Roots } from './roots.ts'
import type { Session } from './session.ts'
import type { ExampleProblem } from './work/example-problems.ts'

/** Examples are run once nobody has typed for so long. */
const restMs = 1000

/** Shows which examples of the open rulesets do not hold. */
export function showExampleDiagnostics(session: Session, roots: Roots): Looks {
  const looks = createLooks('examples', session, roots, (ruleset, begin, signal) =>
    findExampleDiagnostics(ruleset, begin, signal, session),
  )
  session.onEvent((what, path) => {
    for (const ruleset of listRulesetNames(path)) {
      // Lines move, and what was found is of another text.
      if (what === 'changed') looks.clear(ruleset)
      looks.schedule(ruleset, what === 'changed' ? restMs : 0)
    }
  })
  return looks
}

const ending = /\.(?:ya?ml|json)$/i
const examplesEnding = /\.test\.(?:ya?ml|json)$/i
const endings = ['yaml', 'yml', 'json']

/** Absolute paths of what a file may be, or may have the examples of. */
function listRulesetNames(path: string): readonly string[] {
  if (!examplesEnding.test(path)) return ending.test(path) ? [path] : []
  return endings.map((each) => path.replace(examplesEnding, `.${each}`)).filter((each) => existsSync(each))
}

function listExampleNames(ruleset: string): readonly string[] {
  return endings.map((each) => ruleset.replace(ending, `.test.${each}`))
}

async function findExampleDiagnostics(
  ruleset: string,
  begin: (sources: Sources) => Promise<void>,
  signal: AbortSignal,
  session: Session,
): Promise<ByFile> {
  const isOpen = [ruleset, ...listExampleNames(ruleset)].some((path) => session.openText(path))
  if (!isOpen || !listExampleNames(ruleset).some((path) => existsSync(path))) return new Map()
  const cwd = await findFolder(ruleset, session.folders())
  const world = session.worldIn(cwd, () => signal)
  const name = relative(cwd, ruleset).replaceAll('\\', '/')
  if (!(await isRuleset(name, world))) return new Map()
  await begin(world.sources)
  return byFile(await session.fixes.run('examples', { cwd, ruleset: name }, signal), cwd, session)
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
