import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { projectRoot } from './run-gov.ts'
import { serveSandbox } from './served.ts'

const rule = JSON.parse(
  '{"given":"$.info.title","then":{"function":"pattern","functionOptions":{"match":"^(a+)+$"}}}',
)
const endless = JSON.stringify({ rules: { endless: rule } })
const definition = JSON.stringify({
  openapi: '3.0.3',
  info: { title: `${'a'.repeat(200)}!`, version: '1' },
  paths: {},
})

/** A served sandbox in which an evaluation runs that only its time limit ends. */
async function evaluating(flags: readonly string[], workspace?: string) {
  const { url, stop } = await serveSandbox(flags, workspace)
  const ask = (path: string, body: string, key: string) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    })
  const ruleset = JSON.stringify({ name: 'Endless', ruleset_id: 'endless', definition: endless })
  expect((await ask('/api/rulesets', ruleset, 'demo-key-administrator')).status).toBe(201)
  const path = '/api/evaluations/sandbox/oas?ruleset_ids=endless'
  const running = ask(path, definition, 'demo-key-pipeline')
  await new Promise((resolve) => setTimeout(resolve, 400))
  return { url, stop, running }
}

it('answers what runs before it ends', async () => {
  const { stop, running } = await evaluating(['--max-time', '2s'])
  const code = stop()
  const answer = await running
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { error: expect.stringContaining('took longer than 2 s') },
  ])
  expect(await code).toBe(0)
})

it('answers 503 to what still runs after its grace, takes nothing new, and ends', async () => {
  const { url, stop, running } = await evaluating(['--grace', '600ms'])
  const started = performance.now()
  const code = stop()
  await new Promise((resolve) => setTimeout(resolve, 100))
  await expect(fetch(`${url}/openapi.json`)).rejects.toThrow()
  const answer = await running
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toMatchObject([
    503,
    '1',
    { Message: 'The service is stopping: retry later' },
  ])
  expect(await code).toBe(0)
  expect(performance.now() - started).toBeLessThan(5_000)
})

it.each([
  ['without a grace', ['--grace', '0s'], 1],
  ['when it is told twice', ['--grace', '60s'], 2],
  ['when it is told twice, and persists', ['--grace', '60s', '--persist'], 2],
])('answers 503 to what runs %s, and ends', async (_when, flags, signals) => {
  const workspace = mkdtempSync(join(tmpdir(), 'gov-stop-'))
  onTestFinished(() => rmSync(workspace, { recursive: true }))
  cpSync(join(projectRoot, 'fixtures/workspace'), workspace, { recursive: true })
  const { stop, running } = await evaluating(flags, workspace)
  for (let signal = 1; signal < signals; signal++) {
    void stop()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const code = stop()
  expect([(await running).status, await code]).toEqual([503, 0])
})
