import {
  type ApiCategory,
  type ApiDetail,
  type ApisPage,
  apiCategories,
  apiDetail,
  apisPage,
} from '../../contract/apis.ts'
import { isRecord } from '../../model/record.ts'
import { createDefinitionReader } from '../evaluation/saved-definitions.ts'
import { isOwner } from '../http/access.ts'
import type { AppOptions } from '../http/app-options.ts'
import { accessDenied, requireUser } from '../http/credentials.ts'
import { badRequest, Refusal } from '../http/envelope.ts'
import { jsonAnswer, type ServiceAnswer, type ServiceRequest } from '../http/exchange.ts'
import { pathParameter, queryParameter, userRefusals } from '../http/operation-parts.ts'
import { pageOf, pageParameter } from '../http/pages.ts'
import type { Operation, PathParameters, Route } from '../http/route.ts'
import type { ApiRecord, User } from '../store/records.ts'
import type { Workspace } from '../store/workspace.ts'
import { apiSummary } from './api-detail.ts'

const tag = 'APIs'
const name = queryParameter('q', 'Part of the name, case-insensitive.')

const listOperation: Operation = {
  id: 'listApis',
  tag,
  summary: 'List the APIs of the organisation',
  description: 'The APIs that the caller can see, paged and without their OpenAPI documents.',
  credential: 'user',
  parameters: [
    pageParameter,
    name,
    queryParameter('category', 'Categories, separated by commas: APIs in any of them.'),
    queryParameter('sort', 'name, or -name for descending; any other text is the order of the workspace.'),
  ],
  answer: { description: 'One page of APIs.', schema: apisPage },
  refusals: { 400: 'p is not a number.', ...userRefusals },
}

const searchOperation: Operation = {
  id: 'searchApis',
  tag,
  summary: 'Find APIs by name',
  description: 'The APIs whose name contains a string, paged; an empty string matches all.',
  credential: 'user',
  parameters: [pageParameter, name],
  answer: { description: 'One page of APIs.', schema: apisPage },
  refusals: { 400: 'p is not a number.', ...userRefusals },
}

const categoriesOperation: Operation = {
  id: 'listApiCategories',
  tag,
  summary: 'List the categories and their APIs',
  description: "Every category of the organisation's APIs, with the APIs in each.",
  credential: 'user',
  answer: { description: 'The categories, by name.', schema: apiCategories },
  refusals: userRefusals,
}

const getOperation: Operation = {
  id: 'getApi',
  tag,
  summary: 'Read one API',
  description: "An API's definition and, unless it is a classic API, its OpenAPI document.",
  credential: 'user',
  parameters: [pathParameter('apiId', 'The public or the internal id of the API.')],
  answer: { description: 'The API.', schema: apiDetail },
  refusals: { 400: 'The organisation has no API with this id.', ...userRefusals },
}

const mayRead = { group: 'apis', level: 'read' } as const

/** The lookups of saved APIs: pages, categories, one by its id. */
export function apiRoutes(workspace: Workspace, options: AppOptions): Route[] {
  const readSaved = createDefinitionReader(workspace)
  const get = async (request: ServiceRequest, { apiId = '' }: PathParameters) => {
    const api = findApi(request, workspace, apiId)
    if (api.kind === 'classic') return jsonAnswer(apiSummary(api))
    try {
      const { value } = await readSaved(api)
      const detail: ApiDetail = { ...apiSummary(api), oas: isRecord(value) ? value : null }
      return jsonAnswer(detail)
    } catch (error) {
      options.onFault?.(error, 'answered')
      throw new Refusal(500, 'Failed to marshal data for API detail')
    }
  }
  return [
    {
      method: 'GET',
      path: '/api/apis',
      operation: listOperation,
      handle: (request) => list(request, workspace),
    },
    {
      method: 'GET',
      path: '/api/apis/search',
      operation: searchOperation,
      handle: async (request) => {
        const apis = visibleApis(requireUser(request, workspace, mayRead), workspace)
        return pageAnswer(byName(apis, request), request)
      },
    },
    {
      method: 'GET',
      path: '/api/apis/categories',
      operation: categoriesOperation,
      handle: async (request) => {
        const apis = visibleApis(requireUser(request, workspace, mayRead), workspace)
        return jsonAnswer({ categories: categoriesOf(apis) })
      },
    },
    { method: 'GET', path: '/api/apis/{apiId}', operation: getOperation, handle: get },
  ]
}

/** By public or internal id. Refuses with 400 what the organisation does not have, with 403 what others own. */
function findApi(request: ServiceRequest, workspace: Workspace, wanted: string): ApiRecord {
  const user = requireUser(request, workspace, mayRead)
  const ofUser = workspace.apis.filter(({ org_id }) => org_id === user.org_id)
  const api = ofUser.find(({ api_id, id }) => api_id === wanted || id === wanted)
  if (api === undefined) throw badRequest('Could not retrieve API detail')
  if (workspace.settings.api_ownership && !isOwner(user, api)) throw accessDenied(request)
  return api
}

/** The organisation's, and where ownership is on the user's own. */
function visibleApis(user: User, { apis, settings }: Workspace): readonly ApiRecord[] {
  return apis.filter((api) => api.org_id === user.org_id && (!settings.api_ownership || isOwner(user, api)))
}

async function list(request: ServiceRequest, workspace: Workspace): Promise<ServiceAnswer> {
  const apis = visibleApis(requireUser(request, workspace, mayRead), workspace)
  const query = new URL(request.url).searchParams
  const wanted = (query.get('category') ?? '')
    .split(',')
    .map(fold)
    .filter((name) => name !== '')
  const found = byName(apis, request).filter(
    ({ categories }) => wanted.length === 0 || categories.some((name) => wanted.includes(fold(name))),
  )
  return pageAnswer(sorted(found, query.get('sort')), request)
}

function pageAnswer(apis: readonly ApiRecord[], request: ServiceRequest): ServiceAnswer {
  const { items, pages } = pageOf(apis, new URL(request.url).searchParams)
  const answer: ApisPage = { apis: items.map(apiSummary), pages }
  return jsonAnswer(answer)
}

/** `q` is a part of the name, in any case; an empty one is part of every name. */
function byName(apis: readonly ApiRecord[], request: ServiceRequest): readonly ApiRecord[] {
  const part = fold(new URL(request.url).searchParams.get('q') ?? '')
  return apis.filter(({ name }) => fold(name).includes(part))
}

/** Records have no times: every order but by name is the order of the workspace. */
function sorted(apis: readonly ApiRecord[], sort: string | null): readonly ApiRecord[] {
  if (sort !== 'name' && sort !== '-name') return apis
  const direction = sort === 'name' ? 1 : -1
  return [...apis].sort((a, b) => direction * (a.name < b.name ? -1 : Number(a.name > b.name)))
}

function categoriesOf(apis: readonly ApiRecord[]): ApiCategory[] {
  const members = new Map<string, string[]>()
  for (const { api_id, categories } of apis) {
    for (const name of categories) members.set(name, [...(members.get(name) ?? []), api_id])
  }
  return [...members.entries()].sort().map(([name, ids]) => ({ name, count: ids.length, apis: ids }))
}

function fold(text: string): string {
  return text.trim().toLowerCase()
}
