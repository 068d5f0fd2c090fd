import type { Command } from 'commander'
import type { ApiDetail } from '../contract/apis.ts'
import { GovError } from '../model/errors.ts'
import type { Row } from '../reporters/table/columns.ts'
import { type Call, serviceCommands, writeResult } from './flags/service-command.ts'
import { collect } from './flags/setting-flags.ts'
import type { Context, Done } from './terminal/context.ts'
import { fieldsView, jsonView, rowsView, yesOrNo } from './terminal/views.ts'
import { writePages } from './terminal/write-pages.ts'

const getExamples = [
  'gov api get payments',
  'gov api get 65c2f4d0a1dcd60001d0e301 --json',
  'gov api get payments --oas --output payments.json',
  'gov api get payments --oas -o p.json',
  'gov check --definition p.json --ruleset-file rules.yaml',
]

const listExamples = [
  'gov api list',
  'gov api list --category payments --category public',
  'gov api list --query order',
  "gov api list --json | jq -r '.apis[].api_definition.api_id'",
]

const categoriesExamples = ['gov api categories', "gov api categories --json | jq -r '.categories[].name'"]

export function addApi(api: Command, context: Context, done: Done): void {
  const add = serviceCommands('user', context, done)
  api.description('Looks up saved APIs on the dashboard.')
  const get = api
    .command('get')
    .summary('show an API, or save its OpenAPI document')
    .description('Shows an API of the organisation.')
    .argument('<id>', 'public or internal id')
    .option('--oas', "print the API's OpenAPI document as JSON")
    .option('-o, --output <file>', 'write to a file instead of standard output')
  add(get, getExamples, getApi)
  const list = api
    .command('list')
    .summary('list the APIs of the organisation')
    .description('Lists every API that the user can see.')
    .option('--category <name>', 'only APIs in this category; repeatable, any may match', collect)
    .option('--query <text>', 'only APIs with this text in their name')
  add(list, listExamples, listApis)
  const categories = api
    .command('categories')
    .summary('list the categories of the APIs')
    .description("Lists the categories of the organisation's APIs, with the APIs in each.")
  add(categories, categoriesExamples, listCategories)
}

interface GetFlags {
  readonly oas?: boolean
  readonly output?: string
}

async function getApi({ args: [id = ''], flags, context, ask }: Call<GetFlags>): Promise<void> {
  const api = await ask((client) => client.getApi(id))
  const shown = flags.oas ? (api.oas ?? noDocument(id)) : api
  await writeResult(flags.oas || flags.json ? jsonView(shown) : factsView(api), flags.output, context)
}

function noDocument(id: string): never {
  throw new GovError(
    'not_found',
    'api-without-document',
    `the API ${id} has no OpenAPI document`,
    'Omit --oas. It is a classic API, or this dashboard does not send the document.',
  )
}

function factsView({ api_definition: api, oas, categories }: ApiDetail): string {
  const { not_versioned, versions } = api.version_data ?? {}
  return fieldsView([
    ['id', api.api_id],
    ['internal id', api.id],
    ['name', api.name],
    ['organisation', api.org_id],
    ['active', api.active],
    ['OpenAPI', oas === undefined || oas === null ? 'no document' : String(oas.openapi ?? 'yes')],
    ['categories', categories?.join(', ')],
    ['listens at', api.proxy?.listen_path],
    ['forwards to', api.proxy?.target_url],
    ['credential in', api.auth?.auth_header_name],
    ['OAuth 2.0', api.use_oauth2],
    ['versions', not_versioned === false ? Object.keys(versions ?? {}).join(', ') : undefined],
  ])
}

interface ListFlags {
  readonly category?: readonly string[]
  readonly query?: string
}

async function listApis({ flags, context, ask }: Call<ListFlags>): Promise<void> {
  const { category: categories, query, json = false } = flags
  const view = { key: 'apis', json, head: ['ID', 'NAME', 'KIND', 'ACTIVE', 'CATEGORIES'], rowOf } as const
  await ask((client) => writePages(client.listApis({ query, categories }), view, context))
}

function rowOf({ api_definition: api, oas, categories }: ApiDetail): Row {
  const kind = api.is_oas === true || oas ? 'OpenAPI' : api.is_oas === false ? 'classic' : ''
  return [api.api_id, api.name ?? '', kind, yesOrNo(api.active), categories?.join(', ') ?? '']
}

async function listCategories({ flags, context, ask, print }: Call): Promise<void> {
  const answer = await ask((client) => client.listApiCategories())
  const rows = (answer.categories ?? []).map(({ name, count, apis }) => [
    name,
    String(count),
    apis?.join(', ') ?? '',
  ])
  if (rows.length === 0 && !flags.json) return context.io.stderr.write('No API has a category.\n')
  await print(answer, rowsView([['CATEGORY', 'APIS', ''], ...rows]))
}
