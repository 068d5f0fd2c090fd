import { readRulesetExamples } from '../../../check/rulesets/ruleset-examples.ts'
import type { World } from '../../../check/world.ts'
import { GovError } from '../../../core/model/errors.ts'
import { readMessage } from '../../../core/model/file-fault.ts'
import { type RulesetTestResult, testRuleset } from '../../ruleset/index.ts'
import { type FileProblem, toProblem } from '../file-problems.ts'
import { findRuleEntry } from '../rule-place.ts'

/** An example that does not hold: once where it is, and once where the rule is. */
export interface ExampleProblem extends FileProblem {
  readonly file: string
}

/** The checks have to wait. */
const deadlineMs = 2000

/** Finds the problems that `gov ruleset test` reports for the examples beside a ruleset; none where the ruleset is invalid. */
export async function findExampleProblems(
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
  const atExample = { ...common, file, line, column, message: `${rule}, ${name}: ${fault}` }
  if (entry === undefined) return [atExample]
  const at = { line: entry.line, column: entry.column }
  return [atExample, { ...common, file: ruleset, ...at, message: `${file}:${line}: ${name}: ${fault}` }]
}

/** Counts from 1, to the first character that is not blank. */
async function findColumn(file: string, line: number, { sources }: World): Promise<number> {
  const { text } = await sources.read(file, 'examples')
  return Math.max((text.split('\n')[line - 1] ?? '').search(/\S/), 0) + 1
}

function problemsOfError(error: unknown, file: string): readonly ExampleProblem[] {
  if (error instanceof GovError && error.code.startsWith('ruleset-')) return []
  if (error instanceof GovError && error.code === 'deadline') return [late(file)]
  // An error about examples that cannot be read begins with its place.
  const [, named = file, line] = /^(.+?):(\d+):/.exec(readMessage(error)) ?? []
  const place = line === undefined ? {} : { line: Number(line), column: 1 }
  return [{ ...place, ...toProblem(error, named), file: named }]
}

function late(file: string): ExampleProblem {
  const message = `the examples take longer than ${deadlineMs / 1000} s, and were not all run\nRun gov ruleset test.`
  return { file, code: 'examples-late', severity: 'warn', message }
}
