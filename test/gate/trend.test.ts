import { describe, expect, it } from 'vitest'
import { trendOf, trendPoint } from '../../src/gate/compare/trend.ts'
import { outcomeOf } from '../../src/gate/decide/decide.ts'
import type { EvaluatedReport, Report } from '../../src/model/report.ts'
import type { Run } from '../../src/model/run.ts'
import { issueOf, reportOf, rulesetOf } from '../reporters/report-of.ts'

let day = 10

function run(
  count: number,
  parts: Partial<Run> = {},
  report: Partial<EvaluatedReport> = {},
): EvaluatedReport {
  const issues = Array.from({ length: count }, (_, index) => issueOf({ severity: 'warn', path: `p${index}` }))
  const whole = reportOf(issues, { evaluated_apis: 1, ...report })
  day += 1
  return {
    ...whole,
    run: {
      ...whole.run,
      api_ids: ['payments'],
      started: new Date(Date.UTC(2026, 2, day)).toISOString(),
      ...parts,
    },
  }
}

const failure = { code: 'timeout', message: 'no answer', hint: '', exit_code: 4 } as const
const gap = { kind: 'failed', target: { api_id: 'payments' }, error: 'engine' } as const

function trend(...reports: Report[]) {
  return trendOf(reports.map((report, index) => trendPoint(`${index}.json`, report)))
}

const changes = (...reports: Report[]) => trend(...reports).runs.map(({ change }) => change)
const notes = (...reports: Report[]) => trend(...reports).runs.map(({ note }) => note)

describe('runs of one scope', () => {
  it('are compared, each with the one before, in the order of time', () => {
    const [first, second, third] = [run(5), run(3), run(4)]
    expect(changes(third, first, second)).toEqual([undefined, -2, 1])
    expect(notes(first, second)).toEqual(['', ''])
  })

  it('are compared over others between them', () => {
    expect(
      changes(run(5), run(9, { api_ids: ['payments', 'orders'] }, { evaluated_apis: 2 }), run(3)),
    ).toEqual([undefined, undefined, -2])
  })
})

const digests = (rule: string) => ({ ruleset_digests: { 'rs-security': rule } })
const style = { rulesets: [rulesetOf('rs-security', 'S'), rulesetOf('rs-style', 'Style')] }

it.each<[string, Report, Report, string]>([
  ['another API', run(1), run(1, { api_ids: ['orders'] }), '1 API added (orders), 1 API removed (payments)'],
  ['a ruleset more', run(0), run(0, {}, style), '1 ruleset added (rs-style)'],
  ['a changed ruleset', run(1, digests('a')), run(1, digests('b')), 'ruleset rs-security changed'],
  [
    'another dashboard',
    run(1),
    run(1, { dashboard: 'https://b.example' }),
    'https://dashboard.example.com became https://b.example',
  ],
  [
    'the rules of another gov',
    run(1, { dashboard: 'embedded' }),
    run(1, { dashboard: 'embedded', gov: '0.2.0' }),
    'embedded sandbox of gov 0.1.0 became embedded sandbox of gov 0.2.0',
  ],
  [
    'another engine',
    run(1, { dashboard: 'embedded' }),
    run(1, { dashboard: 'embedded', engine: 'vacuum' }),
    'embedded sandbox of gov 0.1.0 became embedded sandbox of gov 0.1.0 with engine vacuum',
  ],
])('%s is another scope', (_, before, after, note) => {
  expect(changes(before, after)).toEqual([undefined, undefined])
  expect(notes(before, after)).toEqual(['', note])
})

it.each<[string, Report, string]>([
  [
    'a failed run',
    { version: 1, outcome: { kind: 'undecided', failure }, run: run(0).run },
    'failed: no answer',
  ],
  ['an incomplete run', run(1, {}, { outcome: outcomeOf({ gaps: [gap], reasons: [] }) }), 'incomplete'],
  ['a run whose policy accepts what is missing', run(1, { api_ids: ['payments', 'orders'] }), 'incomplete'],
  ['a truncated run', run(1, {}, { truncated: true }), 'incomplete'],
  ['a shard', run(1, { shard: { index: 2, total: 3, digest: 'd' } }), 'shard 2 of 3'],
])('%s has no counts', (_, report, note) => {
  const { runs, series } = trend(run(2), report, run(1))
  const at = runs.findIndex((each) => each.note === note)
  expect(runs[at]).toEqual({ file: '1.json', started: report.run.started, note })
  expect(series.map(({ counts }) => counts[at])).toEqual(series.map(() => undefined))
  expect(runs.filter(({ change }) => change !== undefined)).toHaveLength(1)
})

it('counts by API, ruleset and rule; a rule without issues counts none where its ruleset ran', () => {
  const other = { rulesets: [rulesetOf('rs-style', 'Style')] }
  const { series } = trend(run(2), run(0), run(0, {}, other))
  const totals = series.map(({ kind, name, counts }) => [kind, name, counts.map((each) => each?.warn_count)])
  expect(totals).toEqual([
    ['api', 'payments', [2, 0, 0]],
    ['ruleset', 'Security baseline', [2, 0, undefined]],
    ['rule', 'operation-operationId', [2, 0, undefined]],
    ['ruleset', 'Style', [undefined, undefined, 0]],
  ])
})
