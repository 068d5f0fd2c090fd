import { describe, expect, it } from 'vitest'
import {
  portalApproval,
  portalDevelopersPage,
  portalRequestCreated,
} from '../../src/dashboard/contract/portal.ts'
import { ssoToken } from '../../src/dashboard/contract/users.ts'
import { hashKey } from '../../src/sandbox/resources/keys.ts'
import { fixedNow, get, throughBothDoors } from './doors.ts'
import { type SampleOptions, sampleWorkspace } from './sample-workspace.ts'

const error = (Message: string) => ({ Message, Meta: null, Status: 'Error' })
const gatewayError = (message: string) => ({ message, status: 'error' })
const denied = (path: string) => error(`access denied: You do not have permission to access ${path}`)

const revoke = (secret = 'gateway-secret', header = 'X-Gw-Authorization'): RequestInit => ({
  method: 'DELETE',
  headers: { [header]: secret },
})
const asUser = (method: string, user: string, body?: unknown): RequestInit => ({
  method,
  headers: { authorization: `Bearer key-${user}`, 'content-type': 'application/json' },
  ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
})
const asAdmin = (body: unknown, secret = 'admin-secret'): RequestInit => ({
  method: 'POST',
  headers: { 'admin-auth': secret, 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

throughBothDoors((send) => {
  describe('a refresh token', () => {
    it.each([
      ['token-pets', 'pets'],
      ['a/b+c=', 'db-pets'],
    ])('%j is revoked once', async (token, api) => {
      const workspace = sampleWorkspace()
      const path = `/gw/oauth/refresh/${encodeURIComponent(token)}?api_id=${api}`
      const first = await send(workspace, path, revoke())
      expect([first.status, await first.json()]).toEqual([
        200,
        { action: 'deleted', key: token, status: 'ok' },
      ])
      expect(workspace.store.refreshTokens.find(token)).toBeUndefined()
      expect((await send(workspace, path, revoke())).status).toBe(404)
    })

    const invalid = 'Attempted administrative access with invalid or missing key!'
    it.each<[string, string, RequestInit, number, string, SampleOptions?]>([
      ['no api_id', '/gw/oauth/refresh/token-pets', revoke(), 400, 'Missing parameter api_id'],
      ['an empty api_id', '/gw/oauth/refresh/token-pets?api_id=', revoke(), 400, 'Missing parameter api_id'],
      [
        'an unknown API',
        '/gw/oauth/refresh/token-pets?api_id=x',
        revoke(),
        404,
        'API for this refresh token not found',
      ],
      [
        "another API's token",
        '/gw/oauth/refresh/token-pets?api_id=shops',
        revoke(),
        404,
        'API for this refresh token not found',
      ],
      [
        'an unknown token',
        '/gw/oauth/refresh/x?api_id=pets',
        revoke(),
        404,
        'API for this refresh token not found',
      ],
      [
        "a removed API's token",
        '/gw/oauth/refresh/token-of-nothing?api_id=removed',
        revoke(),
        404,
        'API for this refresh token not found',
      ],
      ['no credential', '/gw/oauth/refresh/token-pets?api_id=pets', { method: 'DELETE' }, 403, invalid],
      ['another secret', '/gw/oauth/refresh/token-pets?api_id=pets', revoke('admin-secret'), 403, invalid],
      ["a user's key", '/gw/oauth/refresh/token-pets?api_id=pets', asUser('DELETE', 'writer'), 403, invalid],
      [
        "another product's header",
        '/gw/oauth/refresh/token-pets?api_id=pets',
        revoke('gateway-secret', 'X-Acme-Authorization'),
        403,
        invalid,
      ],
      [
        'no gateway in the workspace',
        '/gw/oauth/refresh/token-pets?api_id=pets',
        revoke(''),
        403,
        invalid,
        { settings: { gateway: undefined } },
      ],
      [
        'another method',
        '/gw/oauth/refresh/token-pets',
        get(),
        405,
        '/gw/oauth/refresh/{keyName} does not allow GET: use DELETE',
      ],
    ])('%s is refused', async (_name, path, init, status, message, options = {}) => {
      const workspace = sampleWorkspace(options)
      const response = await send(workspace, path, init)
      expect([response.status, await response.json()]).toEqual([status, gatewayError(message)])
      expect(workspace.store.refreshTokens.all()).toHaveLength(3)
    })

    it('lives under the product of the workspace', async () => {
      const workspace = sampleWorkspace({ settings: { gateway: { product: 'acme', secret: 's' } } })
      const path = '/oauth/refresh/token-pets?api_id=pets'
      const header = 'X-Acme-Authorization'
      expect((await send(workspace, `/gw${path}`, revoke('s', header))).status).toBe(404)
      expect((await send(workspace, `/acme${path}`, revoke('s', header))).status).toBe(200)
    })

    it('that cannot be removed stays, and it is said', async () => {
      const workspace = sampleWorkspace()
      const fail = async () => {
        throw new Error('disk')
      }
      const store = { ...workspace.store, refreshTokens: { ...workspace.store.refreshTokens, remove: fail } }
      const response = await send(
        { ...workspace, store },
        '/gw/oauth/refresh/token-pets?api_id=pets',
        revoke(),
      )
      expect([response.status, await response.json()]).toEqual([
        500,
        gatewayError('Failed to invalidate refresh token'),
      ])
    })
  })

  describe('a key', () => {
    const session = { alias: 'a', access_rights: { pets: { api_id: 'pets', versions: ['Default'] } } }

    it('is imported, and again with other rights', async () => {
      const workspace = sampleWorkspace()
      const first = await send(workspace, '/api/keys/my%20key', asUser('POST', 'editor', session))
      expect([first.status, await first.json()]).toEqual([
        200,
        { key_id: 'my key', key_hash: hashKey('my key'), data: { ...session, org_id: 'org-a' } },
      ])
      await send(workspace, '/api/keys/my%20key', asUser('POST', 'editor', { rate: 5 }))
      expect(workspace.store.keys.find(hashKey('my key'))).toEqual({
        key_hash: hashKey('my key'),
        org_id: 'org-a',
        session: { rate: 5 },
      })
    })

    it.each<[string, string, RequestInit, number, unknown]>([
      ['no credential', 'k', { method: 'POST' }, 401, error('Not authorised')],
      ['read alone', 'k', asUser('POST', 'viewer', session), 403, denied('/api/keys/k')],
      ['no permission', 'k', asUser('POST', 'writer', session), 403, denied('/api/keys/k')],
      [
        'no JSON',
        'k',
        asUser('POST', 'editor', '{'),
        400,
        expect.objectContaining({ Message: expect.stringContaining('JSON') }),
      ],
      [
        'a list',
        'k',
        asUser('POST', 'editor', []),
        400,
        expect.objectContaining({ Message: expect.stringContaining('Request body malformed: the body') }),
      ],
      [
        'a rate in words',
        'k',
        asUser('POST', 'editor', { rate: 'fast' }),
        400,
        expect.objectContaining({ Message: expect.stringContaining('rate') }),
      ],
      [
        "another organisation's API",
        'k',
        asUser('POST', 'editor', { access_rights: { foreign: {} } }),
        400,
        error('access_rights: the organisation has no API foreign'),
      ],
      [
        "another organisation's API under the name of one of its own",
        'k',
        asUser('POST', 'editor', { access_rights: { pets: { api_id: 'foreign' } } }),
        400,
        error('access_rights: the organisation has no API foreign'),
      ],
      [
        'another organisation',
        'k',
        asUser('POST', 'editor', { org_id: 'org-b' }),
        403,
        error('Attempted access to non-owned key.'),
      ],
      [
        "another organisation's key",
        'their-key',
        asUser('POST', 'editor', session),
        403,
        error('Attempted access to non-owned key.'),
      ],
    ])('with %s is refused', async (_name, key, init, status, body) => {
      const workspace = sampleWorkspace()
      const response = await send(workspace, `/api/keys/${key}`, init)
      expect([response.status, await response.json()]).toEqual([status, body])
      expect(workspace.store.keys.all()).toHaveLength(1)
    })
  })

  describe('a key request', () => {
    const wanted = { by_user: 'ada', apply_policies: ['gold'], version: 'v2' }
    const made = async (workspace: ReturnType<typeof sampleWorkspace>): Promise<string> => {
      const response = await send(workspace, '/api/portal/requests', asUser('POST', 'editor', wanted))
      expect(response.status).toBe(200)
      return portalRequestCreated().parse(await response.json()).Message
    }
    const approve = (workspace: ReturnType<typeof sampleWorkspace>, id: string, user = 'editor') =>
      send(workspace, `/api/portal/requests/approve/${id}`, asUser('PUT', user))

    it('is made, approved once, and gives the developer a key', async () => {
      const workspace = sampleWorkspace()
      const id = await made(workspace)
      const approved = await approve(workspace, id)
      const { RawKey = '' } = portalApproval().parse(await approved.json())
      expect(RawKey).toMatch(/^org-a[0-9a-f]{32}$/)
      const again = await approve(workspace, id)
      expect([again.status, await again.json()]).toEqual([400, error('The key request is approved already')])
      const listed = await send(workspace, '/api/portal/developers', get('key-viewer'))
      const { Data } = portalDevelopersPage().parse(await listed.json())
      expect(Data?.[0]).toMatchObject({
        id: 'ada',
        keys: { [hashKey(RawKey)]: ['gold'] },
        subscriptions: { gold: hashKey(RawKey) },
      })
    })

    it('gives one key, however many approve it at once', async () => {
      const workspace = sampleWorkspace()
      const id = await made(workspace)
      const statuses = await Promise.all(
        Array.from({ length: 5 }, async () => (await approve(workspace, id)).status),
      )
      expect(statuses.sort()).toEqual([200, 400, 400, 400, 400])
    })

    it('of another organisation is not known', async () => {
      const workspace = sampleWorkspace()
      const id = await made(workspace)
      expect((await approve(workspace, id, 'stranger')).status).toBe(403)
      expect((await approve(workspace, 'nothing')).status).toBe(404)
    })

    it.each<[string, unknown, string, number, unknown]>([
      [
        'by nobody known',
        { ...wanted, by_user: 'x' },
        'editor',
        404,
        error('Could not retrieve developer detail'),
      ],
      [
        'by a developer of another organisation',
        { ...wanted, by_user: 'foreign-dev' },
        'editor',
        404,
        error('Could not retrieve developer detail'),
      ],
      [
        'by an inactive developer',
        { ...wanted, by_user: 'gone' },
        'editor',
        400,
        error('The developer gone is inactive'),
      ],
      [
        'without policies',
        { ...wanted, apply_policies: [] },
        'editor',
        400,
        expect.objectContaining({ Message: expect.stringContaining('apply_policies') }),
      ],
      [
        'of another version',
        { ...wanted, version: 'v1' },
        'editor',
        400,
        expect.objectContaining({ Message: expect.stringContaining('version') }),
      ],
      ['without the permission', wanted, 'viewer', 403, denied('/api/portal/requests')],
    ])('%s is refused', async (_name, body, user, status, answer) => {
      const workspace = sampleWorkspace()
      const response = await send(workspace, '/api/portal/requests', asUser('POST', user, body))
      expect([response.status, await response.json()]).toEqual([status, answer])
      expect(workspace.store.keyRequests.all()).toEqual([])
    })
  })

  it.each<[string, number, number]>([
    ['', 10, 2],
    ['?p=2', 2, 2],
    ['?p=-1', 12, 1],
  ])('developers%s are listed by page', async (query, count, pages) => {
    const response = await send(sampleWorkspace(), `/api/portal/developers${query}`, get('key-viewer'))
    const page = portalDevelopersPage().parse(await response.json())
    expect([page.Data?.length, page.Pages]).toEqual([count, pages])
  })
})

describe('a single-sign-on token', () => {
  let time = fixedNow().getTime()
  let passed = 0
  const create = async (
    send: Parameters<Parameters<typeof throughBothDoors>[0]>[0],
    workspace: ReturnType<typeof sampleWorkspace>,
  ) => {
    const body = { ForSection: 'dashboard', OrgID: 'org-a', EmailAddress: 'ada@example.com' }
    const response = await send(workspace, '/admin/sso', asAdmin(body))
    const token = ssoToken().parse(await response.json())
    expect(token).toEqual({ Status: 'OK', Message: 'SSO Nonce created', Meta: expect.any(String) })
    return token.Meta
  }

  throughBothDoors(
    (send) => {
      it('signs in once', async () => {
        const workspace = sampleWorkspace()
        const token = await create(send, workspace)
        const first = await send(workspace, `/tap?nonce=${token}`, {})
        expect(await first.json()).toMatchObject({
          Meta: { OrgID: 'org-a', EmailAddress: 'ada@example.com' },
        })
        const second = await send(workspace, `/tap?nonce=${token}`, {})
        expect([second.status, await second.json()]).toEqual([401, error('Not authorised')])
      })

      it('is not used up by HEAD, which must change nothing', async () => {
        const workspace = sampleWorkspace()
        const token = await create(send, workspace)
        const head = await send(workspace, `/tap?nonce=${token}`, { method: 'HEAD' })
        const first = await send(workspace, `/tap?nonce=${token}`, {})
        expect([head.status, first.status]).toEqual([200, 200])
        expect(first.headers.get('cache-control')).toBe('no-store')
      })

      it.each([
        [59_999, 200],
        [60_000, 401],
      ])('after %d ms gives %d', async (wait, status) => {
        const workspace = sampleWorkspace()
        const token = await create(send, workspace)
        time += wait
        expect((await send(workspace, `/tap?nonce=${token}`, {})).status).toBe(status)
      })

      it('is over after a minute also where the clock went back a day', async () => {
        const workspace = sampleWorkspace()
        const token = await create(send, workspace)
        time -= 24 * 60 * 60 * 1000
        passed += 60_000
        expect((await send(workspace, `/tap?nonce=${token}`, {})).status).toBe(401)
      })

      it.each<[string, RequestInit, number, unknown]>([
        ['without the secret', asAdmin({}, ''), 401, error('Not authorised')],
        ['with another', asAdmin({}, 'gateway-secret'), 401, error('Not authorised')],
        [
          'for an unknown organisation',
          asAdmin({ OrgID: 'x' }),
          400,
          error("Cannot create an SSO session for an invalid payload: [Error: Org id not found ('x').]"),
        ],
        [
          'for an unknown section',
          asAdmin({ ForSection: 'attic' }),
          400,
          expect.objectContaining({ Message: expect.stringContaining('ForSection') }),
        ],
      ])('%s is refused', async (_name, init, status, body) => {
        const response = await send(sampleWorkspace(), '/admin/sso', init)
        expect([response.status, await response.json()]).toEqual([status, body])
      })
    },
    { now: () => new Date(time), elapsed: () => passed },
  )
})
