import type { Command } from 'commander'
import { GovError } from '../../core/model/errors.ts'
import { parsedJson } from '../../core/text/json.ts'
import { sanitize } from '../../core/text/sanitize.ts'
import type { RulesetDetail, SavedRuleset } from '../../dashboard/contract/rulesets.ts'
import type { RulesetFilter } from '../../dashboard/rulesets.ts'
import type { Context } from '../../terminal/context.ts'
import { type ServiceCall, serviceCommands } from '../../terminal/flags/service-command.ts'
import { type LookupField, stateText } from '../../terminal/lookup/field.ts'
import {
  addFormatFlag,
  addListFlags,
  documentView,
  type FormatFlags,
  type ListFlags,
  oneOutputHelp,
  oneView,
  requireCategoryNames,
} from '../../terminal/lookup/lookup-format.ts'
import { writeList } from '../../terminal/lookup/write-list.ts'
import { writeResult } from '../../terminal/report/output.ts'
import { fieldsView, renderWrapped, rowsView, timeView } from '../../terminal/views.ts'

const getExamples = [
  'gov ruleset get rs-security',
  'gov ruleset get rs-security --definition --output rs-security.json',
  'gov check --definition openapi.yaml --ruleset-file rs-security.json',
]

const listExamples = [
  'gov ruleset list',
  'gov ruleset list --category payments',
  'gov ruleset list --templates',
  'gov ruleset list --sort last_updated --reverse --limit 5',
  "gov ruleset list --json | jq -r '.rulesets[].ruleset_id'",
]

export function add(ruleset: Command, context: Context): void {
  const addCommand = serviceCommands('user', context)
  const get = ruleset
    .command('get')
    .summary('show a ruleset, or save its definition')
    .description('Shows a ruleset of the organisation and its rules.')
    .argument('<id>', 'stable or internal id')
    .option('--definition', 'print the ruleset itself, for gov check --ruleset-file')
    .option('-o, --output <file>', oneOutputHelp)
  addCommand(addFormatFlag(get), getExamples, getRuleset)
  const list = ruleset
    .command('list')
    .summary('list the rulesets of the organisation')
    .description('Lists the rulesets by name. Templates have a separate list.')
    .option('--category <name>', 'only rulesets in this category')
    .option('--query <text>', 'only rulesets with this text in their name')
    .option('--templates', 'list the templates instead')
  addCommand(addListFlags(list, rulesetFields, ['active', 'inactive']), listExamples, listRulesets)
}

interface GetRulesetFlags extends FormatFlags {
  readonly definition?: boolean
}

async function getRuleset({
  args: [id = ''],
  flags,
  context,
  ask,
}: ServiceCall<GetRulesetFlags>): Promise<void> {
  const ruleset = await ask((client) => client.getRuleset(id))
  const text = flags.definition
    ? definitionView(ruleset, flags)
    : oneView(ruleset, flags, { fields: rulesetFields, facts: factsView }, context)
  await writeResult(text, flags.output, context)
}

/** JSON is the usual form and is laid out; a definition of another form is text. */
function definitionView({ ruleset_id, definition }: RulesetDetail, flags: FormatFlags): string {
  if (definition === undefined) throw noDefinitionError(ruleset_id)
  const value = parsedJson(definition)
  return value === undefined ? `${sanitize(definition).trimEnd()}\n` : documentView(value, flags)
}

function noDefinitionError(id: string): GovError {
  const message = `the dashboard sent no definition for ruleset ${id}`
  const hint = 'Check the ruleset on the dashboard. An embedded sandbox logs what is wrong with its file.'
  return new GovError('not_found', 'ruleset-without-definition', message, hint)
}

function factsView(ruleset: RulesetDetail, width?: number): string {
  const facts = pickFacts(ruleset)
  const rules = ruleset.applied_rules ?? []
  if (rules.length === 0) return fieldsView(facts, width)
  const rows = rules.map(({ id, severity = 'warn', description = '' }) => [severity, id, description])
  const table = [['SEVERITY', 'RULE', 'DESCRIPTION'], ...rows]
  const view = width === undefined ? rowsView(table) : renderWrapped(table, [1, 2], width)
  return `${fieldsView(facts, width)}\n${view}`
}

function pickFacts(ruleset: RulesetDetail) {
  return [
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
    ['created', timeView(ruleset.date_created)],
    ['updated', timeView(ruleset.last_updated)],
    ['rules', ruleset.applied_rules?.length],
  ] as const
}

export const rulesetFields: readonly LookupField<SavedRuleset>[] = [
  { name: 'ruleset_id', head: 'ID', read: ({ ruleset_id }) => ruleset_id },
  { name: '_id', read: ({ _id }) => _id },
  { name: 'name', head: 'NAME', read: ({ name }) => name },
  { name: 'description', read: ({ description }) => description },
  { name: 'action', head: 'ACTION', read: ({ action }) => action },
  { name: 'active', head: 'ACTIVE', read: ({ active }) => active },
  { name: 'resource_type', head: 'APPLIES TO', read: ({ resource_type }) => resource_type },
  { name: 'categories', head: 'CATEGORIES', read: ({ categories }) => categories },
  { name: 'date_created', isTime: true, read: ({ date_created }) => date_created },
  { name: 'last_updated', isTime: true, read: ({ last_updated }) => last_updated },
]

async function listRulesets({ flags, context, ask }: ServiceCall<ListFlags & RulesetFilter>): Promise<void> {
  const { category, query, templates } = flags
  requireCategoryNames(category === undefined ? [] : [category])
  const nameState = ({ active }: SavedRuleset) => stateText(active)
  const view = { key: 'rulesets', fields: rulesetFields, stateOf: nameState } as const
  await ask((client) => writeList(client.listRulesets({ category, query, templates }), view, flags, context))
}
