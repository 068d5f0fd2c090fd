import { describe, expect, it } from 'vitest'
import { apiCategories, apiDetail, apisPage } from '../../src/dashboard/contract/apis.ts'
import { get, throughBothDoors } from './doors.ts'
import { type SampleOptions, sampleWorkspace } from './sample-workspace.ts'

const owned = { settings: { api_ownership: true } }
const error = (Message: string) => ({ Message, Meta: null, Status: 'Error' })

throughBothDoors((send) => {
  it.each([
    ['its public id', 'pets'],
    ['its internal id', 'db-pets'],
  ])('an API is read by %s', async (_how, id) => {
    const response = await send(sampleWorkspace(), `/api/apis/${id}`, get())
    expect(response.status).toBe(200)
    expect(apiDetail().parse(await response.json())).toMatchObject({
      api_definition: { api_id: 'pets', id: 'db-pets', name: 'pets', org_id: 'org-a', is_oas: true },
      oas: { openapi: '3.0.3' },
    })
  })

  it('what the record of a classic API says wins over the definition in it', async () => {
    const workspace = sampleWorkspace()
    const classic = {
      auth: { auth_header_name: 'X-Key' },
      proxy: { listen_path: '/old', target_url: 'http://old', strip_listen_path: false },
    }
    const apis = workspace.apis.map((api) =>
      api.kind === 'classic' ? { ...api, classic, listen_path: '/new', use_oauth2: true } : api,
    )
    const response = await send({ ...workspace, apis }, '/api/apis/classic', get())
    expect(await response.json()).toMatchObject({
      api_definition: {
        ...classic,
        proxy: { listen_path: '/new', target_url: 'http://old', strip_listen_path: false },
        use_oauth2: true,
      },
    })
  })

  it('a classic API has no OpenAPI document', async () => {
    const response = await send(sampleWorkspace(), '/api/apis/classic', get())
    expect(await response.json()).toEqual({
      api_definition: {
        api_id: 'classic',
        id: 'db-classic',
        name: 'Old',
        org_id: 'org-a',
        active: true,
        is_oas: false,
      },
      categories: [],
      user_owners: [],
      user_group_owners: [],
    })
  })

  it.each<[string, string, string, number, string, SampleOptions?]>([
    ['an unknown id', 'nothing', 'writer', 400, 'Could not retrieve API detail'],
    ["another organisation's API", 'foreign', 'writer', 400, 'Could not retrieve API detail'],
    ['any API, of no organisation', 'pets', 'super', 400, 'Could not retrieve API detail'],
    ['an id with a slash', 'pets%2F..', 'writer', 400, 'Could not retrieve API detail'],
    ['no such user', 'pets', 'stranger2', 401, 'Not authorised'],
    ['an inactive user', 'pets', 'inactive', 401, 'Not authorised'],
    [
      'no permission',
      'pets',
      'denied',
      403,
      'access denied: You do not have permission to access /api/apis/pets',
    ],
    [
      "another's API",
      'tools',
      'writer',
      403,
      'access denied: You do not have permission to access /api/apis/tools',
      owned,
    ],
    [
      'a definition that cannot be parsed',
      'pets',
      'writer',
      500,
      'Failed to marshal data for API detail',
      { texts: { pets: 'a: [' } },
    ],
  ])('%s is refused', async (_name, id, user, status, message, options = {}) => {
    const response = await send(sampleWorkspace(options), `/api/apis/${id}`, get(`key-${user}`))
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual(error(message))
  })

  it.each<[string, readonly string[], number, SampleOptions?]>([
    [
      '',
      ['pets', 'shops', 'tools', 'classic', 'many-0', 'many-1', 'many-2', 'many-3', 'many-4', 'many-5'],
      2,
    ],
    ['?p=2', ['many-6', 'many-7', 'many-8', 'many-9', 'many-10', 'many-11'], 2],
    ['?p=3', [], 2],
    ['?q=PET', ['pets'], 1],
    ['?q=old', ['classic'], 1],
    ['?q=nothing', [], 0],
    ['?p=-1&sort=-name&q=s', ['tools', 'shops', 'pets'], 1],
    ['', ['pets', 'shops'], 1, owned],
  ])('GET /api/apis%s', async (query, ids, pages, options = {}) => {
    const response = await send(sampleWorkspace(options), `/api/apis${query}`, get())
    const page = apisPage().parse(await response.json())
    expect([page.apis?.map(({ api_definition }) => api_definition.api_id), page.pages]).toEqual([ids, pages])
  })

  it.each(['pets', ''])('a search for %j gives the same as the list', async (q) => {
    const [listed, found] = await Promise.all(
      ['/api/apis', '/api/apis/search'].map(async (path) =>
        (await send(sampleWorkspace(), `${path}?q=${q}`, get())).json(),
      ),
    )
    expect(found).toEqual(listed)
  })

  it('a page that is not a number is refused', async () => {
    const response = await send(sampleWorkspace(), '/api/apis?p=two', get())
    expect([response.status, await response.json()]).toEqual([400, error('p is not a whole number: two')])
  })

  describe('categories', () => {
    it('are counted, with their APIs', async () => {
      const workspace = sampleWorkspace()
      const apis = workspace.apis.map((api) =>
        ['pets', 'shops'].includes(api.api_id) ? { ...api, categories: ['animals', api.api_id] } : api,
      )
      const response = await send({ ...workspace, apis }, '/api/apis/categories', get())
      expect(apiCategories().parse(await response.json()).categories).toEqual([
        { name: 'animals', count: 2, apis: ['pets', 'shops'] },
        { name: 'pets', count: 1, apis: ['pets'] },
        { name: 'shops', count: 1, apis: ['shops'] },
      ])
    })
  })
})

throughBothDoors((send) => {
  it.each([
    ['pets', ['writer'], []],
    ['shops', [], ['group-a']],
    ['tools', [], ['other']],
  ])('%s has its owners, users and groups apart, by itself and in lists', async (id, users, groups) => {
    const owners = { user_owners: users, user_group_owners: groups }
    const detail = await (await send(sampleWorkspace(), `/api/apis/${id}`, get())).json()
    const list = await (await send(sampleWorkspace(), '/api/apis?p=-1', get())).json()
    const { apis } = apisPage().parse(list)
    expect(detail).toMatchObject(owners)
    expect(apis?.find(({ api_definition }) => api_definition.api_id === id)).toMatchObject(owners)
  })
})
