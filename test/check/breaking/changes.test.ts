import { describe, expect, it } from 'vitest'
import { compareApis } from '../../../src/check/breaking/compare-apis.ts'
import { breakingRules } from '../../../src/check/breaking/rules/index.ts'
import { readYaml, today } from './changes-between.ts'

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

const told = (before: string, after: string) => {
  const { breaking, changes } = compareApis(readYaml(before), readYaml(after), { today, listsAll: true })
  return [
    ...breaking.map(({ rule, message }) => `${rule}: ${message}`),
    ...changes.map(({ kind, message }) => `${kind}: ${message}`),
  ]
}

it.each<[before: string, after: string, forward: string[], back: string[]]>([
  [
    parameter('{name: p, in: query, schema: {}}'),
    parameter('{name: p, in: query, style: form, explode: false, schema: {}}'),
    ['breaking-parameter-style-changed: Query parameter `p` was sent as form, explode and is now form'],
    ['breaking-parameter-style-changed: Query parameter `p` was sent as form and is now form, explode'],
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
    ['breaking-request-enum-narrowed: Value can no longer be `"c"`, in the query parameter `q` of `POST /a`'],
  ],
  [
    query('{}'),
    query('{const: a}'),
    [
      'breaking-request-null-refused: Value can no longer be null, in the query parameter `q` of `POST /a`',
      'breaking-request-const-changed: Value now has to be `"a"`, in the query parameter `q` of `POST /a`',
    ],
    ['removed: the query parameter `q`: any value is valid now, not only those listed'],
  ],
  [query('{type: string}'), query('{description: d, allOf: [{type: string}]}'), [], []],
  [
    api('{responses: {}}'),
    api('{responses: {}}').replace('/a:', '/b: {get: {responses: {}}}, /a:'),
    ['added: the operation was added'],
    ['breaking-path-removed: Path `/b` was removed'],
  ],
  [
    api('{responses: {}}'),
    api('{responses: {}}').replace('post:', 'get: {responses: {}}, post:'),
    ['added: the operation was added'],
    ['breaking-operation-removed: `GET /a` was removed'],
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
    ['breaking-security-added: Requests now need credentials: key'],
    ['changed: the credentials were key and are now none'],
  ],
  [
    parameter('{name: p, in: query, schema: {}}'),
    parameter('{name: p, in: query, required: true, schema: {}}'),
    ['breaking-parameter-became-required: Query parameter `p` is now required'],
    ['changed: the query parameter `p` is no longer required'],
  ],
  [
    api('{responses: {}}'),
    parameter('{name: p, in: query, schema: {}}'),
    ['added: the optional query parameter `p` was added'],
    ['breaking-parameter-removed: Query parameter `p` was removed'],
  ],
  [
    api('{responses: {}}'),
    parameter('{name: p, in: header, required: true, schema: {}}'),
    ['breaking-parameter-added: Header parameter `p` is new and required'],
    ['breaking-parameter-removed: Header parameter `p` was removed'],
  ],
  [
    query('{enum: [a]}'),
    query('{enum: [a, b]}'),
    ['added: the query parameter `q`: the value `b` was added'],
    ['breaking-request-enum-narrowed: Value can no longer be `"b"`, in the query parameter `q` of `POST /a`'],
  ],
  [
    query('{enum: [a]}'),
    query('{enum: [b, c]}'),
    ['breaking-request-enum-narrowed: Value can no longer be `"a"`, in the query parameter `q` of `POST /a`'],
    [
      'breaking-request-enum-narrowed: Value can no longer be `"b"`, `"c"`, in the query parameter `q` of `POST /a`',
    ],
  ],
  [
    query('{type: integer}'),
    query('{type: integer, maximum: 5, default: 1}'),
    [
      'breaking-parameter-default-changed: Default of the query parameter `q` was none and is now 1',
      'breaking-request-limit-added: Value now has maximum 5, in the query parameter `q` of `POST /a`',
    ],
    [
      'breaking-parameter-default-changed: Default of the query parameter `q` was 1 and is now none',
      'removed: the query parameter `q`: the maximum 5 was removed',
    ],
  ],
  [
    query('{type: integer}'),
    query('{type: [integer, "null"]}'),
    ['changed: the query parameter `q`: the type was integer and is now integer or null'],
    ['breaking-request-null-refused: Value can no longer be null, in the query parameter `q` of `POST /a`'],
  ],
  [
    query('{maximum: 9007199254740992}'),
    query('{maximum: 9007199254740993}'),
    ['changed: the query parameter `q`: the maximum was 9007199254740992 and is now 9007199254740993'],
    [
      'breaking-request-limit-tightened: Value had maximum 9007199254740993 and now has 9007199254740992, in the query parameter `q` of `POST /a`',
    ],
  ],
  [
    body('{properties: {a: {}}}'),
    body('{properties: {a: {}, b: {type: string}}}'),
    ['added: the property `b` of the request body was added'],
    [
      'breaking-request-property-removed: Value no longer has the property `b`, in the request body of `POST /a`',
    ],
  ],
  [
    api('{responses: {}}'),
    body('{}'),
    ['added: the request body was added'],
    ['breaking-request-body-removed: Request body was removed'],
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
    ['breaking-response-media-type-removed: Response 200 is no longer in `text/csv`'],
  ],
  [
    answer("'200': {description: d}"),
    answer("'200': {description: d, headers: {X-A: {schema: {}}}}"),
    ['added: the header `X-A` of the response 200 was added'],
    ['breaking-response-optional-header-removed: Header `x-a` of the response 200 was removed'],
  ],
  [
    pet('{properties: {a: {type: string}}}'),
    pet('{properties: {a: {type: integer}}}'),
    [
      'breaking-request-type-changed: Property `a` was a string and is now an integer, in the request body of `POST /a`',
      'breaking-response-type-changed: Property `a` was a string and is now an integer, in the response 200 of `POST /a`',
    ],
    [
      'breaking-request-type-changed: Property `a` was an integer and is now a string, in the request body of `POST /a`',
      'breaking-response-type-changed: Property `a` was an integer and is now a string, in the response 200 of `POST /a`',
    ],
  ],
  [
    pet('{properties: {a: {properties: {b: {}}}}}'),
    pet('{properties: {a: {properties: {b: {}, c: {}}, required: [b]}}}'),
    [
      'breaking-request-property-became-required: Property `a` now requires the property `b`, in the request body of `POST /a`',
      'added: the property `a.c` was added',
    ],
    [
      'breaking-request-property-removed: Property `a` no longer has the property `c`, in the request body of `POST /a`',
      'breaking-response-optional-property-removed: Property `a` no longer has the property `c`, in the response 200 of `POST /a`',
      'breaking-response-property-became-optional: Property `a` may now lack the property `b`, in the response 200 of `POST /a`',
    ],
  ],
  [
    pet('{oneOf: [{type: string}]}'),
    pet('{oneOf: [{type: string}, {type: integer}]}'),
    [
      'breaking-response-type-changed: `Pet` was a string and is now a string or integer, in the response 200 of `POST /a`',
      'added: schema 2 was added to oneOf',
    ],
    [
      'breaking-request-type-changed: `Pet` was a string or integer and is now a string, in the request body of `POST /a`',
      'removed: schema 2 was removed from oneOf',
    ],
  ],
  [
    pet('{items: {type: string}}'),
    pet('{items: {type: string, format: date}}'),
    [
      'breaking-request-type-changed: Items of `Pet` was a string and is now a string (date), in the request body of `POST /a`',
    ],
    [
      'breaking-response-type-changed: Items of `Pet` was a string (date) and is now a string, in the response 200 of `POST /a`',
    ],
  ],
  [
    pet('{}'),
    pet('{additionalProperties: false}'),
    [
      'breaking-request-additional-properties-refused: `Pet` may no longer have other properties, in the request body of `POST /a`',
    ],
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
    [
      'breaking-request-property-removed: Value no longer has the property `p`, in the request body of `POST /a`',
    ],
  ],
])('%s, then %s', (before, after, forward, back) => {
  expect(told(before, after)).toEqual(forward)
  expect(told(after, before)).toEqual(back)
  for (const same of [before, after]) expect(told(same, same)).toEqual([])
})

it('describes a component once, however many use it, and ends on one that refers to itself', () => {
  const loop = (type: string) =>
    pet(`{type: object, properties: {next: {$ref: '#/components/schemas/Pet'}, a: {title: ${type}}}}`)
  expect(told(loop('string'), loop('integer'))).toEqual(['changed: property `a`: title changed'])
})

describe('the example of each rule of breaking changes', () => {
  const examples = breakingRules.map(({ id, example }) => [id, example.before, example.after] as const)

  it.each(examples)('%s: something is told of it, in both directions', (_id, before, after) => {
    for (const [some, other] of [
      [before, after],
      [after, before],
    ] as const) {
      expect(told(some, other)).not.toEqual([])
    }
  })
})
