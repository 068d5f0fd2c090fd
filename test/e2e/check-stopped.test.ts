import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { dyingDashboard } from './dying-dashboard.ts'
import { cleanEnv, govCommand, projectRoot, runGov } from './run-gov.ts'

const token = 'demo-key-administrator'
const dashboard = await dyingDashboard(join(projectRoot, 'fixtures/workspace'), token)
afterAll(dashboard.close)

const definition = 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: { /orders: { get: {} } }\n'
const names = ['a.yaml', 'b.yaml', 'c.yaml']

/** A check of three definitions, a request each, by a dashboard that answers so many. */
async function checkUntil(answers: number, ...flags: readonly string[]) {
  const cwd = await tempTree(Object.fromEntries(names.map((name) => [name, definition])))
  dashboard.dieAfter(answers, 'unheard')
  const sent = ['--url', dashboard.url, '--ruleset-id', 'rs-security', '--concurrency', '1', '--retries', '0']
  const argv = ['check', ...names, ...sent, '--output', 'json=run.json', ...flags]
  const finished = await runGov(argv, { cwd, env: { GOV_TOKEN: token } })
  return { ...finished, report: JSON.parse(await readFile(join(cwd, 'run.json'), 'utf8')) }
}

it('a check whose dashboard fails keeps what it was answered', async () => {
  const { exitCode, stdout, stderr, report } = await checkUntil(2)
  expect({ exitCode, stderr }).toEqual({ exitCode: 4, stderr: '' })
  expect(stdout).toContain('FAIL (unavailable)  the check stopped after 2 responses: ')
  expect(stdout).not.toContain('PASS')
  expect(report.outcome.kind).toBe('incomplete')
  expect(new Set(report.issues.map(({ api_id }: { api_id: string }) => api_id))).toEqual(
    new Set(['a.yaml', 'b.yaml']),
  )
})

it('where the table is not printed, the error says why', async () => {
  const { exitCode, stderr } = await checkUntil(2, '--format', 'json')
  expect(exitCode).toBe(4)
  expect(stderr).toMatch(/^error: the check stopped after 2 responses: .+\n {2}hint: .+\n$/)
})

it('one that was answered nothing is undecided', async () => {
  const { exitCode, report } = await checkUntil(0)
  expect([exitCode, report.outcome.kind]).toEqual([4, 'undecided'])
})

/** Takes about half a second with 24 letters, and no end of time with 60. */
const slowRules =
  'rules: { slow: { given: $.info, then: { field: title, function: pattern, functionOptions: { match: ^(a+)+$ } } } }\n'
const titled = (letters: number) =>
  `openapi: 3.1.0\ninfo: { title: ${'a'.repeat(letters)}!, version: 1.0.0 }\npaths: {}\n`
const many = Array.from({ length: 60 }, (_, at) => `many/${at + 1}.yaml`)
const outputs = ['--output', 'json=run.json', '--output', 'junit=run.xml', '--format', 'sarif']

/** A process that gets a signal after a while, with a standard input that stays open. */
async function stop(argv: readonly string[], signal: NodeJS.Signals, input = '') {
  const cwd = await tempTree({
    'rules.yaml': slowRules,
    'endless.yaml': titled(60),
    'only.yaml': titled(26),
    'run.json': '{"outcome":{"kind":"passed"}}',
    ...Object.fromEntries(many.map((name) => [name, titled(24)])),
  })
  const child = spawn(...govCommand(['check', ...argv, ...outputs]), { cwd, env: cleanEnv() })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdin.on('error', () => {})
  child.stdin.write(input)
  const ended = new Promise<readonly [number | null, NodeJS.Signals | null]>((settle) =>
    child.on('close', (exitCode, by) => settle([exitCode, by])),
  )
  // Long enough that a busy machine has begun, and too short to evaluate sixty.
  await sleep(2_000)
  child.kill(signal)
  const [exitCode, by] = await ended
  const report = JSON.parse(await readFile(join(cwd, 'run.json'), 'utf8'))
  const junit = await readFile(join(cwd, 'run.xml'), 'utf8')
  return { ended: by ?? exitCode, stdout, stderr, report, junit }
}

describe('a signal ends a check with its reports', () => {
  const rules = ['-r', 'rules.yaml'] as const
  it.each<[string, readonly string[], NodeJS.Signals, string?]>([
    ['SIGTERM while definitions are evaluated', [...many, ...rules], 'SIGTERM'],
    ['SIGINT while definitions are evaluated', [...many, ...rules], 'SIGINT'],
    ['SIGHUP while definitions are evaluated', [...many, ...rules], 'SIGHUP'],
    ['SIGTERM while the only definition is evaluated', ['only.yaml', ...rules], 'SIGTERM'],
    ['SIGQUIT while the last is, which fails', ['only.yaml', ...rules, '--fail-on', 'warn'], 'SIGQUIT'],
    ['SIGTERM, and then the deadline', ['endless.yaml', ...rules, '--deadline', '4s'], 'SIGTERM'],
    [
      'SIGTERM while the base is evaluated, and then the deadline',
      ['many/1.yaml', ...rules, '--base', 'endless.yaml', '--deadline', '4s'],
      'SIGTERM',
    ],
    ['SIGINT while a pattern never ends', ['endless.yaml', ...rules], 'SIGINT'],
    ['SIGTERM while standard input is read', ['-', ...rules], 'SIGTERM'],
    ['SIGINT while standard input is read', ['-', ...rules], 'SIGINT', 'openapi: 3.1.0\ninfo: {}\n'],
    ['SIGINT while the base is evaluated', ['many/1.yaml', ...rules, '--base', 'endless.yaml'], 'SIGINT'],
  ])('%s', async (_name, argv, signal, input) => {
    const { ended, stdout, stderr, report, junit } = await stop(argv, signal, input)
    const code = signal === 'SIGINT' ? 'interrupted' : 'terminated'
    expect(stderr).toBe(`error: ${code}\n  hint: Nothing was decided. Run it again.\n`)
    expect(signal === 'SIGINT' ? [130, 'SIGINT'] : [143, 'SIGTERM']).toContain(ended)
    expect(report.outcome).toMatchObject({ kind: 'undecided', failure: { code } })
    expect(junit).toContain(code)
    expect(stdout).toContain(code)
    JSON.parse(stdout)
  })

  it('and standard input that ends is checked', async () => {
    const { exitCode, stdout } = await runGov(['check', '-', ...rules, '--quiet'], {
      cwd: await tempTree({ 'rules.yaml': slowRules }),
      input: titled(3),
    })
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('PASS')])
  })
})
