import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Diagnostic } from 'vscode-languageserver'
import { readRulesetExamples } from '../../check/rulesets/ruleset-examples.ts'
import type { Sources } from '../../check/sources.ts'
import type { World } from '../../check/world.ts'
import { GovError } from '../../core/model/errors.ts'
import { readMessage } from '../../core/model/system-error.ts'
import { type RulesetTestResult, testRuleset } from '../rulesets/index.ts'
import { problemDiagnostic } from './diagnostics.ts'
import { type FileProblem, kindOfFile, toProblem } from './file-problems.ts'
import { openRanges } from './issues-at.ts'
import { findRuleEntry } from './live/rule-place.ts'
import { createLooks } from './looks.ts'
import { findFolder } from './paths.ts'
import type { ByFile } from './publisher.ts'
import type { Roots } from './roots.ts'
import type { Session } from './session.ts'

/** Examples are run once nobody has typed for so long. */
const restMs = 1000

/** Shows which examples of the open rulesets do not hold. */
export function showExampleDiagnostics(session: Session, roots: Roots): void {
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

/** An example that does not hold: once where it is, and once where the rule is. */
interface ExampleProblem extends FileProblem {
  readonly file: string
}

/** All else that the server does has to wait. */
const deadlineMs = 2000

/**
 * What `gov ruleset test` says of a ruleset and the examples beside it. Nothing of a ruleset that is invalid: its own problems
 * say that.
 */
async function exampleProblems(
  ruleset: string,
  trustPaths: boolean | undefined,
  world: World,
): Promise<readonly ExampleProblem[]> {
  let file = ruleset
  try {
    const examples = await readRulesetExamples(ruleset, undefined, world.sources, trustPaths)
    if (examples.length === 0) return []
    file = examples[0]?.file ?? ruleset
    const options = { definitions: [], everyRule: false, trustPaths: trustPaths === true, deadlineMs }
    const { results } = await testRuleset({ file: ruleset, examples, ...options }, world)
    return (await Promise.all(results.map((result) => listProblems(result, ruleset, world)))).flat()
  } catch (error) {
    return problemsOfError(error, file)
  }
}

async function listProblems(
  { example, fault, file }: RulesetTestResult['results'][number],
  ruleset: string,
  world: World,
): Promise<readonly ExampleProblem[]> {
  if (fault === undefined) return []
  const { rule, name, line } = example
  const common = { code: 'example-failed', severity: 'error' } as const
  const column = await findColumn(file, line, world)
  const entry = await findRuleEntry(ruleset, rule, world).catch(() => undefined)
  const own = { ...common, file, line, column, message: `${rule}, ${name}: ${fault}` }
  if (entry === undefined) return [own]
  const at = { line: entry.line, column: entry.column }
  return [own, { ...common, file: ruleset, ...at, message: `${file}:${line}: ${name}: ${fault}` }]
}

/** Counts from 1, to the first character that is not blank. */
async function findColumn(file: string, line: number, { sources }: World): Promise<number> {
  const { text } = await sources.read(file, 'examples')
  return Math.max((text.split('\n')[line - 1] ?? '').search(/\S/), 0) + 1
}

function problemsOfError(error: unknown, file: string): readonly ExampleProblem[] {
  if (error instanceof GovError && error.code.startsWith('ruleset-')) return []
  if (error instanceof GovError && error.code === 'deadline') return [late(file)]
  // What cannot be read of the examples begins with its place.
  const [, named = file, line] = /^(.+?):(\d+):/.exec(readMessage(error)) ?? []
  const place = line === undefined ? {} : { line: Number(line), column: 1 }
  return [{ ...place, ...toProblem(error, named), file: named }]
}

function late(file: string): ExampleProblem {
  const message = `the examples take longer than ${deadlineMs / 1000} s, and were not all run\nRun gov ruleset test.`
  return { file, code: 'examples-late', severity: 'warn', message }
}
