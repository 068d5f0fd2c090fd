import { describe, expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

const rulesOf = (before: string, after: string) =>
  changesBetween(before, after).map(({ rule }) => rule.replace('breaking-', ''))

const operation = (parameters: readonly string[], version = '3.2.0') =>
  `openapi: ${version}\npaths: {/p: {get: {parameters: [${parameters.map((each) => `{${each}}`).join(', ')}], responses: {}}}}`
const text = '{type: string}'
const count = '{type: integer}'

type Row = readonly [
  title: string,
  before: string,
  after: string,
  rules: readonly string[],
  back: readonly string[],
]

describe('an object that is sent by the names of its properties', () => {
  const object = (name: string, properties: string, rest = '', place = 'query') =>
    `name: ${name}, in: ${place}, schema: {type: object, ${rest}properties: {${properties}}}`
  const deep = (...parts: [string, string, string?]) =>
    `${object(...parts)}, style: deepObject, explode: true`
  const single = (name: string, schema = text) => `name: ${name}, in: query, schema: ${schema}`
  const whole = (properties: string, rest = '') =>
    `name: q, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {${properties}}}${rest}}}`
  const map = (name: string, schema: string) =>
    `name: ${name}, in: query, schema: {type: object, additionalProperties: ${schema}}`
  const two = `a: ${text}, b: ${text}`
  const changed = 'request-type-changed'
  const both = ['parameter-removed']
  it.each<readonly [string, readonly string[], readonly string[], readonly string[], readonly string[]]>([
    ['another name', [object('x', two)], [object('z', two)], [], []],
    ['another name, and less', [object('x', two)], [object('z', `a: ${count}, b: ${text}`)], [changed], []],
    [
      'another name, and more needed',
      [object('x', two)],
      [object('z', two, 'required: [a], ')],
      ['request-property-became-required'],
      [],
    ],
    ['another name of a cookie', [object('x', two, '', 'cookie')], [object('z', two, '', 'cookie')], [], []],
    [
      'another name of a cookie, and less',
      [object('x', two, '', 'cookie')],
      [object('z', `a: ${count}, b: ${text}`, '', 'cookie')],
      [changed],
      [],
    ],
    ['another name of a map, and less', [map('x', text)], [map('z', count)], [changed], []],
    [
      'two that become one',
      [object('x', `a: ${text}`), object('y', `b: ${text}`)],
      [object('x', two)],
      [],
      [],
    ],
    [
      'two that become one, and less',
      [object('x', `a: ${text}`), object('y', `b: ${text}`)],
      [object('x', `a: ${text}, b: {type: string, maxLength: 3}`)],
      ['request-limit-added'],
      [],
    ],
    ['one that joins its neighbour', [object('x', `a: ${text}`), single('b')], [object('x', two)], [], []],
    [
      'one that joins its neighbour, and less',
      [object('x', `a: ${text}`), single('b')],
      [object('x', `a: ${text}, b: ${count}`)],
      [changed],
      [],
    ],
    ['the whole query', [single('a')], [whole(`a: ${text}`)], [], []],
    ['the whole query, and less', [single('a')], [whole(`a: ${count}`)], [changed], []],
    ['the whole query, of an object', [object('x', two)], [whole(two)], [], []],
    ['the whole query by another name', [whole(two)], [whole(two).replace('name: q', 'name: r')], [], []],
    [
      'the whole query with an encoding',
      [single('a')],
      [whole(`a: ${text}`, ', encoding: {a: {contentType: a/b}}')],
      ['not-compared', ...both],
      ['not-compared', ...both],
    ],
    [
      'more than its properties say',
      [single('a'), single('b')],
      [object('x', two, 'minProperties: 1, ')],
      ['not-compared'],
      [],
    ],
    [
      'more than others may',
      [single('a')],
      [object('x', `a: ${text}`, 'not: {required: [b]}, ')],
      ['not-compared'],
      [],
    ],
    [
      'all of several or none',
      [single('a'), single('b')],
      [object('x', two, 'required: [a], ')],
      ['not-compared'],
      [],
    ],
    ['one that is needed alone', [single('a')], [object('x', `a: ${text}`, 'required: [a], ')], [], []],
    ['others with others', [object('x', `a: ${text}`)], [object('y', `b: ${text}`)], both, both],
    ['names of a deep object', [single("'x[a]'"), single("'x[b]'")], [deep('x', two)], [], []],
    [
      'names of a deep object, and less',
      [single("'x[a]'"), single("'x[b]'")],
      [deep('x', `a: ${count}, b: ${text}`)],
      [changed],
      [],
    ],
    [
      'names of a deep object, one of which is needed',
      [single("'x[a]'"), single("'x[b]'")],
      [`${deep('x', two, 'required: [a], ')}, required: true`],
      ['parameter-became-required'],
      [],
    ],
    [
      'names of a deep object of which more is said',
      [single("'x[a]'"), single("'x[b]'")],
      [deep('x', two, 'minProperties: 1, ')],
      ['not-compared'],
      [],
    ],
    [
      'a name of a deep object of which only one value is valid',
      [single("'x[a]'")],
      [deep('x', `a: ${text}`, 'enum: [{a: y}], ')],
      ['not-compared'],
      [],
    ],
    [
      'a name of an object that is a constant',
      [single('a')],
      [object('x', `a: ${text}`, 'const: {a: y}, ')],
      ['not-compared'],
      [],
    ],
    [
      'a deep object with reserved characters, which its names do not take',
      [`${deep('x', `a: ${text}`)}, allowReserved: true`],
      [single("'x[a]'")],
      ['parameter-style-changed'],
      [],
    ],
    [
      'an object without a value, which its names do not take',
      [`${object('x', `a: ${text}`)}, allowEmptyValue: true`],
      [single('a')],
      ['parameter-style-changed'],
      [],
    ],
    [
      'a deep object that has others by a pattern',
      [deep('x', `a: ${text}`, `patternProperties: {'^x': ${text}}, `)],
      [single("'x[a]'")],
      both,
      ['not-compared'],
    ],
    [
      'an object that needs a name that it does not describe',
      [object('x', `a: ${text}`, 'required: [b], ')],
      [single('a')],
      [],
      ['not-compared'],
    ],
    [
      'an object that has others by unevaluatedProperties',
      [object('x', `a: ${text}`, `allOf: [{required: [a]}], unevaluatedProperties: ${text}, `)],
      [single('a')],
      both,
      [],
    ],
    [
      'a form with a deep object',
      [whole(`f: {type: object, properties: {a: ${text}}}`, ', encoding: {f: {style: deepObject}}')],
      [deep('f', 'a: {type: boolean}')],
      ['not-compared', ...both],
      ['not-compared', ...both],
    ],
    ['names of another deep object', [single("'y[a]'")], [deep('x', `a: ${text}`)], both, both],
    [
      'a deep object that is one as before',
      [deep('x', two)],
      [deep('x', `a: ${text}`)],
      ['request-property-removed'],
      [],
    ],
    [
      'a name that is sent',
      [`${object('x', two)}, style: deepObject`],
      [`${object('z', two)}, style: deepObject`],
      both,
      both,
    ],
  ])('%s', (_, before, after, rules, back) => {
    expect(rulesOf(operation(before), operation(after))).toEqual(rules)
    expect(rulesOf(operation(after), operation(before))).toEqual(back)
    expect(rulesOf(operation(after), operation(after))).toEqual([])
  })
})

const list = 'type: array, items: {type: string}'
const inQuery = (schema: string) => operation([`name: a, in: query, schema: ${schema}`])
const header = (rest: string) =>
  `openapi: 3.1.0\npaths: {/p: {get: {responses: {'200': {headers: {X: {${rest}}}}}}}}`
const inPath = (name: string, rest: string) =>
  `openapi: 3.1.0\npaths: {'/p/{${name}}': {get: {parameters: [{name: ${name}, in: path, required: true, ${rest}}], responses: {}}}}`
const old = (parameter: string, rest = '') =>
  `swagger: '2.0'\n${rest}\npaths: {/p: {post: {parameters: [{name: a, ${parameter}}], responses: {}}}}`
const nested = (format: string) => `type: array, items: {type: array, ${format}items: {type: string}}`
const oldHeader = (format: string) =>
  `swagger: '2.0'\npaths: {/p: {get: {responses: {'200': {headers: {X: {${list}${format}}}}}}}}`
const form = 'consumes: [multipart/form-data]'
const parts = `openapi: 3.0.3\npaths: {/p: {post: {requestBody: {content: {multipart/form-data: {schema: {properties: {a: {${list}}}}}}}, responses: {}}}}`
const style = ['parameter-style-changed']
const encoded = ['request-encoding-changed']

it.each<Row>([
  ['the name in style matrix', inPath('id', 'style: matrix'), inPath('key', 'style: matrix'), style, style],
  ['the name in style label', inPath('id', 'style: label'), inPath('key', 'style: label'), [], []],
  [
    'the name of an exploded object in style matrix',
    inPath('id', 'style: matrix, explode: true, schema: {type: object}'),
    inPath('key', 'style: matrix, explode: true, schema: {type: object}'),
    [],
    [],
  ],
  [
    'a list in style simple, exploded',
    inPath('id', `schema: {${list}}`),
    inPath('id', `explode: true, schema: {${list}}`),
    [],
    [],
  ],
  [
    'a list in a header, exploded',
    header(`schema: {${list}}`),
    header(`explode: true, schema: {${list}}`),
    [],
    [],
  ],
  [
    'what may be an object in a header, exploded',
    header('schema: {type: [array, object]}'),
    header('explode: true, schema: {type: [array, object]}'),
    ['response-encoding-changed'],
    ['response-encoding-changed'],
  ],
  [
    'a list in a cookie, exploded as it is anyway',
    operation([`name: a, in: cookie, style: cookie, schema: {${list}}`]),
    operation([`name: a, in: cookie, style: cookie, explode: true, schema: {${list}}`]),
    [],
    [],
  ],
  [
    '2.0: lists in a list',
    old(`in: query, ${nested('')}`),
    old(`in: query, ${nested('collectionFormat: pipes, ')}`),
    style,
    style,
  ],
  [
    '2.0: lists in a list, as they are anyway',
    old(`in: query, ${nested('')}`),
    old(`in: query, ${nested('collectionFormat: csv, ')}`),
    [],
    [],
  ],
  [
    '2.0: a list in a header',
    old(`in: header, ${list}`),
    old(`in: header, collectionFormat: pipes, ${list}`),
    style,
    style,
  ],
  [
    '2.0: a list in a header of a response',
    oldHeader(''),
    oldHeader(', collectionFormat: ssv'),
    ['response-encoding-changed'],
    ['response-encoding-changed'],
  ],
  [
    '2.0: a list in a form',
    old(`in: formData, ${list}`),
    old(`in: formData, collectionFormat: tsv, ${list}`),
    encoded,
    encoded,
  ],
  [
    '2.0: lists in a list of a form',
    old(`in: formData, ${nested('')}`),
    old(`in: formData, ${nested('collectionFormat: ssv, ')}`),
    encoded,
    encoded,
  ],
  [
    '2.0: a list in a part',
    old(`in: formData, ${list}`, form),
    old(`in: formData, collectionFormat: pipes, ${list}`, form),
    encoded,
    encoded,
  ],
  ['2.0: a part for each item', old(`in: formData, collectionFormat: multi, ${list}`, form), parts, [], []],
  [
    'numbers that become texts',
    inQuery('{type: integer, enum: [1, 2]}'),
    inQuery("{type: string, enum: ['1', '2']}"),
    [],
    [],
  ],
  [
    'a boolean that becomes texts',
    inQuery('{type: boolean}'),
    inQuery("{type: string, enum: ['true', 'false']}"),
    [],
    [],
  ],
  ['a constant that becomes a text', inQuery('{const: 1}'), inQuery("{const: '1'}"), [], []],
  [
    'numbers of which one is no longer a text',
    inQuery('{type: integer, enum: [1, 2]}'),
    inQuery("{type: string, enum: ['1']}"),
    ['request-enum-narrowed'],
    [],
  ],
  [
    'texts that become any number',
    inQuery("{enum: ['1', '2']}"),
    inQuery('{type: integer}'),
    [],
    ['request-enum-added'],
  ],
  [
    'texts that are no numbers',
    inQuery("{type: string, enum: ['1', '02']}"),
    inQuery('{type: integer}'),
    ['request-type-changed'],
    ['request-enum-added'],
  ],
  [
    'texts that become bounded numbers',
    inQuery("{type: string, enum: ['1', '2']}"),
    inQuery('{type: integer, maximum: 1}'),
    ['request-type-changed'],
    ['request-enum-added'],
  ],
  [
    'texts in a header that become a boolean',
    header("schema: {type: string, enum: ['true', 'false']}"),
    header('schema: {type: boolean}'),
    [],
    [],
  ],
])('%s', (_, before, after, rules, back) => {
  expect(rulesOf(before, after)).toEqual(rules)
  expect(rulesOf(after, before)).toEqual(back)
})

it('says which name a path had in style matrix', () => {
  expect(changesBetween(inPath('id', 'style: matrix'), inPath('key', 'style: matrix'))).toMatchObject([
    { message: 'Path parameter `key` was sent as `;id=` and is now `;key=`' },
  ])
})
