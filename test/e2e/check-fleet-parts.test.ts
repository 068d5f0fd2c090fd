import { afterAll, beforeAll, expect, it } from 'vitest'
import { runGov } from './run-gov.ts'
import { type Served, serveSandbox } from './served.ts'

const env = { GOV_TOKEN: 'demo-key-pipeline' }
const apis = ['billing-legacy', 'shipping', 'orders', 'payments', 'identity'].flatMap((id) => [
  '--api-id',
  id,
])

let whole: Served
/** Cuts what more than one ruleset on more than one API finds, and no single pair. */
let cutting: Served
/** Cuts single pairs. */
let cuttingPairs: Served

beforeAll(async () => {
  ;[whole, cutting, cuttingPairs] = await Promise.all([
    serveSandbox(),
    serveSandbox(['--max-issues', '20']),
    serveSandbox(['--max-issues', '2']),
  ])
})

afterAll(() => Promise.all([whole.stop(), cutting.stop(), cuttingPairs.stop()]))

async function checkJson(url: string, ...argv: string[]) {
  const finished = await runGov(['check', '--url', url, ...apis, ...argv, '--format', 'json'], { env })
  return { ...finished, report: JSON.parse(finished.stdout) }
}

const withoutTimes = ({
  run: _run,
  elapsed_ms: _elapsed,
  checksum: _checksum,
  issues,
  ...report
}: Record<string, unknown>) => ({
  ...report,
  issues: (issues as object[]).map((issue) => ({ ...issue, created_at: '' })),
})

it.each([
  ['rulesets', ['--ruleset-id', 'rs-security', '--ruleset-id', 'rs-design', '--ruleset-id', 'rs-docs']],
  ['categories', ['--category', 'public', '--category', 'payments', '--category', 'identity']],
])('truncated answers are retried in pieces until complete: %s', async (_name, selected) => {
  const complete = await checkJson(whole.url, ...selected)
  const cut = await checkJson(cutting.url, ...selected)
  const split = await checkJson(cutting.url, ...selected, '--on-truncation', 'split')
  expect(cut.exitCode).toBe(5)
  expect(cut.report.outcome.gaps[0].message).toContain('set on_truncation: split')
  expect(split.exitCode).toBe(complete.exitCode)
  expect(split.report.run.requests).toBeGreaterThan(complete.report.run.requests)
  expect(withoutTimes(split.report)).toEqual(withoutTimes(complete.report))
})

it('a single pair that is cut stays incomplete', async () => {
  const { exitCode, report } = await checkJson(
    cuttingPairs.url,
    '--ruleset-id',
    'rs-security',
    '--on-truncation',
    'split',
  )
  expect(exitCode).toBe(5)
  expect(report.truncated).toBe(true)
  const messages = report.outcome.gaps.map(({ message }: { message: string }) => message)
  expect(messages[0]).toMatch(
    /^the response for ruleset rs-security on API \S+ was truncated: 2 of \d+ issues returned; cannot split/,
  )
})
