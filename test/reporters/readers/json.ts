import type { Report } from '../../../src/model/report.ts'
import { reportJsonSchema } from '../../../src/reporters/report-schema.ts'
import { checkerOf } from './json-schema.ts'
import type { Reader } from './reading.ts'

const check = checkerOf(reportJsonSchema())

export const json: Reader = (text) => {
  const report: Report = JSON.parse(text)
  check(report)
  return {
    issues: report.issues.map(({ severity, message }) => `${severity} ${message}`),
    faults: [report.failure?.message ?? '', ...report.verdict.reasons.map(({ message }) => message)],
    shape: report.issues.map((issue) => Object.keys(issue).join(' ')),
  }
}
