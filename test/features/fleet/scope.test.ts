import { expect, it } from 'vitest'
import type { EvaluatedReport } from '../../../src/core/model/report.ts'
import type { Run } from '../../../src/core/model/run.ts'
import { describeDifferences, readScope } from '../../../src/features/fleet/read-fleet.ts'
import { reportOf, rulesetOf } from '../../reporters/report-of.ts'

function run(parts: Partial<Run> = {}, report: Partial<EvaluatedReport> = {}): EvaluatedReport {
  const whole = reportOf([], report)
  return { ...whole, run: { ...whole.run, api_ids: ['payments'], ...parts } }
}

const digests = (rule: string) => ({ ruleset_digests: { 'rs-security': rule } })
const style = { rulesets: [rulesetOf('rs-security', 'S'), rulesetOf('rs-style', 'Style')] }

it.each<[string, EvaluatedReport, EvaluatedReport, string]>([
  ['the same', run(), run({ started: '2026-03-11T00:00:00Z' }), ''],
  ['another API', run(), run({ api_ids: ['orders'] }), ''],
  ['a ruleset more', run(), run({}, style), '1 ruleset added (rs-style)'],
  ['a changed ruleset', run(digests('a')), run(digests('b')), 'ruleset rs-security changed'],
  [
    'another dashboard',
    run(),
    run({ dashboard: 'https://b.example' }),
    'https://dashboard.example.com became https://b.example',
  ],
  [
    'the rules of another gov',
    run({ dashboard: 'embedded' }),
    run({ dashboard: 'embedded', gov: '0.2.0' }),
    'embedded sandbox of gov 0.1.0 became embedded sandbox of gov 0.2.0',
  ],
  [
    'another engine',
    run({ dashboard: 'embedded' }),
    run({ dashboard: 'embedded', engine: 'vacuum' }),
    'embedded sandbox of gov 0.1.0 became embedded sandbox of gov 0.1.0 with engine vacuum',
  ],
])('%s', (_, before, after, differences) => {
  expect(describeDifferences(readScope(before), readScope(after))).toBe(differences)
})
