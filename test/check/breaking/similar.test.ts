import { describe, expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

const sent = {
  request: (schema: string) =>
    `openapi: 3.1.0\npaths: {/a: {post: {requestBody: {content: {application/json: {schema: ${schema}}}}, responses: {}}}}`,
  response: (schema: string) =>
    `openapi: 3.1.0\npaths: {/a: {get: {responses: {'200': {content: {application/json: {schema: ${schema}}}}}}}}`,
}
const choice = (members: readonly string[]) => `{oneOf: [${members.join(', ')}]}`

/** What tells two alternatives apart: each has a text with this limit. */
const kinds = {
  'a constant': [
    (limit: string) =>
      `{type: object, required: [kind, a], properties: {kind: {const: card}, a: ${limit}, c: {}}}`,
    (limit: string) =>
      `{type: object, required: [kind, a], properties: {kind: {const: bank}, a: ${limit}, d: {}}}`,
  ],
  'a list of one value': [
    (limit: string) => `{type: object, required: [kind], properties: {kind: {enum: [card]}, a: ${limit}}}`,
    (limit: string) => `{type: object, required: [kind], properties: {kind: {enum: [bank]}, a: ${limit}}}`,
  ],
  'what is required': [
    (limit: string) =>
      `{type: object, required: [a], properties: {a: ${limit}, b: ${limit}}, not: {required: [b]}}`,
    (limit: string) =>
      `{type: object, required: [b], properties: {a: ${limit}, b: ${limit}}, not: {required: [a]}}`,
  ],
  'its properties': [
    (limit: string) => `{type: object, properties: {a: ${limit}, b: ${limit}}}`,
    (limit: string) => `{type: object, properties: {c: ${limit}, d: ${limit}}}`,
  ],
  'its type': [
    (limit: string) => `{type: array, items: ${limit}}`,
    (limit: string) => `{type: object, additionalProperties: ${limit}}`,
  ],
}
const [loose, strict] = ['{type: string}', '{type: string, maxLength: 9}']

describe.each(Object.entries(kinds))('alternatives told apart by %s', (_, [first, second]) => {
  const rulesOf = (use: keyof typeof sent, before: readonly string[], after: readonly string[]) => [
    ...new Set(changesBetween(sent[use](choice(before)), sent[use](choice(after))).map(({ rule }) => rule)),
  ]
  const [a, b] = [first ?? String, second ?? String]

  it('are paired in another order, edited or not', () => {
    expect(rulesOf('request', [a(loose), b(loose)], [b(loose), a(loose)])).toEqual([])
    for (const after of [
      [a(strict), b(strict)],
      [b(strict), a(strict)],
    ])
      expect(rulesOf('request', [a(loose), b(loose)], after)).toEqual(['breaking-request-limit-added'])
    for (const after of [
      [a(loose), b(loose)],
      [b(loose), a(loose)],
    ])
      expect(rulesOf('response', [a(strict), b(strict)], after)).toContain('breaking-response-limit-loosened')
  })
})

it('an alternative that is edited is paired where another one is gone, which is said', () => {
  const [card, bank] = kinds['a constant']
  const other = '{type: object, required: [id], properties: {id: {type: string}}}'
  const before = [card?.(loose) ?? '', bank?.(loose) ?? '', other]
  const after = [other, bank?.(strict) ?? '']
  expect(
    changesBetween(sent.request(choice(before)), sent.request(choice(after))).map(({ rule }) => rule),
  ).toEqual(['breaking-request-alternative-removed', 'breaking-request-limit-added'])
})

it('an alternative of which a property becomes readOnly is not taken for another one', () => {
  const named = (name: string, schema: string) => `{type: object, properties: {${name}: ${schema}}}`
  const [before, after] = [
    [named('a', '{}')],
    [named('a', '{readOnly: true}'), named('b', '{}'), '{type: integer}'],
  ]
  const other = '{type: array}'
  const changes = changesBetween(
    sent.request(choice([...before, other])),
    sent.request(choice([other, ...after])),
  )
  expect(changes.map(({ rule }) => rule)).toContain('breaking-request-property-became-read-only')
  expect(changes.map(({ rule }) => rule)).not.toContain('breaking-request-alternative-removed')
})

it.each([
  ['not', '{not: {required: [a, b]}}', '{not: {required: [a]}}'],
  ['if', '{if: {required: [a, b]}, then: {required: [c]}}', '{if: {required: [a]}, then: {required: [c]}}'],
  ['a not in a not', '{not: {not: {required: [a]}}}', '{not: {not: {required: [a, b]}}}'],
])('what breaks under %s is named by the way it is sent', (_, wide, narrow) => {
  const request = changesBetween(sent.request(wide), sent.request(narrow))
  const response = changesBetween(sent.response(narrow), sent.response(wide))
  expect(request).not.toEqual([])
  expect(response).not.toEqual([])
  expect(request.filter(({ rule }) => !rule.startsWith('breaking-request-'))).toEqual([])
  expect(response.filter(({ rule }) => !rule.startsWith('breaking-response-'))).toEqual([])
})
