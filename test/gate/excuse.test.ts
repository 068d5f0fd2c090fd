import { expect, it } from 'vitest'
import type { BaselineEntry } from '../../src/core/model/baseline-entry.ts'
import type { Evaluation } from '../../src/core/model/evaluation.ts'
import { identifier } from '../../src/core/model/identity.ts'
import { holds } from '../../src/core/model/outcome.ts'
import { type Excuses, excuseIssues } from '../../src/gate/excuse/excuse.ts'
import { toBaselineEntry } from '../../src/gate/excuse/known.ts'
import { reasonText } from '../../src/reporters/words/reason-text.ts'
import { evaluationOf, issueOf, rulesetOf } from './builders.ts'

const ids = identifier([])
const known = issueOf({ _id: '1' })
const other = issueOf({ _id: '2', path: 'paths' })
const complete = evaluationOf({
  rulesets: [rulesetOf('r', { warn_count: 2 })],
  issues: [known, other],
  evaluated_apis: 2,
})
const waiver = { rule_id: 'rule', path: 'info', reason: 'later', owner: 'team', expires: '2999-12-31' }
const entry = toBaselineEntry(known, ids)
const gone: BaselineEntry = { ...entry, path: 'gone' }

const excusesOf = (part: Partial<Excuses>): Excuses => ({
  waivers: [],
  baseline: undefined,
  strictBaseline: false,
  today: '2026-11-20',
  narrowed: false,
  asked: { api_ids: ['a', 'b'], definitions: [], selector: { ruleset_ids: ['r'] } },
  identifier: ids,
  policy: {},
  ...part,
})

it.each<[string, Partial<Excuses>, (string | undefined)[], number, number]>([
  ['nothing', {}, [undefined, undefined], 0, 0],
  ['the baseline', { baseline: [entry] }, ['baseline', undefined], 0, 1],
  ['a waiver', { waivers: [waiver] }, ['waiver', undefined], 1, 0],
  ['a waiver before the baseline', { waivers: [waiver], baseline: [entry] }, ['waiver', undefined], 1, 0],
  [
    'an expired waiver leaves it to the baseline',
    { waivers: [{ ...waiver, expires: '2020-01-01' }], baseline: [entry] },
    ['baseline', undefined],
    0,
    1,
  ],
])('excuses by %s', (_name, part, by, waived, baselined) => {
  const { evaluation, waived_count, baselined_count } = excuseIssues(complete, excusesOf(part))
  expect(evaluation.issues.map(({ excused }) => excused?.by)).toEqual(by)
  expect([waived_count, baselined_count]).toEqual([waived, baselined])
  expect(evaluation.total).toBe(complete.total)
})

it.each<[string, Evaluation, BaselineEntry, boolean]>([
  ['of an API that was evaluated', complete, gone, true],
  ['of an API without issues', complete, { ...gone, api_id: 'b' }, true],
  ['of an API that was not asked for', complete, { ...gone, api_id: 'c' }, false],
  ['of a ruleset that did not run', complete, { ...gone, ruleset_id: 's' }, false],
  ['after a cut', { ...complete, truncated: true }, gone, false],
  ['after a failure', { ...complete, error: 'boom' }, gone, false],
  ['when an API was not evaluated, but this one', { ...complete, evaluated_apis: 1 }, gone, true],
  [
    'of an API that may not have been evaluated',
    { ...complete, evaluated_apis: 1 },
    { ...gone, api_id: 'b' },
    false,
  ],
])('an entry that matches nothing %s', (_name, evaluation, unmatched, told) => {
  const lenient = excuseIssues(evaluation, excusesOf({ baseline: [unmatched] }))
  expect(lenient.reasons.some(({ kind }) => kind === 'stale-baseline')).toBe(told)
  expect(lenient.reasons.every(holds)).toBe(true)
  const strict = excuseIssues(evaluation, excusesOf({ baseline: [unmatched], strictBaseline: true }))
  const broken = strict.reasons.filter((reason) => !holds(reason)).map(reasonText)
  expect(broken).toEqual(
    told
      ? [
          `1 stale baseline entry (rule of r on ${'api_id' in unmatched ? unmatched.api_id : ''} at gone); remove with gov baseline update`,
        ]
      : [],
  )
})

it('always tells the numbers of what is configured, also zero', () => {
  const reasons = (part: Partial<Excuses>) => excuseIssues(complete, excusesOf(part)).reasons.map(reasonText)
  expect(reasons({})).toEqual([])
  expect(reasons({ baseline: [] })).toEqual(['0 issues in the baseline'])
  expect(reasons({ waivers: [waiver] })).toEqual(['1 issue waived'])
})

const inFile = (file: string, path = 'info') => issueOf({ _id: `${file} ${path}`, api_id: file, file, path })
const lostEntry = (path = 'info'): BaselineEntry => {
  const { api_id: _, ...others } = { api_id: '', ...entry, path }
  return { ...others, file: 'old.yaml' }
}

it.each<[string, string[], BaselineEntry[], string | undefined]>([
  [
    'with all of its issues',
    ['new.yaml info', 'new.yaml paths'],
    [lostEntry(), lostEntry('paths')],
    'new.yaml',
  ],
  ['without some of them', ['new.yaml info'], [lostEntry(), lostEntry('paths')], undefined],
  ['beside a second one', ['new.yaml info', 'copy.yaml info'], [lostEntry()], undefined],
  [
    'that the baseline knows',
    ['new.yaml info', 'new.yaml paths'],
    [lostEntry(), { ...lostEntry('paths'), file: 'new.yaml' }],
    undefined,
  ],
])('a definition that is gone has the name of one %s', (_name, found, baseline, to) => {
  const names = found.map((each) => each.split(' '))
  const definitions = [...new Set(names.map(([file = '']) => file))].map((file) => ({ file }))
  const issues = names.map(([file = '', path]) => inFile(file, path))
  const { reasons } = excuseIssues(
    evaluationOf({
      rulesets: [rulesetOf('r', { warn_count: issues.length })],
      issues,
      evaluated_apis: definitions.length,
    }),
    excusesOf({
      baseline,
      missing: new Set(['old.yaml']),
      asked: { api_ids: [], definitions, selector: { ruleset_ids: ['r'] } },
      identifier: identifier(definitions),
    }),
  )
  const stale = reasons.find((reason) => reason.kind === 'stale-baseline')
  expect(stale?.missing?.renamed).toEqual(to === undefined ? undefined : [{ from: 'old.yaml', to }])
})
