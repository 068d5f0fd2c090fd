import { describe, expect, it } from 'vitest'
import { breakingChanges } from '../../../src/check/breaking/breaking-changes.ts'
import { breakingRules } from '../../../src/check/breaking/rules/index.ts'
import { listChanges } from '../../../src/check/changes/list-changes.ts'
import { readYaml, today } from '../breaking/changes-between.ts'

const api = (operation: string, components = '', version = '3.1.0') =>
  `openapi: ${version}\ninfo: {title: T, version: 1.0.0}\npaths: {/a: {post: ${operation}}}\n${components === '' ? '' : `components: {schemas: ${components}}\n`}`
const parameter = (text: string) => api(`{parameters: [${text}], responses: {}}`)
const query = (schema: string) => parameter(`{name: q, in: query, schema: ${schema}}`)
const body = (schema: string) =>
  api(`{requestBody: {content: {application/json: {schema: ${schema}}}}, responses: {}}`)
const answer = (text: string) => api(`{responses: {${text}}}`)
const pet = (schema: string) =>
  api(
    "{requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}, responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}",
    `{Pet: ${schema}}`,
  )

const told = (before: string, after: string) =>
  listChanges(readYaml(before), readYaml(after)).map(({ kind, message }) => `${kind}: ${message}`)

it.each<[before: string, after: string, forward: string[], back: string[]]>([
  [
    parameter('{name: p, in: query, schema: {}}'),
    parameter('{name: p, in: query, style: form, explode: false, schema: {}}'),
    [
      'changed: style of the query parameter `p` was none and is now form',
      'changed: explode of the query parameter `p` was none and is now false',
    ],
    [
      'changed: style of the query parameter `p` was form and is now none',
      'changed: explode of the query parameter `p` was false and is now none',
    ],
  ],
  [query('{const: a}'), query('{oneOf: [{enum: [a]}]}'), [], []],
  [
    query('{type: string, enum: [a, b]}'),
    query('{oneOf: [{type: string, const: b}, {type: string, const: a, title: A}]}'),
    [],
    [],
  ],
  [
    query('{oneOf: [{const: a}, {const: b}]}'),
    query('{anyOf: [{enum: [a, b, c]}]}'),
    ['added: the query parameter `q`: the value `c` was added'],
    ['removed: the query parameter `q`: the value `c` was removed'],
  ],
  [
    query('{}'),
    query('{const: a}'),
    ['added: the query parameter `q`: only `a` is valid now'],
    ['removed: the query parameter `q`: any value is valid now, not only those listed'],
  ],
  [query('{type: string}'), query('{description: d, allOf: [{type: string}]}'), [], []],
  [
    api('{responses: {}}'),
    api('{responses: {}}').replace('/a:', '/b: {get: {responses: {}}}, /a:'),
    ['added: the operation was added'],
    ['removed: the operation was removed'],
  ],
  [
    api('{responses: {}}'),
    api('{responses: {}}').replace('post:', 'get: {responses: {}}, post:'),
    ['added: the operation was added'],
    ['removed: the operation was removed'],
  ],
  [
    api('{responses: {}}'),
    api('{operationId: x, tags: [t], responses: {}}'),
    ['changed: the operationId was none and is now `x`', 'changed: the tags were none and are now `t`'],
    ['changed: the operationId was `x` and is now none', 'changed: the tags were `t` and are now none'],
  ],
  [
    api('{responses: {}}'),
    api('{deprecated: true, responses: {}}'),
    ['changed: the operation is now deprecated'],
    ['changed: the operation is no longer deprecated'],
  ],
  [
    api('{responses: {}}'),
    api('{security: [{key: []}], responses: {}}'),
    ['changed: the credentials were none and are now key'],
    ['changed: the credentials were key and are now none'],
  ],
  [
    parameter('{name: p, in: query, schema: {}}'),
    parameter('{name: p, in: query, required: true, schema: {}}'),
    ['changed: the query parameter `p` is now required'],
    ['changed: the query parameter `p` is no longer required'],
  ],
  [
    api('{responses: {}}'),
    parameter('{name: p, in: query, schema: {}}'),
    ['added: the optional query parameter `p` was added'],
    ['removed: the query parameter `p` was removed'],
  ],
  [
    api('{responses: {}}'),
    parameter('{name: p, in: header, required: true, schema: {}}'),
    ['added: the required header parameter `p` was added'],
    ['removed: the header parameter `p` was removed'],
  ],
  [
    query('{enum: [a]}'),
    query('{enum: [a, b]}'),
    ['added: the query parameter `q`: the value `b` was added'],
    ['removed: the query parameter `q`: the value `b` was removed'],
  ],
  [
    query('{enum: [a]}'),
    query('{enum: [b, c]}'),
    [
      'added: the query parameter `q`: the values `b`, `c` were added',
      'removed: the query parameter `q`: the value `a` was removed',
    ],
    [
      'added: the query parameter `q`: the value `a` was added',
      'removed: the query parameter `q`: the values `b`, `c` were removed',
    ],
  ],
  [
    query('{type: integer}'),
    query('{type: integer, maximum: 5, default: 1}'),
    [
      'added: the query parameter `q`: the default 1 was added',
      'added: the query parameter `q`: the maximum 5 was added',
    ],
    [
      'removed: the query parameter `q`: the default 1 was removed',
      'removed: the query parameter `q`: the maximum 5 was removed',
    ],
  ],
  [
    query('{type: integer}'),
    query('{type: [integer, "null"]}'),
    ['changed: the query parameter `q`: the type was integer and is now integer or null'],
    ['changed: the query parameter `q`: the type was integer or null and is now integer'],
  ],
  [
    query('{maximum: 9007199254740992}'),
    query('{maximum: 9007199254740993}'),
    ['changed: the query parameter `q`: the maximum was 9007199254740992 and is now 9007199254740993'],
    ['changed: the query parameter `q`: the maximum was 9007199254740993 and is now 9007199254740992'],
  ],
  [
    body('{properties: {a: {}}}'),
    body('{properties: {a: {}, b: {type: string}}}'),
    ['added: the property `b` of the request body was added'],
    ['removed: the property `b` of the request body was removed'],
  ],
  [
    api('{responses: {}}'),
    body('{}'),
    ['added: the request body was added'],
    ['removed: the request body was removed'],
  ],
  [
    answer("'200': {description: d}"),
    answer("'200': {description: d}, '404': {description: d}"),
    ['added: the response 404 was added'],
    ['removed: the response 404 was removed'],
  ],
  [
    answer("'200': {description: d, content: {application/json: {}}}"),
    answer("'200': {description: d, content: {application/json: {}, text/csv: {}}}"),
    ['added: the response 200 is now also in `text/csv`'],
    ['removed: the response 200 is no longer in `text/csv`'],
  ],
  [
    answer("'200': {description: d}"),
    answer("'200': {description: d, headers: {X-A: {schema: {}}}}"),
    ['added: the header `X-A` of the response 200 was added'],
    ['removed: the header `X-A` of the response 200 was removed'],
  ],
  [
    pet('{properties: {a: {type: string}}}'),
    pet('{properties: {a: {type: integer}}}'),
    ['changed: property `a`: the type was string and is now integer'],
    ['changed: property `a`: the type was integer and is now string'],
  ],
  [
    pet('{properties: {a: {properties: {b: {}}}}}'),
    pet('{properties: {a: {properties: {b: {}, c: {}}, required: [b]}}}'),
    ['changed: property `a.b` is now required', 'added: the property `a.c` was added'],
    ['changed: property `a.b` is no longer required', 'removed: the property `a.c` was removed'],
  ],
  [
    pet('{oneOf: [{type: string}]}'),
    pet('{oneOf: [{type: string}, {type: integer}]}'),
    ['added: schema 2 was added to oneOf'],
    ['removed: schema 2 was removed from oneOf'],
  ],
  [
    pet('{items: {type: string}}'),
    pet('{items: {type: string, format: date}}'),
    ['added: items: the format "date" was added'],
    ['removed: items: the format "date" was removed'],
  ],
  [
    pet('{}'),
    pet('{additionalProperties: false}'),
    ['changed: other properties are no longer valid'],
    ['changed: other properties are valid now'],
  ],
  [
    pet('{description: x}'),
    pet('{description: y}'),
    ['changed: description changed'],
    ['changed: description changed'],
  ],
  [
    "swagger: '2.0'\npaths: {/a: {post: {parameters: [{name: b, in: body, schema: {type: object}}], responses: {}}}}\n",
    "swagger: '2.0'\npaths: {/a: {post: {parameters: [{name: b, in: body, schema: {type: object, properties: {p: {}}}}], responses: {}}}}\n",
    ['added: the property `p` of the request body was added'],
    ['removed: the property `p` of the request body was removed'],
  ],
])('%s, then %s', (before, after, forward, back) => {
  expect(told(before, after)).toEqual(forward)
  expect(told(after, before)).toEqual(back)
  for (const same of [before, after]) expect(told(same, same)).toEqual([])
})

it('tells of a component once, however many use it, and ends on one that refers to itself', () => {
  const loop = (type: string) =>
    pet(`{type: object, properties: {next: {$ref: '#/components/schemas/Pet'}, a: {type: ${type}}}}`)
  expect(told(loop('string'), loop('integer'))).toEqual([
    'changed: property `a`: the type was string and is now integer',
  ])
})

describe('the example of each rule of breaking changes', () => {
  const examples = breakingRules.map(({ id, example }) => [id, example.before, example.after] as const)

  it.each(examples)('%s: something is told of it, in both directions', (_id, before, after) => {
    for (const [some, other] of [
      [before, after],
      [after, before],
    ] as const) {
      const [from, to] = [readYaml(some), readYaml(other)]
      const count = listChanges(from, to).length + breakingChanges(from, to, today).length
      expect(count).toBeGreaterThan(0)
    }
  })
})
