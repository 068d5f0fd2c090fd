import { describe, expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

const sent = {
  requests: (schema: string) =>
    `openapi: 3.1.0\npaths: {/a: {post: {requestBody: {content: {application/json: {schema: ${schema}}}}, responses: {}}}}`,
  responses: (schema: string) =>
    `openapi: 3.1.0\npaths: {/a: {get: {responses: {'200': {content: {application/json: {schema: ${schema}}}}}}}}`,
}
const property = (schema: string, required = '[]') =>
  `{type: object, required: ${required}, properties: {a: ${schema}}}`
const choice = (...members: string[]) => `{oneOf: [${members.join(', ')}]}`
const kinds = (limit: string) => [property(limit, '[b]'), property('{type: string}', '[c]')]

const rows: readonly (readonly [
  title: string,
  before: string,
  after: string,
  requests: readonly string[],
  responses: readonly string[],
])[] = [
  ['another value', property('{default: 1}'), property('{default: 2}'), ['changed'], ['changed']],
  ['another type', property('{default: 1}'), property('{default: "1"}'), ['changed'], ['changed']],
  ['none any more', property('{default: 1}'), property('{}'), ['changed'], ['changed']],
  ['a new one', property('{}'), property('{default: 1}'), ['added'], []],
  ['null', property('{default: 1}'), property('{default: null}'), ['changed'], ['changed']],
  ['another order of keys', property('{default: {a: 1, b: 2}}'), property('{default: {b: 2, a: 1}}'), [], []],
  ['one in allOf', property('{default: 1}'), property('{allOf: [{default: 2}]}'), ['changed'], ['changed']],
  ['one that moves into allOf', property('{default: 1}'), property('{allOf: [{default: 1}]}'), [], []],
  [
    'one beside alternatives',
    property('{anyOf: [{type: string}, {type: integer}], default: 1}'),
    property('{anyOf: [{type: string}, {type: integer}], default: 2}'),
    ['changed'],
    ['changed'],
  ],
  [
    'one further inside',
    property(property('{default: 1}')),
    property(property('{default: 2}')),
    ['changed'],
    ['changed'],
  ],
  [
    'of a property that is always there',
    property('{default: 1}', '[a]'),
    property('{default: 2}', '[a]'),
    [],
    [],
  ],
  [
    'in one of several alternatives',
    choice(...kinds('{default: 1}')),
    choice(...kinds('{default: 2}')),
    ['changed'],
    ['changed'],
  ],
]

describe.each(['requests', 'responses'] as const)('a default in %s', (use) => {
  it.each(rows)('%s', (_, before, after, ...expected) => {
    const [base, head] = [sent[use](before), sent[use](after)]
    const [rules, direction] = use === 'requests' ? [expected[0], 'request'] : [expected[1], 'response']
    expect(changesBetween(base, head).map(({ rule }) => rule)).toEqual(
      rules.map((rule) => `breaking-${direction}-default-${rule}`),
    )
    expect(changesBetween(base, base)).toEqual([])
    expect(changesBetween(head, head)).toEqual([])
  })
})

it('says which property it is, and what its default was', () => {
  const changes = changesBetween(
    sent.requests(property('{default: 1}')),
    sent.requests(property('{default: 2}')),
  )
  expect(changes).toMatchObject([
    {
      message: 'Value had the default 1 for the property `a` and now has 2, in the request body of `POST /a`',
      path: [
        'paths',
        '/a',
        'post',
        'requestBody',
        'content',
        'application/json',
        'schema',
        'properties',
        'a',
      ],
    },
  ])
})
