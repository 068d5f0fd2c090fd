import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Issue } from '../../src/core/model/issue.ts'
import { holds } from '../../src/core/model/outcome.ts'
import type { TrustedWaiver, Waiver } from '../../src/core/model/waiver.ts'
import { listWaiverNotices, waive } from '../../src/gate/excuse/waivers.ts'
import { reasonText } from '../../src/reporters/words/reason-text.ts'
import { issueOf, rulesetOf } from './builders.ts'

const today = '2026-11-20'
const plain = { path: 'a.b.c', pointer: '/a/b/c' }
const waiverOf = (part: Partial<Waiver>): Waiver => ({
  rule_id: 'rule',
  reason: 'being retired',
  owner: 'payments team',
  expires: '2027-01-31',
  ...part,
})

const ran = (issues: readonly Issue[], id = 'rs-docs') => ({ issues, rulesets: [rulesetOf(id)] })

it.each<[string, Partial<TrustedWaiver>, Partial<Issue>, boolean]>([
  ['the rule alone', {}, {}, true],
  ['another rule', {}, { rule_id: 'other' }, false],
  ['a rule by its beginning', { rule_id: 'ru*' }, {}, true],
  ['all that is given', { api_id: 'a', ruleset_id: 'r', path: 'in*' }, {}, true],
  ['another API', { api_id: 'b' }, {}, false],
  ['another ruleset', { ruleset_id: 's' }, {}, false],
  ['another path', { path: 'paths*' }, {}, false],
  ['what it says', { message: 'can no longer be "a"*' }, { message: 'can no longer be "a", in all' }, true],
  ['what another one says', { message: 'can no longer be "a"*' }, { message: 'can no longer be "b"' }, false],
  ['an asterisk that it says', { message: '\\*' }, { message: 'all' }, false],
  ['a definition by its file', { api_id: 'apis/*.yaml' }, { file: 'apis/a.yaml' }, true],
  ['its last day', { expires: today }, {}, true],
  ['the day after', { expires: '2026-11-19' }, {}, false],
])('%s', (_name, waiver, issue, excused) => {
  const { issues } = waive([issueOf({ _id: '1', ...issue })], [waiverOf(waiver)], { today })
  const excuse = { by: 'waiver', reason: 'being retired', owner: 'payments team' }
  expect(issues[0]?.excused).toEqual(
    excused ? { ...excuse, expires: waiver.expires ?? '2027-01-31' } : undefined,
  )
})

it('an expired waiver does not keep another from excusing, and both count what they match', () => {
  const waivers = [waiverOf({ expires: '2020-01-01' }), waiverOf({ owner: 'docs team' })]
  const { issues, uses } = waive([issueOf({ _id: '1' })], waivers, { today })
  expect(issues[0]?.excused?.owner).toBe('docs team')
  expect(uses.map(({ matched }) => matched)).toEqual([1, 1])
})

it.each<[string, Partial<Waiver>, number, boolean, string | undefined]>([
  ['in use', {}, 2, false, undefined],
  [
    'expired',
    { expires: '2026-11-19', api_id: 'a', path: 'paths*' },
    2,
    false,
    'the waiver of rule on a at paths* (payments team) expired on 2026-11-19; 2 matching issues count again',
  ],
  [
    'expired, without issues',
    { expires: '2026-11-01' },
    0,
    false,
    'the waiver of rule (payments team) expired on 2026-11-01',
  ],
  ['15 days left', { expires: '2026-12-05' }, 1, false, undefined],
  [
    '14 days left',
    { expires: '2026-12-04' },
    1,
    false,
    'the waiver of rule (payments team) expires in 14 days, on 2026-12-04: 1 issue will count',
  ],
  [
    'one day left',
    { expires: '2026-11-21' },
    1,
    false,
    'the waiver of rule (payments team) expires tomorrow: 1 issue will count',
  ],
  [
    'the last day',
    { expires: today },
    3,
    false,
    'the waiver of rule (payments team) expires today: 3 issues will count',
  ],
  ['matching nothing', {}, 0, false, 'the waiver of rule (payments team) matches no issues'],
  ['matching nothing in a part of the config', {}, 0, true, undefined],
])('told: %s', (_name, part, matched, narrowed, message) => {
  const reasons = listWaiverNotices([{ ...waiverOf(part), matched }], { today }, narrowed)
  expect(reasons.every(holds)).toBe(true)
  expect(reasons.map(reasonText)).toEqual(message === undefined ? [] : [message])
})

it.each<[string, Partial<Waiver>, readonly Partial<Waiver>[], string]>([
  [
    'all, on its last day',
    { expires: today },
    [{ rule_id: '*' }],
    'expires today: another waiver still excuses its 2 issues',
  ],
  ['one, on its last day', { expires: today }, [{ path: 'a*' }], 'expires today: 1 issue will count'],
  [
    'all, once expired',
    { expires: '2026-11-19' },
    [{ rule_id: '*' }],
    'expired on 2026-11-19; another waiver still excuses its 2 issues',
  ],
  [
    'one, once expired',
    { expires: '2026-11-19' },
    [{ path: 'a*' }],
    'expired on 2026-11-19; 1 matching issue counts again',
  ],
  [
    'none: the other ends the same day',
    { expires: today },
    [{ expires: today }],
    'expires today: 2 issues will count',
  ],
  [
    'none: the other is too long itself',
    { expires: today },
    [{ rule_id: '*', expires: '2099-01-01' }],
    'expires today: 2 issues will count',
  ],
  [
    'all of one that is too long',
    { expires: '2099-01-01' },
    [{ rule_id: '*' }],
    'ends on 2099-01-01, after the latest day that max_waiver_days allows (2027-06-01); another waiver still excuses its 2 issues',
  ],
])('another waiver covers %s', (_name, part, others, end) => {
  const found = [issueOf({ _id: '1', ...plain }), issueOf({ _id: '2', path: 'c' })]
  const latest = '2027-06-01'
  const { issues, uses } = waive(found, [part, ...others].map(waiverOf), { today, latest })
  const [reason] = listWaiverNotices(uses, { today, latest }, false, ran(issues))
  expect(reason && reasonText(reason)).toBe(`the waiver of rule (payments team) ${end}`)
})

it.each<[string, Partial<Waiver>, string]>([
  ['the rule', { rule_id: 'operation-tag' }, '; did you mean the rule_id "operation-tags"?'],
  [
    'the ruleset',
    { rule_id: 'operation-tags', ruleset_id: 'rs-doc' },
    '; did you mean the ruleset_id "rs-docs"?',
  ],
  ['the API', { rule_id: 'operation-tags', api_id: 'paymnets' }, '; did you mean the api_id "payments"?'],
  ['none, by a pattern', { rule_id: 'operation-tag*x' }, ''],
  ['none, when the path would not fit', { rule_id: 'operation-tag', path: 'x' }, ''],
  ['none, when it is there', { rule_id: 'operation-tags', path: 'x' }, ''],
  ['none, when nothing is near', { rule_id: 'zzz' }, ''],
])('a waiver that matches nothing may have meant %s', (_name, part, meant) => {
  const found = [issueOf({ _id: '1', rule_id: 'operation-tags', ruleset_id: 'rs-docs', api_id: 'payments' })]
  const [reason] = listWaiverNotices([{ ...waiverOf(part), matched: 0 }], { today }, false, ran(found))
  expect(reason && reasonText(reason).replace(/^.* matches no issues/, '')).toBe(meant)
})

it.each<[string, Partial<Waiver>, boolean, number]>([
  ['one of its rules', { rule_id: 'breaking-path-removed' }, false, 0],
  ['its rules by a pattern', { rule_id: 'breaking-*' }, false, 0],
  ['the whole ruleset', { rule_id: '*', ruleset_id: 'gov:breaking' }, false, 0],
  ['one of its rules, of another ruleset', { rule_id: 'breaking-x', ruleset_id: 'rs-own' }, false, 1],
  ['every rule', { rule_id: '*' }, false, 1],
  ['one of its rules, where they ran', { rule_id: 'breaking-path-removed' }, true, 1],
])('of breaking changes that were not looked for nothing is known: %s', (_name, part, looked, count) => {
  const id = looked ? 'gov:breaking' : 'rs-docs'
  expect(listWaiverNotices([{ ...waiverOf(part), matched: 0 }], { today }, false, ran([], id))).toHaveLength(
    count,
  )
})

const issues = fc.array(
  fc.record({
    rule_id: fc.constantFrom('a', 'b'),
    api_id: fc.constantFrom('x', 'y'),
    path: fc.constantFrom('p', 'p.q', 'r'),
  }),
  { maxLength: 12 },
)
const waivers = fc.array(
  fc.record(
    {
      rule_id: fc.constantFrom('a', 'b', '*'),
      api_id: fc.constantFrom('x', '*'),
      path: fc.constantFrom('p', 'p*'),
      expires: fc.constantFrom('2026-11-19', today, '2027-01-01'),
    },
    { requiredKeys: ['rule_id', 'expires'] },
  ),
  { maxLength: 4 },
)

it('laws: no issue is lost, changed or reordered; more waivers excuse no less; time excuses no more', () => {
  fc.assert(
    fc.property(issues, waivers, waivers, (parts, some, others) => {
      const all = parts.map((part, index) => issueOf({ _id: String(index), ...part }))
      const excused = (list: readonly (typeof some)[number][], day: string) =>
        waive(all, list.map(waiverOf), { today: day }).issues.map((issue) => issue.excused !== undefined)
      const stripped = waive(all, some.map(waiverOf), { today }).issues.map(
        ({ excused: _excused, ...issue }) => issue,
      )
      expect(stripped).toEqual(all)
      const [before, more, later] = [
        excused(some, today),
        excused([...some, ...others], today),
        excused(some, '2026-11-21'),
      ]
      for (const [index, was] of before.entries()) {
        if (was) expect(more[index]).toBe(true)
        if (!was) expect(later[index]).toBe(false)
      }
    }),
  )
})

it.each([
  ['a path', (at: number) => ({ path: `x.${at}.a` })],
  ['a pattern of paths', (at: number) => ({ path: `x.${at}.*` })],
  ['a pattern of pointers', (at: number) => ({ path: `/x/${at}/*` })],
  ['patterns of rules and paths', (at: number) => ({ rule_id: '*', path: `x.${at}.*` })],
])('compares a waiver of %s only with issues there', (_kind, select) => {
  const numbers = Array.from({ length: 500 }, (_, at) => at)
  const all = numbers.map((at) => issueOf({ _id: `${at}`, path: `x.${at}.a`, pointer: `/x/${at}/a` }))
  const waivers = numbers.map((at) => waiverOf({ ...select(at), expires: '2026-11-21' }))
  let asked = 0
  const findNode = (issue: Issue) => {
    asked += 1
    return { path: issue.path.split('.'), referencesTo: () => [] }
  }
  const { issues, uses } = waive(all, waivers, { today }, findNode)
  expect(issues.filter(({ excused }) => excused)).toHaveLength(500)
  expect(listWaiverNotices(uses, { today }, false, { ...ran(issues), findNode })).toHaveLength(500)
  expect(asked).toBeLessThan(500 * 10)
})

it.each([
  ['2027-01-30', undefined],
  ['2027-01-31', 'waiver'],
])('one that ends on 2027-01-31, where the last day is %s', (latest, by) => {
  const { issues, uses } = waive([issueOf({ _id: '1' })], [waiverOf({})], { today, latest })
  expect(issues[0]?.excused?.by).toBe(by)
  expect(uses[0]?.matched).toBe(1)
})

it.each<[string, Partial<TrustedWaiver>, Partial<Issue>, boolean]>([
  ['a saved API by its id', { api_id: 'legacy' }, { api_id: 'legacy' }, true],
  ['a definition by its file', { api_id: 'api.yaml' }, { api_id: 'x', file: 'api.yaml' }, true],
  ['a definition by its id', { api_id: 'legacy' }, { api_id: 'legacy', file: 'api.yaml' }, true],
  [
    "not a definition that takes the id of the policy's waiver",
    { api_id: 'legacy', by_policy: true },
    { api_id: 'legacy', file: 'api.yaml' },
    false,
  ],
  [
    "a definition by the file of the policy's waiver",
    { api_id: 'api.yaml', by_policy: true },
    { api_id: 'legacy', file: 'api.yaml' },
    true,
  ],
  [
    'not a file that a definition refers to',
    { api_id: 'legacy.yaml' },
    { api_id: 'x', file: 'legacy.yaml', definition: 'api.yaml' },
    false,
  ],
  [
    'a definition in a file that it refers to',
    { api_id: 'api.yaml' },
    { api_id: 'x', file: 'part.yaml', definition: 'api.yaml' },
    true,
  ],
  ['a node by its path', { path: 'a.b.c' }, { path: 'a.b.c', file: 'api.yaml' }, true],
  ['a node by its pointer', { path: '/a/b*' }, { path: 'a.b.c', file: 'api.yaml' }, true],
  ["a saved API's node by its path", { path: 'a.*' }, { path: 'a.b.c', pointer: '/a/b/c' }, true],
  ["a saved API's node by its pointer", { path: '/a/b*' }, { path: 'a.b.c', pointer: '/a/b/c' }, true],
  [
    "nothing by a path in a saved API's definition that was not read",
    { path: 'a.*' },
    { path: 'a.b.c' },
    false,
  ],
  ['nothing by a pointer in one that was not read', { path: '/a/*' }, { path: 'a.b.c' }, false],
  ['what needs no definition to be told apart', { path: 'inf*' }, { path: 'info' }, true],
  ['a key with a dot by its pointer', { path: '/a/b.c' }, { path: 'a.b.c', pointer: '/a/b.c' }, true],
  ['not the node that only looks the same', { path: '/a/b.c' }, { path: 'a.b.c' }, false],
  ['nothing by a path of two nodes', { path: 'a.b.c' }, { ...plain, ambiguous: true }, false],
  ['nothing by a pattern that fits two nodes', { path: 'a.b.*' }, { ...plain, ambiguous: true }, false],
  ['one of two nodes by its pointer', { path: '/a/b/c' }, { ...plain, ambiguous: true }, true],
  ['not the other of two nodes', { path: '/a/b.c' }, { ...plain, ambiguous: true }, false],
  [
    'nothing by a pointer where the node is unknown',
    { path: '/a/*' },
    { path: 'a.b.c', ambiguous: true },
    false,
  ],
  ['any node where no path is given', {}, { path: 'a.b.c', ambiguous: true }, true],
])('waives %s', (_name, part, issue, expected) => {
  const { issues } = waive([issueOf({ _id: '1', ...issue })], [waiverOf(part)], { today })
  expect(issues[0]?.excused !== undefined).toBe(expected)
})

it.each<[string, string | undefined, string]>([
  ['the pointer', '/a/b/c', 'write a JSON Pointer such as "/a/b/c"'],
  ['another way, where the node is unknown', undefined, 'rename a key or omit the path'],
])('a waiver at two nodes suggests %s', (_name, pointer, remedy) => {
  const found = [issueOf({ _id: '1', path: 'a.b.c', pointer, ambiguous: true })]
  const { uses } = waive(found, [waiverOf({ path: 'a.*' })], { today })
  const [reason] = listWaiverNotices(uses, { today }, true, ran(found))
  expect(reason && reasonText(reason)).toBe(
    `the waiver of rule at a.* (payments team) excuses nothing at a.b.c, which may fit several nodes because keys hold dots; ${remedy}`,
  )
})
