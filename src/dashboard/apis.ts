import { type Ask, pathPart, readPages, renderQuery, requireRecord } from './ask.ts'
import { apiCategories, apiDetail, apisPage } from './contract/apis.ts'

export interface ApiFilter {
  /** A part of the name. */
  readonly query?: string | undefined
  readonly categories?: readonly string[] | undefined
}

const hints = {
  403: 'The user needs the apis permission (read), and must own the API if ownership is on.',
}

export type ApiMethods = ReturnType<typeof apiMethods>

export function apiMethods(ask: Ask) {
  return {
    /** `GET /api/apis/{apiId}`, by public or internal id. */
    getApi: async (id: string) => {
      const api = await ask({
        method: 'GET',
        path: `/api/apis/${pathPart(id, 'the id of an API')}`,
        schema: apiDetail,
        what: 'an API',
        operation: 'the API lookup',
        subject: `the API ${id}`,
        hints: {
          ...hints,
          404: "Use an API in the credential's organisation; gov api list shows them.",
        },
      })
      requireRecord(id, api.api_definition.api_id, api.api_definition.id)
      return api
    },
    /** `GET /api/apis`, or `GET /api/apis/search` for a name alone: every page, in order. */
    listApis: (filter: ApiFilter = {}) =>
      readPages(
        ask,
        { noun: 'APIs', path: (page) => renderPagePath(filter, page), schema: apisPage, hints },
        ({ apis }) => apis?.map(({ api_definition: { api_id } }) => api_id),
      ),
    /** `GET /api/apis/categories`. */
    listApiCategories: () =>
      ask({
        method: 'GET',
        path: '/api/apis/categories',
        schema: apiCategories,
        what: 'a list of categories',
        operation: 'the list of categories',
        hints,
      }),
  }
}

/** In the order of their making, so that an API which is added meanwhile moves none to another page. */
function renderPagePath({ query, categories = [] }: ApiFilter, page: number): string {
  const category = categories.length === 0 ? undefined : categories.join(',')
  return query !== undefined && category === undefined
    ? `/api/apis/search${renderQuery({ q: query, p: page })}`
    : `/api/apis${renderQuery({ q: query, category, sort: 'created_at', p: page })}`
}
