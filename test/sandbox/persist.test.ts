import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { serviceLimits } from '../../src/dashboard/contract/evaluation.ts'
import { portalRequestCreated } from '../../src/dashboard/contract/portal.ts'
import { hashKey } from '../../src/sandbox/resources/keys.ts'
import type { Quota } from '../../src/sandbox/store/records.ts'
import { openWorkspace } from '../../src/sandbox/store/workspace.ts'
import { fixedNow } from './doors.ts'
import { createFetchingApp as createApp } from './fetching-app.ts'

const files = {
  'workspace.yml':
    'version: 1\ngovernance: true\napi_ownership: false\ndefault_user: u1\ngateway: { product: gw, secret: s }\norganisations:\n  - { id: o1, name: One }\n',
  'users/one.yml': 'id: u1\naccess_key: k1\nactive: true\norg_id: o1\nuser_permissions: {}\n',
  'apis/a1/api.yml': 'api_id: a1\nid: "1"\nname: One\norg_id: o1\nkind: oas\ndefinition: openapi.yaml\n',
  'apis/a1/openapi.yaml': 'openapi: 3.0.3\n',
  'developers/ada.yml': 'id: ada\nemail: ada@example.com\norg_id: o1\n',
  'refresh-tokens/mine.yml': '# a token\nkey: t1\napi_id: a1\n',
  'key-requests/first.yml': '# a request\nid: r1\norg_id: o1\nby_user: ada\napply_policies: [gold]\n',
}

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function workspaceFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'persist-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

async function serve(folder: string, persist = true, quota?: Quota) {
  const workspace = await openWorkspace(folder, { persist })
  const faults: unknown[] = []
  const onFault = (error: unknown) => faults.push(error)
  const app = createApp(workspace, { limits: serviceLimits, now: fixedNow, onFault, quota })
  const send = (method: string, path: string, body?: unknown) =>
    app.fetch(
      new Request(`http://embedded${path}`, {
        method,
        headers: {
          authorization: 'Bearer k1',
          'x-gw-authorization': 's',
          'content-type': 'application/json',
        },
        body: body === undefined ? null : JSON.stringify(body),
      }),
    )
  return { send, faults, workspace }
}

const wanted = { by_user: 'ada', apply_policies: ['gold'], version: 'v2' }

describe('with persist', () => {
  it('a revoked token is gone from the folder', async () => {
    const folder = workspaceFolder()
    const { send } = await serve(folder)
    expect((await send('DELETE', '/gw/oauth/refresh/t1?api_id=a1')).status).toBe(200)
    expect(readdirSync(join(folder, 'refresh-tokens'))).toEqual([])
    const again = await serve(folder)
    expect((await again.send('DELETE', '/gw/oauth/refresh/t1?api_id=a1')).status).toBe(404)
  })

  it('a folder that has the name of its file stays', async () => {
    const folder = workspaceFolder()
    const { send, faults } = await serve(folder)
    const path = join(folder, 'refresh-tokens/mine.yml')
    rmSync(path)
    mkdirSync(path)
    writeFileSync(join(path, 'other'), 'kept')
    expect((await send('DELETE', '/gw/oauth/refresh/t1?api_id=a1')).status).toBe(500)
    expect(faults).toEqual([expect.objectContaining({ code: 'ENOTDIR' })])
    expect(readdirSync(join(folder, 'refresh-tokens'), { recursive: true }).sort()).toEqual([
      'mine.yml',
      'mine.yml/other',
    ])
  })

  it('an imported key is kept, and not its text', async () => {
    const folder = workspaceFolder()
    const { send } = await serve(folder)
    await send('POST', '/api/keys/..%2F..%2Fsecret-key', { alias: 'a' })
    await send('POST', '/api/keys/..%2F..%2Fsecret-key', { alias: 'b' })
    const [name = '', ...others] = readdirSync(join(folder, 'keys'))
    expect(others).toEqual([])
    expect(readFileSync(join(folder, 'keys', name), 'utf8')).not.toContain('secret-key')
    const { workspace } = await serve(folder)
    expect(workspace.store.keys.find(hashKey('../../secret-key'))?.session).toEqual({ alias: 'b' })
  })

  it('an approved request stays in the file that it was read from', async () => {
    const folder = workspaceFolder()
    const { send } = await serve(folder)
    expect((await send('PUT', '/api/portal/requests/approve/r1')).status).toBe(200)
    expect(readdirSync(join(folder, 'key-requests'))).toEqual(['first.yml'])
    const again = await serve(folder)
    expect((await again.send('PUT', '/api/portal/requests/approve/r1')).status).toBe(400)
  })

  it('a new request can be approved by the next process', async () => {
    const folder = workspaceFolder()
    const made = await (await serve(folder)).send('POST', '/api/portal/requests', wanted)
    const { Message: id } = portalRequestCreated().parse(await made.json())
    const { send } = await serve(folder)
    expect((await send('PUT', `/api/portal/requests/approve/${id}`)).status).toBe(200)
  })

  it('deleted rulesets lose their rules, and the oldest beyond the quota their folder', async () => {
    const folder = workspaceFolder()
    const { send } = await serve(folder, true, { records: 2, bytes: 10_000 })
    const definition = '{"rules":{"r":{"given":"$","then":{"function":"truthy"}}}}'
    for (const name of ['a', 'b', 'c']) {
      expect((await send('POST', '/api/rulesets', { name, ruleset_id: name, definition })).status).toBe(201)
      expect((await send('DELETE', `/api/rulesets/${name}`)).status).toBe(200)
    }
    const { workspace } = await serve(folder)
    expect(workspace.rulesets.map(({ ruleset_id, definition: text }) => [ruleset_id, text]).sort()).toEqual([
      ['b', '{}'],
      ['c', '{}'],
    ])
    expect(readdirSync(join(folder, 'rulesets')).length).toBe(2)
  })

  it('rulesets are created, replaced and deleted for the next process', async () => {
    const folder = workspaceFolder()
    const definition = '{"rules":{"r":{"given":"$","then":{"function":"truthy"}}}}'
    const made = { name: 'Made', ruleset_id: 'made/..', definition }
    const first = await serve(folder)
    expect((await first.send('POST', '/api/rulesets', made)).status).toBe(201)
    expect(
      (await first.send('POST', '/api/rulesets', { ...made, name: 'Two', ruleset_id: 'two' })).status,
    ).toBe(201)
    const second = await serve(folder)
    expect((await second.send('PUT', '/api/rulesets/two', { ...made, name: 'Other' })).status).toBe(200)
    expect((await second.send('DELETE', '/api/rulesets/made%2F..')).status).toBe(200)
    expect(readdirSync(join(folder, 'rulesets')).filter((name) => !/^[0-9a-f]{32}$/.test(name))).toEqual([])
    const third = await serve(folder)
    const list = await (await third.send('GET', '/api/rulesets')).json()
    expect(list).toMatchObject({ rulesets: [{ ruleset_id: 'two', name: 'Other', definition }], pages: 1 })
    expect((await third.send('POST', '/api/rulesets', made)).status).toBe(409)
  })

  it('a ruleset that a crash left half written is not read, and is cleared away', async () => {
    const folder = workspaceFolder()
    const half = join(folder, 'rulesets/.abc.1.tmp')
    mkdirSync(half, { recursive: true })
    writeFileSync(join(half, 'ruleset.yml'), 'ruleset_id: x')
    await serve(folder)
    expect(readdirSync(join(folder, 'rulesets'))).toEqual([])
  })

  it('what a crash left half written is not read, and is cleared away', async () => {
    const folder = workspaceFolder()
    const half = join(folder, 'key-requests/.x.json.tmp')
    writeFileSync(half, '{ "id": "r2", "or')
    expect((await openWorkspace(folder)).store.keyRequests.all()).toHaveLength(1)
    expect(readdirSync(join(folder, 'key-requests'))).toContain('.x.json.tmp')
    await openWorkspace(folder, { persist: true })
    expect(readdirSync(join(folder, 'key-requests'))).toEqual(['first.yml'])
  })

  it('a change that cannot be kept is refused, and not made', async () => {
    const folder = workspaceFolder()
    const { send, faults, workspace } = await serve(folder)
    rmSync(join(folder, 'key-requests'), { recursive: true })
    writeFileSync(join(folder, 'key-requests'), 'in the way')
    expect((await send('POST', '/api/portal/requests', wanted)).status).toBe(500)
    expect(workspace.store.keyRequests.all()).toHaveLength(1)
    expect(faults).toHaveLength(1)
  })

  it('nothing is written through a link that leads out of the folder', async () => {
    const folder = workspaceFolder()
    const outside = mkdtempSync(join(tmpdir(), 'outside-'))
    folders.push(outside)
    symlinkSync(outside, join(folder, 'keys'))
    const { send } = await serve(folder)
    expect((await send('POST', '/api/keys/k', {})).status).toBe(500)
    expect(readdirSync(outside)).toEqual([])
  })
})

it('without persist the folder stays as it is', async () => {
  const folder = workspaceFolder()
  const { send } = await serve(folder, false)
  expect((await send('DELETE', '/gw/oauth/refresh/t1?api_id=a1')).status).toBe(200)
  expect((await send('DELETE', '/gw/oauth/refresh/t1?api_id=a1')).status).toBe(404)
  expect((await send('PUT', '/api/portal/requests/approve/r1')).status).toBe(200)
  expect((await send('POST', '/api/keys/k', {})).status).toBe(200)
  for (const [name, text] of Object.entries(files)) {
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
  }
  expect(readdirSync(folder)).not.toContain('keys')
})
