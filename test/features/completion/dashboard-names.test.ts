import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { serviceLimits } from '../../../src/dashboard/contract/evaluation.ts'
import { runProgram } from '../../../src/main.ts'
import { createApp } from '../../../src/sandbox/http/app.ts'
import { type Listening, listen } from '../../../src/sandbox/http/listen.ts'
import { sampleWorkspace } from '../../sandbox/sample-workspace.ts'
import { tempTree } from '../../temp-tree.ts'
import { testProcess } from '../../terminal/test-process.ts'

let asked = 0
let dashboard: Listening
let silent: Server
const count = () => {
  asked += 1
}

beforeAll(async () => {
  const app = createApp(sampleWorkspace(), { limits: serviceLimits, now: () => new Date() })
  dashboard = await listen(app, { port: 0, onAnswered: count })
  silent = createServer(count).listen(0, '127.0.0.1')
})
afterAll(async () => {
  await dashboard.close()
  silent.closeAllConnections()
  silent.close()
})
beforeEach(() => {
  asked = 0
})

async function complete(env: Record<string, string>, ...words: string[]) {
  const { context, stdout, stderr } = testProcess({ env })
  expect(await runProgram(['__complete', '--', ...words], context)).toBe(0)
  expect(stderr()).toBe('')
  return stdout().split('\n').slice(0, -1)
}

it('offers what the dashboard of GOV_URL lists to the token, and asks once', async () => {
  const cache = await tempTree()
  const env = { GOV_URL: `${dashboard.url}/`, GOV_TOKEN: 'key-manager', XDG_CACHE_HOME: cache }
  expect(await complete(env, 'check', '--api-id', 'p')).toEqual(['pets'])
  expect(await complete(env, 'check', '--api-id', 's')).toEqual(['shops'])
  expect(asked).toBe(1)
  expect(await complete({ ...env, GOV_TOKEN: 'key-stranger' }, 'check', '--api-id', '')).toEqual(['foreign'])
  expect(await complete({ ...env, GOV_TOKEN: 'key-author' }, 'check', '--ruleset-id', 'st')).toEqual([
    'style',
  ])
  expect(asked).toBe(3)
  const files = readdirSync(join(cache, 'gov')).map((name) => join(cache, 'gov', name))
  expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600, 0o600])
  expect(files.map((file) => file + readFileSync(file, 'utf8')).join()).not.toContain('key-')
})

it('offers and keeps no name that holds the token', async () => {
  const apis = ['key-manager', 'x-key-manager', 'pets'].map((id) => ({ api_definition: { api_id: id } }))
  const echo = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ apis, pages: 1 }))
  }).listen(0, '127.0.0.1')
  await once(echo, 'listening')
  const cache = await tempTree()
  const address = echo.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const env = { GOV_URL: url, GOV_TOKEN: 'key-manager', XDG_CACHE_HOME: cache }
  expect(await complete(env, 'check', '--api-id', '')).toEqual(['pets'])
  const [file = ''] = readdirSync(join(cache, 'gov'))
  expect(readFileSync(join(cache, 'gov', file), 'utf8')).not.toContain('key-manager')
  echo.closeAllConnections()
  echo.close()
})

it.each<[string, Record<string, string>, readonly string[]]>([
  ['without a token', { GOV_TOKEN: '' }, []],
  ['without a folder for its cache', { XDG_CACHE_HOME: 'relative' }, []],
  ['where the command line names another', {}, ['--url', 'https://dashboard.example']],
  ['over plain http to another machine', { GOV_URL: 'http://dashboard.example' }, []],
])('asks nobody %s', async (_name, others, words) => {
  const env = {
    GOV_URL: dashboard.url,
    GOV_TOKEN: 'key-manager',
    XDG_CACHE_HOME: await tempTree(),
    ...others,
  }
  expect(await complete(env, 'check', ...words, '--api-id', 'p')).toEqual([])
  expect(asked).toBe(0)
})

it('leaves a dashboard alone that does not answer, or refuses', async () => {
  const { port } = silent.address() as AddressInfo
  const cache = await tempTree()
  for (const [url, token] of [
    [`http://127.0.0.1:${port}`, 'x'],
    [dashboard.url, 'wrong'],
  ] as const) {
    asked = 0
    const env = { GOV_URL: url, GOV_TOKEN: token, XDG_CACHE_HOME: cache }
    expect(await complete(env, 'check', '--api-id', '')).toEqual([])
    expect(await complete(env, 'check', '--api-id', '')).toEqual([])
    expect(asked).toBe(1)
  }
})
