import { expect, it } from 'vitest'
import { apiResponse } from '../../src/dashboard/contract/evaluation.ts'
import { post, throughBothDoors } from './doors.ts'
import { type SampleOptions, sampleWorkspace } from './sample-workspace.ts'

const saved = '/api/evaluations/sandbox'
const oas = '/api/evaluations/sandbox/oas'
const good = { api_ids: ['pets'], ruleset_ids: ['style'] }
const openapi = JSON.stringify({ openapi: '3.0.3', info: { title: 'T', version: '1' }, paths: {} })
const json = (body: unknown, headers?: Record<string, string>) => post(JSON.stringify(body), headers)
const as = (user: string) => ({ authorization: `Bearer key-${user}` })
const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix}-${i}`)
const list = (values: readonly string[]) => values.join(',')

interface Case {
  readonly name: string
  readonly path?: string
  readonly init: RequestInit
  readonly status: number
  readonly message: RegExp
  readonly options?: SampleOptions
}

const access: Case[] = [
  {
    name: 'no credential',
    init: { ...json(good), headers: { 'content-type': 'application/json' } },
    status: 401,
    message: /header is missing/,
  },
  {
    name: 'an unknown credential',
    init: json(good, { authorization: 'Bearer key-write' }),
    status: 401,
    message: /not known/,
  },
  {
    name: 'a longer credential',
    init: json(good, { authorization: 'Bearer key-writer2' }),
    status: 401,
    message: /not known/,
  },
  {
    name: 'another scheme',
    init: json(good, { authorization: 'Basic key-writer' }),
    status: 401,
    message: /not known/,
  },
  {
    name: 'the scheme alone',
    init: json(good, { authorization: 'Bearer ' }),
    status: 401,
    message: /not known/,
  },
  { name: 'an inactive user', init: json(good, as('inactive')), status: 401, message: /not active/ },
  { name: 'apis: deny', init: json(good, as('denied')), status: 403, message: /has apis: deny/ },
  { name: 'apis: none', init: json(good, as('nobody')), status: 403, message: /has apis: none/ },
  { name: 'no apis entry', init: json(good, as('unlisted')), status: 403, message: /has no apis entry/ },
  {
    name: 'no apis entry, for a definition',
    path: `${oas}?ruleset_ids=style`,
    init: post(openapi, as('unlisted')),
    status: 403,
    message: /\/api\/evaluations\/sandbox\/oas/,
  },
  {
    name: 'governance off',
    init: json(good),
    status: 403,
    message: /[Gg]overnance is not enabled/,
    options: { settings: { governance: false } },
  },
  {
    name: 'governance off before permission',
    init: json(good, as('denied')),
    status: 403,
    message: /[Gg]overnance/,
    options: { settings: { governance: false } },
  },
  {
    name: 'a credential before governance',
    init: json(good, as('x')),
    status: 401,
    message: /not known/,
    options: { settings: { governance: false } },
  },
  { name: 'permission before the body', init: post('{', as('denied')), status: 403, message: /deny/ },
  {
    name: 'an API of others',
    init: json({ ...good, api_ids: ['pets', 'shops', 'tools'] }),
    status: 403,
    message: /does not own tools$/,
    options: { settings: { api_ownership: true } },
  },
]

const syntax: Case[] = [
  { name: 'an empty body', init: post(''), status: 400, message: /body is empty/ },
  { name: 'a blank body', init: post(' \n '), status: 400, message: /body is empty/ },
  { name: 'no body', init: post(null), status: 400, message: /body is empty/ },
  {
    name: 'a body that is not JSON',
    init: post('{"api_ids": [}'),
    status: 400,
    message: /not valid JSON: .*line 1, column 14/,
  },
  {
    name: 'YAML for saved APIs',
    init: post('api_ids: [pets]', { 'content-type': 'application/yaml' }),
    status: 400,
    message: /application\/yaml is not supported: use application\/json$/,
  },
  {
    name: 'another charset',
    init: json(good, { 'content-type': 'application/json; charset=latin1' }),
    status: 400,
    message: /charset latin1/,
  },
  {
    name: 'a compressed body',
    init: json(good, { 'content-encoding': 'gzip' }),
    status: 400,
    message: /Content-Encoding gzip/,
  },
  {
    name: 'bytes that are not UTF-8',
    init: post(new Uint8Array([0x7b, 0xff, 0x7d])),
    status: 400,
    message: /not valid UTF-8/,
  },
  { name: 'an array', init: json([good]), status: 400, message: /not a JSON object/ },
  { name: 'null', init: json(null), status: 400, message: /not a JSON object/ },
  { name: 'a string', init: json('pets'), status: 400, message: /not a JSON object/ },
  {
    name: 'the removed field',
    init: json({ ...good, apis: [] }),
    status: 400,
    message: /field apis was removed/,
  },
  {
    name: 'the removed field as null',
    init: json({ ...good, apis: null }),
    status: 400,
    message: /field apis was removed/,
  },
  { name: 'no api_ids', init: json({ ruleset_ids: ['style'] }), status: 400, message: /api_ids is missing/ },
  { name: 'empty api_ids', init: json({ ...good, api_ids: [] }), status: 400, message: /api_ids is empty/ },
  {
    name: 'a blank api_id',
    init: json({ ...good, api_ids: ['pets', ' '] }),
    status: 400,
    message: /api_ids\[1\] is blank/,
  },
  {
    name: 'api_ids as a text',
    init: json({ ...good, api_ids: 'pets' }),
    status: 400,
    message: /api_ids is not an array/,
  },
  {
    name: 'a number among api_ids',
    init: json({ ...good, api_ids: ['pets', 7] }),
    status: 400,
    message: /api_ids\[1\] is not a string/,
  },
  {
    name: 'null as the only selector',
    init: json({ ...good, ruleset_ids: null }),
    status: 400,
    message: /Neither ruleset_ids nor categories/,
  },
  {
    name: 'both selectors',
    init: json({ ...good, categories: ['public'] }),
    status: 400,
    message: /Both ruleset_ids and categories/,
  },
  {
    name: 'both selectors, one empty',
    init: json({ ...good, categories: [] }),
    status: 400,
    message: /Both ruleset_ids and categories/,
  },
  {
    name: 'no selector',
    init: json({ api_ids: ['pets'] }),
    status: 400,
    message: /Neither ruleset_ids nor categories/,
  },
  {
    name: 'empty ruleset_ids',
    init: json({ ...good, ruleset_ids: [] }),
    status: 400,
    message: /ruleset_ids is empty/,
  },
  {
    name: 'empty categories',
    init: json({ api_ids: ['pets'], categories: [] }),
    status: 400,
    message: /categories is empty/,
  },
  {
    name: 'a classic API',
    init: json({ ...good, api_ids: ['pets', 'classic'] }),
    status: 400,
    message: /Classic APIs .*: classic$/,
  },
]

const caps: Case[] = [
  {
    name: '11 APIs',
    init: json({ ...good, api_ids: ids('many', 11) }),
    status: 400,
    message: /api_ids has 11 entries: the limit is 10/,
  },
  {
    name: '21 rulesets',
    init: json({ ...good, ruleset_ids: ids('x', 21) }),
    status: 400,
    message: /ruleset_ids has 21 entries: the limit is 20/,
  },
  {
    name: '21 categories',
    init: json({ api_ids: ['pets'], categories: ids('x', 21) }),
    status: 400,
    message: /categories has 21 entries: the limit is 20/,
  },
  {
    name: '21 resolved rulesets',
    init: json({ api_ids: ['pets'], categories: ['bulk'] }),
    status: 400,
    message: /resolve to 21 rulesets: the limit is 20/,
    options: { bulk: 21 },
  },
  {
    name: 'caps before existence',
    init: json({ api_ids: ids('gone', 11), ruleset_ids: ['gone'] }),
    status: 400,
    message: /11 entries/,
  },
  {
    name: '21 rulesets for a definition',
    path: `${oas}?ruleset_ids=${list(ids('x', 21))}`,
    init: post(openapi),
    status: 400,
    message: /21 entries/,
  },
  {
    name: '21 resolved for a definition',
    path: `${oas}?categories=bulk`,
    init: post(openapi),
    status: 400,
    message: /resolve to 21 rulesets/,
    options: { bulk: 21 },
  },
]

const existence: Case[] = [
  {
    name: 'unknown ids, all named',
    init: json({ api_ids: ['pets', 'gone', 'lost'], ruleset_ids: ['none', 'style'] }),
    status: 404,
    message: /api_ids: gone, lost; ruleset_ids: none$/,
  },
  {
    name: 'an API of another organisation',
    init: json({ ...good, api_ids: ['foreign'] }),
    status: 404,
    message: /foreign/,
  },
  {
    name: 'a ruleset of another organisation',
    init: json({ ...good, ruleset_ids: ['foreign-rules'] }),
    status: 404,
    message: /foreign-rules/,
  },
  {
    name: 'a deleted ruleset',
    init: json({ ...good, ruleset_ids: ['deleted'] }),
    status: 404,
    message: /ruleset_ids: deleted/,
  },
  { name: 'a user without an organisation', init: json(good, as('super')), status: 404, message: /pets/ },
  {
    name: 'a missing id before a classic API',
    init: json({ ...good, api_ids: ['classic', 'gone'] }),
    status: 404,
    message: /gone/,
  },
  {
    name: 'a missing id before ownership',
    init: json({ ...good, api_ids: ['tools', 'gone'] }),
    status: 404,
    message: /gone/,
    options: { settings: { api_ownership: true } },
  },
  {
    name: 'a deleted ruleset for a definition',
    path: `${oas}?ruleset_ids=style,deleted`,
    init: post(openapi),
    status: 404,
    message: /ruleset_ids: deleted$/,
  },
  {
    name: 'an unknown operation',
    path: '/api/evaluations',
    init: { method: 'GET' },
    status: 404,
    message: /no operation at \/api\/evaluations/,
  },
]

const definitions: Case[] = [
  { name: 'no selector', path: oas, init: post(openapi), status: 400, message: /Neither/ },
  {
    name: 'both selectors',
    path: `${oas}?ruleset_ids=style&categories=public`,
    init: post(openapi),
    status: 400,
    message: /Both/,
  },
  {
    name: 'an empty selector',
    path: `${oas}?ruleset_ids=`,
    init: post(openapi),
    status: 400,
    message: /ruleset_ids is empty/,
  },
  {
    name: 'a selector of commas',
    path: `${oas}?categories=,%20,`,
    init: post(openapi),
    status: 400,
    message: /categories is empty/,
  },
  { name: 'an empty body', init: post(''), status: 400, message: /body is empty/ },
  {
    name: 'plain text',
    init: post(openapi, { 'content-type': 'text/plain' }),
    status: 400,
    message: /text\/plain is not supported: use application\/json, application\/yaml/,
  },
  { name: 'no JSON', init: post('openapi: 3.0.0'), status: 400, message: /not valid JSON/ },
  {
    name: 'no YAML',
    init: post('a: [', { 'content-type': 'application/yaml' }),
    status: 400,
    message: /not valid YAML: .*line/,
  },
  { name: 'an array', init: post('[]'), status: 400, message: /root is not an object/ },
  { name: 'no openapi', init: json({ info: {} }), status: 400, message: /no top-level openapi/ },
  { name: 'AsyncAPI', init: json({ asyncapi: '3.0.0' }), status: 400, message: /it is AsyncAPI 3\.0\.0/ },
  { name: 'Swagger 2', init: json({ swagger: '2.0' }), status: 400, message: /swagger: 2\.0/ },
  {
    name: 'openapi as a number',
    init: post('openapi: 3.0', { 'content-type': 'text/yaml' }),
    status: 400,
    message: /quotes/,
  },
  { name: 'OpenAPI 3.3', init: json({ openapi: '3.3.0' }), status: 400, message: /openapi is 3\.3\.0/ },
  { name: 'OpenAPI 4', init: json({ openapi: '4.0.0' }), status: 400, message: /openapi is 4\.0\.0/ },
  {
    name: 'content that is not a text',
    init: json({ content: {} }),
    status: 400,
    message: /content is not a string/,
  },
  {
    name: 'a key beside content',
    init: json({ content: openapi, name: 'x' }),
    status: 400,
    message: /name is not allowed together with content/,
  },
  { name: 'empty content', init: json({ content: ' ' }), status: 400, message: /content is empty/ },
  {
    name: 'content that is not a document',
    init: json({ content: '{"openapi": ' }),
    status: 400,
    message: /content is not valid JSON/,
  },
  {
    name: 'content that is not YAML',
    init: json({ content: 'a: b: c' }),
    status: 400,
    message: /content is not valid YAML/,
  },
  {
    name: 'a bottomless definition',
    init: post(`{"openapi":"3.0.0","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`),
    status: 400,
    message: /nested too deeply/,
  },
  {
    name: 'content that is not OpenAPI',
    init: json({ content: 'a: b' }),
    status: 400,
    message: /no top-level openapi/,
  },
].map((one) => ({ path: `${oas}?ruleset_ids=style`, ...one }))

throughBothDoors((send) => {
  it.each([...access, ...syntax, ...caps, ...existence, ...definitions])(
    'refuses $name with $status ($message)',
    async ({ path = saved, init, status, message, options }) => {
      const response = await send(sampleWorkspace(options), path, init)
      const body = apiResponse()
        .strict()
        .parse(await response.json())
      const Message = expect.stringMatching(message)
      const id = path === '/api/evaluations' ? {} : { ID: '' }
      expect(body).toEqual({ ...id, Message, Meta: null, Status: 'Error' })
      expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    },
  )

  it.each(['GET', 'PUT', 'DELETE', 'OPTIONS'])(
    'answers %s with 405 and the methods that are allowed',
    async (method) => {
      const response = await send(sampleWorkspace(), oas, { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST')
      expect(apiResponse().parse(await response.json()).Message).toMatch(
        new RegExp(`does not allow ${method}: use POST`),
      )
    },
  )

  it('says which scheme a 401 wants', async () => {
    const response = await send(sampleWorkspace(), saved, { method: 'POST' })
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
  })
})
