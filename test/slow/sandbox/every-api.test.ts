import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createClient } from '../../../src/dashboard/client.ts'
import { serviceLimits } from '../../../src/dashboard/contract/evaluation.ts'
import { listen } from '../../../src/sandbox/http/listen.ts'
import { type ApiRecord, apiRecord } from '../../../src/sandbox/store/records.ts'
import { effort } from '../../effort.ts'
import { fixedNow } from '../../sandbox/doors.ts'
import { createFetchingApp as createApp } from '../../sandbox/fetching-app.ts'
import { sampleWorkspace } from '../../sandbox/sample-workspace.ts'

const records = (count: number): ApiRecord[] =>
  Array.from({ length: count }, (_, at) =>
    apiRecord().parse({
      api_id: `api-${at}`,
      id: `db-${at}`,
      name: `API ${at % 7}`,
      org_id: at % 5 === 4 ? 'org-b' : 'org-a',
      kind: 'oas',
      categories: [at % 2 === 0 ? 'even' : 'odd'],
      definition: 'd.yaml',
    }),
  )

function appOf(apis: readonly ApiRecord[]) {
  return createApp({ ...sampleWorkspace(), apis }, { limits: serviceLimits, now: fixedNow })
}

type Filter = { readonly query?: string; readonly categories?: readonly string[] }

async function listed(
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  baseUrl: string,
  filter?: Filter,
) {
  const client = createClient({
    baseUrl,
    token: () => 'key-writer',
    fetch: (url, { method, headers }) => fetch(url, { method, headers }),
  })
  const ids: string[] = []
  for await (const { apis } of client.listApis(filter)) {
    ids.push(...(apis ?? []).map(({ api_definition }) => api_definition.api_id))
  }
  return ids
}

it('paging gives every API of the organisation once, and no other', async () => {
  const filters = fc.constantFrom<(Filter & { holds: (api: ApiRecord) => boolean })[]>(
    { holds: () => true },
    { query: 'api 3', holds: ({ name }) => name === 'API 3' },
    { categories: ['EVEN'], holds: ({ categories }) => categories.includes('even') },
    { categories: ['even', 'odd'], query: '', holds: () => true },
    {
      categories: ['odd'],
      query: '1',
      holds: ({ name, categories }) => name === 'API 1' && categories[0] === 'odd',
    },
  )
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 130 }), filters, async (count, { holds, ...filter }) => {
      const apis = records(count)
      const app = appOf(apis)
      const found = await listed((url, init) => app.fetch(new Request(url, init)), 'http://embedded', filter)
      const expected = apis.filter((api) => api.org_id === 'org-a' && holds(api))
      expect(found).toEqual(expected.map(({ api_id }) => api_id))
    }),
    { numRuns: 25 * effort },
  )
})

it('10,000 APIs are listed over a socket', async () => {
  const server = await listen(appOf(records(10_000)), { port: 0 })
  try {
    const found = await listed(fetch, server.url)
    expect(found).toHaveLength(8_000)
    expect(new Set(found).size).toBe(8_000)
  } finally {
    await server.close()
  }
})
