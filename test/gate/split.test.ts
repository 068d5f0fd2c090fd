import { expect, it } from 'vitest'
import type { EvaluationRequest, Selector } from '../../src/core/model/asked.ts'
import type { Answer, Evaluation } from '../../src/core/model/evaluation.ts'
import { findGaps } from '../../src/gate/decide/gaps.ts'
import { findUndecided } from '../../src/gate/merge.ts'
import { areAllCounted, halve, halveRefused, needsSplit } from '../../src/gate/requests/split.ts'
import { renderGap } from '../../src/reporters/words/gap-text.ts'
import { evaluationOf, rulesetOf } from './builders.ts'

const apis = (api_ids: readonly string[], selector: Selector): EvaluationRequest => ({
  kind: 'apis',
  api_ids,
  selector,
})
const file = (selector: Selector): EvaluationRequest => ({
  kind: 'definition',
  definition: { file: 'x' },
  selector,
})
const listing = (...ids: string[]) =>
  evaluationOf({ evaluated_apis: 1, rulesets: ids.map((id) => rulesetOf(id)) })
const answer = (request: EvaluationRequest, evaluation: Evaluation = listing('r', 's', 't')): Answer => ({
  request,
  evaluation,
})
const three = { ruleset_ids: ['r', 's', 't'] }
const category = { categories: ['a'] }

it.each<[string, Answer, EvaluationRequest[]]>([
  ['APIs first', answer(apis(['1', '2', '3'], three)), [apis(['1', '2'], three), apis(['3'], three)]],
  [
    'then rulesets',
    answer(apis(['1'], three)),
    [apis(['1'], { ruleset_ids: ['r', 's'] }), apis(['1'], { ruleset_ids: ['t'] })],
  ],
  [
    'those of a category by the answer',
    answer(apis(['1'], category)),
    [
      { ...apis(['1'], { ruleset_ids: ['r', 's'] }), of: ['a'] },
      { ...apis(['1'], { ruleset_ids: ['t'] }), of: ['a'] },
    ],
  ],
  [
    'of a definition the rulesets',
    answer(file({ ruleset_ids: ['r', 's'] })),
    [file({ ruleset_ids: ['r'] }), file({ ruleset_ids: ['s'] })],
  ],
  ['a single pair not at all', answer(apis(['1'], { ruleset_ids: ['r'] })), []],
  ['an id with a comma never for a definition', answer(file(category), listing('a,b', 'c')), []],
])('halves: %s', (_name, whole, parts) => {
  expect(halve(whole)).toEqual(parts)
})

it.each<[string, EvaluationRequest, EvaluationRequest[]]>([
  [
    'categories first',
    apis(['1', '2'], { categories: ['a', 'b'] }),
    [apis(['1', '2'], category), apis(['1', '2'], { categories: ['b'] })],
  ],
  ['then APIs', apis(['1', '2'], category), [apis(['1'], category), apis(['2'], category)]],
  ['ruleset ids not at all', apis(['1', '2'], three), []],
  ['one category on one API not at all', apis(['1'], category), []],
])('after a refusal: %s', (_name, request, parts) => {
  expect(halveRefused(request)).toEqual(parts)
})

const cut = { ...listing('r', 's'), truncated: true }
const failed = { ...listing('r', 's'), error: 'boom' }

it.each<[string, Evaluation, boolean, boolean, boolean]>([
  ['cut, to be split', cut, true, false, true],
  ['cut, not to be split', cut, false, true, true],
  ['failed, to be diagnosed', failed, false, true, true],
  ['failed, not to be diagnosed', failed, true, false, false],
  ['one API of two not evaluated', listing('r'), false, true, true],
  ['complete', { ...listing('r'), evaluated_apis: 2 }, true, true, false],
])('%s', (_name, evaluation, truncated, incomplete, expected) => {
  expect(needsSplit(answer(apis(['1', '2'], three), evaluation), { truncated, incomplete })).toBe(expected)
})

it.each<[string, Answer, Evaluation[], boolean]>([
  ['a failure that shows again', answer(apis(['1'], category), failed), [failed, listing('s')], true],
  [
    'a failure that the listed rulesets do not show',
    answer(apis(['1'], category), failed),
    [listing('r'), listing('s')],
    false,
  ],
  [
    'issues that the listed rulesets do not show',
    answer(apis(['1'], category), { ...cut, total: 5 }),
    [listing('r'), listing('s')],
    false,
  ],
  [
    'issues that are gone where all was named',
    answer(apis(['1'], three), { ...cut, total: 5 }),
    [listing('r'), listing('s')],
    false,
  ],
  [
    'issues of APIs that are gone in their halves',
    answer(apis(['1', '2'], three), { ...cut, total: 5 }),
    [listing('r'), listing('r')],
    false,
  ],
  [
    'a failure that is gone where all was named',
    answer(apis(['1'], three), failed),
    [listing('r'), listing('s')],
    true,
  ],
])('accounts for %s: %#', (_name, whole, evaluations, expected) => {
  const [left, right] = halve(whole)
  const parts = evaluations.map((evaluation, index) =>
    answer((index === 0 ? left : right) ?? whole.request, evaluation),
  )
  expect(areAllCounted(parts, whole)).toBe(expected)
})

const evaluated = (request: EvaluationRequest, count: number): Answer =>
  answer(request, { ...listing('r'), evaluated_apis: count })
const four = ['1', '2', '3', '4']

it.each<[string, Answer[], number[]]>([
  ['one answer says what it says', [evaluated(apis(four, three), 2)], []],
  [
    'two may fall short of different APIs',
    [evaluated(apis(four, three), 2), evaluated(apis(four, category), 3)],
    [0, 1],
  ],
  [
    'one that evaluated all settles it',
    [evaluated(apis(four, three), 4), evaluated(apis(four, category), 3)],
    [],
  ],
  [
    'one that evaluated none adds nothing',
    [evaluated(apis(four, three), 0), evaluated(apis(four, category), 3)],
    [],
  ],
  [
    'pieces are another witness',
    [
      evaluated(apis(four, three), 1),
      evaluated(apis(['1', '2'], category), 2),
      evaluated(apis(['3', '4'], category), 1),
    ],
    [0],
  ],
])('undecided: %s', (_name, answers, expected) => {
  const open = findUndecided(answers)
  expect(answers.flatMap((each, index) => (open.has(each) ? [index] : []))).toEqual(expected)
})

const silent = (...ids: string[]) => ({ ...listing(...ids), evaluated_apis: 0 })
const cutOf = (total: number) => ({ truncated: true, total })
const noSmaller = 'cannot split further: fix some of these or divide the ruleset, and check again'

it.each<[string, Answer[], string[], ('fail' | 'split')?]>([
  [
    'a failing pair is named',
    [answer(apis(['1'], { ruleset_ids: ['r'] }), failed)],
    ['ruleset r on API 1 failed: boom'],
  ],
  [
    'a pair that is cut has no smaller piece',
    [answer(apis(['1'], { ruleset_ids: ['r'] }), { ...cut, total: 5 })],
    [`the response for ruleset r on API 1 was truncated: 0 of 5 issues returned; ${noSmaller}`],
    'split',
  ],
  [
    'nor has a category of one ruleset',
    [answer(apis(['1'], category), { ...listing('r'), ...cutOf(5) })],
    [`the response for API 1 was truncated: 0 of 5 issues returned; ${noSmaller}`],
  ],
  [
    'an answer that is cut has smaller pieces',
    [answer(apis(['1', '2'], three), { ...listing('r', 's', 't'), ...cutOf(5), evaluated_apis: 2 })],
    [
      'the response for 2 APIs was truncated: 0 of 5 issues returned; check fewer APIs or rulesets at once, or set on_truncation: split',
    ],
  ],
  [
    'unless they were asked for and do not account for it',
    ['1', '2', undefined].map((id) =>
      answer(apis(id ? [id] : ['1', '2'], three), {
        ...listing('r', 's', 't'),
        ...(id ? {} : cutOf(5)),
        evaluated_apis: id ? 1 : 2,
      }),
    ),
    [
      'the response for 2 APIs was truncated: 0 of 5 issues returned; the split responses have fewer issues: check again while nobody changes the APIs or rulesets',
    ],
    'split',
  ],
  [
    'an API that is known not to be evaluated is named',
    [evaluated(apis(['1', '2'], three), 2), evaluated(apis(['3'], three), 0)].map((each) => ({
      ...each,
      evaluation: { ...each.evaluation, rulesets: listing('r', 's', 't').rulesets },
    })),
    ['2 of 3 requested APIs were evaluated (missing: 3)'],
  ],
  [
    'a ruleset need not run on every API',
    [answer(apis(['1'], three), listing('r', 's')), answer(apis(['2'], three), listing('t'))],
    [],
  ],
  [
    'a ruleset whose own response evaluated nothing, whatever another response says',
    [
      answer(apis(['1'], { ruleset_ids: ['r', 's'] }), listing('r', 's')),
      answer(apis(['1'], { ruleset_ids: ['t'] }), silent('t')),
    ],
    ['0 of 1 requested APIs were evaluated by ruleset t (API 1)'],
  ],
  [
    'nor did a category of a definition',
    [answer(file(category), listing('r')), answer(file({ categories: ['b'] }), silent('s', 't'))],
    ['0 of 1 requested APIs were evaluated by ruleset s, t (x)'],
  ],
  [
    'although the ruleset ran on other APIs',
    [
      answer(apis(['1'], category), listing('r')),
      answer(apis(['1'], { categories: ['b'] }), silent('s')),
      answer(apis(['2'], { categories: ['a', 'b'] }), listing('r', 's')),
    ],
    ['0 of 1 requested APIs were evaluated by ruleset s (API 1)'],
  ],
  [
    'a response that says why is one gap',
    [
      answer(apis(['1'], { ruleset_ids: ['r', 's'] }), listing('r', 's')),
      answer(apis(['1'], { ruleset_ids: ['t'] }), { ...silent('t'), error: 'boom' }),
    ],
    ['ruleset t on API 1 failed: boom'],
  ],
  ['but on every definition', [answer(file(three), listing('r', 's'))], ['ruleset t did not run on x']],
])('gaps: %s', (_name, answers, messages, onTruncation = 'fail') => {
  expect(findGaps(answers, { api_ids: [] }, onTruncation).map(renderGap)).toEqual(messages)
})
