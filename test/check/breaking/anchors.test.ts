import { describe, expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

const api = (schema: string, named: string) => `openapi: 3.1.0
paths:
  /a: {get: {responses: {'200': {content: {application/json: {schema: ${schema}}}}}}}
components: {schemas: ${named}}
`
const rulesOf = (base: string, head: string) => changesBetween(base, head).map(({ rule }) => rule)
const changed = ['breaking-response-type-changed']

describe('what a name leads to', () => {
  it.each([
    ["{$dynamicRef: '#n'}", '{N: {$dynamicAnchor: n, type: string}}'],
    ["{$dynamicRef: '#/components/schemas/N'}", '{N: {type: string}}'],
    ["{$ref: '#n'}", '{N: {$anchor: n, type: string}}'],
    ["{$ref: '#n'}", '{N: {$dynamicAnchor: n, type: string}}'],
    ["{$ref: 'https://a.b/n'}", "{N: {$id: 'https://a.b/n', type: string}}"],
    [
      "{$ref: 'https://a.b/n#/properties/x'}",
      "{N: {$id: 'https://a.b/n#', properties: {x: {type: string}}}}",
    ],
    ["{$ref: 'https://a.b/n#x'}", "{N: {$id: 'https://a.b/n', properties: {y: {$anchor: x, type: string}}}}"],
    [
      "{$ref: '#/components/schemas/M', $dynamicRef: '#n'}",
      '{M: {title: m}, N: {$dynamicAnchor: n, type: string}}',
    ],
    ['{type: array, items: {$dynamicRef: "#n"}}', '{N: {$dynamicAnchor: n, type: string}}'],
  ])('is compared: %s, %s', (schema, named) => {
    const [base, head] = [api(schema, named), api(schema, named.replace('string', 'integer'))]
    expect(rulesOf(base, head)).toEqual(changed)
    expect(rulesOf(base, base)).toEqual([])
    expect(rulesOf(base, base.replace('type: string', 'type: string, title: Name'))).toEqual([])
  })

  it('is any of those with the name', () => {
    const named = '{N: {$dynamicAnchor: n, type: object}, M: {$dynamicAnchor: n, type: string}}'
    const base = api("{$dynamicRef: '#n'}", named)
    expect(rulesOf(base, base.replace('string', 'integer'))).not.toEqual([])
    expect(rulesOf(base, base)).toEqual([])
  })

  it('may contain itself by a name that two have', () => {
    const node = (type: string) =>
      `{$dynamicAnchor: n, properties: {a: {$dynamicRef: '#n'}, b: {type: ${type}}}}`
    const base = api("{$dynamicRef: '#n'}", `{N: ${node('string')}, M: ${node('number')}}`)
    expect(rulesOf(base, base.replace('string', 'boolean'))).not.toEqual([])
    expect(rulesOf(base, base)).toEqual([])
  })

  it('may contain itself', () => {
    const tree = '{N: {$dynamicAnchor: n, properties: {a: {$dynamicRef: "#n"}, b: {type: string}}}}'
    const base = api("{$dynamicRef: '#n'}", tree)
    expect(rulesOf(base, base)).toEqual([])
    expect(rulesOf(base, base.replace('string', 'integer'))).toEqual(changed)
  })
})

it.each([
  ["{$dynamicRef: '#n'}", ['breaking-not-compared']],
  ["{$ref: '#n'}", ['breaking-not-compared']],
  ["{$ref: 'other.yaml#n'}", ['breaking-not-compared']],
  ["{$ref: 'https://a.b/c'}", []],
  ["{$ref: 'https://a.b/c#n'}", []],
  ["{$ref: '#/components/schemas/Gone'}", []],
])('%s, which does not resolve in either version', (schema, rules) => {
  expect(rulesOf(api(schema, '{}'), api(schema, '{}'))).toEqual(rules)
})
