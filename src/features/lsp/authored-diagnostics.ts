import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Diagnostic } from 'vscode-languageserver'
import { findSettings } from '../../check/config/read-settings.ts'
import type { Sources } from '../../check/sources/sources.ts'
import type { World } from '../../check/world.ts'
import { addToGroup } from '../../core/text/group-by.ts'
import { createRanges, openRanges, problemDiagnostic } from './diagnostics.ts'
import {
  configProblems,
  type FileKind,
  isDefinitionText,
  kindOfFile,
  rulesetProblems,
} from './file-problems.ts'
import { createLooks } from './looks.ts'
import { findFolder, isData, nameRelative } from './paths.ts'
import type { ByFile } from './publisher.ts'
import type { Roots } from './roots.ts'
import type { Session } from './session.ts'
import type { ExampleProblem } from './work/example-problems.ts'

const pauseMs = 150

/** Shows what is wrong with the rulesets and configs that are open: what `validate` says of them. */
export function showAuthoredDiagnostics(session: Session, roots: Roots) {
  const looks = createLooks('authored', session, roots, async (path, begin) => {
    const file = await openAuthored(path, session)
    if (file === undefined) return new Map()
    const { kind, name, text, document, world } = file
    await begin(world.sources)
    const ranges = createRanges(document)
    const { trustPaths } = session.requestFor([])
    const found =
      kind === 'config'
        ? await configProblems(path, text, trustPaths, world)
        : await rulesetProblems(name, world, trustPaths)
    return new Map([[path, found.map((fileProblem) => problemDiagnostic(fileProblem, ranges))]])
  })
  session.onEvent((what, path) => {
    looks.schedule(path, what === 'opened' ? 0 : pauseMs)
    // Another may extend it, or name it.
    for (const other of session.openDocuments()) if (other.path !== path) looks.schedule(other.path, pauseMs)
  })
  return looks
}

/** Its name is from the folder of the config that it goes with. */
async function openAuthored(path: string, session: Session) {
  const open = session.openText(path)
  if (open === undefined) return undefined
  const { text, document } = open
  const kindOfName = kindOfFile(path, text)
  // A key pressed in one costs no search for a config.
  if (kindOfName === undefined && isDefinitionText(path, text)) return undefined
  const cwd = await findFolder(path, session.folders())
  const world = session.worldIn(cwd)
  const kind = kindOfName ?? (await kindByConfig(path, world, session))
  if (kind === undefined) return undefined
  return { name: nameRelative(cwd, path), kind, text, document, world }
}

/** A ruleset may look like nothing yet: the config says what it is. */
async function kindByConfig(path: string, world: World, session: Session): Promise<FileKind | undefined> {
  if (!isData(path)) return undefined
  const name = nameRelative(world.cwd, path)
  const found = await findSettings(session.requestFor([]), world).catch(() => undefined)
  const isNamed = found?.settings.ruleset_files?.value.some((each) => each.replace(/^\.\//, '') === name)
  return isNamed ? 'ruleset' : undefined
}

/** Examples are run once nobody has typed for so long. */
const restMs = 1000

export function showExampleDiagnostics(session: Session, roots: Roots) {
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

const examplesEnding = /\.test\.(?:ya?ml|json)$/i
const endings = ['yaml', 'yml', 'json']

/** Absolute paths of what a file may be, or may have the examples of. */
function listRulesetNames(path: string): readonly string[] {
  if (!examplesEnding.test(path)) return isData(path) ? [path] : []
  return endings.map((each) => path.replace(examplesEnding, `.${each}`)).filter((each) => existsSync(each))
}

function listExampleNames(ruleset: string): readonly string[] {
  return endings.map((each) => ruleset.replace(/\.\w+$/, `.test.${each}`))
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
  const name = nameRelative(cwd, ruleset)
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
    addToGroup(found, path, problemDiagnostic(problem, await openRanges(path, session)))
  }
  return found
}
