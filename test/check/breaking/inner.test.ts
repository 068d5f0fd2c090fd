import { describe, expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

const content = (schema: string) => `{content: {application/json: {schema: ${schema}}}}`
const request = (schema: string) =>
  `openapi: 3.1.0\npaths: {/a: {post: {requestBody: ${content(schema)}, responses: {}}}}`
const response = (schema: string) =>
  `openapi: 3.1.0\npaths: {/a: {get: {responses: {'200': ${content(schema)}}}}}`
const rulesOf = (base: string, head: string) => changesBetween(base, head).map(({ rule }) => rule)

/** What allows anything inside, and what does not. */
const openings = [
  ['{type: object}', '{type: object, additionalProperties: {type: integer}}'],
  ['{type: object, additionalProperties: true}', '{type: object, additionalProperties: {type: integer}}'],
  ['{type: object, additionalProperties: {}}', '{type: object, additionalProperties: {type: integer}}'],
  ['{type: array}', '{type: array, items: {type: integer}}'],
  ['{type: array, items: {}}', '{type: array, items: {type: integer}}'],
  ['{type: array, items: true}', '{type: array, items: {type: integer}}'],
]

describe.each(openings)('%s and %s', (open, narrow) => {
  it('requests get narrower', () => {
    expect(rulesOf(request(open), request(narrow))).toEqual(['breaking-request-type-changed'])
    expect(rulesOf(request(narrow), request(open))).toEqual([])
  })

  it('responses get wider', () => {
    expect(rulesOf(response(narrow), response(open))).toEqual(['breaking-response-type-changed'])
    expect(rulesOf(response(open), response(narrow))).toEqual([])
  })
})

it.each(openings.map(([open = '']) => open))('%s is as open as all others', (open) => {
  for (const [other = ''] of openings)
    if (/array/.test(other) === /array/.test(open))
      for (const at of [request, response]) expect(rulesOf(at(open), at(other))).toEqual([])
})

it.each([
  ['{type: string}', '{type: [string, array], items: {type: integer}}'],
  ['{type: string}', '{type: [string, object], additionalProperties: {type: integer}}'],
])('what was never a list or an object had nothing inside: %s and %s', (before, after) => {
  expect(rulesOf(request(before), request(after))).toEqual([])
  expect(rulesOf(response(after), response(before))).toEqual([])
})

it.each([
  ['string', []],
  ['integer', ['breaking-request-type-changed']],
])('a list in a query that gets items of type %s', (type, rules) => {
  const of = (schema: string) =>
    `openapi: 3.1.0\npaths: {/a: {get: {parameters: [{name: q, in: query, schema: ${schema}}], responses: {}}}}`
  expect(rulesOf(of('{type: array}'), of(`{type: array, items: {type: ${type}}}`))).toEqual(rules)
  expect(rulesOf(of(`{type: array, items: {type: ${type}}}`), of('{type: array}'))).toEqual([])
})
