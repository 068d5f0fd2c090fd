import { untilDeadline } from '../../check/evaluation/evaluator.ts'
import { toFix } from '../../check/fixable/fix.ts'
import type { FileExamples } from '../../check/rulesets/ruleset-examples.ts'
import { readFileDrafts } from '../../check/rulesets/ruleset-source.ts'
import { readFollowed } from '../../check/sources/local-files.ts'
import type { Sources } from '../../check/sources/sources.ts'
import type { World } from '../../check/world.ts'
import { usageError } from '../../core/model/errors.ts'
import type { DeclaredFix } from '../../core/model/fixes.ts'
import { suggest } from '../../core/text/suggest.ts'
import { EngineError } from '../../engine/engine-error.ts'
import { evaluate } from '../../engine/evaluate.ts'
import type { RuleExample } from '../../engine/examples/read-examples.ts'
import { type ExampleResult, runExample } from '../../engine/examples/run-example.ts'
import { type ParsedRules, toRuleset } from '../../engine/load-ruleset.ts'
import { createProgress, describeProgress } from '../../engine/progress.ts'
import type { Rule, Ruleset } from '../../engine/rule.ts'
import { isOn } from '../../engine/ruleset/parsed-rule.ts'
import { withTimeLimit } from '../../sandbox/evaluation/limits.ts'
import { applyFixes, asksForField, createOutline, propose, readIfParsed, viewOfFile } from '../fix/index.ts'

/** A ruleset file, and the examples and definitions to run it on. */
export interface RulesetTest {
  readonly file: string
  readonly examples: readonly FileExamples[]
  readonly definitions: readonly string[]
  readonly everyRule: boolean
  /** Allows `extends` to name files outside the repository. */
  readonly trustPaths: boolean
  /** For the whole test. */
  readonly deadlineMs: number
}

/** Results of one rule over all examples and definitions. */
export interface RuleUse {
  readonly rule: string
  readonly severity: string
  readonly examples: number
  /** Nodes that its `given` led to, in all documents. */
  readonly matched: number
  readonly issues: number
  /** A rule of the file has no example that fails, and each must have one. */
  readonly unproven: boolean
  /** A rule of the file has examples, which all hold only because it looked at nothing in any of them. */
  readonly untested: boolean
  /** It has examples that pass, and looked at nothing in any of them. */
  readonly blind: boolean
  /** There are definitions, and it looked at nothing in any of them. */
  readonly unused: boolean
}

export interface RulesetTestResult {
  readonly file: string
  readonly passed: boolean
  readonly results: readonly (ExampleResult & { readonly file: string })[]
  /** The file's own rules, and those of others that have examples. */
  readonly rules: readonly RuleUse[]
  /** Rules that are on, from what the file extends, and have no examples here. */
  readonly inherited: number
}

/** Runs every example and every definition. Throws GovError: usage, or a deadline that has passed. */
export async function testRuleset(
  test: RulesetTest,
  { sources, ...world }: Pick<World, 'sources' | 'checkpoint' | 'ownsProcess'>,
): Promise<RulesetTestResult> {
  const limit = untilDeadline('the test', test.deadlineMs, world)
  const inTime: InTime = (work, describe) =>
    withTimeLimit(limit, work, () => limit.exceeded(describe(), test.file))
  const drafts = await readFileDrafts(test.file, sources, test.trustPaths)
  const ruleset = await toRuleset(drafts)
  const results: (ExampleResult & { file: string })[] = []
  for (const { file, rules, open } of test.examples) {
    for (const { rule, line, examples } of rules) {
      const own = requireRule(rule, `${file}:${line}`, drafts, ruleset)
      for (const example of examples) {
        const result = await run(example, own, open, inTime)
        results.push({ ...checkFix(result, own, drafts.rules.get(rule)?.fix), file })
      }
    }
  }
  const seen: Counts = new Map()
  for (const file of test.definitions) await look(file, ruleset, seen, sources, inTime)
  return { file: test.file, results, ...summarizeTest(test, drafts, results, seen) }
}

/** Throws GovError, usage: examples of an unknown rule would test nothing. */
function requireRule(id: string, place: string, { rules }: ParsedRules, ruleset: Ruleset): readonly Rule[] {
  if (rules.has(id)) return ruleset.rules.filter((rule) => rule.id === id)
  const near = suggest(id, [...rules.keys()])
  throw usageError(
    'example-of-no-rule',
    `${place}: the ruleset has no rule "${id}"`,
    near === undefined
      ? 'Use a rule id from the ruleset, or delete the examples.'
      : `Did you mean "${near}"?`,
  )
}

/** Does work within the limit of the test; `describe` says what took too long. */
type InTime = <Result>(work: () => Result, describe: () => string) => Result

async function run(
  example: RuleExample,
  rules: readonly Rule[],
  open: FileExamples['open'],
  inTime: InTime,
): Promise<ExampleResult> {
  const { document } = example
  const file = document.kind === 'file' ? await open(document.file) : undefined
  return inTime(
    () => runExample(example, rules, file),
    () => `rule ${example.rule}`,
  )
}

/** Matches and issues in the definitions, by rule id. */
type Counts = Map<string, { matched: number; issues: number }>

function add(counts: Counts, rule: string, matched: number, issues: number): void {
  const before = counts.get(rule) ?? { matched: 0, issues: 0 }
  counts.set(rule, { matched: before.matched + matched, issues: before.issues + issues })
}

async function look(
  file: string,
  rules: Ruleset,
  counts: Counts,
  sources: Sources,
  inTime: InTime,
): Promise<void> {
  const definition = await sources.readDefinition(file)
  const { document } = definition
  const files = await readFollowed(definition, sources)
  const onMatch = ({ id }: Rule) => add(counts, id, 1, 0)
  const progress = createProgress()
  const work = () => evaluate(document, rules, { name: file, files }, { onMatch, progress })
  const issues = failing(file, () => inTime(work, () => describeProgress(progress, rules.rules)))
  for (const { rule } of issues) add(counts, rule.id, 0, 1)
}

function failing<Result>(file: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    throw usageError('rule-failed', `${file}: ${error.message}`, 'Fix the rule or its function.', error)
  }
}

function summarizeTest(
  { file, everyRule, definitions }: RulesetTest,
  { rules }: ParsedRules,
  results: readonly ExampleResult[],
  counts: Counts,
): Pick<RulesetTestResult, 'passed' | 'rules' | 'inherited'> {
  const on = [...rules.values()].filter(isOn)
  const tested = new Set(results.map(({ example }) => example.rule))
  const shown = on.filter(({ id, owner }) => owner === file || tested.has(id))
  const uses = shown.map(({ id, owner, severity }): RuleUse => {
    const own = results.filter(({ example }) => example.rule === id)
    const unproven = everyRule && owner === file && !own.some(({ example }) => example.kind === 'fails')
    const holdsBlindly = ({ matched: nodes, fault }: ExampleResult) => nodes === 0 && fault === undefined
    const untested = owner === file && own.length > 0 && own.every(holdsBlindly)
    const there = counts.get(id) ?? { matched: 0, issues: 0 }
    const matched = own.reduce((sum, exampleResult) => sum + exampleResult.matched, there.matched)
    const issues = own.reduce((sum, exampleResult) => sum + exampleResult.issues.length, there.issues)
    const passing = own.filter(({ example }) => example.kind === 'passes')
    const blind = passing.length > 0 && passing.every((exampleResult) => exampleResult.matched === 0)
    const unused = definitions.length > 0 && there.matched === 0
    return { rule: id, severity, examples: own.length, matched, issues, unproven, untested, blind, unused }
  })
  const holds = results.every(({ fault }) => fault === undefined)
  const passed = holds && !uses.some(({ unproven, untested }) => unproven || untested)
  return { passed, rules: uses, inherited: on.length - shown.length }
}

/** An example that fails as it should, and whose rule declares a fix, passes after it; else that is its fault. */
function checkFix(
  result: ExampleResult,
  rules: readonly Rule[],
  declared: DeclaredFix | undefined,
): ExampleResult {
  const { example, text } = result
  if (!declared || result.fault !== undefined || example.kind === 'passes' || text === undefined)
    return result
  const fault = findFixFault({ ...result, text }, rules, declared)
  return fault === undefined ? result : { ...result, fault }
}

function findFixFault(
  { example, issues, text }: ExampleResult & { readonly text: string },
  rules: readonly Rule[],
  declared: DeclaredFix,
): string | undefined {
  const fixes = [toFix(declared, asksForField(rules))]
  // Every JSON that examples hold is YAML too.
  const read = readIfParsed(text, 'yaml')
  if (!read) return undefined
  const outline = createOutline(text, 'yaml', read)
  const name = 'example'
  const found = issues.map(({ path }) => propose(viewOfFile(name, path, outline), fixes))
  const reason = found.find((each) => each && 'reason' in each)
  if (reason && 'reason' in reason) return `its fix cannot be made: ${reason.reason}`
  const proposals = found.flatMap((each) => (each && 'files' in each ? [each] : []))
  if (proposals.length === 0) return 'its fix changes nothing'
  const after = applyFixes(() => ({ outline, read }), proposals).files.get(name)?.text ?? text
  const again = runExample({ ...example, kind: 'passes', document: { kind: 'text', text: after } }, rules)
  return again.fault && `after its fix, ${again.fault}`
}
