import type { Command } from 'commander'
import type { RulesetDetail } from '../../contract/rulesets.ts'
import { exitCodes, GovError } from '../../model/errors.ts'
import { sanitize } from '../../text/sanitize.ts'
import { addServiceFlags, helpEnd, type ServiceFlags } from '../flags/service-flags.ts'
import { useService } from '../flags/use-service.ts'
import type { Context } from '../terminal/context.ts'
import { fieldsView, jsonView, rowsView, timeView } from '../terminal/views.ts'
import { writeResult } from '../terminal/write-result.ts'

export interface RulesetGetFlags extends ServiceFlags {
  readonly definition?: boolean
  readonly output?: string
}

const examples = [
  'gov ruleset get rs-security',
  'gov ruleset get rs-security --definition --output rs-security.json',
  'gov check --definition openapi.yaml --ruleset-file rs-security.json',
]

export function addRulesetGet(parent: Command, context: Context, done: (exitCode: number) => void): void {
  const command = parent
    .command('get')
    .summary('show a ruleset, or save its definition')
    .description('Shows a ruleset of the organisation and its rules.')
    .argument('<id>', 'stable or internal id')
    .option('--definition', 'print the ruleset itself, for gov check --ruleset-file')
    .option('-o, --output <file>', 'write to a file instead of standard output')
  addServiceFlags(command)
    .addHelpText('after', helpEnd(examples, 'user'))
    .action(async (id: string, flags: RulesetGetFlags) => done(await runRulesetGet(id, flags, context)))
}

export async function runRulesetGet(id: string, flags: RulesetGetFlags, context: Context): Promise<number> {
  const ruleset = await useService('user', flags, context, (client) => client.getRuleset(id))
  await writeResult(viewOf(ruleset, id, flags), flags.output, context)
  return exitCodes.pass
}

function viewOf(ruleset: RulesetDetail, id: string, flags: RulesetGetFlags): string {
  if (flags.definition) return definitionView(ruleset.definition ?? noDefinition(id))
  return flags.json ? jsonView(ruleset) : `${factsView(ruleset)}${rulesView(ruleset)}`
}

/** JSON is the usual form and is laid out; a definition of another form is text. */
function definitionView(definition: string): string {
  try {
    return jsonView(JSON.parse(definition))
  } catch {
    return `${sanitize(definition).trimEnd()}\n`
  }
}

function noDefinition(id: string): never {
  throw new GovError(
    'not_found',
    'ruleset-without-definition',
    `the dashboard sent no definition for ruleset ${id}`,
    'Check the ruleset on the dashboard. An embedded sandbox logs what is wrong with its file.',
  )
}

function factsView(ruleset: RulesetDetail): string {
  return fieldsView([
    ['id', ruleset.ruleset_id],
    ['internal id', ruleset._id],
    ['name', ruleset.name],
    ['description', ruleset.description],
    ['organisation', ruleset.org_id],
    ['active', ruleset.active],
    ['action', ruleset.action],
    ['applies to', ruleset.resource_type],
    ['categories', ruleset.categories?.join(', ')],
    ['template', ruleset.is_template],
    ['made', timeView(ruleset.date_created)],
    ['changed', timeView(ruleset.last_updated)],
    ['rules', ruleset.applied_rules?.length],
  ])
}

/** A rule without a severity is a warning. */
function rulesView({ applied_rules: rules }: RulesetDetail): string {
  if (!rules || rules.length === 0) return ''
  const rows = rules.map(({ id, severity = 'warn', description = '' }) => [severity, id, description])
  return `\n${rowsView([['SEVERITY', 'RULE', 'DESCRIPTION'], ...rows])}`
}
