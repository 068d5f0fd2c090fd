import type { Command } from 'commander'
import { readRulesetExamples } from '../../check/rulesets/ruleset-examples.ts'
import { openRulesetSource } from '../../check/rulesets/ruleset-source.ts'
import { exitCodes, usageError } from '../../core/model/errors.ts'
import { resolveFormat } from '../../core/model/formats.ts'
import { readFlags } from '../../settings/flags.ts'
import { mergeSettings } from '../../settings/merge.ts'
import { defaultText } from '../../settings/shown.ts'
import type { Context } from '../../terminal/context.ts'
import { formatHelp } from '../../terminal/flags/output-flags.ts'
import { collect, createEnum } from '../../terminal/flags/setting-flags.ts'
import { writeText } from '../../terminal/report/output.ts'
import { testRuleset } from './test-ruleset.ts'
import { type TestFormat, testFormats, testViews } from './test-views.ts'

const deadline = 'dashboard.deadline'

interface RulesetTestFlags {
  readonly examples?: readonly string[]
  readonly definition?: readonly string[]
  readonly everyRule?: boolean
  readonly trustPaths?: boolean
  readonly deadline?: string
  readonly format?: TestFormat
  readonly output?: string
}

const help = `
Examples:
  gov ruleset test rules.yaml
      the examples in rules.test.yaml, beside it
  gov ruleset test rules.yaml --every-rule --format junit --output rules.xml
      in a pipeline: each rule of the file must be shown to fail
  gov ruleset test rules.yaml --definition openapi.yaml
      also on a real definition: which rules look at anything in it

Examples are grouped by rule id. A document may be a part of one:

  operation-summary:
    passes: { paths: { /orders: { get: { summary: Lists orders } } } }
    fails: { paths: { /orders: { get: {} } } }
    issues: [paths./orders.get]

A rule may have a list of these. Instead of a document, a string of several lines
is one as written, and a string of one line names its file. issues is all that
must be found: paths, or mappings with path, severity and a part of the message.
name tells examples apart, and why says why there is the rule (gov explain).

Exit codes: 0 every example holds, 1 one does not, 2 usage, 4 the deadline passed.`

export function addRulesetTest(parent: Command, context: Context): void {
  parent
    .command('test')
    .summary('test the rules of a ruleset against examples')
    .description(
      'Tests each rule of a ruleset file against its examples, and lists rules that matched nothing or never failed.',
    )
    .argument('<file>', 'the ruleset file')
    .option(
      '--examples <file>',
      'file with examples (default: NAME.test.yaml next to it); repeatable',
      collect,
    )
    .option('--definition <file>', 'OpenAPI file to run the ruleset on too; repeatable', collect)
    .option('--every-rule', 'also fail if a rule has no failing example')
    .option('--trust-paths', 'allow the files to use files outside their repository')
    .option('--deadline <duration>', `time limit for the whole run (default: ${defaultText(deadline)})`)
    .addOption(createEnum('-f, --format <format>', formatHelp, testFormats))
    .option('-o, --output <file>', 'write to a file instead of standard output; - for that')
    .option('--no-color', 'disable colour')
    .addHelpText('after', help)
    .action((file: string, flags: RulesetTestFlags) => runRulesetTest(file, flags, context))
}

/** Throws GovError, usage: a file that cannot be read, an example of no rule, or nothing to test. */
async function runRulesetTest(file: string, flags: RulesetTestFlags, context: Context): Promise<number> {
  const { definition: definitions = [], everyRule = false, trustPaths = false, output } = flags
  const format = resolveFormat(flags.format, output, testFormats, 'table')
  const examples = await readRulesetExamples(file, flags.examples, context.sources, trustPaths)
  if (examples.length === 0 && definitions.length === 0) throw await nothingToTest(file, context)
  const deadlineMs = mergeSettings(readFlags(flags, ['connection']))[deadline].value
  const test = { file, examples, definitions, everyRule, trustPaths, deadlineMs }
  const result = await testRuleset(test, context)
  await writeText(testViews[format](result), output, context)
  return result.passed ? exitCodes.pass : exitCodes.policy
}

/** A ruleset that is not there has no examples either: that is said first. */
async function nothingToTest(file: string, { sources }: Context): Promise<Error> {
  await openRulesetSource(file, sources)
  const message = `no examples for the rules of ${file}`
  const hint = `Write them in ${file.replace(/\.\w+$/, '')}.test.yaml (see gov ruleset test --help), or pass a file with --examples.`
  return usageError('ruleset-without-examples', message, hint)
}
