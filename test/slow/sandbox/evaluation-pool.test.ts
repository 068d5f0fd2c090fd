import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { serviceLimits } from '../../../src/dashboard/contract/evaluation.ts'
import { createEvaluationPool, type PoolOptions } from '../../../src/sandbox/evaluation/evaluation-pool.ts'
import { openWorkspace } from '../../../src/sandbox/store/workspace.ts'
import { post } from '../../sandbox/doors.ts'
import { createFetchingApp as createApp } from '../../sandbox/fetching-app.ts'

const root = resolve(import.meta.dirname, '../../..')
const entry = pathToFileURL(join(root, 'dist/evaluation-worker.js'))
const workspace = await openWorkspace(join(root, 'fixtures/workspace'))
const now = () => new Date('2026-03-04T05:06:07.000Z')
const here = createApp(workspace, { limits: serviceLimits, now })

/** The app with its evaluations in threads, which end with the test. */
function threaded(options: Partial<PoolOptions> = {}) {
  const faults: unknown[] = []
  const onFault = (error: unknown) => faults.push(error)
  const pool = createEvaluationPool({
    entry,
    size: 1,
    workspace,
    limits: serviceLimits,
    timeLimitMs: 60_000,
    memoryLimitMb: 512,
    onFault,
    ...options,
  })
  onTestFinished(() => pool.close())
  const app = createApp(workspace, { limits: serviceLimits, now, offload: pool.run, onFault })
  return { app, pool, faults }
}

const bearer = { authorization: 'Bearer demo-key-pipeline' }
const saved = (body: unknown, init: RequestInit = {}) =>
  new Request('http://embedded/api/evaluations/sandbox', { ...post(JSON.stringify(body), bearer), ...init })
const sent = (body: string, init: RequestInit = {}) =>
  new Request('http://embedded/api/evaluations/sandbox/oas?ruleset_ids=rs-design,rs-security', {
    ...post(body, bearer),
    ...init,
  })

const question = { api_ids: ['payments', 'shipping'], ruleset_ids: ['rs-security', 'rs-design'] }
const minimal = { openapi: '3.0.3', info: { title: 't', version: '1' }, paths: {} }
const ofSize = (operations: number) => ({
  ...minimal,
  paths: Object.fromEntries(Array.from({ length: operations }, (_, i) => [`/p${i}`, { get: {} }])),
})

it.each([
  ['an evaluation of saved APIs', () => saved(question)],
  ['an evaluation of a definition', () => sent(JSON.stringify(ofSize(5)))],
  ['a bad body', () => sent('{')],
  ['an empty body', () => sent('')],
  ['an unknown id', () => saved({ ...question, api_ids: ['nothing'] })],
  ['a wrong credential', () => saved(question, { headers: { authorization: 'x' } })],
  ['a wrong type', () => saved(question, { headers: { ...bearer, 'content-type': 'text/plain' } })],
])('answers %s as the app does by itself', async (_what, request) => {
  const plain = async (response: Response) => ({
    status: response.status,
    type: response.headers.get('content-type'),
    body: (await response.text()).replaceAll(/"(created_at|elapsed_ms)":[^,}]*/g, ''),
  })
  const { app, faults } = threaded()
  expect(await plain(await app.fetch(request()))).toEqual(await plain(await here.fetch(request())))
  expect(faults).toEqual([])
})

it('fails what is evaluated beyond the time limit, and goes on', async () => {
  const { app } = threaded({ timeLimitMs: 1, graceMs: 60_000 })
  for (const _again of [1, 2]) {
    const answer = await app.fetch(sent(JSON.stringify(ofSize(2000))))
    expect(answer.status).toBe(200)
    const reason = 'the evaluation took longer than 0.001 s and was ended'
    expect(await answer.json()).toMatchObject({
      issues: [],
      error: expect.stringMatching(
        new RegExp(`^ruleset rs-design on api .*${reason}; ruleset rs-security .*${reason}$`),
      ),
    })
  }
})

it('ends the thread of an evaluation that does not end by itself, and goes on with a new one', async () => {
  const { app, faults } = threaded({ timeLimitMs: 1, graceMs: 0 })
  for (const _again of [1, 2]) {
    const answer = await app.fetch(saved(question))
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { Message: 'Not evaluated: the evaluation took longer than 0.001 s and was ended', Status: 'Error' },
    ])
  }
  expect(faults).toEqual([])
})

it('ends an evaluation that needs too much memory, and no other', async () => {
  const { app, faults } = threaded({ memoryLimitMb: 40 })
  const large = await app.fetch(sent(JSON.stringify(ofSize(200_000))))
  expect([large.status, await large.json()]).toMatchObject([
    400,
    { Message: 'Not evaluated: it needs more than 40 MB of memory; request less at once', Status: 'Error' },
  ])
  expect((await app.fetch(saved(question))).status).toBe(200)
  expect(faults).toEqual([])
})

it('counts what rulesets in JavaScript take, and goes on with a new thread', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gov-memory-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(root, 'fixtures/workspace'), folder, { recursive: true })
  const ids = ['one', 'two', 'three', 'four'].map((name) => {
    const place = join(folder, 'rulesets', name)
    mkdirSync(place)
    const facts = {
      ruleset_id: name,
      id: `db-${name}`,
      name,
      org_id: '5e9d9544a1dcd60001d0ed20',
      active: true,
    }
    const record = { ...facts, resource_type: 'oas-api', action: 'warn', rules: 'rules.yaml' }
    writeFileSync(join(place, 'ruleset.yml'), JSON.stringify(record))
    const rules = 'functions: [take]\nfunctionsDir: .\nrules: { a: { given: $, then: { function: take } } }\n'
    writeFileSync(join(place, 'rules.yaml'), rules)
    const code =
      'const kept = new Uint8Array(200 * 1024 * 1024).fill(1)\nexport default () => kept.length && []\n'
    writeFileSync(join(place, 'take.js'), code)
    return name
  })
  const { app, faults } = threaded({ memoryLimitMb: 512, workspace: await openWorkspace(folder) })
  const evaluate = async (ruleset_ids: readonly string[]) => {
    const answer = await app.fetch(saved({ api_ids: ['payments'], ruleset_ids }))
    return [answer.status, await answer.json()]
  }
  const tooMuch = { Message: 'Not evaluated: it needs more than 512 MB of memory; request less at once' }
  expect(await evaluate(ids)).toMatchObject([400, tooMuch])
  for (const id of ids) {
    const [status, answer] = await evaluate([id])
    expect([status, answer]).toEqual([200, expect.not.objectContaining({ error: expect.anything() })])
  }
  expect(faults).toEqual([])
})

it.each(['the one that runs', 'one that waits'])('gives up %s when its client is gone', async (which) => {
  const { pool } = threaded()
  const carried = (operations: number) => ({
    method: 'POST',
    org_id: '5e9d9544a1dcd60001d0ed20',
    url: sent('').url,
    headers: [...sent('').headers],
    body: new TextEncoder().encode(JSON.stringify(ofSize(operations))),
  })
  const gone = new AbortController()
  const long = pool.run(
    carried(60_000),
    which === 'the one that runs' ? gone.signal : AbortSignal.timeout(300),
  )
  const waiting = pool.run(carried(1), which === 'one that waits' ? gone.signal : AbortSignal.timeout(20_000))
  setTimeout(() => gone.abort(), 200)
  const [first, second] = await Promise.allSettled([long, waiting])
  expect(first.status).toBe('rejected')
  expect(second.status).toBe(which === 'the one that runs' ? 'fulfilled' : 'rejected')
})

it('refuses what would wait behind too many', async () => {
  const { app } = threaded()
  const answers = Array.from({ length: 1_005 }, () => app.fetch(saved(question)).then(({ status }) => status))
  const first = await Promise.race([Promise.any(answers.map(refusedBusy)), Promise.all(answers)])
  expect(first).toBe('refused')
})

async function refusedBusy(status: Promise<number>): Promise<string> {
  if ((await status) !== 429) throw new Error('it was evaluated')
  return 'refused'
}

it('says what the matter is when its threads cannot start', async () => {
  const { app, faults } = threaded({ entry: pathToFileURL(join(root, 'dist/nothing.js')) })
  expect((await app.fetch(saved(question))).status).toBe(500)
  expect(String(faults[0])).toContain('nothing.js')
})

it('lets a caller with one evaluation wait for one of those with many, and not for all', async () => {
  const { app } = threaded()
  const ended: string[] = []
  const ask = async (name: string, key: string) => {
    const body = JSON.stringify(ofSize(name === 'one' ? 1 : 1_500))
    const headers = { authorization: key, 'content-type': 'application/json' }
    await app.fetch(sent(body, { headers }))
    ended.push(name)
  }
  const many = Array.from({ length: 6 }, (_, at) => ask(`many ${at}`, 'Bearer demo-key-pipeline'))
  await Promise.all([...many, ask('one', 'Bearer demo-key-administrator')])
  expect(ended.indexOf('one')).toBeLessThan(3)
})

it('refuses one caller who has 200 evaluations waiting, and no other', async () => {
  const { app } = threaded()
  const ask = async (key: string, body: unknown = { api_ids: ['shipping'], ruleset_ids: ['rs-security'] }) =>
    (await app.fetch(saved(body, { headers: { authorization: key, 'content-type': 'application/json' } })))
      .status
  // The first one takes a while, in which the others come.
  const long = {
    api_ids: ['payments', 'shipping', 'orders'],
    ruleset_ids: ['rs-security', 'rs-design', 'rs-docs'],
  }
  const many = Array.from({ length: 210 }, (_, at) =>
    ask('Bearer demo-key-pipeline', at === 0 ? long : undefined),
  )
  const other = ask('Bearer demo-key-administrator')
  const statuses = await Promise.all(many)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
  expect(statuses.filter((status) => status === 429).length).toBeLessThan(15)
  expect(await other).toBe(200)
})

it('evaluates by the rulesets as they are since the last change', async () => {
  const { app } = threaded()
  const own = { authorization: 'Bearer demo-key-administrator' }
  const asked = { api_ids: ['payments'], ruleset_ids: ['rs-changing'] }
  const errors = async () => {
    const response = await app.fetch(saved(asked))
    return (
      z.object({ error_count: z.number() }).safeParse(await response.json()).data?.error_count ??
      response.status
    )
  }
  const send = (method: string, path: string, severity: string) => {
    const rule = `{"severity":"${severity}","given":"$.info","then":{"field":"nothing","function":"truthy"}}`
    const body = JSON.stringify({
      name: 'Changing',
      ruleset_id: 'rs-changing',
      definition: `{"rules":{"always":${rule}}}`,
    })
    return app.fetch(new Request(`http://embedded${path}`, { ...post(body, own), method }))
  }
  const seen = [await errors()]
  await send('POST', '/api/rulesets', 'error')
  seen.push(await errors())
  await send('PUT', '/api/rulesets/rs-changing', 'hint')
  seen.push(await errors())
  await app.fetch(new Request('http://embedded/api/rulesets/rs-changing', { method: 'DELETE', headers: own }))
  seen.push(await errors())
  expect(seen).toEqual([404, 1, 0, 404])
})

it('a ruleset whose file stays is renamed, and evaluated as before', async () => {
  const { app } = threaded()
  const own = { authorization: 'Bearer demo-key-administrator' }
  const url = 'http://embedded/api/rulesets/rs-design'
  const asked = { api_ids: ['shipping'], ruleset_ids: ['rs-design'] }
  const total = async () =>
    z.object({ total: z.number() }).parse(await (await app.fetch(saved(asked))).json()).total
  const before = await total()
  const ruleset = z
    .looseObject({ name: z.string() })
    .parse(await (await app.fetch(new Request(url, { headers: own }))).json())
  const renamed = async (name: string) =>
    (await app.fetch(new Request(url, { ...post(JSON.stringify({ ...ruleset, name }), own), method: 'PUT' })))
      .status
  expect([await renamed('Other'), await total(), await renamed(ruleset.name)]).toEqual([200, before, 200])
  expect(before).toBeGreaterThan(0)
})
