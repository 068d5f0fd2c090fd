import type { Command } from 'commander'
import type { RulesetDetail, SavedRuleset } from '../../contract/rulesets.ts'
import { GovError } from '../../model/errors.ts'
import type { Row } from '../../reporters/table/columns.ts'
import { sanitize } from '../../text/sanitize.ts'
import { type Call, serviceCommands, writeResult } from '../flags/service-command.ts'
import type { Context, Done } from '../terminal/context.ts'
import { fieldsView, jsonView, rowsView, timeView, yesOrNo } from '../terminal/views.ts'
import { writePages } from '../terminal/write-pages.ts'

const getExamples = [
  'gov ruleset get rs-security',
  'gov ruleset get rs-security --definition --output rs-security.json',
  'gov check --definition openapi.yaml --ruleset-file rs-security.json',
]

const listExamples = [
  'gov ruleset list',
  'gov ruleset list --category payments',
  'gov ruleset list --templates',
  "gov ruleset list --json | jq -r '.rulesets[].ruleset_id'",
]

/** `gov ruleset get` and `gov ruleset list`. */
export function addSavedRulesets(ruleset: Command, context: Context, done: Done): void {
  const add = serviceCommands('user', context, done)
  const get = ruleset
    .command('get')
    .summary('show a ruleset, or save its definition')
    .description('Shows a ruleset of the organisation and its rules.')
    .argument('<id>', 'stable or internal id')
    .option('--definition', 'print the ruleset itself, for gov check --ruleset-file')
    .option('-o, --output <file>', 'write to a file instead of standard output')
  add(get, getExamples, getRuleset)
  const list = ruleset
    .command('list')
    .summary('list the rulesets of the organisation')
    .description('Lists the rulesets by name. Templates have a separate list.')
    .option('--category <name>', 'only rulesets in this category')
    .option('--query <text>', 'only rulesets with this text in their name')
    .option('--templates', 'list the templates instead')
  add(list, listExamples, listRulesets)
}

interface GetFlags {
  readonly definition?: boolean
  readonly output?: string
}

async function getRuleset({ args: [id = ''], flags, context, ask }: Call<GetFlags>): Promise<void> {
  const ruleset = await ask((client) => client.getRuleset(id))
  const view = flags.definition ? definitionView : flags.json ? jsonView : factsView
  await writeResult(view(ruleset), flags.output, context)
}

/** JSON is the usual form and is laid out; a definition of another form is text. */
function definitionView({ ruleset_id, definition }: RulesetDetail): string {
  if (definition === undefined) throw noDefinition(ruleset_id)
  try {
    return jsonView(JSON.parse(definition))
  } catch {
    return `${sanitize(definition).trimEnd()}\n`
  }
}

function noDefinition(id: string): GovError {
  return new GovError(
    'not_found',
    'ruleset-without-definition',
    `the dashboard sent no definition for ruleset ${id}`,
    'Check the ruleset on the dashboard. An embedded sandbox logs what is wrong with its file.',
  )
}

function factsView(ruleset: RulesetDetail): string {
  const facts = fieldsView([
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
  const rules = ruleset.applied_rules ?? []
  if (rules.length === 0) return facts
  const rows = rules.map(({ id, severity = 'warn', description = '' }) => [severity, id, description])
  return `${facts}\n${rowsView([['SEVERITY', 'RULE', 'DESCRIPTION'], ...rows])}`
}

interface ListFlags {
  readonly category?: string
  readonly query?: string
  readonly templates?: boolean
}

async function listRulesets({ flags, context, ask }: Call<ListFlags>): Promise<void> {
  const { category, query, templates, json = false } = flags
  const view = { key: 'rulesets', json, head, rowOf } as const
  await ask((client) => writePages(client.listRulesets({ category, query, templates }), view, context))
}

const head: Row = ['ID', 'NAME', 'ACTION', 'ACTIVE', 'APPLIES TO', 'CATEGORIES']

function rowOf({ ruleset_id, name, action, active, resource_type, categories }: SavedRuleset): Row {
  return [
    ruleset_id,
    name ?? '',
    action ?? '',
    yesOrNo(active),
    resource_type ?? '',
    categories?.join(', ') ?? '',
  ]
}
