import { expect, it } from 'vitest'
import { createFailingTest } from '../../../src/core/model/outcome.ts'
import type { Policy, PolicyInForce } from '../../../src/core/model/policy.ts'
import type { EvaluatedReport } from '../../../src/core/model/report.ts'
import { severities } from '../../../src/core/model/severity.ts'
import { decide } from '../../../src/gate/decide/decide.ts'
import { issueOf, reportOf, rulesetOf } from '../report-of.ts'

const issues = ['rs-own', 'rs-note', 'rs-rest'].flatMap((ruleset_id) =>
  severities.map((severity) => issueOf({ severity, ruleset_id })),
)
const none: Policy = {
  fail_on: 'never',
  max: {},
  rulesets: {},
  advisory_actions: ['none'],
  on_truncation: 'fail',
  on_unevaluated: 'fail',
}

function reportUnder(policy: Partial<PolicyInForce>): EvaluatedReport {
  const rulesets = [
    rulesetOf('rs-own', 'Own', issues),
    { ...rulesetOf('rs-note', 'Note', issues), action: 'none' },
    rulesetOf('rs-rest', 'Rest', issues),
  ]
  const report = reportOf(issues, { rulesets })
  const whole = { ...none, ...policy }
  return {
    ...report,
    outcome: decide(report, [], { api_ids: [] }, whole),
    run: { ...report.run, policy: whole },
  }
}

it.each<[string, Partial<PolicyInForce>, readonly string[]]>([
  ['nothing', {}, []],
  ['errors', { fail_on: 'error' }, ['rs-own error', 'rs-rest error']],
  [
    'all at or above warn',
    { fail_on: 'warn' },
    ['rs-own error', 'rs-own warn', 'rs-rest error', 'rs-rest warn'],
  ],
  ['a budget', { fail_on: 'never', max: { hint: 1 } }, ['rs-own hint', 'rs-rest hint']],
  ['not what a budget holds', { fail_on: 'warn', max: { error: 9 } }, ['rs-own warn', 'rs-rest warn']],
  ['a ruleset by its entry', { rulesets: { 'rs-own': { fail_on: 'error' } } }, ['rs-own error']],
  ['a ruleset by its budget', { rulesets: { 'rs-own': { max: { info: 0 } } } }, ['rs-own info']],
  ['the others', { fail_on: 'error', rulesets: { 'rs-own': { fail_on: 'never' } } }, ['rs-rest error']],
  [
    'everything that a rule of the caller counts',
    { fail_on: 'error', rulesets: { 'rs-own': { fail_on: 'never' } }, floor: ['fail_on'] },
    ['rs-own error', 'rs-note error', 'rs-rest error'],
  ],
  ['an entry for what is advisory', { rulesets: { 'rs-note': { fail_on: 'error' } } }, ['rs-note error']],
])('fails %s', (_, policy, expected) => {
  const fails = createFailingTest(reportUnder(policy).outcome)
  const failed = issues.filter(fails).map(({ ruleset_id, severity }) => `${ruleset_id} ${severity}`)
  expect(failed).toEqual(expected)
})
