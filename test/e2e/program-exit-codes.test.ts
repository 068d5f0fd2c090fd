import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exitCodes } from '../../src/core/model/errors.ts'
import { tempTree } from '../temp-tree.ts'
import { projectRoot, runGov, runShell, startGov } from './run-gov.ts'
import { type Served, serveSandbox } from './served.ts'

/** What one transcript shows is a scenario: 0, 1 and most of 2. */
const example = ['check', '--config', '.governance.example.yml']
const target = ['check', '--api-id', 'payments', '--ruleset-id', 'rs-security']
const token = { GOV_TOKEN: 'demo-key-pipeline' }

let sandbox: Served
let cutting: Served
let silent: Server
const silentUrl = () => `http://127.0.0.1:${(silent.address() as AddressInfo).port}`

beforeAll(async () => {
  silent = createServer(() => {})
  await new Promise<void>((settle) => silent.listen(0, '127.0.0.1', settle))
  ;[sandbox, cutting] = await Promise.all([serveSandbox(), serveSandbox(['--max-issues', '1'])])
})

afterAll(async () => {
  silent.closeAllConnections()
  silent.close()
  expect(await sandbox.stop()).toBe(0)
  expect(await cutting.stop()).toBe(0)
})

it('3: the credential is not accepted', async () => {
  const { exitCode, stderr } = await runGov([...target, '--url', sandbox.url], {
    env: { GOV_TOKEN: 'wrong' },
  })
  expect(stderr).toContain('rejected the credential (401)')
  expect(exitCode).toBe(exitCodes.access)
})

it('4: nothing answers', async () => {
  const argv = [...target, '--url', 'http://127.0.0.1:9', '--retries', '1']
  const { exitCode, stderr } = await runGov(argv, { env: token })
  expect(stderr).toContain('connection refused (2 attempts)')
  expect(exitCode).toBe(exitCodes.unavailable)
})

it('4: no answer in time', async () => {
  const { exitCode, stderr } = await runGov([...target, '--url', silentUrl(), '--timeout', '300ms'], {
    env: token,
  })
  expect(stderr).toContain('did not respond within 0.3 s')
  expect(exitCode).toBe(exitCodes.unavailable)
})

it('5: the answer was cut', async () => {
  const argv = ['check', '--api-id', 'billing-legacy', '--ruleset-id', 'rs-security', '--url', cutting.url]
  const { exitCode, stdout } = await runGov(argv, { env: token })
  expect(stdout).toMatch(/was\s+truncated: 1 of 9 issues/)
  expect(exitCode).toBe(exitCodes.incomplete)
})

it('6: an id is not known', async () => {
  const argv = ['check', '--api-id', 'nowhere', '--ruleset-id', 'rs-security', '--url', sandbox.url]
  const { exitCode, stderr } = await runGov(argv, { env: token })
  expect(stderr).toContain('nowhere')
  expect(exitCode).toBe(exitCodes.not_found)
})

it.skipIf(process.env.GOV_TEST_PROGRAM)('70: an internal error', async () => {
  const breakClock = `data:text/javascript,${encodeURIComponent('Date.prototype.toISOString = () => { throw new Error("clock") }')}`
  const { exitCode, stderr } = await runGov(example, { env: { NODE_OPTIONS: `--import ${breakClock}` } })
  expect(stderr).toContain('internal error: clock')
  expect(stderr).not.toMatch(/^\s+at /m)
  expect(exitCode).toBe(exitCodes.bug)
})

/** Faults of the program itself, put into it before it runs. */
it.each([
  [
    'a throw that nobody catches',
    "require('node:dns').lookup = () => setTimeout(() => { throw new Error('out of nowhere') }, 10)",
    /^error: internal error: out of nowhere\n {2}hint: .*\n$/,
  ],
  [
    'an end with nothing left to wait for',
    "require('node:dns').lookup = () => {}; const { setTimeout: set } = globalThis; globalThis.setTimeout = (...given) => set(...given).unref()",
    /^error: internal error: the program stopped before its run was complete\n {2}hint: .*\n$/,
  ],
])('%s is not a verdict: 70', async (_, fault, words) => {
  const folder = await tempTree({ 'fault.cjs': fault })
  const argv = ['check', '--url', 'https://dashboard.test', '--api-id', 'a', '--ruleset-id', 'b']
  const env = { GOV_TOKEN: 'any-token', NODE_OPTIONS: `--require=${join(folder, 'fault.cjs')}` }
  const { exitCode, stdout, stderr } = await runGov(argv, { cwd: folder, env })
  expect([exitCode, stdout]).toEqual([70, ''])
  expect(stderr).toMatch(words)
})

it.each([
  ['SIGINT', exitCodes.interrupted],
  ['SIGTERM', exitCodes.terminated],
  ['SIGHUP', exitCodes.terminated],
  ['SIGQUIT', exitCodes.terminated],
] as const)('%s ends a waiting run with %d, and leaves no earlier report', async (signal, code) => {
  const cwd = await tempTree({ 'gov.json': '{"outcome":{"kind":"passed"}}' })
  const requested = new Promise((settle) => silent.once('request', settle))
  const report = ['--output', 'json=gov.json']
  const { pid, finished } = startGov([...target, '--url', silentUrl(), ...report], { cwd, env: token })
  await requested
  process.kill(pid, signal)
  const { exitCode, stderr } = await finished
  expect(stderr).toContain(signal === 'SIGINT' ? 'interrupted' : 'terminated')
  expect(exitCode).toBe(code)
  expect(readFileSync(join(cwd, 'gov.json'), 'utf8')).toContain('"undecided"')
})

it('2: the working directory is gone', async () => {
  const cwd = await tempTree({ 'gone/x': '' })
  const { exitCode, stderr } = await runShell('cd gone && rm -r ../gone && exec gov check', { cwd })
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^error: the working directory does not/m)])
})

it('the same report comes from the embedded sandbox and over a socket', async () => {
  const argv = ['check', '--definition', join(projectRoot, 'fixtures/workspace/apis/orders/openapi.yaml')]
  const selected = [...argv, '--ruleset-id', 'rs-security', '--ruleset-id', 'rs-design', '--format', 'json']
  const embedded = await runGov([...selected, '--url', 'embedded', '--workspace', 'fixtures/workspace'])
  const served = await runGov([...selected, '--url', sandbox.url], { env: token })
  const issuesOf = (text: string) =>
    // The fixes of a dashboard's rules are not known, but those of built-in ones.
    JSON.parse(text).issues.map((issue: Record<string, unknown>) => ({
      ...issue,
      created_at: undefined,
      fixable: undefined,
    }))
  expect(issuesOf(served.stdout).length).toBeGreaterThan(3)
  expect(issuesOf(served.stdout)).toEqual(issuesOf(embedded.stdout))
})

const tooLarge = `printf 'openapi: 3.1.0\\ninfo: { title: Large, version: "1" }\\npaths: {}\\nx-padding: ' > large.yaml && head -c 6000000 /dev/zero | tr '\\0' x >> large.yaml`
const limited = ['check', '--definition', 'large.yaml', '--ruleset-id', 'rs-security']

it('2: a definition above the service limit, over a socket and rehearsed in process', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'gov-large-'))
  try {
    await runShell(tooLarge, { cwd })
    const embedded = [...limited, '--url', 'embedded', '--workspace', join(projectRoot, 'fixtures/workspace')]
    const served = await runGov([...limited, '--url', sandbox.url], { cwd, env: token })
    const rehearsed = await runGov([...embedded, '--service-limits'], { cwd })
    for (const { exitCode, stderr } of [served, rehearsed]) {
      expect(stderr).toContain('rejected the definition: too large (413)')
      expect(stderr).toContain('hint: ')
      expect(exitCode).toBe(exitCodes.usage)
    }
    expect((await runGov([...embedded, '--fail-on', 'never'], { cwd })).exitCode).toBe(exitCodes.pass)
  } finally {
    rmSync(cwd, { recursive: true })
  }
})
