import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sandboxEvaluationResponse, serviceLimits } from '../../src/dashboard/contract/evaluation.ts'
import { memoryWorkspace } from '../../src/sandbox/store/memory-workspace.ts'
import { openWorkspace, type Workspace } from '../../src/sandbox/store/workspace.ts'
import { fixedNow, post, throughBothDoors } from './doors.ts'
import { createFetchingApp as createApp } from './fetching-app.ts'
import { sampleWorkspace } from './sample-workspace.ts'

const saved = '/api/evaluations/sandbox'
const oas = '/api/evaluations/sandbox/oas'
const question = JSON.stringify({ api_ids: ['pets'], ruleset_ids: ['style'] })

describe('an unexpected throw', () => {
  const broken: Workspace = {
    ...sampleWorkspace(),
    rules: async () => {
      throw new TypeError('a detail of /the/inside')
    },
  }

  throughBothDoors((send) => {
    it('is a plain 500', async () => {
      const response = await send(broken, saved, post(question))
      expect(response.status).toBe(500)
      expect(await response.json()).toEqual({
        ID: '',
        Message: 'Internal server error',
        Meta: null,
        Status: 'Error',
      })
    })
  })

  it('is reported to the operator, and a refusal is not', async () => {
    const faults: unknown[] = []
    const options = { limits: serviceLimits, now: fixedNow, onFault: (error: unknown) => faults.push(error) }
    const app = createApp(broken, options)
    await app.fetch(new Request(`http://embedded${saved}`, post(question)))
    await app.fetch(new Request(`http://embedded${saved}`, post('{')))
    expect(faults).toEqual([new TypeError('a detail of /the/inside')])
  })
})

it('answers other requests while a long evaluation runs', async () => {
  const app = createApp(sampleWorkspace({ bulk: 20 }), { limits: serviceLimits, now: fixedNow })
  const ask = (body: string) => app.fetch(new Request(`http://embedded${saved}`, post(body)))
  const order: string[] = []
  const api_ids = Array.from({ length: 10 }, (_, i) => `many-${i}`)
  const long = ask(JSON.stringify({ api_ids, categories: ['bulk'] })).then(() => order.push('long'))
  const short = ask(question).then(() => order.push('short'))
  await Promise.all([long, short])
  expect(order).toEqual(['short', 'long'])
})

it.each([
  ['no rules', 'rules: {}', 'it has no rules'],
  [
    'only rules that are off',
    'rules: { a: { given: $.info, severity: off, then: { function: truthy } } }',
    'all its rules are off',
  ],
])('refuses a ruleset with %s: to run it would check nothing', async (_name, style, message) => {
  const app = createApp(sampleWorkspace({ texts: { style } }), { limits: serviceLimits, now: fixedNow })
  const answer = await app.fetch(new Request(`http://embedded${saved}`, post(question)))
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ Message: expect.stringContaining(message) })
})

it('leaves out a ruleset whose rules are all for other formats: it ran on nothing, and did not fail', async () => {
  const style = 'rules: { a: { given: $.info, formats: [oas2], then: { field: contact, function: truthy } } }'
  const app = createApp(sampleWorkspace({ texts: { style } }), { limits: serviceLimits, now: fixedNow })
  const answer = await app.fetch(new Request(`http://embedded${saved}`, post(question)))
  const body = await answer.json()
  expect(body).toMatchObject({ rulesets: [], issues: [], evaluated_apis: 0 })
  expect(body).not.toHaveProperty('error')
})

it.each(['swagger: "2.0"\ninfo: {}\n', 'name: pets\n', '[]\n'])(
  'does not evaluate a saved definition that is not OpenAPI 3: %j',
  async (pets) => {
    const app = createApp(sampleWorkspace({ texts: { pets } }), { limits: serviceLimits, now: fixedNow })
    const answer = await app.fetch(new Request(`http://embedded${saved}`, post(question)))
    expect(await answer.json()).toMatchObject({
      error: expect.stringContaining('not an OpenAPI'),
      evaluated_apis: 0,
    })
  },
)

it('sees a change of the rules, of what they extend, and of a definition', async () => {
  const texts: Record<string, string> = {
    style: 'extends: ./base.yaml',
    './base.yaml': 'rules: { a: { given: $.info, then: { field: contact, function: falsy } } }',
  }
  const app = createApp(sampleWorkspace({ texts }), { limits: serviceLimits, now: fixedNow })
  const total = async () => {
    const answer = await app.fetch(new Request(`http://embedded${saved}`, post(question)))
    return sandboxEvaluationResponse().parse(await answer.json()).total
  }
  expect(await total()).toBe(0)
  texts['./base.yaml'] = 'rules: { a: { given: $.info, then: { field: contact, function: truthy } } }'
  expect(await total()).toBe(1)
  texts.pets = 'openapi: 3.0.3\ninfo: { contact: { name: A } }\n'
  expect(await total()).toBe(0)
  texts.style = 'rules: { a: { given: $.info, then: { field: contact, function: falsy } } }'
  expect(await total()).toBe(1)
})

describe('a workspace in memory', () => {
  const text = 'extends: ./base.yaml\nrules: {}\n'
  const base = 'rules: { a: { given: $.info, then: { field: contact, function: truthy } } }'
  const limits = {
    apis: Infinity,
    rulesets: Infinity,
    categories: Infinity,
    issues: Infinity,
    bodyBytes: Infinity,
  }
  const ask = (workspace: Workspace, key: string) => {
    const init = post('{"openapi":"3.0.3","info":{}}', { authorization: `Bearer ${key}` })
    const request = new Request(`http://embedded${oas}?ruleset_ids=mine&api_id=a`, init)
    return createApp(workspace, { limits, now: fixedNow }).fetch(request)
  }
  const ruleset = { id: 'mine', name: 'Mine', text, format: 'yaml' } as const

  it('evaluates a definition against its rulesets, which may extend what it can read', async () => {
    const read = async (name: string) => ({ name, text: base })
    const workspace = memoryWorkspace({ rulesets: [{ ...ruleset, read }] })
    const key = workspace.users[0]?.access_key ?? ''
    expect(await (await ask(workspace, key)).json()).toMatchObject({
      rulesets: [{ id: 'mine', name: 'Mine', active: true }],
      total: 1,
      issues: [{ rule_id: 'a', api_id: 'a', path: 'info' }],
    })
  })

  it('says that nothing can be extended when there is nothing to read with', async () => {
    const answer = await ask(memoryWorkspace({ rulesets: [ruleset] }), 'local')
    expect(answer.status).toBe(400)
    expect(await answer.text()).toMatch(/The ruleset mine cannot be used: .*base\.yaml.*cannot be read/)
  })
})

describe('the demo workspace', () => {
  throughBothDoors((send) => {
    it('has its default user evaluate every API of the organisation by every category', async () => {
      const workspace = await openWorkspace(join(import.meta.dirname, '../../fixtures/workspace'))
      const user = workspace.users.find(({ id }) => id === workspace.settings.default_user)
      const own = workspace.apis.filter((api) => api.org_id === user?.org_id && api.kind !== 'classic')
      const categories = [...new Set(own.flatMap((api) => api.categories))]
      expect(own.length).toBeGreaterThan(0)
      for (const { api_id } of own) {
        const init = post(JSON.stringify({ api_ids: [api_id], categories }), {
          authorization: `Bearer ${user?.access_key}`,
        })
        const response = await send(workspace, saved, init)
        const text = await response.text()
        expect([api_id, response.status, text]).toEqual([api_id, 200, expect.anything()])
        expect(sandboxEvaluationResponse().parse(JSON.parse(text)).rulesets).not.toEqual([])
      }
    })
  })
})

it('answers HEAD as GET, without the body', async () => {
  const app = createApp(sampleWorkspace(), { limits: serviceLimits, now: fixedNow })
  const answer = await app.fetch(new Request('http://embedded/openapi.json', { method: 'HEAD' }))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(await answer.text()).toBe('')
})
