import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createClient } from '../../src/dashboard/client.ts'
import { serve } from './serve.ts'

/** Ten APIs a page, as they are when the page is asked for. */
class ListServer {
  ids: string[]
  requests = 0
  readonly #asked = new Map<number, number>()
  readonly #before: Readonly<Record<string, (server: ListServer) => void>>
  readonly #change: (ids: string[], page: number, pages: number) => object

  constructor(
    total: number,
    before: Readonly<Record<string, (server: ListServer) => void>> = {},
    change: (ids: string[], page: number, pages: number) => object = () => ({}),
  ) {
    this.ids = Array.from({ length: total }, (_, at) => `api-${at + 1}`)
    this.#before = before
    this.#change = change
  }

  readonly listener: RequestListener = (request, response) => {
    this.requests += 1
    const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('p'))
    const time = (this.#asked.get(page) ?? 0) + 1
    this.#asked.set(page, time)
    this.#before[`page ${page}${time > 1 ? ' again' : ''}`]?.(this)
    const ids = this.ids.slice((page - 1) * 10, page * 10)
    const pages = Math.ceil(this.ids.length / 10)
    const { listed = ids, ...body } = { pages, ...this.#change(ids, page, pages) } as { listed?: string[] }
    const apis = listed.map((api_id) => ({ api_definition: { api_id } }))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ apis, ...body }))
  }

  readonly remove = (place: number): void => {
    this.ids.splice(place - 1, 1)
  }
}

/** The ids of the pages up to the one that has number `wanted` of them. */
async function read(server: ListServer, wanted = Number.POSITIVE_INFINITY): Promise<string[]> {
  const { transport, url } = await serve(server.listener)
  const client = createClient({ baseUrl: new URL(url).origin, token: () => 'token', fetch: transport.fetch })
  const seen: string[] = []
  for await (const { apis } of client.listApis()) {
    seen.push(...(apis ?? []).map(({ api_definition }) => api_definition.api_id))
    if (seen.length >= wanted) break
  }
  return seen
}

const tenIds = Array.from({ length: 10 }, (_, at) => `api-${at + 1}`)

describe('a list that is not whole', () => {
  it.each<[string, ListServer, string]>([
    [
      'an API of page 1 is deleted before page 2 is read',
      new ListServer(25, { 'page 2': ({ remove }) => remove(3) }),
      'page 1 has other APIs when it is read again',
    ],
    [
      'an API of page 2 is deleted before page 3 is read',
      new ListServer(25, { 'page 3': ({ remove }) => remove(15) }),
      'page 2 has other APIs when it is read again',
    ],
    [
      'one is deleted, and another is added at the end',
      new ListServer(25, {
        'page 2': ({ ids, remove }) => {
          remove(10)
          ids.push('new')
        },
      }),
      'page 1 has other APIs when it is read again',
    ],
    [
      'one is deleted while the list is read again',
      new ListServer(25, { 'page 2 again': ({ remove }) => remove(1) }),
      'page 2 has other APIs when it is read again',
    ],
    [
      'page 1 is shorter when it is read again',
      new ListServer(12, {
        'page 1 again': ({ ids }) => {
          ids.length = 9
        },
      }),
      'page 1 has other APIs when it is read again',
    ],
    [
      'page 2 of 3 is one short',
      new ListServer(25, {}, (ids, page) => (page === 2 ? { listed: ids.slice(1) } : {})),
      'page 1 has 10 APIs, page 2 of 3 has 9',
    ],
    [
      'page 1 of 2 is one short',
      new ListServer(20, {}, (ids, page) => (page === 1 ? { listed: ids.slice(1) } : {})),
      'page 1 has 9 APIs, page 2 of 2 has 10',
    ],
    [
      'pages is 0 beside ten of 25',
      new ListServer(25, {}, () => ({ pages: 0 })),
      'it has 10 APIs, and 0 pages',
    ],
    [
      'pages is 1 beside ten of 25',
      new ListServer(25, {}, () => ({ pages: 1 })),
      'it has 1 page, and page 2 has api-11',
    ],
    [
      'pages is 2 beside twenty of 25',
      new ListServer(25, {}, () => ({ pages: 2 })),
      'it has 2 pages, and page 3 has api-21',
    ],
    [
      'page 2 of 2 is empty',
      new ListServer(15, {}, (ids, page) => (page === 2 ? { listed: [] } : { listed: ids })),
      'page 2 of 2 is empty',
    ],
    [
      'page 2 of 2 is empty after a full page',
      new ListServer(10, {}, () => ({ pages: 2 })),
      'page 2 of 2 is empty',
    ],
    [
      'page 3 of 3 is empty',
      new ListServer(25, {}, (ids, page) => (page === 3 ? { listed: [] } : { listed: ids })),
      'page 3 of 3 is empty',
    ],
    ['both pages are empty', new ListServer(15, {}, () => ({ listed: [] })), 'page 1 of 2 is empty'],
    [
      'pages is 1, and an empty page 2 is one of 2',
      new ListServer(15, {}, (_ids, page) => (page === 1 ? { pages: 1 } : { listed: [], pages: 2 })),
      'it has 1 page, and page 2 is one of 2',
    ],
    [
      'pages is 1, and page 2 has the same and is one of 2',
      new ListServer(15, {}, (_ids, page) => (page === 1 ? { pages: 1 } : { listed: tenIds })),
      'it has 1 page, and page 2 is one of 2',
    ],
  ])('%s', async (_name, server, message) => {
    await expect(read(server)).rejects.toMatchObject({
      code: 'list-inconsistent',
      exitCode: 4,
      message: expect.stringContaining(message),
    })
  })
})

describe('a list of which only the first pages are wanted', () => {
  it.each<[string, ListServer, wanted: number, result: number | string, requests: number]>([
    ['the first page', new ListServer(95), 10, 10, 1],
    ['two pages, and those that are asked for ahead', new ListServer(95), 11, 20, 6],
    [
      'an API of page 1 is deleted before page 2 is read',
      new ListServer(25, { 'page 2': ({ remove }) => remove(3) }),
      11,
      'page 1 has other APIs when it is read again',
      4,
    ],
    [
      'an API of page 2 is deleted after it was read',
      new ListServer(25, { 'page 1 again': ({ remove }) => remove(15) }),
      11,
      20,
      4,
    ],
    [
      'page 2 is another list',
      new ListServer(25, {}, (_ids, page) => (page === 2 ? { pages: 9 } : {})),
      11,
      'page 1 is one of 3, page 2 of 9',
      3,
    ],
  ])('%s', async (_name, server, wanted, result, requests) => {
    const ids = await read(server, wanted).catch(({ message }) => message)
    expect(typeof result === 'string' ? ids : ids.length).toEqual(
      typeof result === 'string' ? expect.stringContaining(result) : result,
    )
    expect(server.requests).toBeLessThanOrEqual(requests)
  })
})

describe('a list that is whole', () => {
  it.each<[string, ListServer, number, requests: number]>([
    ['nothing', new ListServer(0), 0, 1],
    ['one page, and none after it', new ListServer(10), 10, 2],
    ['one page, and the same for every number', new ListServer(10, {}, () => ({ listed: tenIds })), 10, 2],
    [
      'one page, and none after it, of 0 pages',
      new ListServer(10, {}, (_, page) => (page === 2 ? { pages: 0 } : {})),
      10,
      2,
    ],
    ['two pages, three requests', new ListServer(11), 11, 3],
    ['full pages, and none after them', new ListServer(30), 30, 6],
    ['many pages, all but the last read twice', new ListServer(91), 91, 19],
    [
      'an API of the last page is deleted before that is read',
      new ListServer(25, { 'page 3': ({ remove }) => remove(25) }),
      24,
      5,
    ],
    [
      'one is added at the end after the last page was read',
      new ListServer(25, { 'page 1 again': ({ ids }) => ids.push('new') }),
      25,
      5,
    ],
    [
      'a page in another order',
      new ListServer(25, { 'page 1 again': ({ ids }) => ids.splice(0, 2, 'api-2', 'api-1') }),
      25,
      5,
    ],
  ])('%s', async (_name, server, length, requests) => {
    expect([(await read(server)).length, server.requests]).toEqual([length, requests])
  })
})
