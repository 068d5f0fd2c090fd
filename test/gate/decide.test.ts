import { expect, it } from 'vitest'
import type { EvaluationRequest } from '../../src/core/model/asked.ts'
import type { AnsweredEvaluation } from '../../src/core/model/evaluation.ts'
import { chooseExitCode } from '../../src/core/model/outcome.ts'
import type { Policy } from '../../src/core/model/policy.ts'
import { decide } from '../../src/gate/decide/decide.ts'
import { merge } from '../../src/gate/merge.ts'
import { evaluationOf, ordinaryPolicy, rulesetOf } from './builders.ts'
import { failures, messages } from './messages.ts'

const byIds: EvaluationRequest = {
  kind: 'apis',
  api_ids: ['a', 'b'],
  selector: { ruleset_ids: ['r'] },
}
const byCategory: EvaluationRequest = {
  kind: 'apis',
  api_ids: ['a', 'b'],
  selector: { categories: ['payments'] },
}

function decided(evaluation: AnsweredEvaluation, policy: Partial<Policy> = {}, request = byIds) {
  const answers = [{ request, evaluation }]
  return decide(merge(answers), answers, { api_ids: [] }, { ...ordinaryPolicy, ...policy })
}

const clean = evaluationOf({ evaluated_apis: 2, rulesets: [rulesetOf('r')] })
const withCounts = (counts: Parameters<typeof rulesetOf>[1]) =>
  evaluationOf({ evaluated_apis: 2, rulesets: [rulesetOf('r', counts)] })

const blind = {
  ...clean,
  rule_matches: [{ ruleset_id: 'r', matched: ['a'], unmatched: ['b'], unchecked: ['b'] }],
}
const elsewhere = {
  ...clean,
  rule_matches: [{ ruleset_id: 'r', matched: ['a'], unmatched: ['b', 'c'], other_versions: ['c'] }],
}
const idle = { ...clean, rule_matches: [{ ruleset_id: 'r', matched: ['a'], unmatched: ['b'] }] }
const idleWhole = { ...clean, rule_matches: [{ ruleset_id: 'r', matched: [], unmatched: ['a', 'b'] }] }
const idleOne = { ...clean, rule_matches: [{ ruleset_id: 'r', matched: [], unmatched: ['b'] }] }
const idleOverride = {
  ...clean,
  rule_matches: ['r', 's'].map((ruleset_id) => ({
    ruleset_id,
    matched: [],
    unmatched: [],
    overrides: { matched: ['r.yaml:1 a'], unmatched: ['r.yaml:2 b'] },
  })),
}
const skipping = { ...clean, inapplicable: [{ ruleset_id: 'r', api_id: 'x' }] }

it.each<[string, AnsweredEvaluation, Partial<Policy>, number, string]>([
  ['clean', clean, {}, 0, 'no issues at or above error'],
  ['warnings below the threshold', withCounts({ warn_count: 3 }), {}, 0, 'no issues at or above error'],
  ['an error', withCounts({ error_count: 1 }), {}, 1, '1 error (fail_on: error)'],
  [
    'a warning at the threshold',
    withCounts({ warn_count: 2 }),
    { fail_on: 'warn' },
    1,
    '2 warnings (fail_on: warn)',
  ],
  [
    'worse than the threshold',
    withCounts({ error_count: 2 }),
    { fail_on: 'hint' },
    1,
    '2 errors (fail_on: hint)',
  ],
  ['never', withCounts({ error_count: 9 }), { fail_on: 'never' }, 0, 'fail_on is never'],
  ['within a budget', withCounts({ warn_count: 2 }), { max: { warn: 2 } }, 0, '2 warnings, limit 2'],
  ['over a budget', withCounts({ warn_count: 3 }), { max: { warn: 2 } }, 1, '3 warnings, limit 2'],
  [
    'what a budget leaves to fail_on',
    withCounts({ warn_count: 2 }),
    { fail_on: 'warn', max: { warn: 2 } },
    0,
    'no errors\n2 warnings',
  ],
  [
    'a budget above fail_on',
    withCounts({ warn_count: 2 }),
    { fail_on: 'warn', max: { warn: 2 } },
    0,
    'limit 2',
  ],
  ['a budget of errors', withCounts({ error_count: 1 }), { max: { error: 1 } }, 0, '1 error, limit 1'],
  ['no ruleset', evaluationOf({ evaluated_apis: 2 }), {}, 5, 'no ruleset ran on 2 APIs (requested: r)'],
  [
    'no ruleset, accepted',
    evaluationOf({ evaluated_apis: 2 }),
    { on_unevaluated: 'pass' },
    0,
    'accepted: on_unevaluated',
  ],
  ['one API missing', { ...clean, evaluated_apis: 1 }, {}, 5, '1 of 2 requested APIs were evaluated'],
  [
    'one API missing, accepted',
    { ...clean, evaluated_apis: 1 },
    { on_unevaluated: 'pass' },
    0,
    '1 of 2 requested APIs',
  ],
  [
    'cut',
    { ...withCounts({ warn_count: 3 }), truncated: true },
    {},
    5,
    'was truncated: 0 of 3 issues returned',
  ],
  [
    'cut is never accepted',
    { ...clean, truncated: true },
    { on_unevaluated: 'pass', fail_on: 'never' },
    5,
    'was truncated',
  ],
  ['a rule that matches nothing', idle, {}, 0, '1 rule matched nothing'],
  ['a rule that matches nothing, refused', idle, { on_unmatched: 'fail' }, 1, '(b; on_unmatched: fail)'],
  [
    'a ruleset of which nothing matches',
    idleWhole,
    {},
    0,
    '2 rules matched nothing, including all own rules of r',
  ],
  ['the only rule of a ruleset that matches nothing', idleOne, {}, 0, 'nothing, the only own rule of r'],
  [
    'a rule that ignores what it matches',
    blind,
    {},
    0,
    '1 rule has a `then` that ignores everything it gets (b)',
  ],
  [
    'a rule that ignores what it matches, refused',
    blind,
    { on_unmatched: 'fail' },
    1,
    'gets (b; on_unmatched: fail)',
  ],
  [
    'a rule for other versions',
    elsewhere,
    {},
    0,
    '1 rule matched nothing; 1 rule is for other versions of OpenAPI (c)',
  ],
  [
    'a rule for other versions, refused',
    elsewhere,
    { on_unmatched: 'fail' },
    1,
    'OpenAPI (c; on_unmatched: fail)',
  ],
  ['an override for nothing', idleOverride, {}, 0, '1 override matched no checked definition (r.yaml:2 b)'],
  ['an override for nothing, refused', idleOverride, { on_unmatched: 'fail' }, 1, 'b; on_unmatched: fail)'],
  ['an override for nothing, ignored', idleOverride, { on_unmatched: 'ignore' }, 0, 'no issues at or above'],
  ['a rule that matches nothing, ignored', idle, { on_unmatched: 'ignore' }, 0, 'no issues at or above'],
  ['no rule for an API', skipping, {}, 5, 'ruleset r did not run on API x: it has no rule for that OpenAPI'],
  ['no rule for an API, accepted', skipping, { on_unevaluated: 'pass' }, 0, 'did not run on API x'],
  ['failed in part', { ...clean, error: 'boom' }, {}, 5, 'failed in part: boom'],
  [
    'failed in part is never accepted',
    { ...clean, error: 'boom' },
    { on_unevaluated: 'pass' },
    5,
    'failed in part',
  ],
  [
    'incomplete wins over the policy',
    { ...withCounts({ error_count: 1 }), error: 'boom' },
    {},
    5,
    '1 error (fail_on',
  ],
])('%s', (_name, evaluation, policy, exitCode, message) => {
  const outcome = decided(evaluation, policy)
  expect(chooseExitCode(outcome)).toBe(exitCode)
  expect(messages(outcome).join('\n')).toContain(message)
})

it('a category that ran nothing is named', () => {
  const outcome = decided(evaluationOf({ evaluated_apis: 2 }), {}, byCategory)
  expect(outcome.kind).toBe('incomplete')
  expect(failures(outcome)[0]).toBe('no ruleset of category payments ran on 2 APIs')
})

it('one of two categories that ran nothing fails although the other ran', () => {
  const empty: EvaluationRequest = {
    ...byCategory,
    selector: { categories: ['typo'] },
  }
  const answers = [
    { request: byCategory, evaluation: clean },
    { request: empty, evaluation: evaluationOf({}) },
  ]
  const outcome = decide(merge(answers), answers, { api_ids: [] }, ordinaryPolicy)
  expect(outcome.kind).toBe('incomplete')
  expect(failures(outcome)).toEqual(['no ruleset of category typo ran on 2 APIs'])
})

it('a ruleset of several that did not run is named', () => {
  const request: EvaluationRequest = {
    ...byIds,
    selector: { ruleset_ids: ['r', 's'] },
  }
  const outcome = decided(clean, {}, request)
  expect(outcome.kind).toBe('incomplete')
  expect(failures(outcome)[0]).toBe('ruleset s did not run on 2 APIs')
})

it('an answer in which only other rulesets ran evaluated none of its APIs', () => {
  const other = evaluationOf({ evaluated_apis: 1, rulesets: [rulesetOf('s')] })
  const answers = [
    { request: { ...byIds, api_ids: ['a'] }, evaluation: { ...clean, evaluated_apis: 1 } },
    { request: { ...byIds, api_ids: ['b'] }, evaluation: other },
  ]
  const outcome = decide(merge(answers), answers, { api_ids: [] }, ordinaryPolicy)
  expect(outcome.kind).toBe('incomplete')
  expect(failures(outcome)[0]).toBe('1 of 2 requested APIs were evaluated (missing: b)')
})
