import { execFileSync } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { runGov, runGovProcess, startGov } from './run-gov.ts'

const hook = join(import.meta.dirname, 'four-cores.cjs')

/** How many, of which each is large enough that together they are worth threads: more than 4 MiB, also where some are replaced. */
const count = 24
const padding = `# ${'.'.repeat(4_900_000 / count)}\n`

/** With issues of the built-in rules and of `rules.yaml`, in it and in the file that it refers to. */
function definition(at: number, dots = 100): string {
  const operation = (each: number) =>
    `  /things${each}:\n    get:\n      summary: things${'.'.repeat(dots)}\n      responses: { '200': { description: ok, content: { application/json: { schema: { $ref: 'shared/common.yaml#/Thing' } } } } }\n`
  const info = `openapi: 3.0.3\ninfo: { title: Service ${at}, version: '1' }\npaths:\n`
  return info + Array.from({ length: 4 }, (_, each) => operation(each)).join('') + padding
}

const rules = `extends: [[spectral:oas, all], ./more.yaml]
rules:
  no-things: { given: '$.paths[*].get.summary', severity: warn, then: { function: length, functionOptions: { max: 100 } } }
`
const code = `functions: [count]
rules:
  counted: { given: $.info.title, severity: error, then: { function: count } }
`
/** It counts what it has met: on any thread, that is one definition. */
const counting = `let met = 0
export default (title) => [{ message: title + ' is number ' + ++met }]
`
const files = {
  'rules.yaml': rules,
  'more.yaml':
    'rules: { title: { given: $.info.title, severity: error, then: { function: pattern, functionOptions: { notMatch: " 7$" } } } }\n',
  'code.yaml': code,
  'functions/count.js': counting,
  'each.yaml':
    'extends: ./more.yaml\nrules: { named: { given: $.info.title, severity: warn, then: { function: falsy } } }\n',
  'shared/common.yaml': 'Thing: { type: object, properties: { id: { type: strin } } }\n',
  ...definitions(),
}
const many = ['check', 'svc-*.yaml', '--ruleset-file', 'rules.yaml']

function definitions(dots?: number) {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [name(at), definition(at, dots)]))
}

function name(at: number): string {
  return `svc-${String(at).padStart(3, '0')}.yaml`
}

/** The same command on a machine of four cores, which may start threads, and on one core. */
async function onFour(argv: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) {
  const started = join(cwd, 'started')
  await rm(started, { force: true })
  const own = { NODE_OPTIONS: `--require=${hook}`, GOV_TEST_STARTED: started, ...env }
  const finished = await runGovProcess(argv, { cwd, env: own })
  const threads = (await readFile(started, 'utf8').catch(() => '')).length
  return { ...finished, threads }
}

/** In this process, on one core. */
async function onOne(argv: readonly string[], cwd: string) {
  const cores = vi.spyOn(os, 'availableParallelism').mockReturnValue(1)
  const finished = await runGov(argv, { cwd })
  cores.mockRestore()
  return finished
}

const withoutTimes = (text: string) =>
  text
    .replaceAll(/"(?:created_at|started|took_ms|elapsed_ms|checksum)": ?(?:"[^"]*"|\d+)/g, '')
    .replaceAll(
      /\d{4}-\d\d-\d\dT[\d:.]+Z|\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?|\d+(?:\.\d+)? (?:ms|s|min)\b| time="[\d.]+"|,? in parallel/g,
      '',
    )

it('many definitions are evaluated by threads, and every report is the one of a single thread', async () => {
  const cwd = await tempTree(files)
  const formats = ['json', 'sarif', 'junit', 'markdown', 'html']
  const outputs = (to: string) => formats.flatMap((format) => ['--output', `${format}=${to}.${format}`])
  const four = await onFour([...many, ...outputs('four')], cwd)
  const one = await onOne([...many, ...outputs('one')], cwd)
  expect(four).toMatchObject({ threads: 4, exitCode: 1, stderr: one.stderr })
  expect(withoutTimes(four.stdout)).toBe(withoutTimes(one.stdout))
  expect(one.stdout).toContain('no-things')
  for (const format of formats) {
    const [own, single] = await Promise.all(
      ['four', 'one'].map((each) => readFile(join(cwd, `${each}.${format}`), 'utf8')),
    )
    expect(withoutTimes(own ?? ''), format).toBe(withoutTimes(single ?? '?'))
  }
})

it.each([
  ['one file', ['check', name(1), '--ruleset-file', 'rules.yaml']],
  ['with a request log, which has an order', [...many, '--verbose']],
])('%s starts no thread', async (_what, argv) => {
  expect(await onFour(argv, await tempTree(files))).toMatchObject({ threads: 0, signal: null })
})

it('functions in JavaScript say the same on any thread', async () => {
  const cwd = await tempTree(files)
  const argv = ['check', 'svc-*.yaml', '--ruleset-file', 'code.yaml', '--format', 'json']
  const four = await onFour(argv, cwd)
  expect(four).toMatchObject({ threads: 4, exitCode: 1, stderr: '' })
  expect(four.stdout.match(/is number 1\b/g)).toHaveLength(count)
  expect(withoutTimes(four.stdout)).toBe(withoutTimes((await onOne(argv, cwd)).stdout))
})

it('where no thread can be started, the run goes on without', async () => {
  const four = await onFour(many, await tempTree(files), { GOV_TEST_NO_THREAD: '1' })
  expect(four).toMatchObject({ exitCode: 1, stderr: '' })
  expect(four.threads).toBeGreaterThan(0)
})

it('of several bad definitions, the first is reported, and nothing is decided', async () => {
  const cwd = await tempTree({ ...files, [name(16)]: 'openapi: [', [name(23)]: '', [name(5)]: 'a: b\n' })
  const four = await onFour(many, cwd)
  expect(four).toMatchObject({ exitCode: 2, stdout: '' })
  expect(four.threads).toBeGreaterThan(0)
  expect(four.stderr).toBe((await onOne(many, cwd)).stderr)
  expect(four.stderr).toContain(`${name(5)} is not an OpenAPI document`)
})

it('the base is read from its commit', async () => {
  const cwd = await tempTree(files)
  const git = (...argv: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...argv], { cwd })
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'before')
  for (let at = 0; at < count; at += 1) await writeFile(join(cwd, name(at)), definition(at + 7))
  const argv = ['check', 'svc-*.yaml', '--ruleset-file', 'each.yaml', '--base', 'HEAD', '--format', 'json']
  const four = await onFour(argv, cwd)
  const one = await onOne(argv, cwd)
  expect(four).toMatchObject({ threads: 4, exitCode: 1 })
  expect(withoutTimes(four.stdout)).toBe(withoutTimes(one.stdout))
})

it('no report replaces a file that a definition refers to', async () => {
  const { exitCode, stderr } = await onFour(
    [...many, '--output', 'json=shared/common.yaml'],
    await tempTree(files),
  )
  expect(exitCode).toBe(2)
  expect(stderr).toContain('shared/common.yaml is an input of this run')
})

const slow =
  'rules: { slow: { given: "$.paths[*].get.summary", then: { function: pattern, functionOptions: { notMatch: "(\\\\.+)+x" } } } }\n'
const slowly = ['check', 'svc-*.yaml', '--ruleset-file', 'slow.yaml']

it('the deadline ends an evaluation, and names its rule', async () => {
  // In one definition alone: the other threads rest.
  const cwd = await tempTree({ ...files, ...definitions(0), [name(3)]: definition(3), 'slow.yaml': slow })
  const { exitCode, stdout, stderr } = await onFour([...slowly, '--deadline', '3s'], cwd)
  expect([exitCode, stderr]).toEqual([4, ''])
  const said = stdout.replaceAll(/\s+/g, ' ')
  expect(said).toMatch(/FAIL \(unavailable\) the check stopped after \d+ responses?: /)
  expect(said).toContain("before the run's deadline of 3 s; rule slow at paths./things0.get.summary")
})

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s ends it',
  async (signal, exitCode) => {
    const cwd = await tempTree({ ...files, 'slow.yaml': slow })
    const env = { NODE_OPTIONS: `--require=${hook}`, GOV_TEST_STARTED: join(cwd, 'started') }
    const { pid, finished } = startGov([...slowly, '--deadline', '60s'], { cwd, env })
    while ((await readFile(join(cwd, 'started'), 'utf8').catch(() => '')).length < 4) await sleep(50)
    await sleep(500)
    process.kill(pid, signal)
    const ended = await finished
    expect(ended.exitCode ?? { SIGINT: 130, SIGTERM: 143 }[String(ended.signal)]).toBe(exitCode)
    expect(ended.stdout).toBe('')
  },
  30_000,
)

function sleep(ms: number) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
