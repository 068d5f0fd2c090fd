import { expect, it } from 'vitest'
import { mergeReports } from '../../src/gate/merge-reports.ts'
import type { Reason } from '../../src/model/outcome.ts'
import type { Report } from '../../src/model/report.ts'
import type { Run } from '../../src/model/run.ts'
import { evaluationOf, ordinaryPolicy, rulesetOf } from './builders.ts'

const policy = ordinaryPolicy

function partOf(
  index: number,
  ran: readonly string[],
  reasons: readonly Reason[],
  part: Partial<Run> = {},
): Report {
  return {
    version: 1,
    verdict: { passed: true, exit_code: 0, reasons },
    ...evaluationOf({ rulesets: ran.map((id) => rulesetOf(id)), evaluated_apis: 1 }),
    waived_count: 0,
    baselined_count: 0,
    run: {
      dashboard: 'embedded',
      api_ids: [`api-${index}`],
      definitions: [],
      ruleset_ids: ['r', 's', 't'],
      requests: 1,
      started: '2026-11-20T00:00:00.000Z',
      took_ms: 1,
      gov: '0.1.0',
      policy,
      shard: { index, total: 2, digest: 'd' },
      ...part,
    },
  }
}

const unrun = (...names: string[]): Reason => ({
  passed: false,
  exit_code: 5,
  message: `ruleset ${names.join(', ')} did not run on 1 APIs`,
  unrun: names,
})
const failed = (report: Report): Report => ({
  ...report,
  verdict: { passed: false, exit_code: 4, reasons: [{ passed: false, exit_code: 4, message: 'no answer' }] },
  failure: { code: 'timeout', message: 'no answer', hint: '' },
})
const cut: Reason = { passed: false, exit_code: 5, message: 'the answer was cut' }
const stale: Reason = {
  passed: false,
  exit_code: 1,
  rule: 'strict_baseline',
  limit: 0,
  count: 2,
  message: '2 entries',
}

it.each<[string, Report, Report, number, string[]]>([
  [
    'a ruleset that ran in the other part has run',
    partOf(1, ['r', 's'], [unrun('t')]),
    partOf(2, ['t'], [unrun('r', 's')]),
    0,
    [],
  ],
  [
    'one that ran in none has not',
    partOf(1, ['r'], [unrun('s', 't')]),
    partOf(2, ['s'], [unrun('r', 't')]),
    5,
    ['ruleset t did not run on 2 APIs'],
  ],
  [
    'a part without saved APIs says nothing of that',
    partOf(1, ['r'], [unrun('s', 't')]),
    partOf(2, [], [], { api_ids: [] }),
    5,
    ['ruleset s, t did not run on 1 API'],
  ],
  [
    'what one part did not complete is not complete',
    partOf(1, ['r', 's', 't'], [cut]),
    partOf(2, ['r', 's', 't'], []),
    5,
    ['the answer was cut'],
  ],
  [
    'a part that could not decide is told',
    partOf(1, ['r', 's', 't'], []),
    failed(partOf(2, [], [])),
    4,
    ['part 2/2 could not decide: no answer'],
  ],
  [
    'stale entries of a strict baseline stay',
    partOf(1, ['r', 's', 't'], [stale]),
    partOf(2, ['r', 's', 't'], []),
    1,
    ['2 entries'],
  ],
])('%s', (_name, one, other, exitCode, messages) => {
  const { verdict } = mergeReports([other, one], '2026-11-20')
  expect(verdict.exit_code).toBe(exitCode)
  expect(verdict.reasons.filter(({ passed }) => !passed).map(({ message }) => message)).toEqual(messages)
})

it('a waiver matches nothing only when it does in every part', () => {
  const waiver = { rule_id: 'rule', reason: 'later', owner: 'team', expires: '2999-12-31' }
  const messages = (first: number, second: number) =>
    mergeReports(
      [
        partOf(1, ['r', 's', 't'], [], { waivers: [{ ...waiver, matched: first }] }),
        partOf(2, ['r', 's', 't'], [], { waivers: [{ ...waiver, matched: second }] }),
      ],
      '2026-11-20',
    ).verdict.reasons.map(({ message }) => message)
  expect(messages(0, 2)).not.toContain('the waiver of rule (team) matches no issue')
  expect(messages(0, 0)).toContain('the waiver of rule (team) matches no issue')
})

it.each<[string, Partial<Run>, string]>([
  ['lacks its policy', { policy: undefined }, 'does not say by which policy it was judged'],
  ['has another policy', { policy: { ...policy, fail_on: 'never' } }, 'are not of one run'],
  ['was asked something else', { shard: { index: 1, total: 2, digest: 'e' } }, 'are not of one run'],
])('refuses a part that %s, whichever part it is', (_name, change, message) => {
  const shard = { index: 1, total: 2, digest: 'd', ...change.shard }
  const whole = { ...change, shard }
  const swapped = { ...change, shard: { ...shard, index: 2 } }
  const merge = (...parts: Report[]) => mergeReports(parts, '2026-11-20')
  expect(() => merge(partOf(1, ['r'], [], whole), partOf(2, ['r'], []))).toThrow(message)
  expect(() => merge(partOf(1, ['r'], []), partOf(2, ['r'], [], swapped))).toThrow(message)
})

it('takes parts whose policies come from files by other names', () => {
  const from = (origin: string): Partial<Run> => ({ policy: { ...policy, origin } })
  const parts = [partOf(1, ['r', 's', 't'], [], from('a.yml')), partOf(2, ['r', 's', 't'], [], from('b.yml'))]
  expect(mergeReports(parts, '2026-11-20').verdict.passed).toBe(true)
})

it.each<[string, Report[], string]>([
  ['missing', [partOf(1, ['r'], [])], 'part 2 of 2 is missing'],
  [
    'there twice',
    [partOf(1, ['r'], []), partOf(1, ['r'], []), partOf(2, ['r'], [])],
    'part 1/2 is there twice',
  ],
])('refuses a part that is %s', (_name, parts, message) => {
  expect(() => mergeReports(parts, '2026-11-20')).toThrow(message)
})
