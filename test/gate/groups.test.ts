import { expect, it } from 'vitest'
import type { Asked, NamedCheck } from '../../src/core/model/asked.ts'
import { isPairAsked } from '../../src/core/model/checks.ts'
import { findGaps } from '../../src/gate/decide/gaps.ts'
import { groupByChecks, plan, planFollowUp } from '../../src/gate/requests/plan.ts'
import { renderGap } from '../../src/reporters/words/gap-text.ts'
import { evaluationOf, rulesetOf } from './builders.ts'

const check = (
  name: string,
  api_ids: string[],
  ruleset_ids: string[],
  definitions: string[] = [],
): NamedCheck => {
  return { name, api_ids, definitions, ruleset_ids }
}

function asked(checks: readonly NamedCheck[], files: readonly string[] = []): Asked {
  return {
    api_ids: [...new Set(checks.flatMap(({ api_ids }) => api_ids))],
    definitions: files.map((file) => ({ file })),
    selector: { ruleset_ids: ['all'] },
    checks,
  }
}

const shown = ({ api_ids, definitions, selector }: Asked) => [
  [...api_ids, ...definitions.map(({ file }) => file)].join(' '),
  ('ruleset_ids' in selector ? selector.ruleset_ids : selector.categories).join(' '),
]

it.each<[string, Asked, string[][]]>([
  ['no checks: all for each', { ...asked([]), api_ids: ['a', 'b'] }, [['a b', 'all']]],
  ['one check: what is asked', asked([check('one', ['a'], ['r'])]), [['a', 'all']]],
  [
    'each target once',
    asked([check('one', ['a'], ['r'], ['x']), check('two', ['b'], ['s'])], ['x']),
    [
      ['a x', 'r'],
      ['b', 's'],
    ],
  ],
  [
    'the rulesets of both checks, each once',
    asked([check('one', ['a', 'b'], ['r', 'shared']), check('two', ['b', 'c'], ['shared', 's'])]),
    [
      ['a', 'r shared'],
      ['b', 'r shared s'],
      ['c', 'shared s'],
    ],
  ],
  [
    'equal rulesets of two checks apart, as each check must run its own',
    asked([check('one', ['a'], ['r']), check('two', ['b'], ['r'])]),
    [
      ['a', 'r'],
      ['b', 'r'],
    ],
  ],
  [
    'categories',
    asked([
      { name: 'one', api_ids: ['a'], definitions: [], categories: ['x'] },
      { name: 'two', api_ids: ['a', 'b'], definitions: [], categories: ['y'] },
    ]),
    [
      ['a', 'x y'],
      ['b', 'y'],
    ],
  ],
  [
    'a part of the targets, as in a shard',
    { ...asked([check('one', ['a', 'b'], ['r']), check('two', ['c'], ['s'])]), api_ids: ['b'] },
    [['b', 'r']],
  ],
  [
    'none of them, as in an empty shard',
    { ...asked([check('one', ['a'], ['r']), check('two', ['c'], ['s'])]), api_ids: [] },
    [['', 'all']],
  ],
])('groups: %s', (_name, whole, groups) => {
  expect(groupByChecks(whole).map(shown)).toEqual(groups)
  for (const { api_ids, definitions } of groupByChecks(whole))
    expect(whole.api_ids.length + whole.definitions.length).toBeGreaterThanOrEqual(
      api_ids.length + definitions.length,
    )
})

it('a target in no check is a bug, and never left out', () => {
  const checks = [check('one', ['a'], ['r']), check('two', ['b'], ['s'])]
  expect(() => plan({ ...asked(checks), api_ids: ['a', 'c'] })).toThrow('in no check')
})

it('asks each pair of a check in one call, and no other pair', () => {
  const checks = [
    check('one', ['a', 'b', 'c'], ['r', 'shared'], ['x']),
    check('two', ['b', 'd'], ['s', 'shared'], ['x', 'y']),
  ]
  const pairs = plan(asked(checks, ['x', 'y'])).flatMap((request) => {
    const targets = request.kind === 'apis' ? request.api_ids : [request.definition.file]
    const ids = 'ruleset_ids' in request.selector ? request.selector.ruleset_ids : []
    return targets.flatMap((target) => ids.map((id) => `${target} ${id}`))
  })
  const wanted = checks.flatMap((each) =>
    [...each.api_ids, ...each.definitions].flatMap((target) =>
      'ruleset_ids' in each ? each.ruleset_ids.map((id) => `${target} ${id}`) : [],
    ),
  )
  expect(pairs.toSorted()).toEqual([...new Set(wanted)].sort())
})

it('follows up the categories of each group by its own answers', () => {
  const ids = (name: string) => Array.from({ length: 11 }, (_, at) => `${name}${at}`)
  const checks = [
    { name: 'one', api_ids: ids('a'), definitions: [], categories: ['x', 'y'] },
    { name: 'two', api_ids: ids('b'), definitions: [], categories: ['x', 'z'] },
  ]
  const answers = plan(asked(checks)).map((request) => {
    const isOne = request.kind === 'apis' && request.api_ids[0] === 'a0'
    return { request, evaluation: evaluationOf({ rulesets: isOne ? [rulesetOf('r')] : [] }) }
  })
  const followUp = planFollowUp(asked(checks), answers)
  expect(followUp.map((request) => [request.kind === 'apis' && request.api_ids, request.selector])).toEqual([
    [['a10'], { categories: ['x', 'y'] }],
    [['b10'], { categories: ['x'] }],
    [['b10'], { categories: ['z'] }],
  ])
})

/** Answers of `plan` in which only these pairs ran. */
function gaps(checks: readonly NamedCheck[], ran: readonly string[]): readonly string[] {
  const answers = plan(asked(checks)).map((request) => {
    const targets = request.kind === 'apis' ? request.api_ids : []
    const names =
      'ruleset_ids' in request.selector ? request.selector.ruleset_ids : request.selector.categories
    const rulesets = names.filter((id) => targets.some((target) => ran.includes(`${target} ${id}`)))
    return {
      request,
      evaluation: evaluationOf({
        rulesets: rulesets.map((id) => rulesetOf(id)),
        evaluated_apis: targets.length,
      }),
    }
  })
  return findGaps(answers, asked(checks), 'fail').map(renderGap)
}

it.each<[string, readonly NamedCheck[], readonly string[], readonly string[]]>([
  [
    'a ruleset that ran in the other check only',
    [check('one', ['a'], ['r', 't']), check('two', ['b'], ['r', 's'])],
    ['a t', 'b r', 'b s'],
    ['ruleset r did not run on API a of the check one'],
  ],
  [
    'need not run on an API that both have, where it ran on another of its check',
    [check('one', ['a', 'b'], ['r']), check('two', ['b', 'c'], ['s'])],
    ['a r', 'c s', 'b s'],
    [],
  ],
  [
    'of two checks, the one in which it did not run',
    [check('one', ['a', 'b'], ['r']), check('two', ['b', 'c'], ['s', 'r'])],
    ['a r', 'b s'],
    ['ruleset r did not run on 2 APIs of the check two', '1 of 2 requested APIs were evaluated (missing: c)'],
  ],
  [
    'a category',
    [
      { name: 'one', api_ids: ['a'], definitions: [], categories: ['x'] },
      { name: 'two', api_ids: ['b'], definitions: [], categories: ['x'] },
    ],
    ['a x'],
    ['no ruleset of category x ran on API b of the check two'],
  ],
  [
    'only one check: it is not named',
    [check('one', ['a', 'b'], ['all'])],
    [],
    ['no ruleset ran on 2 APIs (requested: all)'],
  ],
])('gaps: %s', (_name, checks, ran, messages) => {
  expect(gaps(checks, ran)).toEqual(messages)
})

const checks = [check('one', ['a'], ['r'], ['x']), check('two', ['b'], ['s'], ['x'])]

it.each<[string, boolean, string, readonly NamedCheck[] | undefined, boolean]>([
  ['a', true, 'r', checks, true],
  ['a', true, 's', checks, false],
  ['a', false, 'r', checks, false],
  ['x', false, 's', checks, true],
  ['gone', false, 'r', checks, false],
  ['a', true, 's', checks.slice(0, 1), true],
  ['a', true, 's', undefined, true],
  ['a', true, 'gov:breaking', checks, true],
  ['a', true, 'any', [{ name: 'one', api_ids: ['a'], definitions: [], categories: ['x'] }, ...checks], true],
])('is asked: %s (saved: %s) by %s', (id, saved, ruleset, all, expected) => {
  expect(isPairAsked(all, { id, saved }, ruleset)).toBe(expected)
})
