import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanEnv, govCommand, runShellProcess } from './run-gov.ts'

let cwd = ''

const check = 'gov check openapi.json --ruleset-file rules.yaml --format json'
/** What a pipe holds on any system is less than 1 MB. */
const large = 1_000_000

beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'gov-written-'))
  const paths = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`/p${index}`, { get: {} }]))
  writeFileSync(
    join(cwd, 'openapi.json'),
    JSON.stringify({ openapi: '3.0.3', info: { title: 'T', version: '1' }, paths }),
  )
  writeFileSync(
    join(cwd, 'rules.yaml'),
    'rules: { described: { severity: error, given: "$.paths.*.get", then: { field: description, function: truthy } } }\n',
  )
  await runShellProcess(`${check} > file.json; echo $? > file.code`, { cwd })
})

afterAll(() => rmSync(cwd, { recursive: true, force: true }))

const written = (name: string) => readFileSync(join(cwd, name), 'utf8')
/** What is the same in every run. A report that was cut cannot be parsed; a warning may come first. */
const issuesOf = (report: string) =>
  JSON.parse(report.slice(report.indexOf('{'))).issues.map(
    ({ rule_id, line, column }: Record<string, unknown>) => [rule_id, line, column],
  )

it('a file has all of a large report', () => {
  expect(written('file.json').length).toBeGreaterThan(large)
  expect(JSON.parse(written('file.json'))).toMatchObject({ outcome: { kind: 'failed' } })
  expect(written('file.code')).toBe('1\n')
})

it.each([
  ['a pipe whose reader begins late', '| { sleep 1; cat > read; }'],
  [
    'a pipe whose reader is slow',
    '| { while dd bs=65536 count=1 2>/dev/null >part && [ -s part ]; do cat part >>read; sleep 0.01; done; }',
  ],
  ['a pipe that standard error goes to as well', '2>&1 | { sleep 1; cat > read; }'],
])('%s gets all of a large report', async (_, reader) => {
  rmSync(join(cwd, 'read'), { force: true })
  await runShellProcess(`{ ${check}; echo $? > code; } ${reader}`, { cwd })
  expect(issuesOf(written('read'))).toEqual(issuesOf(written('file.json')))
  expect(written('code')).toBe('1\n')
})

it('a socket whose reader is slow gets all of a large report', async () => {
  const [program, argv] = govCommand(check.split(' ').slice(1))
  const child = spawn(program, argv, { cwd, env: cleanEnv(), stdio: ['ignore', 'pipe', 'pipe'] })
  const exit = once(child, 'exit')
  await pause(1000)
  const chunks: string[] = []
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    chunks.push(String(chunk))
    await pause(2)
  }
  expect(issuesOf(chunks.join(''))).toEqual(issuesOf(written('file.json')))
  expect(await exit).toEqual([1, null])
})

it('a reader that goes away does not change the verdict', async () => {
  await runShellProcess(`{ ${check}; echo $? > code; } | head -c 100 > read`, { cwd })
  expect(written('read')).toBe(written('file.json').slice(0, 100))
  expect(written('code')).toBe('1\n')
})
