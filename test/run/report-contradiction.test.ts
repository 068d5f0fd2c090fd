import { expect, it } from 'vitest'
import type { Reason } from '../../src/model/outcome.ts'
import type { Report } from '../../src/model/report.ts'
import { contradictionOf } from '../../src/run/reports/report-contradiction.ts'
import { evaluationOf, ordinaryPolicy } from '../gate/builders.ts'

const policy = ordinaryPolicy
const held: Reason = { passed: true, exit_code: 0, rule: 'fail_on', message: 'no issue' }
const broken: Reason = { passed: false, exit_code: 1, rule: 'fail_on', message: '1 error' }
const gap: Reason = { passed: false, exit_code: 5, message: 'the answer was cut' }
const failure = { code: 'timeout', message: 'no answer', hint: '' }

function reportOf(exit_code: number, reasons: readonly Reason[], change: Partial<Report> = {}): Report {
  const run = { dashboard: 'd', definitions: [], requests: 1, started: '', took_ms: 1, gov: '1', policy }
  return {
    version: 1,
    verdict: { passed: exit_code === 0, exit_code, reasons },
    ...evaluationOf({ evaluated_apis: 2 }),
    waived_count: 0,
    baselined_count: 0,
    run: { ...run, api_ids: ['a', 'b'] },
    ...change,
  }
}

const disagree = reportOf(0, [held])
const lenient = reportOf(0, [held], { evaluated_apis: 1 })

it.each<[string, Report, string | undefined]>([
  ['a pass', reportOf(0, [held]), undefined],
  ['a failure of the policy', reportOf(1, [held, broken]), undefined],
  ['a cut answer', reportOf(5, [broken, gap], { truncated: true }), undefined],
  [
    'a run without an answer',
    reportOf(4, [{ ...gap, exit_code: 4 }], { failure, evaluated_apis: 0 }),
    undefined,
  ],
  [
    'APIs that the policy lets go',
    { ...lenient, run: { ...lenient.run, policy: { ...policy, on_unevaluated: 'pass' } } },
    undefined,
  ],
  ['a pass with an exit code', { ...disagree, verdict: { ...disagree.verdict, exit_code: 1 } }, 'disagree'],
  ['a pass with a failure', reportOf(0, [held], { failure }), 'holds a failure'],
  ['a pass with a broken reason', reportOf(0, [held, broken]), 'a reason of it has not'],
  ['an exit code without a reason', reportOf(5, [held, broken]), 'has the exit code'],
  ['a failure without a reason', reportOf(1, []), 'has the exit code'],
  ['a pass that was cut', reportOf(0, [held], { truncated: true }), 'is truncated'],
  ['a broken policy that hides a cut', reportOf(1, [broken], { truncated: true }), 'is truncated'],
  ['a pass with an error', reportOf(0, [held], { error: 'boom' }), 'holds an error'],
  ['a pass with an API left out', lenient, '1 of 2 APIs were evaluated'],
])('%s', (_name, report, contradiction) => {
  const found = contradictionOf(report)
  if (contradiction === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(contradiction)
})
