import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseReport, reportJsonSchema } from '../../src/reporters/report-schema.ts'
import { projectRoot } from '../e2e/run-gov.ts'
import { checkerOf } from './readers/json-schema.ts'
import { reporters } from './reporters.ts'
import { reports, typicalReport } from './reports.ts'

const check = checkerOf(reportJsonSchema())

it('is published as it is', async () => {
  const text = `${JSON.stringify(reportJsonSchema(), null, 2)}\n`
  await expect(text).toMatchFileSnapshot(join(projectRoot, 'docs/report.schema.json'))
})

it.each(Object.entries(reports))('%s fits the published schema', (_, report) => {
  check(JSON.parse(reporters.json(report, { color: false, width: 80 })))
})

it.each(['version', 'outcome', 'issues', 'run', 'waived_count'])('a report without %s does not', (key) => {
  const report = JSON.parse(reporters.json(typicalReport, { color: false, width: 80 }))
  delete report[key]
  expect(() => check(report)).toThrow()
  expect(parseReport(report).error?.issues[0]?.path[0]).toBe(key)
})

const threshold = { kind: 'threshold', message: '', level: 'error' }
const brokenOne = { ...threshold, counts: { error: 1 } }
const heldOne = { ...threshold, counts: { error: 0 } }
const failure = { code: 'c', message: 'm', hint: '', exit_code: 4 }
const gap = { kind: 'shard', message: '', index: 1, total: 2, failure }

it.each<[string, object, boolean]>([
  ['passed', { kind: 'passed', exit_code: 0, held: [heldOne] }, true],
  ['passed with another exit code', { kind: 'passed', exit_code: 1, held: [] }, false],
  ['passed with a reason that does not hold', { kind: 'passed', exit_code: 0, held: [brokenOne] }, false],
  ['failed', { kind: 'failed', exit_code: 1, broken: [brokenOne], held: [] }, true],
  ['failed for nothing', { kind: 'failed', exit_code: 1, broken: [], held: [] }, false],
  ['failed for what holds', { kind: 'failed', exit_code: 1, broken: [heldOne], held: [] }, false],
  ['failed with 0', { kind: 'failed', exit_code: 0, broken: [brokenOne], held: [] }, false],
  ['incomplete', { kind: 'incomplete', exit_code: 4, gaps: [gap], broken: [], held: [] }, true],
  ['incomplete without a gap', { kind: 'incomplete', exit_code: 5, gaps: [], broken: [], held: [] }, false],
  [
    'incomplete with another code',
    { kind: 'incomplete', exit_code: 5, gaps: [gap], broken: [], held: [] },
    false,
  ],
  ['undecided over an evaluation', { kind: 'undecided', exit_code: 4, failure }, true],
  ['undecided with another code', { kind: 'undecided', exit_code: 3, failure }, false],
  ['undecided with 0', { kind: 'undecided', exit_code: 0, failure: { ...failure, exit_code: 0 } }, false],
  ['of no known kind', { kind: 'fine', exit_code: 0, held: [] }, false],
])('an outcome that is %s', (_name, outcome, accepted) => {
  const report = JSON.parse(reporters.json(typicalReport, { color: false, width: 80 }))
  expect(parseReport({ ...report, outcome }).success).toBe(accepted)
})
