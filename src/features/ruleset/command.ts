import type { Command } from 'commander'
import { today } from '../../check/world.ts'
import { exitCodes } from '../../core/model/errors.ts'
import { severities } from '../../core/model/severity.ts'
import { oneLine } from '../../core/text/sanitize.ts'
import type { Context } from '../../terminal/context.ts'
import { createEnum } from '../../terminal/flags/setting-flags.ts'
import { fieldsView, jsonView } from '../../terminal/views.ts'
import { addRulesetTest } from './test-command.ts'
import { type RulesetFault, type RulesetValidation, validateRuleset } from './validate-ruleset.ts'

export function add(ruleset: Command, context: Context): void {
  ruleset.description(
    'Looks up saved rulesets on the dashboard, keeps them in step with a folder, and validates, tests and imports ruleset files.',
  )
  addRulesetValidate(ruleset, context)
  addRulesetTest(ruleset, context)
}

const examples = `
Examples:
  gov ruleset validate rules.yaml
      every problem with its line, or a summary
  gov ruleset validate rules/*.yaml --json
      many files, for a program
  gov ruleset validate rules.yaml --for dashboard
      also what a dashboard understands otherwise, and what to write instead

Exit codes: 0 all are valid, 2 one is not or cannot be read.`

function addRulesetValidate(parent: Command, context: Context): void {
  parent
    .command('validate')
    .summary('report every problem in ruleset files')
    .description('Reads ruleset files and what they extend, and reports every problem.')
    .argument('<file...>', 'ruleset files, JSON or YAML')
    .option('--json', 'print one object, for a program')
    .addOption(createEnum('--for <engine>', 'warn of what a dashboard understands otherwise', ['dashboard']))
    .option('--trust-paths', 'allow a ruleset to extend files outside its repository')
    .option('--no-color', 'disable colour')
    .addHelpText('after', examples)
    .action((files: readonly string[], flags: ValidateFlags) => runRulesetValidate(files, flags, context))
}

interface ValidateFlags {
  readonly json?: boolean
  readonly trustPaths?: boolean
  readonly for?: 'dashboard'
}

async function runRulesetValidate(
  files: readonly string[],
  flags: ValidateFlags,
  { sources, io, now }: Context,
): Promise<number> {
  const found: RulesetValidation[] = []
  for (const file of files) found.push(await validateRuleset(file, sources, { ...flags, day: today(now()) }))
  await io.stdout.write(flags.json ? jsonView({ files: found }) : found.map(renderValidation).join(''))
  return found.every(({ valid }) => valid) ? exitCodes.pass : exitCodes.usage
}

function renderValidation({
  file,
  problems,
  warnings = [],
  extends: bases = [],
  rules,
}: RulesetValidation): string {
  if (rules === undefined) {
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
    return `${oneLine(file)}: ${count}\n${problems.map((problem) => `  ${problemText(problem)}\n`).join('')}`
  }
  const facts = fieldsView([
    ['extends', bases.join(', ')],
    ['rules', `${rules.on} on (${rules.own} its own), ${rules.off} off`],
    ['severities', severities.map((severity) => `${rules[`${severity}_count`]} ${severity}`).join(', ')],
  ])
  const doubts = warnings.map((warning) => `  warning: ${problemText(warning)}\n`)
  return `${oneLine(file)}: valid\n${facts.replaceAll(/^(?=.)/gm, '  ')}${doubts.join('')}`
}

function problemText({ file, line, column, rule, key, reason }: RulesetFault): string {
  const place = line === undefined ? '' : `${file}:${line}:${column}: `
  const where = [rule && `rule "${rule}"`, key && `"${key}"`].filter(Boolean).join(', ')
  return oneLine(`${place}${where === '' ? '' : `${where}: `}${reason}`)
}
