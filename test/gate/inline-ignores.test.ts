import { expect, it } from 'vitest'
import { parseDocument } from '../../src/core/document/document.ts'
import { documentRules } from '../../src/engine/openapi/document-rules.ts'
import { findIgnoring, listIgnores, notIgnorable } from '../../src/gate/excuse/inline-ignores.ts'
import { placeIssue } from '../../src/gate/place.ts'
import { issueOf } from './builders.ts'

const parsed = (yaml: string) => parseDocument(yaml, 'yaml').value

/** Beside what vacuum 0.29.9 did with the same operation and the rule `$.paths[*][*]` has a description. */
it.each<[string, string, boolean, 'silenced' | 'reported']>([
  ['a text', 'x-lint-ignore: rule', true, 'silenced'],
  ['a list', 'x-lint-ignore: [other, rule]', true, 'silenced'],
  ['a quoted key', '"x-lint-ignore": "rule"', true, 'silenced'],
  ['a key with an escape', '"x-lint-ignor\\u0065": rule', true, 'silenced'],
  ['a tag', 'x-lint-ignore: !!str rule', true, 'silenced'],
  ['every rule', 'x-lint-ignore: "*"', false, 'reported'],
  ['a pattern', 'x-lint-ignore: ru*', false, 'reported'],
  ['a list in a text', 'x-lint-ignore: "rule, other"', false, 'reported'],
  ['white space', 'x-lint-ignore: " rule "', false, 'reported'],
  ['other case in the key', 'X-Lint-Ignore: rule', false, 'reported'],
  ['other case in the rule', 'x-lint-ignore: Rule', false, 'reported'],
  ['an object', 'x-lint-ignore: { rule: true }', false, 'reported'],
  ['a list in a list', 'x-lint-ignore: [[rule]]', false, 'reported'],
  ['null', 'x-lint-ignore:', false, 'reported'],
  ['a list of another', 'x-lint-ignore: [other]', false, 'reported'],
])('%s', (_name, line, isIgnored) => {
  const value = parsed(`paths:\n  /a:\n    get:\n      ${line}\n      responses: {}\n`)
  const found = findIgnoring(value, ['paths', '/a', 'get'], 'rule')
  expect(found).toBe(isIgnored ? '/paths/~1a/get' : undefined)
})

const places = parsed(`x-lint-ignore: of-root
info: { x-lint-ignore: of-info, title: t, contact: { name: n } }
paths:
  x-lint-ignore: of-paths
  /a: { x-lint-ignore: of-item, get: { tags: [a], responses: {} } }
`)

it.each<[string, (string | number)[], string | undefined]>([
  ['of-root', [], ''],
  ['of-root', ['paths', '/a', 'get', 'tags', 0], ''],
  ['of-root', ['nowhere', 'at', 'all'], ''],
  ['of-info', ['info'], '/info'],
  ['of-info', ['info', 'title'], '/info'],
  ['of-info', ['info', 'description'], '/info'],
  ['of-info', ['info', 'contact', 'name'], undefined],
  ['of-info', [], undefined],
  ['of-paths', ['paths', '/a'], '/paths'],
  ['of-paths', ['paths', '/a', 'get'], undefined],
  ['of-item', ['paths', '/a', 'get'], '/paths/~1a'],
  ['of-item', ['paths', '/a', 'get', 'tags'], undefined],
  ['toString', ['info'], undefined],
])('%s at %j', (rule, path, expected) => {
  expect(findIgnoring(places, path, rule)).toBe(expected)
})

it('what no rule of a ruleset found cannot be ignored', () => {
  expect(notIgnorable).toEqual(documentRules.map(({ id }) => id))
  for (const rule of notIgnorable) expect(findIgnoring({ 'x-lint-ignore': rule }, [], rule)).toBeUndefined()
})

it('an inherited key is none', () => {
  expect(findIgnoring(Object.create({ 'x-lint-ignore': 'rule' }), [], 'rule')).toBeUndefined()
  expect(findIgnoring(parsed('__proto__: { x-lint-ignore: rule }'), [], 'rule')).toBeUndefined()
})

it.each<[string, string, readonly [string, readonly string[]][]]>([
  ['nothing', 'info: {}', []],
  [
    'a value, for which vacuum 0.29.9 leaves out what a given finds next',
    'tags: [x-lint-ignore, rule]\ninfo: { description: x-lint-ignore }\na: of x-lint-ignore',
    [
      ['tags.0', []],
      ['info.description', []],
    ],
  ],
  ['what own keys of a merge put in its place', 'c: { <<: { x-lint-ignore: a }, x-lint-ignore: [] }', []],
  ['an empty list or object', 'x-lint-ignore: []\ninfo: { x-lint-ignore: {} }', []],
  [
    'everything that vacuum may compare',
    'x-lint-ignore: [a, 404, true, null, [b]]',
    [['x-lint-ignore', ['a', '404', 'true', 'null']]],
  ],
  [
    'also in examples, lists and extensions, in the order of the text',
    'x-a: [{ x-lint-ignore: a }]\nexample: { x-lint-ignore: b }\nproperties: { x-lint-ignore: { type: string } }',
    [
      ['x-a.0.x-lint-ignore', ['a']],
      ['example.x-lint-ignore', ['b']],
    ],
  ],
  [
    'what aliases and merges stand for',
    'x-a: &a { x-lint-ignore: a }\nb: *a\nc: { <<: *a }',
    [
      ['x-a.x-lint-ignore', ['a']],
      ['b.x-lint-ignore', ['a']],
      ['c.x-lint-ignore', ['a']],
    ],
  ],
])('lists %s', (_name, yaml, expected) => {
  expect([...listIgnores(parsed(yaml))].map(([path, rules]) => [path.join('.'), rules])).toEqual(expected)
})

it('a long list, deeply nested', () => {
  const rules = Array.from({ length: 100_000 }, (_, index) => `rule-${index}`)
  let value: object = { 'x-lint-ignore': rules }
  for (let depth = 0; depth < 300; depth += 1) value = { a: value }
  expect([...listIgnores(value).values()][0]).toHaveLength(100_000)
})

const text = `openapi: 3.0.3
info: { x-lint-ignore: rule }
x-owners: { b.c: { x-lint-ignore: rule }, b: { c: {} } }
`

it.each([
  ['the node', 'info', 'openapi.yaml', '/info'],
  ['a path that may fit two nodes', 'x-owners.b.c', 'openapi.yaml', undefined],
  ['another file', 'info', 'other.yaml', undefined],
])('an issue at %s', (_name, path, file, expected) => {
  const document = parseDocument(text, 'yaml')
  const { value, locate, locateKey } = document
  const location = { start_line: 1, start_char: 1, end_line: 1, end_char: 2 }
  const issue = issueOf({ _id: '1', path, file, location })
  const source = { file: 'openapi.yaml', value, locate, locateKey }
  expect(placeIssue(issue, source).ignored_at).toBe(expected)
  const answered = issueOf({ _id: '1', path })
  expect(placeIssue(answered, source).ignored_at).toBe(file === 'openapi.yaml' ? expected : '/info')
})
