import { listIssues } from '../../../src/core/model/report.ts'
import { listFaults, listHeldReasons, listRefusals } from '../../../src/reporters/faults.ts'
import { parseReport, reportJsonSchema } from '../../../src/reporters/report-schema.ts'
import { checkerOf } from './json-schema.ts'
import type { Reader } from './reading.ts'

const check = checkerOf(reportJsonSchema())

export const json: Reader = (text) => {
  const value: unknown = JSON.parse(text)
  check(value)
  const report = parseReport(value).data
  if (report === undefined) throw new Error('not a report')
  const issues = listIssues(report)
  return {
    issues: issues.map(({ severity, message }) => `${severity} ${message}`),
    faults: [
      ...listFaults(report).map(({ message }) => message),
      ...listRefusals(report),
      ...listHeldReasons(report).map(({ message }) => message),
    ],
    shape: issues.map((issue) => Object.keys(issue).join(' ')),
  }
}
