import { expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

const rulesOf = (before: string, after: string) =>
  changesBetween(before, after).map(({ rule }) => rule.replace('breaking-', ''))

const schemes = (key: string) =>
  `components: {securitySchemes: {k: {type: apiKey, in: header, name: ${key}}, l: {type: apiKey, in: header, name: Y}, o: {type: oauth2, flows: {clientCredentials: {tokenUrl: https://a/t, scopes: {r: x, w: x}}}}}}`
const paths = 'paths: {/p: {get: {security: [], responses: {}}}}'
const hook = (security: string, rest = paths, key = 'X') =>
  `openapi: 3.1.0\n${rest}\nwebhooks: {w: {post: {${security && `security: ${security}, `}responses: {}}}}\n${schemes(key)}`
const callback = (security: string) =>
  `openapi: 3.1.0\npaths: {/p: {get: {callbacks: {c: {'{$url}': {post: {security: ${security}, responses: {}}}}}, responses: {}}}}\n${schemes('X')}`
const lost = ['webhook-part-removed']
const byAll = (name: string) => `security: [{${name}: []}]`

it.each<
  readonly [title: string, before: string, after: string, rules: readonly string[], back: readonly string[]]
>([
  ['others', hook('[{k: []}]'), hook('[{l: []}]'), lost, lost],
  ['others of a callback', callback('[{k: []}]'), callback('[{l: []}]'), lost, lost],
  ['none', hook('[{k: []}]'), hook('[]'), lost, []],
  ['perhaps none', hook('[{k: []}]'), hook('[{k: []}, {}]'), lost, []],
  ['perhaps others', hook('[{k: []}]'), hook('[{k: []}, {l: []}]'), lost, []],
  ['perhaps others of a callback', callback('[{k: []}]'), callback('[{k: []}, {l: []}]'), lost, []],
  ['one more alternative', hook('[{k: []}, {l: []}]'), hook('[{k: []}, {l: []}, {o: []}]'), lost, []],
  ['one that has more', hook('[{k: []}]'), hook('[{k: []}, {k: [], l: []}]'), [], []],
  ['one where none was needed', hook('[{k: []}, {}]'), hook('[{k: []}, {}, {l: []}]'), [], []],
  ['more', hook('[{k: []}]'), hook('[{k: [], l: []}]'), [], lost],
  ['another header', hook('[{k: []}]'), hook('[{k: []}]', paths, 'Z'), lost, lost],
  ['the same header', hook('[{k: []}]'), hook('[{k: []}]', paths, 'x'), [], []],
  ['a scope', hook('[{o: [r, w]}]'), hook('[{o: [r]}]'), lost, []],
  [
    'those of all that clients call',
    hook('', `${byAll('k')}\n${paths}`),
    hook('', `${byAll('l')}\n${paths}`),
    [],
    [],
  ],
  ['those of all', hook('', byAll('k')), hook('', byAll('l')), lost, lost],
  [
    'those that all have, said of it',
    hook('', `${byAll('k')}\n${paths}`),
    hook('[{k: []}]', `${byAll('k')}\n${paths}`),
    [],
    [],
  ],
])('credentials that a webhook sends: %s', (_, before, after, rules, back) => {
  expect(rulesOf(before, after)).toEqual(rules)
  expect(rulesOf(after, before)).toEqual(back)
})

const dated = (day: string, rest = '') => `{deprecated: true, x-sunset: '${day}', ${rest}responses: {}}`
const parameter = (rest: string) => `parameters: [{name: X, in: header, required: true${rest}}], `
const inHook = (post: string) =>
  `openapi: 3.1.0\nwebhooks: {w: {${post && `post: ${post}, `}put: {responses: {}}}}`
const inCallback = (post: string) =>
  `openapi: 3.1.0\npaths: {/p: {get: {callbacks: {c: {'{$url}': {${post && `post: ${post}`}}}}, responses: {}}}}`

it.each<readonly [title: string, before: string, after: string, rule: readonly string[]]>([
  ['after its date', dated('2020-01-01'), '', []],
  ['before its date', dated('2030-01-01'), '', ['operation-removed-before-sunset']],
  ['without a date', '{deprecated: true, responses: {}}', '', ['deprecated-operation-removed']],
  ['with a date that has passed', '{responses: {}}', dated('2020-01-01'), ['sunset-too-soon']],
  ['with an earlier date', dated('2030-01-02'), dated('2030-01-01'), ['sunset-earlier']],
  ['less stable', '{responses: {}}', '{x-stability-level: beta, responses: {}}', ['stability-lowered']],
  [
    'a part after its date',
    `{${parameter(", deprecated: true, x-sunset: '2020-01-01'")}responses: {}}`,
    '{responses: {}}',
    [],
  ],
  [
    'a part with a date that has passed',
    `{${parameter('')}responses: {}}`,
    `{${parameter(", deprecated: true, x-sunset: '2020-01-01'")}responses: {}}`,
    ['sunset-too-soon'],
  ],
])('a webhook or callback that is deprecated or goes: %s', (_, before, after, rule) => {
  expect(rulesOf(inHook(before), inHook(after))).toEqual(rule)
  expect(rulesOf(inCallback(before), inCallback(after))).toEqual(rule)
})

it('a webhook that is sent by another method still is', () => {
  expect(changesBetween(inHook('{responses: {}}'), inHook(''))).toMatchObject([
    { rule: 'breaking-webhook-removed', message: 'Webhook `w` is no longer sent by POST' },
  ])
})
