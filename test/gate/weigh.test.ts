import { expect, it } from 'vitest'
import type { Evaluation } from '../../src/core/model/evaluation.ts'
import type { Issue } from '../../src/core/model/issue.ts'
import { holds } from '../../src/core/model/outcome.ts'
import type { Reason } from '../../src/core/model/reason.ts'
import { strictnesses, type Weighing } from '../../src/core/model/strictness.ts'
import { weigh } from '../../src/gate/decide/weigh.ts'
import { evaluationOf, issueOf, rulesetOf } from './builders.ts'

const standard: Weighing = { fail_on: 'error', max: {}, rulesets: {}, advisory_actions: [] }
const many = (count: number, part: Partial<Issue>) =>
  Array.from({ length: count }, (_, index) => issueOf({ _id: `${part.ruleset_id}-${index}`, ...part }))

/** Two errors in `strict`, three warnings in `style`, one warning in `draft`, whose action is none. */
const mixed = evaluationOf({
  rulesets: [
    rulesetOf('strict', { error_count: 2 }),
    rulesetOf('style', { warn_count: 3 }),
    { ...rulesetOf('draft', { warn_count: 1 }), action: 'none' },
  ],
  issues: [
    ...many(2, { ruleset_id: 'strict', severity: 'error' }),
    ...many(3, { ruleset_id: 'style' }),
    ...many(1, { ruleset_id: 'draft' }),
  ],
})

/** The key of the policy, its limit, the count, and whether it holds. */
function rows(reasons: readonly Reason[]) {
  return reasons.map((reason) => [...rowOf(reason), holds(reason)])
}

function rowOf(reason: Reason) {
  const prefix =
    'ruleset_id' in reason && reason.ruleset_id !== undefined ? `rulesets.${reason.ruleset_id}` : ''
  const key = (name: string) => (prefix === '' ? name : `${prefix}.${name}`)
  switch (reason.kind) {
    case 'threshold': {
      const counts = Object.values(reason.counts)
      if (reason.level === 'never') return [key('fail_on'), undefined, undefined]
      return [key('fail_on'), 0, counts.reduce((sum: number, count) => sum + (count ?? 0), 0)]
    }
    case 'budget':
      return [key(`max.${reason.severity}`), reason.limit, reason.count]
    case 'advisory':
      return ['advisory_actions', undefined, reason.count]
    default:
      return [prefix, undefined, undefined]
  }
}

it.each<[string, Partial<Weighing>, unknown[]]>([
  ['fail_on alone', {}, [['fail_on', 0, 2, false]]],
  ['fail_on: warn counts errors and warnings', { fail_on: 'warn' }, [['fail_on', 0, 6, false]]],
  [
    'a budget takes its severity out of fail_on',
    { fail_on: 'warn', max: { warn: 4 } },
    [
      ['fail_on', 0, 2, false],
      ['max.warn', 4, 4, true],
    ],
  ],
  [
    'a ruleset of its own counts for no other rule',
    { fail_on: 'warn', rulesets: { style: { fail_on: 'never' } } },
    [
      ['fail_on', 0, 3, false],
      ['rulesets.style.fail_on', undefined, undefined, true],
    ],
  ],
  [
    'an entry without fail_on has the policy’s',
    { fail_on: 'warn', rulesets: { style: { max: { warn: 2 } }, strict: { max: { warn: 0 } } } },
    [
      ['fail_on', 0, 1, false],
      ['rulesets.strict.fail_on', 0, 2, false],
      ['rulesets.strict.max.warn', 0, 0, true],
      ['rulesets.style.fail_on', 0, 0, true],
      ['rulesets.style.max.warn', 2, 3, false],
    ],
  ],
  [
    'budgets of the policy leave out a ruleset of its own',
    { max: { warn: 1 }, rulesets: { style: { fail_on: 'never' } } },
    [
      ['fail_on', 0, 2, false],
      ['max.warn', 1, 1, true],
      ['rulesets.style.fail_on', undefined, undefined, true],
    ],
  ],
  [
    'advisory rulesets never gate',
    { fail_on: 'warn', advisory_actions: ['none'] },
    [
      ['fail_on', 0, 5, false],
      ['advisory_actions', undefined, 1, true],
    ],
  ],
  [
    'an entry wins over the action',
    { advisory_actions: ['none'], rulesets: { draft: { fail_on: 'hint' } } },
    [
      ['fail_on', 0, 2, false],
      ['rulesets.draft.fail_on', 0, 1, false],
    ],
  ],
  [
    'an entry that held nothing is reported',
    { rulesets: { other: { fail_on: 'hint' } } },
    [
      ['fail_on', 0, 2, false],
      ['rulesets.other', undefined, undefined, true],
    ],
  ],
])('%s', (_name, policy, expected) => {
  expect(rows(weigh(mixed, { ...standard, ...policy }))).toEqual(expected)
})

/** Whatever the config excuses from the policy, a rule of the caller counts it. */
it.each<[string, Partial<Weighing>, unknown[]]>([
  [
    'fail_on counts a ruleset that the config keeps from failing',
    { rulesets: { strict: { fail_on: 'never' } }, floor: ['fail_on'] },
    [
      ['fail_on', 0, 2, false],
      ['rulesets.strict.fail_on', undefined, undefined, true],
    ],
  ],
  [
    'fail_on counts a ruleset with a budget of its own',
    { rulesets: { strict: { max: { error: 9 } } }, floor: ['fail_on'] },
    [
      ['fail_on', 0, 2, false],
      ['rulesets.strict.max.error', 9, 2, true],
    ],
  ],
  [
    'fail_on counts advisory rulesets',
    { fail_on: 'warn', advisory_actions: ['none'], floor: ['fail_on'] },
    [
      ['fail_on', 0, 6, false],
      ['advisory_actions', undefined, 1, true],
    ],
  ],
  [
    'a budget counts every ruleset',
    { fail_on: 'never', max: { warn: 3, info: 0 }, advisory_actions: ['none'], floor: ['max.warn'] },
    [
      ['fail_on', undefined, undefined, true],
      ['max.info', 0, 0, true],
      ['max.warn', 3, 4, false],
      ['advisory_actions', undefined, 1, true],
    ],
  ],
  [
    'a ruleset may be held to more',
    { fail_on: 'never', rulesets: { style: { fail_on: 'warn' } }, floor: ['fail_on'] },
    [
      ['fail_on', undefined, undefined, true],
      ['rulesets.style.fail_on', 0, 3, false],
    ],
  ],
])('given by the caller, %s', (_name, policy, expected) => {
  expect(rows(weigh(mixed, { ...standard, ...policy }))).toEqual(expected)
})

it.each<[keyof typeof strictnesses, number | undefined, boolean]>([
  ['strict', 5, false],
  ['standard', 2, false],
  ['permissive', undefined, true],
])('%s has the meaning of the reference script', (name, count, held) => {
  expect(rows(weigh(mixed, strictnesses[name]))).toEqual([
    ['fail_on', count === undefined ? undefined : 0, count, held],
    ['advisory_actions', undefined, 1, true],
  ])
})

const excuse = (evaluation: Evaluation, ...rulesetIds: string[]): Evaluation => ({
  ...evaluation,
  issues: evaluation.issues.map((issue) =>
    rulesetIds.includes(issue.ruleset_id) ? { ...issue, excused: { by: 'baseline' } } : issue,
  ),
})

it.each<[string, Evaluation, Partial<Weighing>, unknown[]]>([
  ['excused issues do not count', excuse(mixed, 'strict'), {}, [['fail_on', 0, 0, true]]],
  [
    'nor for a ruleset of its own',
    excuse(mixed, 'style'),
    { rulesets: { style: { fail_on: 'warn' } } },
    [
      ['fail_on', 0, 2, false],
      ['rulesets.style.fail_on', 0, 0, true],
    ],
  ],
  [
    'what a cut answer does not list counts all the same',
    { ...excuse(mixed, 'strict'), error_count: 10, truncated: true },
    {},
    [['fail_on', 0, 8, false]],
  ],
  [
    'what a failed ruleset lists counts although its summary is zero',
    { ...mixed, rulesets: [rulesetOf('strict')], error: 'boom' },
    { rulesets: { strict: { fail_on: 'error' } } },
    [
      ['fail_on', 0, 0, true],
      ['rulesets.strict.fail_on', 0, 2, false],
    ],
  ],
])('%s', (_name, evaluation, policy, expected) => {
  expect(rows(weigh(evaluation, { ...standard, ...policy }))).toEqual(expected)
})
