import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ClientOptions, createClient, type DashboardClient } from '../../src/dashboard/client.ts'
import type { ApisPage } from '../../src/dashboard/contract/apis.ts'
import type { Fetch, FetchAnswer, FetchInit } from '../../src/dashboard/read-answer.ts'
import { answer, type Recorded, recordingFetch } from './answers.ts'

const json = { 'content-type': 'application/json' }
const ok = (body: unknown) => answer(200, JSON.stringify(body), json)
const refused = (status: number, Message: string) =>
  answer(status, JSON.stringify({ Status: 'Error', Message, Meta: null }), json)
const gatewayRefused = (status: number, message: string) =>
  answer(status, JSON.stringify({ status: 'error', message }), json)

function clientOf(fetch: Fetch, options: Partial<ClientOptions> = {}): DashboardClient {
  return createClient({
    baseUrl: 'https://dash.example.com',
    token: () => 'user-secret',
    adminToken: () => 'admin-secret',
    gateway: { baseUrl: 'https://gw.example.com', product: 'gw', token: () => 'gw-secret' },
    fetch,
    ...options,
  })
}

type Call = (client: DashboardClient) => Promise<unknown>
const getApi: Call = (client) => client.getApi('payments')
const getUser: Call = (client) => client.getUser('u1')
const revoke: Call = (client) => client.revokeRefreshToken('k/1', 'payments & co')
const importKey: Call = (client) => client.importKey('my key', { alias: 'a' })
const getRuleset: Call = (client) => client.getRuleset('rs')
const create: Call = (client) => client.createRuleset({ name: 'n', definition: '{}' })
const requestKey: Call = (client) => client.requestKey({ by_user: 'd', apply_policies: ['p'], version: 'v2' })
const firstPage: Call = (client) => client.listApis()[Symbol.asyncIterator]().next()

const apiBody = { api_definition: { api_id: 'payments', extra: 1 }, oas: null }
const kept = '65c2f4d0a1dcd60001d0e302'
const twoMeanings = 'answer-contradicts-itself'
const bearer = { authorization: 'Bearer user-secret' }
const admin = { 'admin-auth': 'admin-secret' }

interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: object
  readonly body?: unknown
}

function sentOf([call]: readonly Recorded[]): Sent {
  const { method = '', headers = {}, body } = call?.init ?? {}
  const { accept, 'content-type': type, 'cache-control': cache, ...rest } = headers as Record<string, string>
  expect([accept, cache]).toEqual(['application/json', 'no-cache, no-store'])
  expect(type).toBe(body === undefined ? undefined : 'application/json')
  const parsed = typeof body === 'string' ? { body: JSON.parse(body) } : {}
  return { method, url: call?.url ?? '', headers: rest, ...parsed }
}

describe('each operation is one request, with its own credential and no other', () => {
  it.each<[string, Call, unknown, Sent]>([
    [
      'getApi',
      (client) => client.getApi('a/../b?c'),
      { api_definition: { api_id: 'a/../b?c' } },
      { method: 'GET', url: 'https://dash.example.com/api/apis/a%2F..%2Fb%3Fc', headers: bearer },
    ],
    [
      'listApis',
      firstPage,
      { apis: [], pages: 0 },
      { method: 'GET', url: 'https://dash.example.com/api/apis?sort=created_at&p=1', headers: bearer },
    ],
    [
      'listApis by name',
      (client) => client.listApis({ query: 'a&b' })[Symbol.asyncIterator]().next(),
      { apis: null, pages: 0 },
      { method: 'GET', url: 'https://dash.example.com/api/apis/search?q=a%26b&p=1', headers: bearer },
    ],
    [
      'listApis by category',
      (client) =>
        client
          .listApis({ query: 'a', categories: ['x', 'y'] })
          [Symbol.asyncIterator]()
          .next(),
      { apis: [], pages: 0 },
      {
        method: 'GET',
        url: 'https://dash.example.com/api/apis?q=a&category=x%2Cy&sort=created_at&p=1',
        headers: bearer,
      },
    ],
    [
      'listApiCategories',
      (client) => client.listApiCategories(),
      { categories: null },
      { method: 'GET', url: 'https://dash.example.com/api/apis/categories', headers: bearer },
    ],
    [
      'getRuleset',
      (client) => client.getRuleset('rs 1'),
      { ruleset_id: 'rs 1' },
      { method: 'GET', url: 'https://dash.example.com/api/rulesets/rs%201', headers: bearer },
    ],
    [
      'listRulesets',
      (client) => client.listRulesets({ category: 'c', templates: true })[Symbol.asyncIterator]().next(),
      { rulesets: [], pages: 0 },
      {
        method: 'GET',
        url: 'https://dash.example.com/api/rulesets?categories=c&is_template=true&sort=name&p=1',
        headers: bearer,
      },
    ],
    [
      'getOwnUser',
      (client) => client.getOwnUser(),
      { id: 'u1' },
      { method: 'GET', url: 'https://dash.example.com/api/users/me', headers: bearer },
    ],
    [
      'getUser',
      getUser,
      { id: 'u1' },
      { method: 'GET', url: 'https://dash.example.com/admin/users/u1', headers: admin },
    ],
    [
      'createSsoToken',
      (client) => client.createSsoToken({ OrgID: 'o' }),
      { Status: 'OK', Message: 'm', Meta: 't' },
      {
        method: 'POST',
        url: 'https://dash.example.com/admin/sso',
        headers: admin,
        body: { OrgID: 'o' },
      },
    ],
    [
      'revokeRefreshToken',
      revoke,
      { action: 'deleted', key: 'k/1', status: 'ok' },
      {
        method: 'DELETE',
        url: 'https://gw.example.com/gw/oauth/refresh/k%2F1?api_id=payments+%26+co',
        headers: { 'x-gw-authorization': 'gw-secret' },
      },
    ],
    [
      'importKey',
      importKey,
      { key_id: 'my key', data: {} },
      {
        method: 'POST',
        url: 'https://dash.example.com/api/keys/my%20key',
        headers: bearer,
        body: { alias: 'a' },
      },
    ],
    [
      'requestKey',
      (client) => client.requestKey({ by_user: 'd', apply_policies: ['p'], version: 'v2' }),
      { Status: 'OK', Message: 'r1', Meta: null },
      {
        method: 'POST',
        url: 'https://dash.example.com/api/portal/requests',
        headers: bearer,
        body: { by_user: 'd', apply_policies: ['p'], version: 'v2' },
      },
    ],
    [
      'approveKeyRequest',
      (client) => client.approveKeyRequest('r1'),
      { RawKey: 'k' },
      {
        method: 'PUT',
        url: 'https://dash.example.com/api/portal/requests/approve/r1',
        headers: bearer,
      },
    ],
  ])('%s', async (_name, call, body, sent) => {
    const { fetch, calls } = recordingFetch(ok(body))
    await call(clientOf(fetch))
    expect(sentOf(calls)).toEqual(sent)
    expect(calls).toHaveLength(1)
    expect(calls[0]?.init.once).toBe(sent.method !== 'GET')
  })

  it('the product names the path and the header of the gateway', async () => {
    const { fetch, calls } = recordingFetch(ok({ action: 'deleted', key: 'k', status: 'ok' }))
    const gateway = { baseUrl: 'https://gw.example.com', product: 'acme', token: () => 's' }
    await clientOf(fetch, { gateway }).revokeRefreshToken('k', 'a')
    expect(sentOf(calls)).toMatchObject({
      url: 'https://gw.example.com/acme/oauth/refresh/k?api_id=a',
      headers: { 'x-acme-authorization': 's' },
    })
  })
})

it.each<[string, object]>([
  ['payments', {}],
  [kept, { id: kept }],
  [kept, { id: kept.toUpperCase() }],
  [kept, {}],
])('%s is the id of an API with %j', async (id, ids) => {
  const body = { api_definition: { api_id: 'payments', ...ids } }
  expect(await clientOf(recordingFetch(ok(body)).fetch).getApi(id)).toEqual(body)
})

it('takes a 201 for what it creates', async () => {
  const given = answer(201, JSON.stringify({ Status: 'success', Message: 'm', Meta: 'x' }), json)
  expect(await create(clientOf(recordingFetch(given).fetch))).toBe('x')
})

it('keeps the fields that the contract does not name', async () => {
  expect(await clientOf(recordingFetch(ok(apiBody)).fetch).getApi('payments')).toEqual(apiBody)
})

it.each(['.', '..', '', ' ', '\ud800'])('%j is not an id, and nothing is sent', async (id) => {
  const { fetch, calls } = recordingFetch(ok(apiBody))
  await expect(clientOf(fetch).getApi(id)).rejects.toMatchObject({ code: 'id-invalid', exitCode: 2 })
  expect(calls).toEqual([])
})

it.each<[string, Call, FetchAnswer, number, string, string]>([
  [
    'an unknown API with 400',
    getApi,
    refused(400, 'Could not retrieve API detail'),
    6,
    'not-found',
    'the dashboard could not find the API payments (400): Could not retrieve API detail',
  ],
  [
    'an unknown API with 404',
    getApi,
    refused(404, 'Could not retrieve API detail.'),
    6,
    'not-found',
    'the dashboard could not find the API payments (404)',
  ],
  ['401', getApi, refused(401, 'Not authorised'), 3, 'unauthorised', 'rejected the credential (401)'],
  ['403', getApi, refused(403, 'access denied: x'), 3, 'forbidden', 'denied access (403): access denied: x'],
  [
    '500',
    getApi,
    refused(500, 'Failed to marshal data for API detail'),
    4,
    'server-error',
    'Failed to marshal',
  ],
  [
    '404 of another server',
    getApi,
    answer(404, 'no'),
    4,
    'unexpected-status',
    'https://dash.example.com returned 404, which the API lookup does not define',
  ],
  ['another 200', getApi, ok({ hello: 1 }), 4, 'answer-invalid', 'is not an API: api_definition'],
  [
    'another API',
    getApi,
    ok({ api_definition: { api_id: 'b' } }),
    4,
    twoMeanings,
    'payments was requested, and b',
  ],
  [
    'another ruleset',
    getRuleset,
    ok({ ruleset_id: 'b', _id: 'rs' }),
    4,
    twoMeanings,
    'rs was requested, and b',
  ],
  ['another user', getUser, ok({ id: 'u2' }), 4, twoMeanings, 'u1 was requested, and u2'],
  [
    'another API by the id it is kept under',
    (client) => client.getApi(kept),
    ok({ api_definition: { api_id: 'b', id: kept.replace('6', '7') } }),
    4,
    twoMeanings,
    `${kept} was requested, and b`,
  ],
  [
    'a key twice',
    getApi,
    answer(200, '{"api_definition": {"api_id": "payments"}, "oas": {}, "oas": null}', json),
    4,
    twoMeanings,
    'duplicate key "oas"',
  ],
  [
    'a key twice in a list',
    firstPage,
    answer(200, '{"apis": [{"api_definition": {"api_id": "b", "api_id": "a"}}], "pages": 1}', json),
    4,
    twoMeanings,
    'duplicate key "api_id"',
  ],
  [
    '201 for a lookup',
    getApi,
    answer(201, JSON.stringify(apiBody), json),
    4,
    'unexpected-status',
    'returned 201',
  ],
  [
    '201 for a list',
    firstPage,
    answer(201, '{"apis":[],"pages":0}', json),
    4,
    'unexpected-status',
    'returned 201',
  ],
  [
    'a list of an API without an id',
    firstPage,
    ok({ apis: [{ api_definition: { api_id: ' ' } }], pages: 1 }),
    4,
    'answer-invalid',
    'apis[0].api_definition.api_id: is blank',
  ],
  [
    'a ruleset without an id',
    getRuleset,
    ok({ ruleset_id: '' }),
    4,
    'answer-invalid',
    'ruleset_id: is blank',
  ],
  ['a user without an id', getUser, ok({ id: '' }), 4, 'answer-invalid', 'id: is blank'],
  [
    'an error as a new ruleset',
    create,
    ok({ Status: 'Error', Message: 'no', Meta: 'x' }),
    4,
    'answer-invalid',
    'Status: says that it failed',
  ],
  [
    'an error as a request',
    requestKey,
    ok({ Status: 'error', Message: 'no', Meta: null }),
    4,
    'answer-invalid',
    'Status: says that it failed',
  ],
  [
    'an error as a revocation',
    revoke,
    ok({ action: 'deleted', key: 'k', status: 'error' }),
    4,
    'answer-invalid',
    'status: says that it failed',
  ],
  ['HTML', getApi, answer(200, '<html>'), 4, 'answer-not-json', 'returned 200 with invalid JSON'],
  [
    'a page that says what it is',
    getApi,
    answer(200, '<html>', { 'content-type': 'text/html' }),
    4,
    'answer-not-json',
    'returned 200 without JSON (text/html)',
  ],
  [
    'JSON that is cut',
    getApi,
    answer(200, '{\n  "oas": {', json),
    4,
    'answer-not-json',
    'with invalid JSON: 2:11: a quoted key or } expected, but the text ends',
  ],
  ['an unknown user', getUser, refused(404, 'Could not retrieve user detail'), 6, 'not-found', 'the user u1'],
  ['an admin 401', getUser, refused(401, 'Not authorised'), 3, 'unauthorised', 'rejected the credential'],
  [
    'a gateway 403',
    revoke,
    gatewayRefused(403, 'Attempted administrative access with invalid or missing key!'),
    3,
    'forbidden',
    'the gateway denied access (403): Attempted administrative access',
  ],
  ['a gateway 400', revoke, gatewayRefused(400, 'Missing parameter api_id'), 2, 'request-refused', 'Missing'],
  [
    'a gateway 404',
    revoke,
    gatewayRefused(404, 'API for this refresh token not found'),
    6,
    'not-found',
    'the gateway could not find this refresh token of the API payments & co (404)',
  ],
  [
    'a gateway 404 in capitals',
    revoke,
    refused(404, 'x'),
    4,
    'unexpected-status',
    'which the revocation operation does not define',
  ],
  [
    'a malformed key, with 403',
    importKey,
    refused(403, 'Request body malformed.'),
    2,
    'request-refused',
    '(403)',
  ],
  [
    'a list that is not there',
    firstPage,
    refused(404, 'not found'),
    4,
    'unexpected-status',
    'the list of APIs',
  ],
  ['a list with 400', firstPage, refused(400, 'Could not retrieve APIs.'), 2, 'request-refused', '(400)'],
])('refuses %s', async (_name, call, given, exitCode, code, message) => {
  const error = await call(clientOf(recordingFetch(given).fetch)).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ exitCode, code, message: expect.stringContaining(message) })
  expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/(user|admin|gw)-secret/)
})

it.each<[Call, FetchAnswer, string]>([
  [getApi, refused(401, 'Not authorised'), 'GOV_TOKEN'],
  [getUser, refused(401, 'Not authorised'), 'GOV_ADMIN_TOKEN'],
  [revoke, gatewayRefused(403, 'x'), 'GOV_GATEWAY_TOKEN'],
])('says which variable holds the credential that is not accepted', async (call, given, variable) => {
  const error = await call(clientOf(recordingFetch(given).fetch)).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ hint: expect.stringContaining(variable) })
})

describe('paging', () => {
  /** A dashboard with so many APIs, that answers requests in any order. */
  function dashboardOf(count: number, delays: readonly number[], pageSize: number): Fetch {
    const ids = Array.from({ length: count }, (_, at) => `api-${at}`)
    return async (url) => {
      const page = Number(new URL(url).searchParams.get('p'))
      for (let turns = delays[page % delays.length] ?? 0; turns > 0; turns--) await Promise.resolve()
      const apis = ids.slice((page - 1) * pageSize, page * pageSize)
      const body: ApisPage = {
        apis: apis.map((api_id) => ({ api_definition: { api_id } })),
        pages: Math.ceil(count / pageSize),
      }
      return ok(body)
    }
  }

  it('gives every API once, in order', async () => {
    const count = fc.integer({ min: 0, max: 60 })
    const delays = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 7 })
    const size = fc.integer({ min: 1, max: 12 })
    await fc.assert(
      fc.asyncProperty(count, delays, size, async (total, waits, pageSize) => {
        const seen: string[] = []
        for await (const { apis } of clientOf(dashboardOf(total, waits, pageSize)).listApis()) {
          seen.push(...(apis ?? []).map(({ api_definition }) => api_definition.api_id))
        }
        expect(seen).toEqual(Array.from({ length: total }, (_, at) => `api-${at}`))
      }),
    )
  })

  it('holds a few pages and no more', async () => {
    let asked = 0
    let read = 0
    const fetch: Fetch = async (url) => {
      asked += 1
      const isThere = asked <= 50 || !url.endsWith('=51')
      return ok({ apis: isThere ? [{ api_definition: { api_id: url } }] : null, pages: 50 })
    }
    for await (const _page of clientOf(fetch).listApis()) {
      read += 1
      expect(asked - read).toBeLessThanOrEqual(4)
    }
    expect(read).toBe(50)
  })

  const page = (pages: number, ...ids: string[]) => ({
    apis: ids.map((api_id) => ({ api_definition: { api_id } })),
    pages,
  })
  it.each<[string, object[], string]>([
    ['an endless number of pages', [page(1_000_000_000)], 'page 1 of 1000000000 is empty'],
    ['no list', [{ apis: null, pages: 7 }], 'page 1 of 7 is empty'],
    ['no list for a page', [{ apis: null, pages: 1 }], 'page 1 of 1 is empty'],
    ['an empty page', [page(3, 'a', 'b'), page(3), page(3, 'c')], 'page 2 of 3 is empty'],
    ['a page twice', [page(3, 'a', 'b'), page(3, 'a', 'b'), page(3, 'c')], 'a appears twice'],
    ['an item twice', [page(2, 'a', 'b'), page(2, 'c', 'a')], 'a appears twice'],
    ['an item twice on a page', [page(1, 'a', 'a')], 'a appears twice'],
    ['more pages than before', [page(2, 'a'), page(3, 'b'), page(3, 'c')], 'page 1 is one of 2, page 2 of 3'],
    [
      'fewer pages than before',
      [page(3, 'a'), page(2, 'b'), page(2, 'c')],
      'page 1 is one of 3, page 2 of 2',
    ],
    ['no pages behind the first', [page(2, 'a'), page(0)], 'page 1 is one of 2, page 2 of 0'],
  ])('is not a list: %s', async (_name, bodies, message) => {
    const fetch: Fetch = async (url) => ok(bodies[Number(new URL(url).searchParams.get('p')) - 1] ?? page(0))
    const reading = async () => {
      for await (const _page of clientOf(fetch).listApis());
    }
    await expect(reading()).rejects.toMatchObject({
      code: 'list-inconsistent',
      exitCode: 4,
      message: expect.stringContaining(message),
    })
  })

  it.each([page(0), page(1), { apis: null, pages: 0 }])('is a list: %j', async (body) => {
    const { fetch, calls } = recordingFetch(ok(body))
    for await (const _page of clientOf(fetch).listApis()) expect(calls).toHaveLength(1)
    expect(calls).toHaveLength(1)
  })

  it.each([400, 404, 405, 500, 501])(
    'is a list, or not, by the %d that a page after its last has',
    async (status) => {
      const fetch: Fetch = async (url) =>
        url.endsWith('=1') ? ok({ users: [{ id: 'a' }], pages: 1 }) : refused(status, 'no such page')
      const read = async () => {
        for await (const _page of clientOf(fetch).listUsers());
      }
      if (status === 500) await expect(read()).rejects.toMatchObject({ code: 'server-error' })
      else await read()
    },
  )

  const developers = (...ids: string[]) => ids.map((id) => ({ id }))
  it.each<[string, object[], string[] | string]>([
    ['nobody', [{ Data: null, Pages: 0 }], []],
    ['one page', [{ Data: developers('a', 'b'), Pages: 1 }], ['a', 'b']],
    ['all at once, as 0 pages', [{ Data: developers('a', 'b'), Pages: 0 }], ['a', 'b']],
    ['nobody, on a page', [{ Data: [], Pages: 1 }], []],
    [
      'pages of another length',
      [
        { Data: developers('a', 'b'), Pages: 2 },
        { Data: developers('c'), Pages: 2 },
      ],
      ['a', 'b', 'c'],
    ],
    [
      'all for every page',
      [
        { Data: developers('a', 'b'), Pages: 1 },
        { Data: developers('a', 'b'), Pages: 1 },
      ],
      ['a', 'b'],
    ],
    ['ids of another name', [{ Data: [{ _id: 'a' }, { _id: 'b' }], Pages: 1 }], ['a', 'b']],
    ['no ids', [{ Data: [{ email: 'a' }, { email: 'b' }], Pages: 1 }], ['a', 'b']],
    [
      'pages is 1, and there is a second',
      [
        { Data: developers('a', 'b'), Pages: 1 },
        { Data: developers('c'), Pages: 2 },
      ],
      'it has 1 page, and page 2 has c',
    ],
    [
      'pages is 0, and there is a second',
      [
        { Data: developers('a', 'b'), Pages: 0 },
        { Data: developers('c'), Pages: 0 },
      ],
      'it has 1 page, and page 2 has c',
    ],
    [
      'the second page is empty',
      [
        { Data: developers('a'), Pages: 2 },
        { Data: [], Pages: 2 },
      ],
      'page 2 of 2',
    ],
    ['pages without developers', [{ Data: null, Pages: 3 }], 'page 1 of 3 is empty'],
    ['a page without developers', [{ Data: null, Pages: 1 }], 'page 1 of 1 is empty'],
    [
      'the first page again',
      [
        { Data: developers('a'), Pages: 2 },
        { Data: developers('a'), Pages: 2 },
      ],
      'a appears twice',
    ],
  ])('of developers: %s', async (_name, bodies, result) => {
    const sent: FetchInit[] = []
    const fetch: Fetch = async (url, init) => {
      sent.push(init)
      return ok(bodies[Number(new URL(url).searchParams.get('p')) - 1] ?? { Data: null, Pages: 0 })
    }
    const listed: unknown[] = []
    const reading = async () => {
      for await (const { Data } of clientOf(fetch).listDevelopers())
        listed.push(...(Data ?? []).map(({ id, _id, email }) => id ?? _id ?? email))
    }
    if (typeof result === 'string')
      await expect(reading()).rejects.toMatchObject({
        code: 'list-inconsistent',
        exitCode: 4,
        message: expect.stringContaining(result),
      })
    else {
      await reading()
      expect(listed).toEqual(result)
    }
    expect(sent.every(({ confidential }) => confidential)).toBe(true)
  })

  it.each<[object, string]>([
    [{ Data: developers('a') }, 'Pages: '],
    [{ Data: developers('a'), Pages: null }, 'Pages: '],
    [{ Pages: 1 }, 'Data: '],
  ])('of developers: %j is none', async (body, message) => {
    const reading = async () => {
      for await (const _page of clientOf(async () => ok(body)).listDevelopers());
    }
    await expect(reading()).rejects.toMatchObject({
      code: 'answer-invalid',
      exitCode: 4,
      message: expect.stringContaining(message),
    })
  })

  it('of developers without ids: says nothing of what they hold', async () => {
    const Data = [{ id: '', email: 'ann@example.com', keys: { secret: ['pol'] } }]
    const reading = async () => {
      for await (const _page of clientOf(async () => ok({ Data, Pages: 2 })).listDevelopers());
    }
    await expect(reading()).rejects.toMatchObject({ message: expect.stringContaining('appears twice') })
    await expect(reading()).rejects.not.toMatchObject({ message: expect.stringMatching(/ann@|secret/) })
  })

  it('fails with the page that fails, after the pages before it', async () => {
    const fetch: Fetch = async (url) =>
      url.endsWith('p=3')
        ? refused(500, 'boom')
        : ok({ apis: [{ api_definition: { api_id: url } }], pages: 9 })
    let read = 0
    const reading = async () => {
      for await (const _page of clientOf(fetch).listApis()) read += 1
    }
    await expect(reading()).rejects.toMatchObject({ code: 'server-error' })
    expect(read).toBe(2)
  })
})
