import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { dyingDashboard } from './dying-dashboard.ts'
import { projectRoot, runGov } from './run-gov.ts'

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
