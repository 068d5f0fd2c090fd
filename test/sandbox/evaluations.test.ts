import { describe, expect, it } from 'vitest'
import {
  apiResponse,
  type SandboxEvaluationResponse,
  sandboxEvaluationResponse,
} from '../../src/dashboard/contract/evaluation.ts'
import type { Workspace } from '../../src/sandbox/store/workspace.ts'
import { post, type Send, throughBothDoors } from './doors.ts'
import { sampleWorkspace } from './sample-workspace.ts'

const saved = '/api/evaluations/sandbox'
const oas = '/api/evaluations/sandbox/oas'
const json = (body: unknown, headers?: Record<string, string>) => post(JSON.stringify(body), headers)
const as = (user: string) => ({ authorization: `Bearer key-${user}` })

async function answerOf(send: Send, workspace: Workspace, path: string, init: RequestInit) {
  const response = await send(workspace, path, init)
  const body: unknown = await response.json()
  expect(body).toEqual(sandboxEvaluationResponse().strict().parse(body))
  expect(response.status).toBe(200)
  return sandboxEvaluationResponse().parse(body)
}

const ran = ({ rulesets }: SandboxEvaluationResponse) => rulesets.map(({ id }) => id)
const apisOf = ({ issues }: SandboxEvaluationResponse) => [...new Set(issues.map(({ api_id }) => api_id))]

throughBothDoors((send) => {
  describe('saved APIs', () => {
    const ask = (body: object, workspace = sampleWorkspace(), headers = {}) =>
      answerOf(send, workspace, saved, json({ api_ids: ['pets'], ruleset_ids: ['style'], ...body }, headers))

    it('answers with the issues, their places and the counts', async () => {
      const answer = await ask({})
      expect(answer).toMatchObject({
        rulesets: [
          { id: 'style', name: 'The style rules', resource_type: 'oas-api', active: true, action: 'none' },
        ],
        total: 2,
        truncated: false,
        error_count: 1,
        warn_count: 1,
        info_count: 0,
        hint_count: 0,
        evaluated_apis: 1,
        elapsed_ms: 0,
      })
      expect(answer.rulesets[0]).toMatchObject({
        error_count: 1,
        warn_count: 1,
        info_count: 0,
        hint_count: 0,
      })
      expect(answer.issues).toMatchObject([
        {
          org_id: 'org-a',
          api_id: 'pets',
          ruleset_id: 'style',
          ruleset_name: 'The style rules',
          rule_id: 'operation-id',
          rule_summary: 'Every operation has an identifier.',
          how_to_fix: 'Add an operationId.',
          severity: 'error',
          severity_order: 1,
          path: 'paths./pets.get',
          location: { start_line: 6 },
          created_at: '2026-03-04T05:06:07.000Z',
        },
        { rule_id: 'info-contact', severity: 'warn', severity_order: 2, path: 'info' },
      ])
    })

    it('gives the same answer to the same question', async () => {
      expect(await ask({})).toEqual(await ask({}))
    })

    it.each([
      ['a Bearer credential', { authorization: 'Bearer key-reader' }],
      ['a bearer credential', { authorization: 'bearer  key-reader' }],
      ['the credential alone', { authorization: 'key-reader' }],
      ['apis: admin', as('manager')],
    ])('accepts %s', async (_name, headers) => {
      expect((await ask({}, sampleWorkspace(), headers)).total).toBe(2)
    })

    it.each([
      ['a parameter of the media type', { 'content-type': 'Application/JSON; charset="UTF-8"' }],
      ['a body that is named as not encoded', { 'content-encoding': 'identity' }],
    ])('accepts %s', async (_name, headers) => {
      expect((await ask({}, sampleWorkspace(), headers)).total).toBe(2)
    })

    it('takes a selector that is null as absent', async () => {
      expect((await ask({ categories: null })).total).toBe(2)
    })

    it('accepts a byte order mark', async () => {
      const body = `\uFEFF${JSON.stringify({ api_ids: ['pets'], ruleset_ids: ['style'] })}`
      expect((await answerOf(send, sampleWorkspace(), saved, post(body))).total).toBe(2)
    })

    it.each([
      ['an inactive ruleset', { ruleset_ids: ['draft'] }, ['draft'], 1],
      ['a template', { ruleset_ids: ['template'] }, ['template'], 1],
      [
        'internal ids, and the same twice',
        { api_ids: ['db-pets', 'pets'], ruleset_ids: ['db-style', 'style'] },
        ['style'],
        1,
      ],
      ['rulesets in the order asked for', { ruleset_ids: ['template', 'style'] }, ['template', 'style'], 1],
      ['a ruleset that fits no API', { ruleset_ids: ['mcp', 'style'] }, ['style'], 1],
      ['only rulesets that fit no API', { ruleset_ids: ['mcp'] }, [], 0],
      [
        'two kinds of API',
        { api_ids: ['pets', 'tools'], ruleset_ids: ['mcp', 'style'] },
        ['mcp', 'style'],
        2,
      ],
      ['an API that no ruleset fits', { api_ids: ['pets', 'tools'], ruleset_ids: ['style'] }, ['style'], 1],
      ['categories', { categories: ['payments'], ruleset_ids: undefined }, ['style', 'security'], 1],
      [
        'categories in another case',
        { categories: ['PUBLIC', 'none'], ruleset_ids: undefined },
        ['style'],
        1,
      ],
      [
        'categories for two kinds',
        { api_ids: ['pets', 'tools'], categories: ['public'], ruleset_ids: undefined },
        ['style', 'mcp'],
        2,
      ],
      [
        'categories for MCP',
        { api_ids: ['tools'], categories: ['public', 'payments'], ruleset_ids: undefined },
        ['mcp'],
        1,
      ],
      ['categories that nothing carries', { categories: ['nothing'], ruleset_ids: undefined }, [], 0],
      [
        '20 rulesets',
        { categories: ['bulk'], ruleset_ids: undefined },
        Array.from({ length: 20 }, (_, i) => `bulk-${i}`),
        1,
      ],
      ['10 APIs', { api_ids: Array.from({ length: 10 }, (_, i) => `many-${i}`) }, ['style'], 10],
    ])('runs %s', async (_name, body, rulesets, evaluated) => {
      const answer = await ask(body, sampleWorkspace({ bulk: 20 }))
      expect(ran(answer)).toEqual(rulesets)
      expect(answer.evaluated_apis).toBe(evaluated)
      expect(answer.total === 0).toBe(rulesets.length === 0)
    })

    it("lets an owner, and an owner's group, have their APIs evaluated", async () => {
      const workspace = sampleWorkspace({ settings: { api_ownership: true } })
      expect((await ask({ api_ids: ['pets', 'shops'] }, workspace)).evaluated_apis).toBe(2)
    })

    it('says which pairs failed, and answers with the rest', async () => {
      const workspace = sampleWorkspace({ texts: { shops: 'openapi: [' } })
      const answer = await ask({ api_ids: ['pets', 'shops'], ruleset_ids: ['style', 'security'] }, workspace)
      expect(answer.error).toMatch(
        /^ruleset style on api shops: shops\.yaml: .*; ruleset security on api shops: /,
      )
      expect(answer).toMatchObject({ evaluated_apis: 1, total: 4, error_count: 2, warn_count: 2 })
      expect(answer.rulesets).toMatchObject([
        { id: 'style', error_count: 0, warn_count: 0 },
        { id: 'security', error_count: 0, warn_count: 0 },
      ])
      expect(apisOf(answer)).toEqual(['pets'])
    })

    it('says that every pair failed, and that no API was evaluated', async () => {
      const answer = await ask({}, sampleWorkspace({ texts: { pets: 'openapi: [' } }))
      expect(answer).toMatchObject({
        evaluated_apis: 0,
        total: 0,
        error: expect.stringMatching(/^ruleset style on api pets: /),
      })
      expect(ran(answer)).toEqual(['style'])
    })

    it.each([
      ['is not YAML', 'rules: ['],
      ['names no function', 'rules: { a: { given: $, then: { function: nope } } }'],
      ['extends what is not there', 'extends: ./gone.yaml'],
    ])('refuses as a whole when a ruleset %s', async (_name, text) => {
      const workspace = sampleWorkspace({ texts: { security: text } })
      const body = { api_ids: ['pets'], ruleset_ids: ['style', 'security'] }
      const response = await send(workspace, saved, json(body))
      expect(response.status).toBe(400)
      const { Message } = apiResponse().parse(await response.json())
      expect(Message).toMatch(/^The ruleset security cannot be used: (security|\.\/gone)\.yaml:\d+:\d+: ./)
    })

    it('does not look at the rules of a ruleset that fits nothing', async () => {
      const workspace = sampleWorkspace({ texts: { mcp: 'rules: [' } })
      expect(ran(await ask({ ruleset_ids: ['mcp', 'style'] }, workspace))).toEqual(['style'])
    })
  })

  describe('a definition that is sent along', () => {
    const document = { openapi: '3.1.0', info: { title: 'T' }, paths: { '/a': { get: {} } } }
    const text = JSON.stringify(document)
    const yaml = 'openapi: 3.1.0\npaths:\n  /a:\n    get: {}\ninfo:\n  title: T\n'
    const ask = (body: string, query = 'ruleset_ids=style', headers = {}) =>
      answerOf(send, sampleWorkspace(), `${oas}?${query}`, post(body, headers))
    const idOf = async (...asked: Parameters<typeof ask>) => apisOf(await ask(...asked))[0]

    it.each([
      ['JSON', text, 'application/json'],
      ['YAML', yaml, 'application/yaml'],
      ['YAML by an older name', yaml, 'application/x-yaml'],
      ['YAML as text', yaml, 'text/yaml; charset=utf-8'],
      ['JSON in an envelope', JSON.stringify({ content: text }), 'application/json'],
      ['YAML in an envelope', JSON.stringify({ content: yaml }), 'application/json'],
    ])('is read as %s, and has one identity in every form', async (_name, body, type) => {
      const answer = await ask(body, 'ruleset_ids=style', { 'content-type': type })
      expect(answer).toMatchObject({ evaluated_apis: 1, total: 2, error_count: 1, warn_count: 1 })
      expect(apisOf(answer)).toEqual([await idOf(text)])
      expect(apisOf(answer)[0]).toMatch(/^[0-9a-f]{32}$/)
      expect(answer.issues[0]).toMatchObject({ org_id: 'org-a', path: 'paths./a.get' })
    })

    it('has another identity when anything in it changes', async () => {
      expect(await idOf(text.replace('"T"', '"U"'))).not.toBe(await idOf(text))
    })

    it.each([
      [
        'what the request says',
        'api_id=mine&ruleset_ids=style',
        { 'x-tyk-api-gateway': { info: { id: 'theirs' } } },
        'mine',
      ],
      [
        "what the gateway's extension says",
        'ruleset_ids=style',
        { 'x-tyk-api-gateway': { info: { id: 'theirs' } } },
        'theirs',
      ],
      [
        "another gateway's extension",
        'api_id=&ruleset_ids=style',
        { 'x-gw-api-gateway': { info: { id: 'other' } } },
        'other',
      ],
      ['a decoded id', 'api_id=a%20b%2Fc&ruleset_ids=style', {}, 'a b/c'],
    ])('is named by %s', async (_name, query, extension, id) => {
      expect(await idOf(JSON.stringify({ ...document, ...extension }), query)).toBe(id)
    })

    it('has issue ids that depend on its name', async () => {
      const [one, other] = [
        await ask(text, 'api_id=a&ruleset_ids=style'),
        await ask(text, 'api_id=b&ruleset_ids=style'),
      ]
      expect(one.issues[0]?._id).not.toBe(other.issues[0]?._id)
    })

    it.each([
      ['a comma list', 'ruleset_ids=style,draft', ['style', 'draft']],
      ['a repeated parameter', 'ruleset_ids=style&ruleset_ids=template', ['style', 'template']],
      ['an encoded comma list with blanks', 'ruleset_ids=style%2C%20draft,', ['style', 'draft']],
      ['a ruleset for MCP, which does not fit', 'ruleset_ids=mcp,style', ['style']],
      ['categories', 'categories=payments', ['style', 'security']],
      ['categories, never for MCP', 'categories=Public', ['style']],
      ['categories that nothing carries', 'categories=nothing', []],
    ])('is run against %s', async (_name, query, rulesets) => {
      const answer = await ask(text, query)
      expect(ran(answer)).toEqual(rulesets)
      expect(answer.evaluated_apis).toBe(1)
    })

    it('is nobody’s, whatever the ownership of APIs', async () => {
      const workspace = sampleWorkspace({ settings: { api_ownership: true } })
      const answer = await answerOf(
        send,
        workspace,
        `${oas}?ruleset_ids=style&api_id=tools`,
        post(text, as('reader')),
      )
      expect(answer.total).toBe(2)
    })
  })

  it('cuts the issues, and counts those before the cut', async () => {
    const paths = Object.fromEntries(Array.from({ length: 1200 }, (_, i) => [`/p${i}`, { get: {} }]))
    const text = JSON.stringify({ openapi: '3.0.3', info: { title: 'T' }, paths })
    const answer = await answerOf(send, sampleWorkspace(), `${oas}?ruleset_ids=style`, post(text))
    expect(answer).toMatchObject({ total: 1201, truncated: true, error_count: 1200, warn_count: 1 })
    expect(answer.issues).toHaveLength(1000)
    expect(answer.rulesets[0]).toMatchObject({ error_count: 1200, warn_count: 1 })
  })
})
