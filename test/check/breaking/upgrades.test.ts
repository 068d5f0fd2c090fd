import { describe, expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

/** A schema in each place that has one. */
const inVersion = (version: string, schema: string) => `
openapi: ${version}
paths:
  /a:
    post:
      parameters: [{name: q, in: query, schema: ${schema}}]
      requestBody: {content: {application/json: {schema: ${schema}}}}
      responses:
        '200': {headers: {H: {schema: ${schema}}}, content: {application/json: {schema: ${schema}}}}
components:
  schemas:
    Text: {type: string}
    Kind: {type: string, enum: [a, b]}
`
const text = "{$ref: '#/components/schemas/Text'}"
const kind = "{$ref: '#/components/schemas/Kind'}"

describe.each([
  ['{type: string, nullable: true}', '{type: [string, "null"]}'],
  ['{type: string, nullable: true}', '{oneOf: [{type: "null"}, {type: string}]}'],
  ['{type: string, nullable: false}', '{type: string}'],
  ['{type: string, nullable: true, enum: [a, null]}', '{enum: [a, null]}'],
  ['{type: string, enum: [a]}', '{const: a}'],
  ['{type: integer, minimum: 0, exclusiveMinimum: true}', '{type: integer, exclusiveMinimum: 0}'],
  ['{type: integer, minimum: 0, exclusiveMinimum: false}', '{type: integer, minimum: 0}'],
  ['{type: string, format: binary}', '{type: string, contentMediaType: application/octet-stream}'],
  ['{type: string, format: byte}', '{type: string, contentEncoding: base64}'],
  [`{allOf: [${text}], nullable: true}`, `{anyOf: [${text}, {type: "null"}]}`],
  [`{allOf: [${kind}], nullable: true}`, `{oneOf: [${kind}, {type: "null"}]}`],
  [`{anyOf: [${text}, ${kind}], nullable: true}`, `{anyOf: [${text}, ${kind}, {type: "null"}]}`],
  ["{$ref: '#/components/schemas/Text', maxLength: 3}", text],
  ['{oneOf: [{type: string}, {type: integer}]}', '{type: [string, integer]}'],
  ['{type: string, enum: [a, b]}', '{oneOf: [{const: a, title: A}, {const: b, description: B}]}'],
  ['{type: string, enum: [a, b]}', '{type: string, oneOf: [{const: b}, {const: a}]}'],
  ['{enum: [a, 1]}', '{anyOf: [{type: string, enum: [a]}, {type: integer, const: 1}]}'],
  ['{type: string, nullable: true, enum: [a, b, null]}', '{oneOf: [{const: a}, {const: b}, {type: "null"}]}'],
  ['{enum: [a, null]}', '{oneOf: [{const: a}, {const: null}]}'],
  ['{}', '{type: [string, number, boolean, object, array, "null"]}'],
  ['{type: array, items: {}}', '{type: array}'],
  ['{type: object, additionalProperties: true}', '{type: object}'],
  ['{not: {}}', 'false'],
])('%s is %s from 3.1 on', (old, next) => {
  it.each([
    ['3.0.3', '3.1.0'],
    ['3.0.0', '3.2.0'],
  ])('from %s to %s and back', (from, to) => {
    expect(changesBetween(inVersion(from, old), inVersion(to, next))).toEqual([])
    expect(changesBetween(inVersion(to, next), inVersion(from, old))).toEqual([])
  })
})

it.each([
  '{}',
  '{description: anything}',
  '{properties: {a: {}}}',
  '{items: {type: string}}',
  '{enum: [a, 1]}',
  '{minimum: 3}',
  `{anyOf: [${text}, ${kind}]}`,
  `{allOf: [${text}]}`,
  '{type: object, discriminator: {propertyName: t}}',
])('%s means the same in each version', (schema) => {
  for (const from of ['3.0.0', '3.1.0', '3.2.0'])
    for (const to of ['3.0.4', '3.1.1', '3.2.0'])
      expect(changesBetween(inVersion(from, schema), inVersion(to, schema))).toEqual([])
})

it.each([
  ['{type: string, nullable: true}', ['request-null-refused'], ['response-null-added']],
  [`{allOf: [${text}], nullable: true}`, ['request-null-refused'], ['response-null-added']],
  ["{$ref: '#/components/schemas/Text', maxLength: 3}", ['request-limit-added'], ['response-limit-loosened']],
  ["{$ref: '#/components/schemas/Text', nullable: true, x-a: 1}", [], []],
  ["{$ref: '#/components/schemas/Text', description: A text}", [], []],
])('%s that stays means something else from 3.1 on', (schema, there, back) => {
  const found = (from: string, to: string) => [
    ...new Set(changesBetween(inVersion(from, schema), inVersion(to, schema)).map(({ rule }) => rule)),
  ]
  expect(found('3.0.3', '3.1.0')).toEqual(there.map((rule) => `breaking-${rule}`))
  expect(found('3.2.0', '3.0.4')).toEqual(back.map((rule) => `breaking-${rule}`))
  expect(found('3.0.3', '3.0.4')).toEqual([])
  expect(found('3.1.0', '3.2.0')).toEqual([])
})

it('what is beside a reference counts from 3.1 on, also for a property', () => {
  const sent = (version: string) =>
    inVersion(
      version,
      "{required: [a], properties: {a: {$ref: '#/components/schemas/Text', readOnly: true}}}",
    )
  expect([...new Set(changesBetween(sent('3.1.0'), sent('3.0.3')).map(({ rule }) => rule))]).toEqual([
    'breaking-request-property-became-required',
  ])
  const rules = changesBetween(sent('3.0.3'), sent('3.1.0')).map(({ rule }) => rule)
  expect(rules).toEqual([])
})

it.each([
  ['{type: string}', '{type: string, nullable: true}', true],
  ["{$ref: '#/components/schemas/Text'}", "{$ref: '#/components/schemas/Text', nullable: true}", true],
  [`{oneOf: [${text}, ${kind}]}`, `{oneOf: [${text}, ${kind}], nullable: true}`, true],
  ['{enum: [a]}', '{enum: [a], nullable: true}', false],
  ['{type: [string, "null"]}', '{type: [string, "null"], nullable: true}', false],
  ['{type: string}', '{type: string, nullable: false}', false],
])('from %s to %s in 3.1, readers that go by nullable are warned of: %j', (plain, nullable, isUnclear) => {
  const found = (before: string, after: string) => [
    ...new Set(changesBetween(inVersion('3.1.0', before), inVersion('3.1.0', after)).map(({ rule }) => rule)),
  ]
  expect(found(plain, nullable)).toEqual(isUnclear ? ['breaking-response-null-unclear'] : [])
  expect(found(nullable, plain)).toEqual(isUnclear ? ['breaking-request-null-unclear'] : [])
})
