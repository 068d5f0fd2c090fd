import { expect, it } from 'vitest'
import { serviceLimits } from '../../src/dashboard/contract/evaluation.ts'
import { serviceRoutes } from '../../src/sandbox/http/app.ts'
import { userRecord } from '../../src/sandbox/store/records.ts'
import { fixedNow } from './doors.ts'
import { createFetchingApp } from './fetching-app.ts'
import { sampleWorkspace } from './sample-workspace.ts'

const definition = { openapi: '3.0.3', info: { title: 'T' }, paths: {} }

/** What each operation of a user needs: an entry of the permission map, and the levels that are enough. */
const operations: readonly (readonly [string, string, string, string, unknown?])[] = [
  [
    'POST',
    '/api/evaluations/sandbox',
    'apis',
    'read write admin',
    { api_ids: ['pets'], ruleset_ids: ['style'] },
  ],
  ['POST', '/api/evaluations/sandbox/oas?ruleset_ids=style', 'apis', 'read write admin', definition],
  ['GET', '/api/apis', 'apis', 'read write admin'],
  ['GET', '/api/apis/search?q=pets', 'apis', 'read write admin'],
  ['GET', '/api/apis/categories', 'apis', 'read write admin'],
  ['GET', '/api/apis/pets', 'apis', 'read write admin'],
  ['GET', '/api/rulesets', 'governance', 'read write admin'],
  ['GET', '/api/rulesets/style', 'governance', 'read write admin'],
  ['POST', '/api/rulesets', 'governance', 'write admin', { name: 'N', definition: '{}' }],
  ['PUT', '/api/rulesets/style', 'governance', 'write admin', { name: 'N', definition: '{}' }],
  ['DELETE', '/api/rulesets/style', 'governance', 'write admin'],
  ['GET', '/api/users', 'users', 'read write admin'],
  ['GET', '/api/keys/detailed', 'keys', 'read write admin'],
  ['POST', '/api/keys/mine', 'keys', 'write admin', { alias: 'a' }],
  [
    'POST',
    '/api/portal/requests',
    'portal',
    'write admin',
    { by_user: 'ada', apply_policies: ['p'], version: 'v2' },
  ],
  ['PUT', '/api/portal/requests/approve/nothing', 'portal', 'write admin'],
  ['GET', '/api/portal/developers', 'portal', 'read write admin'],
]

const groups = ['apis', 'governance', 'keys', 'portal', 'users', 'APIS', 'constructor', '']
const levels = ['read', 'write', 'admin', 'deny', 'none', '', 'Read', ' read', 'readwrite', 'true']

/** Every permission map of one entry, and some of more: the one that counts is the operation's own. */
const maps: readonly Record<string, string>[] = [
  ...groups.flatMap((group) => levels.map((level) => Object.fromEntries([[group, level]]))),
  ...levels.map((level) => ({ apis: level, governance: level, keys: level, portal: level })),
  { users: 'admin', IsAdmin: 'admin' },
]

async function statusFor(
  permissions: Record<string, string>,
  [method, path, , , body]: (typeof operations)[number],
): Promise<number> {
  const record = {
    id: 'one',
    access_key: 'key-one',
    active: true,
    org_id: 'org-a',
    user_permissions: permissions,
  }
  const workspace = { ...sampleWorkspace(), users: [userRecord().parse(record)] }
  const app = createFetchingApp(workspace, { limits: serviceLimits, now: fixedNow })
  const headers = { authorization: 'Bearer key-one', 'content-type': 'application/json' }
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  return (await app.fetch(new Request(`http://embedded${path}`, init))).status
}

it('has every operation of a user in the table, but the one that needs no permission', () => {
  const options = { limits: serviceLimits, now: fixedNow }
  const ofUsers = serviceRoutes(sampleWorkspace(), options).filter(({ credential }) => credential === 'user')
  const named = operations.map(([method, path]) => `${method} ${path.split('?')[0]}`)
  const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, '[^/]+')
  const missing = ofUsers.filter(
    ({ method, path }) => !named.some((each) => new RegExp(`^${method} ${shapeOf(path)}$`).test(each)),
  )
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/users/me'])
})

it.each(operations.map((operation) => [...operation] as const))(
  '%s %s needs %s: %s, and nothing else will do',
  async (...operation) => {
    const [, , group, enough] = operation
    const wrong: string[] = []
    for (const permissions of maps) {
      const level = Object.hasOwn(permissions, group) ? permissions[group] : undefined
      const isAllowed = level !== undefined && level !== '' && enough.split(' ').includes(level)
      const isRefused = (await statusFor(permissions, operation)) === 403
      if (isRefused === isAllowed)
        wrong.push(`${JSON.stringify(permissions)}: ${isRefused ? 'refused' : 'allowed'}`)
    }
    expect(wrong).toEqual([])
  },
)

it.each(operations.map((operation) => [...operation] as const))(
  '%s %s is for an administrator, whose map is empty, unless it is an evaluation',
  async (...operation) => {
    const isEvaluation = operation[1].startsWith('/api/evaluations/')
    expect((await statusFor({}, operation)) === 403).toBe(isEvaluation)
  },
)

it('takes no record with a permission that would be passed over', () => {
  const record = { id: 'one', access_key: 'key-one', active: true, org_id: 'org-a' }
  const user_permissions: unknown = JSON.parse('{"__proto__":"deny"}')
  expect(userRecord().safeParse({ ...record, user_permissions }).error?.issues).toMatchObject([
    { path: ['user_permissions'], message: 'Invalid key: __proto__ is not a permission' },
  ])
})
