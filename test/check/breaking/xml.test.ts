import { describe, expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

const api = (schema: string, media = 'application/xml', version = '3.1.0') => `openapi: ${version}
paths:
  /a:
    post:
      requestBody: {content: {'${media}': {schema: ${schema}}}}
      responses: {'200': {content: {'${media}': {schema: ${schema}}}}}
components: {schemas: {T: {type: string}, U: {type: string}, C: {$ref: '#/components/schemas/T'}, N: {type: string, xml: {name: T}}, L: {type: array, items: {type: string}}}}
`
const found = (base: string, head: string) =>
  [...new Set(changesBetween(base, head).map(({ rule }) => rule.replace('breaking-', '')))].sort()
const changed = ['request-encoding-changed', 'response-encoding-changed']
const property = (xml: string, type = 'string') =>
  `{type: object, properties: {p: {type: ${type}, xml: ${xml}}}}`

const rows: readonly [before: string, after: string][] = [
  [property('{}'), property('{name: q}')],
  [property('{name: q}'), property('{name: r}')],
  [property('{}'), property('{namespace: "https://a.b"}')],
  [property('{namespace: "https://a.b"}'), property('{namespace: "https://a.c"}')],
  [property('{prefix: a}'), property('{prefix: b}')],
  [property('{}'), property('{attribute: true}')],
  [property('{}', 'array'), property('{wrapped: true}', 'array')],
  [property('{wrapped: true}', 'array'), property('{wrapped: true, name: q}', 'array')],
  ['{type: object, xml: {name: a}}', '{type: object, xml: {name: b}}'],
  ['{type: object, xml: {name: a}}', '{type: object}'],
  ["{$ref: '#/components/schemas/T', xml: {name: a}}", "{$ref: '#/components/schemas/T'}"],
  ['{allOf: [{type: object}, {xml: {name: a}}]}', '{allOf: [{type: object}, {xml: {name: b}}]}'],
  [
    '{type: array, xml: {wrapped: true}, items: {xml: {name: a}}}',
    '{type: array, xml: {wrapped: true}, items: {xml: {name: b}}}',
  ],
]

describe.each([
  'application/xml',
  'text/xml',
  'text/*',
  'application/problem+xml',
  '*/*',
  'application/xml; charset=utf-8',
])('%s', (media) => {
  it.each(rows)('%s is not written as %s', (before, after) => {
    const [base, head] = [api(before, media), api(after, media)]
    expect(found(base, head)).toEqual(changed)
    expect(found(head, base)).toEqual(changed)
    expect(found(base, base)).toEqual([])
  })
})

it.each(rows)('in JSON, %s is %s', (before, after) => {
  expect(found(api(before, 'application/json'), api(after, 'application/json'))).toEqual([])
})

it.each([
  [property('{namespace: "u:a", prefix: a}'), property('{namespace: "u:a", prefix: b}')],
  [property('{}'), property('{name: p}')],
  [property('{}'), property('{attribute: false, wrapped: false}')],
  [property('{}', 'array'), property('{name: q}', 'array')],
  [property('{}'), '{type: object, properties: {p: {type: string}}}'],
  [property('{name: q}'), '{type: object, properties: {p: {allOf: [{type: string}], xml: {name: q}}}}'],
  ['{type: string}', "{$ref: '#/components/schemas/T'}"],
  [property('{x-a: 1}'), property('{}')],
])('%s is written as %s', (before, after) => {
  expect(found(api(before), api(after))).toEqual([])
  expect(found(api(after), api(before))).toEqual([])
})

it.each([
  [property('{attribute: true}'), property('{nodeType: attribute}')],
  [property('{wrapped: true}', 'array'), property('{nodeType: element}', 'array')],
])('%s is %s from 3.2 on', (before, after) => {
  expect(found(api(before, 'application/xml', '3.1.0'), api(after, 'application/xml', '3.2.0'))).toEqual([])
  expect(found(api(after, 'application/xml', '3.2.0'), api(before, 'application/xml', '3.1.0'))).toEqual([])
  expect(found(api(after, 'application/xml', '3.2.0'), api(after, 'application/xml', '3.1.0'))).toEqual(
    changed,
  )
})

it('a part that is XML', () => {
  const parts = (name: string, type: string) =>
    api(`${property(`{name: ${name}}`)}, encoding: {p: {contentType: ${type}}}`, 'multipart/form-data')
  expect(found(parts('q', 'application/xml'), parts('r', 'application/xml'))).toEqual(changed)
  expect(found(parts('q', 'text/plain'), parts('r', 'text/plain'))).toEqual([])
})

describe('the outermost element', () => {
  const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`

  it.each([
    ['T', 'U', changed],
    ['U', 'C', changed],
    ['T', 'C', changed],
    ['T', 'N', []],
    ['U', 'N', changed],
    ['T', 'T', []],
  ])('%s, then %s', (oldName, newName, rules) => {
    for (const version of ['3.0.3', '3.1.0'])
      for (const media of ['application/xml', 'text/*'])
        expect(found(api(ref(oldName), media, version), api(ref(newName), media, version))).toEqual(rules)
    expect(found(api(ref(oldName), 'application/json'), api(ref(newName), 'application/json'))).toEqual([])
  })

  it('a property is called as itself', () => {
    const holder = (name: string) => `{type: object, properties: {p: ${ref(name)}}}`
    expect(found(api(holder('T')), api(holder('U')))).toEqual([])
  })
})
