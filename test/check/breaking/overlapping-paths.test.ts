import { expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

const rulesOf = (before: string, after: string) =>
  changesBetween(before, after).map(({ rule }) => rule.replace('breaking-', ''))
const api = (...paths: readonly string[]) => `openapi: 3.1.0\npaths: {${paths.join(', ')}}`
const answer = (type: string) =>
  `responses: {'200': {content: {application/json: {schema: {type: ${type}}}}}}`
const template = (schema: string, path = '/p/{a}') =>
  `'${path}': {get: {parameters: [{name: a, in: path, required: true, schema: ${schema}}], ${answer('string')}}}`
const path = (name: string, type = 'string', method = 'get', rest = '') =>
  `'${name}': {${method}: {${rest}${answer(type)}}}`

const overlap = 'path-overlap'
const removed = 'path-removed'
const listed = '{enum: [me, x]}'

/** Beside the template, in both versions, a path is added; the other way, it goes. */
it.each<
  readonly [title: string, template: string, path: string, rules: readonly string[], back: readonly string[]]
>([
  ['a word that is listed', template(listed), path('/p/me'), [], [overlap]],
  [
    'a word that is listed, and something else',
    template(listed),
    path('/p/me', 'integer'),
    ['response-type-changed'],
    [overlap, 'response-type-changed'],
  ],
  [
    'a word that is listed, by another method',
    template(listed),
    path('/p/me', 'string', 'post'),
    ['operation-removed'],
    [overlap, 'operation-removed'],
  ],
  ['a word that is not listed', template(listed), path('/p/you'), [], [removed]],
  ['any word', template('{type: string}'), path('/p/me'), [overlap], [overlap]],
  ['a word for a number', template('{type: integer}'), path('/p/me'), [], [removed]],
  ['a number for a number', template('{type: integer}'), path('/p/5'), [overlap], [overlap]],
  ['a word for an id', template('{type: string, format: uuid}'), path('/p/me'), [], [removed]],
  [
    'a word in a format that is not known',
    template('{type: string, format: slug}'),
    path('/p/me'),
    [overlap],
    [removed],
  ],
  [
    'a word that a pattern rules out',
    template('{type: string, pattern: "^[0-9]+$"}'),
    path('/p/me'),
    [],
    [removed],
  ],
  [
    'a word that a pattern allows',
    template('{type: string, pattern: "^[a-z]+$"}'),
    path('/p/me'),
    [overlap],
    [overlap],
  ],
  ['a word that is too long', template('{type: string, maxLength: 1}'), path('/p/me'), [], [removed]],
  [
    'a word that one of several may be',
    template('{oneOf: [{type: string, maxLength: 9}, {type: integer, maximum: 9}]}'),
    path('/p/me'),
    [overlap],
    [removed],
  ],
  [
    'a word in a part of a segment',
    template('{type: string}', '/p/{a}.json'),
    path('/p/me.json'),
    [overlap],
    [overlap],
  ],
  ['another segment', template('{type: string}', '/p/{a}.json'), path('/p/me.xml'), [], [removed]],
  ['another number of segments', template('{type: string}'), path('/p/me/you'), [], [removed]],
  [
    'a template in one of the places',
    template('{type: string}', '/p/{a}/{b}'),
    path('/p/me/{c}'),
    [overlap],
    [removed],
  ],
  [
    'a path that may go',
    template('{type: string}'),
    path('/p/me', 'integer', 'get', "deprecated: true, x-sunset: '2020-01-01', "),
    [overlap],
    [],
  ],
])('%s', (_, before, added, rules, back) => {
  expect(rulesOf(api(before), api(before, added))).toEqual(rules)
  expect(rulesOf(api(before, added), api(before))).toEqual(back)
  expect(rulesOf(api(before, added), api(before, added))).toEqual([])
})

it('a template that takes the place of what it lists', () => {
  expect(changesBetween(api(path('/p/me'), path('/p/x')), api(template(listed)))).toMatchObject([
    { message: 'Path `/p/me` was removed, and `/p/{a}` takes its requests', path: ['paths', '/p/me'] },
    { message: 'Path `/p/x` was removed, and `/p/{a}` takes its requests', path: ['paths', '/p/x'] },
  ])
})
