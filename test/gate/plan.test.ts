import { expect, it } from 'vitest'
import type { Asked, EvaluationRequest } from '../../src/core/model/asked.ts'
import type { Answer } from '../../src/core/model/evaluation.ts'
import { plan, planFollowUp } from '../../src/gate/requests/plan.ts'
import { evaluationOf, rulesetOf } from './builders.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`)
const asked = (part: Partial<Asked>): Asked => ({
  api_ids: ['a'],
  definitions: [],
  selector: { ruleset_ids: ['r'] },
  ...part,
})

it('asks once for all APIs and once for each definition', () => {
  const definitions = [{ file: 'x.yaml' }, { file: 'y.yaml' }]
  expect(plan(asked({ api_ids: ['a', 'b'], definitions })).map((request) => request.kind)).toEqual([
    'apis',
    'definition',
    'definition',
  ])
})

const shapes = (requests: readonly EvaluationRequest[]) =>
  requests.map(({ selector, ...request }) => [
    request.kind === 'apis' ? request.api_ids.length : request.definition.file,
    'ruleset_ids' in selector ? selector.ruleset_ids.length : selector.categories,
  ])

it.each<[string, Partial<Asked>, unknown[]]>([
  ['10 APIs in one call', { api_ids: ids(10) }, [[10, 1]]],
  [
    '11 APIs in two',
    { api_ids: ids(11) },
    [
      [10, 1],
      [1, 1],
    ],
  ],
  ['20 rulesets in one call', { selector: { ruleset_ids: ids(20) } }, [[1, 20]]],
  [
    'each pair in one of the calls',
    { api_ids: ids(11), selector: { ruleset_ids: ids(21) } },
    [
      [10, 20],
      [10, 1],
      [1, 20],
      [1, 1],
    ],
  ],
  [
    'one category with all APIs',
    { api_ids: ids(11), selector: { categories: ['one'] } },
    [
      [10, ['one']],
      [1, ['one']],
    ],
  ],
  [
    'each of several categories alone with the first APIs',
    { api_ids: ids(11), selector: { categories: ['one', 'two'] } },
    [
      [10, ['one']],
      [10, ['two']],
    ],
  ],
  [
    'each category alone with each definition',
    { api_ids: [], definitions: [{ file: 'x' }, { file: 'y' }], selector: { categories: ['one', 'two'] } },
    [
      ['x', ['one']],
      ['x', ['two']],
      ['y', ['one']],
      ['y', ['two']],
    ],
  ],
])('%s', (_name, part, expected) => {
  expect(shapes(plan(asked(part)))).toEqual(expected)
})

const ran = (category: string, ...rulesets: string[]): Answer => ({
  request: { kind: 'apis', api_ids: ids(10), selector: { categories: [category] } },
  evaluation: evaluationOf({ rulesets: rulesets.map((id) => rulesetOf(id)) }),
})
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `r${from + index}`)
const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`)

it.each<[string, readonly Answer[], readonly (readonly string[])[]]>([
  ['categories that ran go together', [ran('a', 'r1'), ran('b', 'r2')], [['a', 'b']]],
  ['one that has run nothing goes alone', [ran('a', 'r1'), ran('b'), ran('c', 'r2')], [['a', 'c'], ['b']]],
  ['never more than 10 categories', names(11).map((name) => ran(name, 'r1')), [names(10), ['c10']]],
  [
    'never more than 20 rulesets, each counted once',
    [ran('a', ...numbers(0, 12)), ran('b', ...numbers(8, 20)), ran('c', 'r20')],
    [['a', 'b'], ['c']],
  ],
])('the other APIs: %s', (_name, answers, expected) => {
  const categories = answers.flatMap(({ request }) =>
    'categories' in request.selector ? request.selector.categories : [],
  )
  const whole = asked({ api_ids: ids(25), selector: { categories } })
  expect(shapes(planFollowUp(whole, answers))).toEqual(
    [10, 5].flatMap((count) => expected.map((group) => [count, group])),
  )
})

it('asks nothing more after rulesets by id, or a single category', () => {
  expect(planFollowUp(asked({ api_ids: ids(25) }), [])).toEqual([])
  const whole = asked({ api_ids: ids(25), selector: { categories: ['a'] } })
  expect(planFollowUp(whole, [ran('a', 'r1')])).toEqual([])
})

it('refuses a name with a comma only where the service would split it', () => {
  const selector = { categories: ['a,b'] }
  expect(plan(asked({ selector }))).toHaveLength(1)
  expect(() => plan(asked({ selector, definitions: [{ file: 'x.yaml' }] }))).toThrow('"a,b" contains a comma')
})
