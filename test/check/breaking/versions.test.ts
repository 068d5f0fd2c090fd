import { describe, expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

const swagger = `swagger: '2.0'
consumes: [application/json]
produces: [application/json]
security: [{basic: []}]
securityDefinitions: {basic: {type: basic}}
paths:
  /pets:
    get:
      parameters:
        - {name: tags, in: query, type: array, collectionFormat: multi, items: {type: string}}
        - {name: limit, in: query, type: integer, default: 20, maximum: 100}
      responses:
        '200': {description: pets, schema: {type: array, items: {$ref: '#/definitions/Pet'}}}
    post:
      parameters:
        - {name: pet, in: body, required: true, schema: {$ref: '#/definitions/Pet'}}
      responses: {'204': {description: made}}
  /photos:
    post:
      consumes: [multipart/form-data]
      parameters:
        - {name: photo, in: formData, required: true, type: file}
        - {name: title, in: formData, type: string, maxLength: 40}
      responses: {'204': {description: made}}
definitions:
  Pet: {type: object, required: [name], properties: {name: {type: string}, age: {type: integer, x-nullable: true}}}
`

const openapi = `openapi: 3.1.0
security: [{http: []}]
paths:
  /pets:
    get:
      parameters:
        - {name: tags, in: query, schema: {type: array, items: {type: string}}}
        - {name: limit, in: query, schema: {type: integer, default: 20, maximum: 100}}
      responses:
        '200':
          description: pets
          content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Pet'}}}}
    post:
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}
      responses: {'204': {description: made}}
  /photos:
    post:
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [photo]
              properties: {photo: {type: string, format: binary}, title: {type: string, maxLength: 40}}
      responses: {'204': {description: made}}
components:
  securitySchemes: {http: {type: http, scheme: basic}}
  schemas:
    Pet: {type: object, required: [name], properties: {name: {type: string}, age: {type: [integer, 'null']}}}
`

const rulesOf = (base: string, head: string) => changesBetween(base, head).map(({ rule }) => rule)

it('the same API in 2.0 and 3.1 breaks nothing, either way', () => {
  expect(changesBetween(swagger, openapi)).toEqual([])
  expect(changesBetween(openapi, swagger)).toEqual([])
})

describe('2.0', () => {
  it.each([
    ['maximum: 100', 'maximum: 50', ['breaking-request-limit-tightened']],
    ['default: 20', 'default: 10', ['breaking-parameter-default-changed']],
    ['multi', 'csv', ['breaking-parameter-style-changed']],
    [
      'title, in: formData',
      'title, required: true, in: formData',
      ['breaking-request-property-became-required'],
    ],
    ['maxLength: 40', 'maxLength: 20', ['breaking-request-limit-tightened']],
    ['produces: [application/json]', 'produces: [text/csv]', ['breaking-response-media-type-removed']],
    ['[multipart/form-data]', '[text/csv]', ['breaking-request-media-type-removed']],
    ['{type: basic}', '{type: apiKey, name: key, in: header}', ['breaking-security-changed']],
    ['type: integer, x-nullable: true', 'type: integer', ['breaking-request-null-refused']],
  ])('%s becomes %s', (before, after, rules) => {
    expect(swagger).toContain(before)
    expect(rulesOf(swagger, swagger.replace(before, after))).toEqual(rules)
  })
})

describe('3.2', () => {
  const hooks = (message: string) => `openapi: 3.2.0
paths:
  /pets: {query: {responses: {}}, additionalOperations: {COPY: {responses: {}}}}
webhooks:
  sold: {post: {requestBody: {content: {application/json: {schema: ${message}}}}, responses: {}}}
`
  it('has other methods', () => {
    const base = hooks('{}')
    expect(rulesOf(base, base.replace('query: {responses: {}}, ', ''))).toEqual([
      'breaking-operation-removed',
    ])
    expect(rulesOf(base, base.replace('COPY', 'MOVE'))).toEqual(['breaking-operation-removed'])
  })

  it('sends webhooks to clients, so that what they get may be less and not more', () => {
    const [small, large] = [hooks('{type: integer, maximum: 5}'), hooks('{type: integer, maximum: 9}')]
    expect(rulesOf(large, small)).toEqual([])
    expect(rulesOf(small, large)).toEqual(['breaking-response-limit-loosened'])
  })
})

describe('what cannot be compared', () => {
  it.each(['text', '[]', 'asyncapi: 2.0.0', 'openapi: 4.0.0', 'swagger: 1.2'])('says so of %s', (text) => {
    expect(rulesOf(text, openapi)).toEqual(['breaking-not-compared'])
    expect(rulesOf(openapi, text)).toEqual(['breaking-not-compared'])
  })
})

describe('schemas that contain themselves or choose much', () => {
  const withSchemas = (schemas: string) => `openapi: 3.1.0
paths:
  /a: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}
components: {schemas: ${schemas}}
`
  it.each([
    [
      'a cycle of properties',
      '{A: {type: object, properties: {a: {$ref: "#/components/schemas/A"}, b: {maximum: 5}}}}',
    ],
    [
      'a cycle of allOf',
      '{A: {allOf: [{$ref: "#/components/schemas/B"}]}, B: {maximum: 5, allOf: [{$ref: "#/components/schemas/A"}]}}',
    ],
    ['a cycle of oneOf', '{A: {oneOf: [{$ref: "#/components/schemas/A"}, {type: integer, maximum: 5}]}}'],
  ])('ends at %s', (_, schemas) => {
    expect(rulesOf(withSchemas(schemas), withSchemas(schemas))).toEqual([])
    const found = rulesOf(withSchemas(schemas), withSchemas(schemas.replace('5', '4')))
    expect(found).toEqual(['breaking-request-limit-tightened'])
  })

  it('compares many choices one by one, not in all combinations', () => {
    const choice = (name: string, most: number) =>
      `{oneOf: [{properties: {${name}: {const: 1}}}, {required: [${name}], properties: {${name}: {maximum: ${most}}}}, {required: [x]}]}`
    const all = (most: number) =>
      `{A: {allOf: [${[...'abcdefghij'].map((name) => choice(name, most)).join(', ')}]}}`
    expect(rulesOf(withSchemas(all(5)), withSchemas(all(5)))).toEqual([])
    expect(new Set(rulesOf(withSchemas(all(5)), withSchemas(all(4))))).toEqual(
      new Set(['breaking-request-limit-tightened']),
    )
  })

  it('leaves many choices within an alternative as they are', () => {
    const choice = (name: string, most: number) =>
      `{oneOf: [${[1, 2, 3, 4, 5].map((value) => `{required: [${name}], properties: {${name}: {const: ${value}}}, maxProperties: ${most}}`).join(', ')}]}`
    const all = (most: number) =>
      `{A: {oneOf: [{type: boolean, title: no}, {allOf: [${[...'abcdefgh'].map((name) => choice(name, most)).join(', ')}]}]}}`
    expect(rulesOf(withSchemas(all(5)), withSchemas(all(6)))).toEqual([])
    expect(rulesOf(withSchemas(all(5)), withSchemas(all(4)))).toContain('breaking-request-limit-tightened')
  })
})

describe('x-stability-level', () => {
  const at = (level: string) => `openapi: 3.0.0\npaths: {/a: {get: {${level}}}}\n`
  const of = (level: string) => at(`x-stability-level: ${level}`)
  it.each([
    [at(''), of('beta'), true],
    [of('beta'), at(''), false],
    [of('alpha'), of('draft'), true],
    [of('draft'), of('alpha'), false],
    [at(''), of('stable'), false],
    [of('stable'), of('experimental'), true],
    [at(''), of('1'), true],
    [at(''), of(''), false],
    [of('experimental'), of('experimental'), false],
    [of('experimental'), of('beta'), false],
  ])('%s, then %s: is lower or not known: %s', (before, after, isLower) => {
    expect(rulesOf(before, after)).toEqual(isLower ? ['breaking-stability-lowered'] : [])
  })
})
