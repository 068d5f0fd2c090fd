import { rememberPerObject } from '../../core/model/once.ts'
import { isRecord } from '../../core/model/record.ts'
import { fold } from '../../core/text/compare-text.ts'
import {
  type ApiCategory,
  type ApiDefinition,
  type ApiDetail,
  apiCategories,
  apiDetail,
  apisPage,
} from '../../dashboard/contract/apis.ts'
import { createDefinitionReader } from '../evaluation/definition.ts'
import type { AppOptions } from '../http/app-options.ts'
import { accessDeniedError, isOwner, requireUser } from '../http/credentials.ts'
import {
  badRequestError,
  jsonAnswer,
  Refusal,
  type ServiceAnswer,
  type ServiceRequest,
} from '../http/exchange.ts'
import {
  listAnswer,
  pageAnswer,
  pageParameter,
  pathParameter,
  queryParameter,
  type ServiceRoute,
  sortItems,
  tagUserRoutes,
} from '../http/route.ts'
import { groupByCategory, indexApis, listOwnApis } from '../store/own-apis.ts'
import type { ApiRecord } from '../store/records.ts'
import type { Workspace } from '../store/workspace.ts'

const name = queryParameter('q', 'Part of the name, case-insensitive.')

const mayRead = { group: 'apis', level: 'read' } as const

export function apiRoutes(workspace: Workspace, options: AppOptions): ServiceRoute[] {
  const readSaved = createDefinitionReader(workspace)
  const renderApi = rememberTexts(workspace)
  const read = async (api: ApiRecord, { note }: ServiceRequest): Promise<ServiceAnswer> => {
    if (api.kind === 'classic') return jsonAnswer(apiSummary(api, workspace))
    try {
      const { value } = await readSaved(api)
      return jsonAnswer({ ...apiSummary(api, workspace), oas: isRecord(value) ? value : null })
    } catch (error) {
      options.onFault?.(error, 'answered', note?.id)
      throw new Refusal(500, 'Failed to marshal data for API detail')
    }
  }
  return tagUserRoutes('Saved API', [
    {
      method: 'GET',
      path: '/api/apis',
      id: 'listApis',
      summary: 'List the APIs of the organisation',
      description: 'The APIs that the caller can see, paged and without their OpenAPI documents.',
      parameters: [
        pageParameter,
        name,
        queryParameter('category', 'Categories, separated by commas: APIs in any of them.'),
        queryParameter(
          'sort',
          'name, or -name for descending; any other text is the order of the workspace.',
        ),
      ],
      answer: { description: 'One page of APIs.', schema: apisPage },
      handle: async (request, _parameters, query) => {
        const found = filterByCategory(filterByName(visibleApis(request, workspace), query), query)
        return pageAnswer('apis', sortApis(found, query.get('sort')), query, renderApi)
      },
    },
    {
      method: 'GET',
      path: '/api/apis/search',
      id: 'searchApis',
      summary: 'Find APIs by name',
      description: 'The APIs whose name contains a string, paged; an empty string matches all.',
      parameters: [pageParameter, name],
      answer: { description: 'One page of APIs.', schema: apisPage },
      handle: async (request, _parameters, query) =>
        pageAnswer('apis', filterByName(visibleApis(request, workspace), query), query, renderApi),
    },
    {
      method: 'GET',
      path: '/api/apis/categories',
      id: 'listApiCategories',
      summary: 'List the categories and their APIs',
      description: "Every category of the organisation's APIs, with the APIs in each.",
      answer: { description: 'The categories, by name.', schema: apiCategories },
      handle: async (request) =>
        listAnswer('categories', groupByCategory(visibleApis(request, workspace)), renderCategory),
    },
    {
      method: 'GET',
      path: '/api/apis/{apiId}',
      id: 'getApi',
      summary: 'Read one API',
      description: "An API's definition and, unless it is a classic API, its OpenAPI document.",
      parameters: [pathParameter('apiId', 'The public or the internal id of the API.')],
      answer: { description: 'The API.', schema: apiDetail },
      refusals: { 400: 'The organisation has no API with this id.' },
      handle: async (request, { apiId = '' }) => read(findApi(request, workspace, apiId), request),
    },
  ])
}

/** Takes public and internal ids. Refuses with 400 what the organisation does not have, with 403 what others own. */
function findApi(request: ServiceRequest, workspace: Workspace, wanted: string): ApiRecord {
  const user = requireUser(request, workspace, mayRead)
  const api = indexApis(listOwnApis(workspace, user)).get(wanted)
  if (api === undefined) throw badRequestError('Could not retrieve API detail')
  if (workspace.settings.api_ownership && !isOwner(user, api)) throw accessDeniedError(request)
  return api
}

/** The organisation's APIs; the user's own if ownership is on. */
function visibleApis(request: ServiceRequest, workspace: Workspace): readonly ApiRecord[] {
  const user = requireUser(request, workspace, mayRead)
  const own = listOwnApis(workspace, user)
  return workspace.settings.api_ownership ? own.filter((api) => isOwner(user, api)) : own
}

function filterByName(apis: readonly ApiRecord[], query: URLSearchParams): readonly ApiRecord[] {
  const part = fold(query.get('q'))
  return part === '' ? apis : apis.filter(({ name }) => fold(name).includes(part))
}

function filterByCategory(apis: readonly ApiRecord[], query: URLSearchParams): readonly ApiRecord[] {
  const wanted = fold(query.get('category')).split(',').map(fold).filter(Boolean)
  if (wanted.length === 0) return apis
  return apis.filter(({ categories }) => categories.some((name) => wanted.includes(fold(name))))
}

/** Records have no times: every order but by name is the order of the workspace. */
function sortApis(apis: readonly ApiRecord[], sort: string | null): readonly ApiRecord[] {
  if (sort !== 'name' && sort !== '-name') return apis
  return sortItems(apis, ({ name }) => name, sort === 'name' ? 1 : -1)
}

const renderCategory = rememberPerObject(([name, members]: ReturnType<typeof groupByCategory>[number]) => {
  const category: ApiCategory = { name, count: members.length, apis: members.map(({ api_id }) => api_id) }
  return JSON.stringify(category)
})

/** Lists of them all are asked for over and over. */
const rememberTexts = (workspace: Workspace) =>
  rememberPerObject((api: ApiRecord) => JSON.stringify(apiSummary(api, workspace)))

/** An API as a list has it: without its OpenAPI document. */
function apiSummary(api: ApiRecord, { users }: Workspace): ApiDetail {
  const isUser = (owner: string) => users.some(({ id }) => id === owner)
  return {
    api_definition: toApiDefinition(api),
    categories: [...api.categories],
    user_owners: api.owners.filter(isUser),
    user_group_owners: api.owners.filter((owner) => !isUser(owner)),
  }
}

/** The ids come from the record, also where a classic definition has others. */
function toApiDefinition(api: ApiRecord): ApiDefinition {
  const { api_id, id, name, org_id, active } = api
  const identity = { api_id, id, name, org_id, active, is_oas: api.kind !== 'classic' }
  return api.kind === 'classic'
    ? { ...api.classic, ...listClassicFields(api), ...identity }
    : { ...deriveClassicFields(api), ...identity, ...(api.kind === 'mcp' && { resource_type: 'mcp-api' }) }
}

/** Lists what the record itself says wins over the classic definition in it. */
function listClassicFields(api: Extract<ApiRecord, { kind: 'classic' }>) {
  const { classic, listen_path, target_url, use_oauth2 } = api
  const proxy = {
    ...(isRecord(classic.proxy) && classic.proxy),
    ...(listen_path !== undefined && { listen_path }),
    ...(target_url !== undefined && { target_url }),
  }
  return {
    ...(Object.keys(proxy).length > 0 && { proxy }),
    ...(use_oauth2 !== undefined && { use_oauth2 }),
  }
}

/** The classic fields that the dashboard derives from an OpenAPI document's settings. */
function deriveClassicFields({ listen_path, target_url, use_oauth2 = false }: ApiRecord) {
  return {
    auth: { auth_header_name: 'Authorization' },
    definition: { key: '', location: '' },
    proxy: { listen_path: listen_path ?? '', strip_listen_path: true, target_url: target_url ?? '' },
    use_oauth2,
    version_data: { not_versioned: true, versions: { Default: { name: 'Default' } } },
  }
}
