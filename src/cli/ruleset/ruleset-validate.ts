import type { Command } from 'commander'
import { type Drafts, loadDrafts } from '../../engine/ruleset/load-ruleset.ts'
import { RulesetError, type RulesetProblem } from '../../engine/ruleset/ruleset-error.ts'
import { exitCodes, GovError } from '../../model/errors.ts'
import { type SeverityCounts, severities } from '../../model/severity.ts'
import { openRulesetSource } from '../../run/rulesets/ruleset-source.ts'
import type { Sources } from '../../run/sources.ts'
import { oneLine } from '../../text/sanitize.ts'
import type { Context } from '../terminal/context.ts'
import { fieldsView, jsonView } from '../terminal/views.ts'

const examples = `
Examples:
  gov ruleset validate rules.yaml
      what is wrong with it, each with its line; else what it holds
  gov ruleset validate rules/*.yaml --json
      the same of many files, for a program

Exit codes: 0 all are valid, 2 one is not or cannot be read.`

export function addRulesetValidate(
  parent: Command,
  context: Context,
  done: (exitCode: number) => void,
): void {
  parent
    .command('validate')
    .summary('say everything that is wrong with ruleset files')
    .description('Reads ruleset files and what they extend, and says everything that is wrong with them.')
    .argument('<file...>', 'ruleset files, JSON or YAML')
    .option('--json', 'print one object, for a program')
    .option('--trust-paths', 'let a ruleset extend files outside of its repository')
    .option('--no-color', 'print without colour')
    .addHelpText('after', examples)
    .action(async (files: readonly string[], flags: ValidateFlags) =>
      done(await runRulesetValidate(files, flags, context)),
    )
}

interface ValidateFlags {
  readonly json?: boolean
  readonly trustPaths?: boolean
}

interface Validation {
  readonly file: string
  readonly valid: boolean
  readonly problems: readonly Partial<RulesetProblem>[]
  readonly extends?: readonly string[]
  readonly rules?: RuleCounts
}

interface RuleCounts extends SeverityCounts {
  readonly on: number
  readonly off: number
  /** Of those that are on: the file brings them in itself. */
  readonly own: number
}

export async function runRulesetValidate(
  files: readonly string[],
  flags: ValidateFlags,
  { sources, io }: Context,
): Promise<number> {
  const found: Validation[] = []
  for (const file of files) found.push(await validate(file, sources, flags.trustPaths))
  await io.stdout.write(flags.json ? jsonView({ files: found }) : found.map(textOf).join(''))
  return found.every(({ valid }) => valid) ? exitCodes.pass : exitCodes.usage
}

async function validate(file: string, sources: Sources, trustPaths = false): Promise<Validation> {
  try {
    const { source, read } = await openRulesetSource(file, sources, trustPaths)
    return { file, valid: true, problems: [], ...factsOf(await loadDrafts(source, { read }), file) }
  } catch (error) {
    if (error instanceof RulesetError) return { file, valid: false, problems: error.problems }
    if (error instanceof GovError) return { file, valid: false, problems: [{ reason: error.message }] }
    throw error
  }
}

function factsOf({ rules, extensions }: Drafts, file: string): Pick<Validation, 'extends' | 'rules'> {
  const on = [...rules.values()].filter((rule) => rule.enabled && !rule.off)
  const count = (severity: string) => on.filter((rule) => rule.severity === severity).length
  return {
    extends: extensions.map(({ reference, mode }) => (mode ? `${reference} (${mode})` : reference)),
    rules: {
      on: on.length,
      off: rules.size - on.length,
      own: on.filter(({ owner }) => owner === file).length,
      error_count: count('error'),
      warn_count: count('warn'),
      info_count: count('info'),
      hint_count: count('hint'),
    },
  }
}

function textOf({ file, problems, extends: bases = [], rules }: Validation): string {
  if (rules === undefined) {
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
    return `${oneLine(file)}: ${count}\n${problems.map((problem) => `  ${problemText(problem)}\n`).join('')}`
  }
  const facts = fieldsView([
    ['extends', bases.join(', ')],
    ['rules', `${rules.on} on (${rules.own} its own), ${rules.off} off`],
    ['severities', severities.map((severity) => `${rules[`${severity}_count`]} ${severity}`).join(', ')],
  ])
  return `${oneLine(file)}: valid\n${facts.replaceAll(/^(?=.)/gm, '  ')}`
}

function problemText({ file, line, column, rule, key, reason }: Partial<RulesetProblem>): string {
  const place = line === undefined ? '' : `${file}:${line}:${column}: `
  const where = [rule && `rule "${rule}"`, key && `"${key}"`].filter(Boolean).join(', ')
  return oneLine(`${place}${where === '' ? '' : `${where}: `}${reason}`)
}
