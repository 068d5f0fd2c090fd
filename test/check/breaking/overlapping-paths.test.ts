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

const but = '{enum: [x]}'

it.each<readonly [title: string, before: string, after: string, rules: readonly string[]]>([
  ['that takes the same', api(template(listed)), api(template(but), path('/p/me')), []],
  [
    'that answers otherwise',
    api(template(listed)),
    api(template(but), path('/p/me', 'integer')),
    ['response-type-changed'],
  ],
  [
    'by another method',
    api(template(listed)),
    api(template(but), path('/p/me', 'string', 'post')),
    ['operation-removed'],
  ],
  [
    'that is another word',
    api(template(listed)),
    api(template(but), path('/p/you')),
    ['request-enum-narrowed'],
  ],
  [
    'and another word goes',
    api(template(listed)),
    api(template('{enum: [z]}'), path('/p/me')),
    ['request-enum-narrowed'],
  ],
  ['each', api(template(listed)), api(path('/p/me'), path('/p/x')), []],
  [
    'each, one of which answers otherwise',
    api(template(listed)),
    api(path('/p/me'), path('/p/x', 'integer')),
    ['response-type-changed'],
  ],
  ['one, and no other is left', api(template(listed)), api(path('/p/me')), ['path-removed']],
  ['that it had before', api(template(listed), path('/p/me')), api(template(but), path('/p/me')), []],
  [
    'that it had before by another method',
    api(template(listed), path('/p/me', 'string', 'post')),
    api(template(but), path('/p/me', 'string', 'post')),
    ['request-enum-narrowed'],
  ],
  ['that goes with it', api(template(listed), path('/p/me')), api(template(but)), ['path-removed']],
  [
    'in a style that says more than the word',
    api(template(listed).replace('in: path', 'in: path, style: label')),
    api(template(but).replace('in: path', 'in: path, style: label'), path('/p/me')),
    ['request-enum-narrowed'],
  ],
  [
    'of two parameters',
    api(template(listed, '/p/{a}/{b}')),
    api(template(but, '/p/{a}/{b}'), path('/p/me/{b}')),
    ['request-enum-narrowed', 'path-overlap'],
  ],
  [
    'that is text beside a file',
    api(template(listed, '/p/{a}.json')),
    api(template(but, '/p/{a}.json'), path('/p/me.json')),
    [],
  ],
])('a word of a template gets a path of its own: %s', (_, before, after, rules) => {
  expect(rulesOf(before, after).sort()).toEqual([...rules].sort())
  expect(rulesOf(after, after)).toEqual([])
})
