import { join } from 'node:path'
import { expect, it } from 'vitest'
import { reportJsonSchema } from '../../src/reporters/report-schema.ts'
import { projectRoot } from '../e2e/run-gov.ts'
import { checkerOf } from './readers/json-schema.ts'
import { reporters } from './reporters.ts'
import { reports } from './reports.ts'

it('is published as it is', async () => {
  const text = `${JSON.stringify(reportJsonSchema(), null, 2)}\n`
  await expect(text).toMatchFileSnapshot(join(projectRoot, 'docs/report.schema.json'))
})

it.each(Object.entries(reports))('%s fits the published schema', (_, report) => {
  checkerOf(reportJsonSchema())(JSON.parse(reporters.json(report, { color: false, width: 80 })))
})

it.each(['version', 'verdict', 'issues', 'run', 'waived_count'])('a report without %s does not', (key) => {
  const report: Record<string, unknown> = { ...reports.typical }
  delete report[key]
  expect(() => checkerOf(reportJsonSchema())(report)).toThrow(key)
})
