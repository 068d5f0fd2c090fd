import type { Command } from 'commander'
import { GovError } from '../../core/model/errors.ts'
import { plural } from '../../core/text/wording.ts'
import type { ApiCategory, ApiDetail } from '../../dashboard/contract/apis.ts'
import type { Context } from '../../terminal/context.ts'
import { type ServiceCall, serviceCommands } from '../../terminal/flags/service-command.ts'
import { collect } from '../../terminal/flags/setting-flags.ts'
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
import { filterPages, onePage, writeList } from '../../terminal/lookup/write-list.ts'
import { writeResult } from '../../terminal/report/output.ts'
import { fieldsView } from '../../terminal/views.ts'
import { findUserByEmail } from './user-command.ts'

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
  'gov api list --owner ada@example.com',
  'gov api list --state inactive --sort name --format csv',
  "gov api list --json | jq -r '.apis[].api_definition.api_id'",
]

const categoriesExamples = ['gov api categories', "gov api categories --json | jq -r '.categories[].name'"]

export function add(api: Command, context: Context): void {
  const add = serviceCommands('user', context)
  api.description('Looks up saved APIs on the dashboard.')
  const get = api
    .command('get')
    .summary('show an API, or save its OpenAPI document')
    .description('Shows an API of the organisation.')
    .argument('<id>', 'public or internal id')
    .option('--oas', "print the API's OpenAPI document as JSON or YAML")
    .option('-o, --output <file>', oneOutputHelp)
  add(addFormatFlag(get), getExamples, getApi)
  const list = api
    .command('list')
    .summary('list the APIs of the organisation')
    .description('Lists every API that the user can see.')
    .option('--category <name>', 'only APIs in this category; repeatable, any may match', collect)
    .option('--query <text>', 'only APIs with this text in their name')
    .option('--owner <user>', "only APIs of this user: an id, or an e-mail, which includes the user's group")
  add(addListFlags(list, apiFields, ['active', 'inactive']), listExamples, listApis)
  const categories = api
    .command('categories')
    .summary('list the categories of the APIs')
    .description("Lists the categories of the organisation's APIs, with the APIs in each.")
  add(addListFlags(categories, categoryFields), categoriesExamples, listCategories)
}

interface GetApiFlags extends FormatFlags {
  readonly oas?: boolean
}

async function getApi({ args: [id = ''], flags, context, ask }: ServiceCall<GetApiFlags>): Promise<void> {
  const api = await ask((client) => client.getApi(id))
  const text = flags.oas
    ? documentView(api.oas ?? noDocument(id), flags)
    : oneView(api, flags, { fields: apiFields, facts: factsView }, context)
  await writeResult(text, flags.output, context)
}

function noDocument(id: string): never {
  const hint = 'Omit --oas. It is a classic API, or this dashboard does not send the document.'
  throw new GovError('not_found', 'api-without-document', `the API ${id} has no OpenAPI document`, hint)
}

function factsView(detail: ApiDetail, width?: number): string {
  const { api_definition: api, oas, categories } = detail
  const { not_versioned, versions } = api.version_data ?? {}
  const facts = [
    ['id', api.api_id],
    ['internal id', api.id],
    ['name', api.name],
    ['organisation', api.org_id],
    ['active', api.active],
    ['OpenAPI', oas === undefined || oas === null ? 'no document' : String(oas.openapi ?? 'yes')],
    ['categories', categories?.join(', ')],
    ['owners', listOwners(detail)?.join(', ')],
    ['listens at', api.proxy?.listen_path],
    ['forwards to', api.proxy?.target_url],
    ['credential in', api.auth?.auth_header_name],
    ['OAuth 2.0', api.use_oauth2],
    ['versions', not_versioned === false ? Object.keys(versions ?? {}).join(', ') : undefined],
  ] as const
  return fieldsView(facts, width)
}

export const apiFields: readonly LookupField<ApiDetail>[] = [
  { name: 'api_id', head: 'ID', read: ({ api_definition }) => api_definition.api_id },
  { name: 'id', read: ({ api_definition }) => api_definition.id },
  { name: 'name', head: 'NAME', read: ({ api_definition }) => api_definition.name },
  { name: 'kind', head: 'KIND', read: nameKind },
  { name: 'active', head: 'ACTIVE', read: ({ api_definition }) => api_definition.active },
  { name: 'categories', head: 'CATEGORIES', read: ({ categories }) => categories },
  { name: 'owners', read: listOwners },
  { name: 'listen_path', read: ({ api_definition }) => api_definition.proxy?.listen_path },
  { name: 'target_url', read: ({ api_definition }) => api_definition.proxy?.target_url },
  { name: 'created_at', isTime: true, read: (api) => toText(api.created_at) },
  { name: 'updated_at', isTime: true, read: (api) => toText(api.updated_at) },
]

function nameKind({ api_definition: api, oas }: ApiDetail): string {
  return api.is_oas === true || oas ? 'OpenAPI' : api.is_oas === false ? 'classic' : ''
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Users and groups; undefined where the dashboard sends neither. */
function listOwners({ user_owners, user_group_owners }: ApiDetail): readonly string[] | undefined {
  return user_owners || user_group_owners ? [...(user_owners ?? []), ...(user_group_owners ?? [])] : undefined
}

interface ApiListFlags extends ListFlags {
  readonly owner?: string
  readonly category?: readonly string[]
  readonly query?: string
}

async function listApis({ flags, context, ask }: ServiceCall<ApiListFlags>): Promise<void> {
  const { category: categories = [], query, owner } = flags
  requireCategoryNames(categories)
  const nameState = ({ api_definition }: ApiDetail) => stateText(api_definition.active)
  const view = { key: 'apis', noun: 'APIs', fields: apiFields, stateOf: nameState } as const
  let ownerless = 0
  await ask(async (client) => {
    const pages = client.listApis({ query, categories })
    if (owner === undefined) return writeList(pages, view, flags, context)
    const { id, group_id } = owner.includes('@') ? await findUserByEmail(client, owner) : { id: owner }
    const isOwned = (api: ApiDetail) => {
      const owners = listOwners(api)
      if (owners === undefined) ownerless += 1
      return owners?.some((each) => each === id || (each !== '' && each === group_id)) === true
    }
    await writeList(filterPages(pages, 'apis', isOwned), view, flags, context)
  })
  if (ownerless > 0)
    await context.tell(`Left out ${plural(ownerless, 'API')} whose owners the dashboard does not send.`)
}

const categoryFields: readonly LookupField<ApiCategory>[] = [
  { name: 'name', head: 'CATEGORY', read: ({ name }) => name },
  { name: 'count', head: 'APIS', read: ({ count }) => count },
  { name: 'apis', head: 'IDS', read: ({ apis }) => apis },
]

async function listCategories({ flags, context, ask }: ServiceCall<ListFlags>): Promise<void> {
  const answer = await ask((client) => client.listApiCategories())
  const view = {
    key: 'categories',
    pagesKey: null,
    none: 'No API has a category.',
    fields: categoryFields,
  } as const
  await writeList(onePage(answer), view, flags, context)
}
