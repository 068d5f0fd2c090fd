import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { rulesetCreated, rulesetDetail } from '../../src/dashboard/contract/rulesets.ts'
import { fixedNow, throughBothDoors } from './doors.ts'
import { sampleWorkspace } from './sample-workspace.ts'

const now = fixedNow().toISOString()
const rules = (severity: string) =>
  `{"rules":{"title":{"severity":"${severity}","given":"$.info","then":{"field":"title","function":"falsy"}}}}`

function as(method: string, body?: unknown, user = 'author'): RequestInit {
  const headers = { authorization: `Bearer key-${user}`, 'content-type': 'application/json' }
  return { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
}

const full = {
  name: 'New',
  ruleset_id: 'new',
  description: 'For all.',
  active: true,
  action: 'warn',
  categories: [' public ', 'PUBLIC', ''],
  definition: rules('error'),
}
const categorised = { texts: {} }

throughBothDoors((send) => {
  const detail = async (workspace: ReturnType<typeof sampleWorkspace>, id: string) =>
    rulesetDetail().parse(await (await send(workspace, `/api/rulesets/${id}`, as('GET'))).json())

  it('is created, found by both ids, and evaluated', async () => {
    const workspace = withCategories()
    const created = await send(workspace, '/api/rulesets', as('POST', full))
    expect(created.status).toBe(201)
    const { Status, Message, Meta } = rulesetCreated().parse(await created.json())
    expect([Status, Message, Meta]).toEqual([
      'success',
      'ruleset created',
      expect.stringMatching(/^[0-9a-f]{24}$/),
    ])
    const facts = {
      ...full,
      _id: Meta,
      categories: ['public'],
      org_id: 'org-a',
      resource_type: 'oas-api',
      is_template: false,
    }
    expect(await detail(workspace, 'new')).toMatchObject({ ...facts, date_created: now, last_updated: now })
    expect(await detail(workspace, Meta)).toMatchObject({ ruleset_id: 'new' })
    const asked = { api_ids: ['pets'], ruleset_ids: ['new'] }
    const answer = await send(workspace, '/api/evaluations/sandbox', as('POST', asked, 'writer'))
    expect(await answer.json()).toMatchObject({
      error_count: 1,
      issues: [{ rule_id: 'title', ruleset_id: 'new' }],
    })
  })

  it('has its internal id for a stable one, and is a draft, unless it says otherwise', async () => {
    const workspace = withCategories()
    const made = await send(
      workspace,
      '/api/rulesets',
      as('POST', { name: 'Bare', definition: rules('warn') }),
    )
    const { Meta } = rulesetCreated().parse(await made.json())
    expect(await detail(workspace, Meta)).toMatchObject({
      ruleset_id: Meta,
      active: false,
      action: 'none',
      categories: [],
    })
  })

  it('is replaced; action and type stay where they are not named, and its ids always', async () => {
    const workspace = withCategories()
    const body = { name: 'Renamed', ruleset_id: 'other', active: true, definition: rules('hint') }
    const answer = await send(workspace, '/api/rulesets/db-style', as('PUT', body))
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({
        _id: 'db-style',
        ruleset_id: 'style',
        name: 'Renamed',
        action: 'none',
        categories: [],
        definition: rules('hint'),
      }),
    ])
    expect((await detail(workspace, 'style')).applied_rules).toMatchObject([
      { id: 'title', severity: 'hint' },
    ])
  })

  it('keeps its file where the definition says the same', async () => {
    const workspace = withCategories()
    const { definition } = await detail(workspace, 'style')
    await send(workspace, '/api/rulesets/style', as('PUT', { name: 'Renamed', definition }))
    expect(workspace.store.rulesets.find('db-style')).toMatchObject({ name: 'Renamed', rules: 'r.yaml' })
  })

  it('that is deleted is found by nothing, and keeps its ids but not its name', async () => {
    const workspace = withCategories()
    const gone = await send(workspace, '/api/rulesets/style', as('DELETE'))
    expect([gone.status, await gone.json()]).toEqual([
      200,
      { Status: 'success', Message: 'ruleset deleted', Meta: null },
    ])
    for (const method of ['GET', 'DELETE'])
      expect((await send(workspace, '/api/rulesets/style', as(method))).status).toBe(404)
    const asked = { api_ids: ['pets'], ruleset_ids: ['style'] }
    expect((await send(workspace, '/api/evaluations/sandbox', as('POST', asked, 'writer'))).status).toBe(404)
    const again = { ...full, name: 'The style rules' }
    expect(
      (await send(workspace, '/api/rulesets', as('POST', { ...again, ruleset_id: 'style' }))).status,
    ).toBe(409)
    expect((await send(workspace, '/api/rulesets', as('POST', again))).status).toBe(201)
  })

  it.each<[string, unknown, number, RegExp]>([
    ['without a name', { definition: rules('warn') }, 400, /name/],
    ['with an empty name', { ...full, name: ' ' }, 400, /name is empty/],
    ['without a definition', { name: 'x' }, 400, /definition/],
    ['with an object for text', { ...full, definition: {} }, 400, /definition/],
    ['with YAML', { ...full, definition: 'rules: {}' }, 400, /definition is not JSON/],
    ['with a list', { ...full, definition: '[]' }, 400, /not a JSON object/],
    ['with rules of no kind', { ...full, definition: '{"rules":{"x":{"given":3}}}' }, 400, /cannot be used/],
    ['with files', { ...full, definition: '{"extends":"../users/a.yml","rules":{}}' }, 400, /extends/],
    ['with code', { ...full, definition: '{"functions":["evil"],"rules":{}}' }, 400, /cannot be used/],
    ['with a reserved id', { ...full, ruleset_id: 'gov:breaking' }, 400, /gov:breaking is reserved/],
    ['with an id of the reserved kind', { ...full, ruleset_id: 'Gov:x' }, 400, /Gov:x is reserved/],
    ...['.', '..', 'a,b', 'a\0b', 'a\nb', ' a', 'a ', '\ud800', 'a\udc00b', '\u0085'].map(
      (ruleset_id): [string, unknown, number, RegExp] => [
        `with the id ${JSON.stringify(ruleset_id)}`,
        { ...full, ruleset_id },
        400,
        /^ruleset_id ".*" cannot be used: use no comma/,
      ],
    ),
    ['with a name of 4 MB', { ...full, name: 'x'.repeat(4_000_000) }, 400, /^name is too long: 4000000/],
    [
      'with a key of 2 MB',
      { ...full, definition: JSON.stringify({ rules: {}, ['k'.repeat(2_000_000)]: 1 }) },
      400,
      /^The ruleset new cannot be used: .{7900,8000}… \([\d,]+ more characters\)$/,
    ],
    ['with an unknown action', { ...full, action: 'block' }, 400, /neither none nor warn: block/],
    ['with an unknown type', { ...full, resource_type: 'soap' }, 400, /resource_type/],
    [
      'with an unknown category',
      { ...full, categories: ['public', 'nowhere', 'x'] },
      400,
      /categories: nowhere, x$/,
    ],
    ['with a taken name', { ...full, name: 'The style rules' }, 409, /"The style rules" is taken/],
    ['with a taken id', { ...full, ruleset_id: 'style' }, 409, /ruleset_id style is taken/],
    ["with another's internal id", { ...full, ruleset_id: 'db-style' }, 409, /is taken/],
  ])('%s is refused, and nothing changes', async (_name, body, status, message) => {
    const workspace = withCategories()
    const before = workspace.rulesets
    const response = await send(workspace, '/api/rulesets', as('POST', body))
    expect(response.status).toBe(status)
    expect(
      z.object({ Message: z.string(), Status: z.literal('Error') }).parse(await response.json()).Message,
    ).toMatch(message)
    expect(workspace.rulesets).toBe(before)
  })

  it('is refused where the engine of the workspace cannot use it', async () => {
    const definition = JSON.stringify({
      rules: { r: JSON.parse('{"given":"$.paths[?(@property.match(/a/))]^","then":{"function":"truthy"}}') },
      overrides: [{ files: ['*'], rules: { r: 'off' } }],
    })
    const status = async (settings: object) => {
      const answer = await send(
        sampleWorkspace({ settings }),
        '/api/rulesets',
        as('POST', { name: 'x', definition }),
      )
      return answer.status
    }
    expect([await status({}), await status({ engine: 'vacuum' })]).toEqual([201, 400])
  })

  it('of another organisation is not there', async () => {
    const body = { name: 'Mine', definition: rules('warn') }
    expect((await send(withCategories(), '/api/rulesets/foreign-rules', as('PUT', body))).status).toBe(404)
    expect((await send(withCategories(), '/api/rulesets/foreign-rules', as('DELETE'))).status).toBe(404)
  })

  it.each(['style', 'new'])('%s changes only for those who know it as it is', async (id) => {
    const workspace = withCategories()
    await send(workspace, '/api/rulesets', as('POST', full))
    const url = `/api/rulesets/${id}`
    const tagOf = (response: Response) => response.headers.get('etag') ?? ''
    const known = tagOf(await send(workspace, url, as('GET')))
    expect(known).toMatch(/^"[0-9a-f]{32}"$/)
    const matching = async (tag: string, method: string, name = 'x') => {
      const init = as(method, method === 'PUT' ? { name, definition: rules('warn') } : undefined)
      return send(workspace, url, { ...init, headers: { ...init.headers, 'if-match': tag } })
    }
    const first = await matching(known, 'PUT', 'first')
    expect(first.status).toBe(200)
    expect((await matching(known, 'PUT', 'second')).status).toBe(412)
    expect((await matching(known, 'DELETE')).status).toBe(412)
    expect((await matching(`W/${tagOf(first)}`, 'DELETE')).status).toBe(412)
    expect(await detail(workspace, id)).toMatchObject({ name: 'first' })
    expect(tagOf(await send(workspace, url, as('GET')))).toBe(tagOf(first))
    expect((await matching(`"x", ${tagOf(first)}`, 'PUT', 'third')).status).toBe(200)
    expect((await matching('*', 'DELETE')).status).toBe(200)
    expect((await matching('*', 'DELETE')).status).toBe(404)
  })

  it('of two authors who know the same one replaces it', async () => {
    const workspace = withCategories()
    const tag = (await send(workspace, '/api/rulesets/style', as('GET'))).headers.get('etag') ?? ''
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => {
        const init = as('PUT', { name: `n${at}`, definition: rules('warn') })
        return (
          await send(workspace, '/api/rulesets/style', {
            ...init,
            headers: { ...init.headers, 'if-match': tag },
          })
        ).status
      }),
    )
    expect(statuses.sort()).toEqual([200, 412, 412, 412, 412, 412])
  })

  it('may have the ids of one of another organisation, which stays', async () => {
    const workspace = withCategories()
    const body = { ...full, ruleset_id: 'foreign-rules' }
    expect((await send(workspace, '/api/rulesets', as('POST', body))).status).toBe(201)
    expect(await detail(workspace, 'foreign-rules')).toMatchObject({ name: 'New', org_id: 'org-a' })
    await send(workspace, '/api/rulesets/foreign-rules', as('DELETE'))
    expect(workspace.store.rulesets.find('db-foreign-rules')).toMatchObject({
      org_id: 'org-b',
      rules: 'r.yaml',
    })
    const other = { ...full, name: 'Other', ruleset_id: 'db-foreign-rules' }
    expect((await send(workspace, '/api/rulesets', as('POST', other))).status).toBe(201)
  })

  it('with one name is created once, however many ask at the same time', async () => {
    const workspace = withCategories()
    const body = { name: 'Once', definition: rules('warn') }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(workspace, '/api/rulesets', as('POST', body))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)])
  })
})

function withCategories() {
  const workspace = sampleWorkspace(categorised)
  const [first, ...others] = workspace.apis
  const apis = first === undefined ? others : [{ ...first, categories: ['Public'] }, ...others]
  return Object.defineProperty(workspace, 'apis', { value: apis })
}

describe('the list of rulesets', () => {
  it('is the same until a change', async () => {
    const { store } = sampleWorkspace()
    const before = store.rulesets.all()
    expect(store.rulesets.all()).toBe(before)
    const [first] = before
    if (first) await store.rulesets.save({ ...first, name: 'x' })
    expect(store.rulesets.all()).not.toBe(before)
  })
})
