import { describe, expect, it } from 'vitest'
import { createApiSource } from '../../../src/check/base/compare-versions.ts'
import { compareApis } from '../../../src/check/breaking/compare-apis.ts'
import { compareNumbers, isWhole } from '../../../src/check/breaking/numbers.ts'
import { parseDocument } from '../../../src/core/document/document.ts'
import { noFiles } from '../../../src/engine/openapi/files.ts'
import { changesBetween, today } from './changes-between.ts'

/** Each pair of numbers is one number in JavaScript. */
const [low, high] = ['9007199254740992', '9007199254740993']

const at = (use: 'request' | 'response', schema: string) => {
  const content = `{content: {application/json: {schema: ${schema}}}}`
  const operation =
    use === 'request' ? `{requestBody: ${content}, responses: {}}` : `{responses: {'200': ${content}}}`
  return `openapi: 3.1.0\npaths: {/a: {post: ${operation}}}\n`
}
const found = (base: string, head: string) =>
  changesBetween(base, head).map(({ rule }) => rule.replace('breaking-', ''))
const rulesOf = (use: 'request' | 'response', before: string, after: string) =>
  found(at(use, before), at(use, after))

type Row = [
  before: string,
  after: string,
  request: string[],
  response: string[],
  requestBack: string[],
  responseBack: string[],
]

const values = (what: string): [string[], string[]] => [[`request-${what}`], [`response-${what}`]]
const both = (before: string, after: string, [request, response]: [string[], string[]]): Row => [
  before,
  after,
  request,
  response,
  request,
  response,
]
const narrowed: [string[], string[]] = [['request-enum-narrowed'], ['response-enum-widened']]
const replaced: [string[], string[]] = [['request-enum-narrowed'], ['response-const-changed']]
const tighter = (before: string, after: string): Row => [
  before,
  after,
  ['request-limit-tightened'],
  [],
  [],
  ['response-limit-loosened'],
]

it.each<Row>([
  both(`{enum: [${low}]}`, `{enum: [${high}]}`, replaced),
  both(`{enum: [1, ${low}]}`, `{enum: [1, ${high}]}`, narrowed),
  both(`{enum: [[${low}]]}`, `{enum: [[${high}]]}`, replaced),
  both(`{enum: [{a: ${low}}]}`, `{enum: [{a: ${high}}]}`, replaced),
  both(`{enum: [-${low}]}`, `{enum: [-${high}]}`, replaced),
  both(`{enum: [18446744073709551615]}`, `{enum: [18446744073709551616]}`, replaced),
  [
    `{enum: [${low}, ${high}]}`,
    `{enum: [${low}]}`,
    ['request-enum-narrowed'],
    [],
    [],
    ['response-enum-widened'],
  ],
  both(`{const: ${low}}`, `{const: ${high}}`, values('const-changed')),
  both(`{const: {a: [${low}]}}`, `{const: {a: [${high}]}}`, values('const-changed')),
  tighter(`{type: integer, maximum: ${high}}`, `{type: integer, maximum: ${low}}`),
  tighter(`{type: integer, minimum: ${low}}`, `{type: integer, minimum: ${high}}`),
  tighter(`{type: integer, exclusiveMaximum: ${high}}`, `{type: integer, exclusiveMaximum: ${low}}`),
  tighter(`{type: integer, exclusiveMinimum: -${high}}`, `{type: integer, exclusiveMinimum: -${low}}`),
  tighter(`{type: string, maxLength: ${high}}`, `{type: string, maxLength: ${low}}`),
  tighter(
    '{type: number, maximum: 0.10000000000000000002}',
    '{type: number, maximum: 0.10000000000000000001}',
  ),
  tighter('{type: number, maximum: 1.00000000000000009}', '{type: number, maximum: 1.0}'),
  tighter('{type: number, minimum: 1}', '{type: number, minimum: 1.00000000000000001}'),
  tighter('{type: number, exclusiveMinimum: 0}', '{type: number, exclusiveMinimum: 1e-400}'),
  tighter('{type: number, exclusiveMaximum: 0}', '{type: number, exclusiveMaximum: -1e-400}'),
  both('{const: 0}', '{const: 1e-400}', values('const-changed')),
  both(`{const: !!int "${high}"}`, `{const: !!int "${low}"}`, values('const-changed')),
  both(`{const: !!int '${high}'}`, `{const: ${low}}`, values('const-changed')),
  both(`{const: !!float &a "${high}"}`, `{const: ${low}}`, values('const-changed')),
  [`{const: !!int "${high}"}`, `{const: ${high}}`, [], [], [], []],
  tighter(`{type: integer, maximum: 0x20000000000001}`, `{type: integer, maximum: ${low}}`),
  both(`{type: integer, multipleOf: ${low}}`, `{type: integer, multipleOf: ${high}}`, [
    ['request-limit-tightened'],
    ['response-limit-loosened'],
  ]),
  [`{allOf: [{maximum: ${high}}, {maximum: ${low}}]}`, `{maximum: ${low}}`, [], [], [], []],
  [`{oneOf: [{const: ${low}}, {const: ${high}}]}`, `{enum: [${high}, ${low}]}`, [], [], [], []],
  [
    `{oneOf: [{const: ${low}}, {const: ${high}}]}`,
    `{enum: [${low}]}`,
    ['request-enum-narrowed'],
    [],
    [],
    ['response-enum-widened'],
  ],
  [`{enum: [9007199254740993.0]}`, `{enum: [${high}]}`, [], [], [], []],
  ['{enum: [1e2]}', '{enum: [100]}', [], [], [], []],
  ['{type: integer, minimum: 3}', '{type: integer, exclusiveMinimum: 2}', [], [], [], []],
  ['{type: integer, maximum: 3}', '{type: integer, exclusiveMaximum: 4}', [], [], [], []],
  tighter('{type: integer, exclusiveMinimum: 2}', '{type: integer, minimum: 4}'),
  tighter('{type: number, exclusiveMinimum: 2}', '{type: number, minimum: 3}'),
  ['{type: integer}', '{type: integer, multipleOf: 1}', [], [], [], []],
  tighter('{type: number}', '{type: number, multipleOf: 1}'),
  ['{maximum: 1e23}', '{maximum: 100000000000000000000000}', [], [], [], []],
  ['{maximum: 1.50000000000000000000}', '{maximum: 1.5}', [], [], [], []],
  [`{enum: [&big ${high}, *big]}`, `{enum: [${high}]}`, [], [], [], []],
  both(
    `{allOf: [{x-a: &big ${high}}, {const: *big}]}`,
    `{allOf: [{x-a: &big ${low}}, {const: *big}]}`,
    values('const-changed'),
  ),
])('%s becomes %s', (before, after, request, response, requestBack, responseBack) => {
  expect(rulesOf('request', before, after)).toEqual(request)
  expect(rulesOf('response', before, after)).toEqual(response)
  expect(rulesOf('request', after, before)).toEqual(requestBack)
  expect(rulesOf('response', after, before)).toEqual(responseBack)
  for (const each of [before, after]) expect(rulesOf('request', each, each)).toEqual([])
})

it('says which number it was', () => {
  expect(changesBetween(at('request', `{enum: [${high}]}`), at('request', `{enum: [${low}]}`))).toMatchObject(
    [{ message: expect.stringContaining(`can no longer be \`${high}\``) }],
  )
  expect(
    changesBetween(at('request', `{maximum: ${high}}`), at('request', `{maximum: ${low}}`)),
  ).toMatchObject([{ message: expect.stringContaining(`had maximum ${high} and now has ${low}`) }])
})

it('compares the default of a parameter, and the limits of 2.0, too', () => {
  const parameter = (schema: string) =>
    `openapi: 3.1.0\npaths: {/a: {get: {parameters: [{name: q, in: query, schema: ${schema}}], responses: {}}}}`
  expect(found(parameter(`{default: ${low}}`), parameter(`{default: ${high}}`))).toEqual([
    'parameter-default-changed',
  ])
  const form = (maximum: string) =>
    `swagger: '2.0'\npaths: {/a: {post: {parameters: [{name: n, in: formData, type: integer, maximum: ${maximum}}], responses: {}}}}`
  expect(found(form(high), form(low))).toEqual(['request-limit-tightened'])
  expect(found(form(low), form(high))).toEqual([])
})

it.each([
  ['1e401', '1e400'],
  ['12345678901234567890.5', '12345678901234567890.4'],
  ['0.000000000000000000001000000000000000001', '0.000000000000000000001'],
])('reads %s, which is more than %s, in JSON', (more, less) => {
  const source = (maximum: string) => {
    const text = `{"openapi": "3.1.0", "paths": {"/a": {"post": {"requestBody": {"content": {"application/json": {"schema": {"maximum": ${maximum}}}}}, "responses": {}}}}}`
    return createApiSource(parseDocument(text, 'json'), noFiles)
  }
  const rules = (some: string, other: string) =>
    compareApis(source(some), source(other), { today }).breaking.map(({ message }) => message)
  expect(rules(more, less)).toMatchObject([expect.stringContaining('had maximum ')])
  expect(rules(less, more)).toEqual([])
  expect(rules(more, more)).toEqual([])
})

describe('the order of numbers', () => {
  it.each([
    ['1e400', '1e401', -1],
    ['-1e400', '-1e401', 1],
    ['0.1', '0.09999999999999999999999', 1],
    ['00012.50', '12.5', 0],
    ['0', '-0.0', 0],
    ['-1', '1', -1],
    ['123456789012345678901', '123456789012345678900', 1],
    ['12345678901234567890', '1234567890123456789.9', 1],
    ['.5', '5e-1', 0],
  ])('%s and %s: %i', (some, other, order) => {
    const [first, second] = [some, other].map((written) => ({ written, toString: () => written }))
    expect(first && second && Math.sign(compareNumbers(first, second))).toBe(order)
  })

  it.each([
    ['12e3', true],
    ['1.5', false],
    ['1.50e1', true],
    ['1e-3', false],
    ['9007199254740993.0', true],
  ])('%s is whole: %s', (written, whole) => {
    expect(isWhole({ written, toString: () => written })).toBe(whole)
  })
})

const limitAdded = 'request-limit-added'
const inPath = (schema: string) =>
  `openapi: 3.1.0\npaths: {'/a/{id}': {get: {parameters: [{name: id, in: path, required: true, schema: ${schema}}]}}}\n`

it.each([
  ['of another type', '{type: integer}', '{type: integer, maxLength: 9, pattern: ^a$}', ''],
  ['of another type', '{type: string}', '{type: string, maximum: 9, multipleOf: 2}', ''],
  ['of another type', '{type: object}', '{type: object, maxItems: 9, uniqueItems: true}', ''],
  ['of one item', '{type: array, maxItems: 1}', '{type: array, maxItems: 1, uniqueItems: true}', ''],
  ['of one of two types', '{type: [integer, string]}', '{type: [integer, string], maxLength: 9}', limitAdded],
  ['of no type', '{}', '{maxLength: 9}', limitAdded],
  ['that all values meet', '{enum: [a, bb]}', '{enum: [a, bb], maxLength: 2}', ''],
  ['that all values meet', '{enum: [1, a]}', '{enum: [1, a], exclusiveMaximum: 2}', ''],
  ['that a value does not meet', '{enum: [1, 2]}', '{enum: [1, 2], exclusiveMaximum: 2}', limitAdded],
  [
    'of the format',
    '{type: integer, format: int32}',
    '{type: integer, format: int32, maximum: 2147483647}',
    '',
  ],
  [
    'below the format',
    '{type: integer, format: int32}',
    '{type: integer, format: int32, maximum: 9}',
    limitAdded,
  ],
  ['that required properties meet', '{required: [a]}', '{required: [a], minProperties: 1}', ''],
  ['of integers', '{type: integer, minimum: 1}', '{type: integer, exclusiveMinimum: 0.5}', ''],
  ['of integers', '{type: integer, exclusiveMinimum: 0.5}', '{type: integer, minimum: 1}', ''],
])('a limit %s: %s, then %s', (_, before, after, rule) => {
  expect(rulesOf('request', before, after)).toEqual(rule === '' ? [] : [rule])
  expect(rulesOf('response', after, before)).toEqual(rule === '' ? [] : ['response-limit-loosened'])
})

it('does not ask of a path what it always has: a text', () => {
  expect(found(inPath('{type: string}'), inPath('{type: string, minLength: 1}'))).toEqual([])
  const patterns = ['^[a-z]*$', '^[a-z]+$'].map((pattern) => inPath(`{pattern: '${pattern}'}`))
  expect(found(patterns[0] ?? '', patterns[1] ?? '')).toEqual(['request-pattern-changed'])
  expect(found(inPath('{items: {}}'), inPath('{items: {minLength: 1}}'))).toEqual(['request-limit-tightened'])
})
