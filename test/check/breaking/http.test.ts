import { describe, expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

const rulesOf = (base: string, head: string) => [
  ...new Set(changesBetween(base, head).map(({ rule }) => rule.replace('breaking-', ''))),
]
const operation = (rest: string, more = '') => `openapi: 3.0.3\npaths: {/a: {post: {${rest}}}}\n${more}`
const json = (schema: string) => `{content: {application/json: {schema: ${schema}}}}`
const ranged = (content: string) => `'200': {content: {${content}}}`
const [text, count] = [json('{type: string}'), json('{type: integer}')]

describe('the responses', () => {
  it.each([
    [`'2XX': ${text}`, `'200': ${count}`, ['response-type-changed']],
    [`'2XX': ${text}`, `'200': {}`, ['response-media-type-removed']],
    [`'2XX': ${text}`, `'200': ${text}`, []],
    [`'2XX': ${text}, '200': ${count}`, `'2XX': ${text}, '200': ${count}`, []],
    [`'2XX': ${text}`, `'2XX': ${text}, '201': ${count}`, ['response-type-changed']],
    [`'2XX': ${text}`, `'404': ${count}`, ['response-status-removed']],
    [`'200': ${text}`, `'2XX': ${count}`, ['response-type-changed']],
    [`default: ${text}`, `'200': ${count}`, ['response-type-changed']],
    [`default: ${text}`, `'200': ${text}`, []],
    [`default: ${text}`, '', ['response-status-removed']],
    [`default: ${text}`, `default: ${text}, '404': ${count}`, ['response-type-changed']],
    [`default: ${text}`, `default: ${text}, '200': ${count}`, ['response-type-changed']],
    [`default: ${text}`, `default: ${text}, '4XX': ${count}`, ['response-type-changed']],
    [`default: ${text}`, `default: ${text}, '2xx': ${count}`, ['response-type-changed']],
    [`default: ${text}`, `default: ${text}, '301': ${count}`, ['response-type-changed']],
    [`default: ${text}`, `default: ${text}, '404': {}`, ['response-media-type-removed']],
    [`default: ${text}`, `default: ${text}, '200': ${text}, '4XX': ${text}`, []],
    [`default: ${text}`, `default: ${text}, x-404: ${count}`, []],
    [`default: ${text}, '4XX': ${count}`, `default: ${text}, '4XX': ${count}, '404': ${count}`, []],
    [
      `default: ${text}, '4XX': ${count}`,
      `default: ${text}, '4XX': ${count}, '500': ${count}`,
      ['response-type-changed'],
    ],
    [
      `default: ${text}, '404': ${count}`,
      `default: ${text}, '404': ${count}, '4XX': ${count}`,
      ['response-type-changed'],
    ],
    [`default: ${text}, '200': ${count}`, `default: ${text}, '200': ${count}, '201': ${count}`, []],
    [
      `default: ${text}, '200': ${count}`,
      `default: ${text}, '200': ${count}, '5XX': ${count}`,
      ['response-type-changed'],
    ],
    [`default: {}`, `default: {}, '404': ${count}`, []],
    [`default: {}`, `default: {}, '404': {headers: {X-A: {required: true}}}`, []],
    [
      `default: {headers: {X-A: {required: true}}}`,
      `default: {headers: {X-A: {required: true}}}, '404': {}`,
      ['response-header-removed'],
    ],
    [`'101': {}`, '', ['response-status-removed']],
    [`'302': {}`, '', ['response-status-removed']],
    [`'302': {}, '200': {}`, `'200': {}`, ['response-status-removed']],
    [`'301': {}`, `'308': {}`, ['response-status-removed']],
    [`'303': {}`, `'3XX': {}`, []],
    [`'307': {}`, `default: {}`, []],
    [`'302': {headers: {Location: {required: true}}}`, `default: {}`, ['response-header-removed']],
    [`'3XX': {}`, '', ['response-status-removed']],
    [`'3XX': {}`, `'302': {}`, []],
    [`'3XX': {}, '302': {}`, `'302': {}`, ['response-status-removed']],
    [`'2XX': {}, '200': {}`, `'200': {}`, ['response-status-removed']],
    [`'2XX': {}, default: {}`, `default: {}`, ['response-status-removed']],
    [`'304': {}, '200': {}`, `'200': {}`, []],
    [`'100': {}, '200': {}`, `'200': {}`, []],
    [`'404': {}, '200': {}`, `'200': {}`, []],
    [`'200': ${text}, default: ${text}`, `'200': ${text}, '201': ${count}`, []],
    [`'200': ${text}, default: ${text}`, `'200': ${text}, '404': ${count}`, ['response-type-changed']],
    [`'200': ${text}, default: ${text}`, `'200': ${text}`, []],
    [`'200': ${text}`, `default: ${text}`, ['response-status-removed']],
    [`'200': ${text}, '404': ${text}`, `'200': ${text}, default: ${count}`, ['response-type-changed']],
    [`'4XX': ${text}`, `'404': ${count}`, ['response-type-changed']],
    [`'200': ${text}, '4XX': ${text}`, `'200': ${text}, default: ${count}`, ['response-type-changed']],
    [`'200': ${text}, '4XX': ${text}`, `'200': ${text}, default: ${text}`, []],
    [
      ranged('application/*: {schema: {type: string}}'),
      ranged('application/*: {schema: {type: string}}, application/json: {schema: {type: integer}}'),
      ['response-type-changed'],
    ],
    [
      ranged('application/*: {schema: {type: string}}'),
      ranged('application/*: {schema: {type: string}}, application/json: {schema: {type: string}}'),
      [],
    ],
  ])('%s, then %s', (before, after, rules) => {
    const [base, head] = [operation(`responses: {${before}}`), operation(`responses: {${after}}`)]
    expect(rulesOf(base, head)).toEqual(rules)
    expect(rulesOf(base, base)).toEqual([])
    expect(rulesOf(head, head)).toEqual([])
  })
})

describe('media types', () => {
  const of = (types: Readonly<Record<string, string>>) =>
    JSON.stringify(
      Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { schema: { type } }])),
    )
  const request = (content: string) => operation(`requestBody: {content: ${content}}, responses: {}`)
  const response = (content: string) => operation(`responses: {'200': {content: ${content}}}`)
  const [any, some, one, merge] = ['*/*', 'application/*', 'application/json', 'application/merge+json']
  const text = { [any]: 'string' }
  const listed = 'request-media-types-listed'
  const asked = 'request-type-changed'
  const told = 'response-type-changed'
  const gone = 'response-media-type-removed'

  it.each<[Readonly<Record<string, string>>, Readonly<Record<string, string>>, string[], string[]]>([
    [text, { [one]: 'string' }, [listed], []],
    [text, { [some]: 'string' }, [listed], []],
    [text, { [one]: 'string', 'text/csv': 'string' }, [listed], []],
    [text, { [one]: 'integer' }, [listed, asked], [told]],
    [text, { [one]: 'string', [any]: 'string' }, [], []],
    [text, { '*/*; charset=utf-8': 'string' }, [], []],
    [text, {}, ['request-media-type-removed'], ['response-media-type-removed']],
    [{ [some]: 'string' }, { [one]: 'string' }, ['request-media-type-removed'], []],
    [{ [some]: 'string' }, { [any]: 'string', [one]: 'integer' }, [asked], [told]],
    [{ [some]: 'string' }, { [any]: 'integer', [one]: 'string' }, [asked], [told]],
    [{ [some]: 'string' }, { [one]: 'string', [merge]: 'integer' }, ['request-media-type-removed'], [told]],
    [{ [some]: 'string', [one]: 'string' }, { [some]: 'string', [merge]: 'integer' }, [asked], [gone, told]],
    [{ [one]: 'string' }, { [merge]: 'string', [any]: 'integer' }, [asked], [gone]],
  ])('%j, then %j', (before, after, inRequests, inResponses) => {
    expect(rulesOf(request(of(before)), request(of(after)))).toEqual(inRequests)
    expect(rulesOf(response(of(before)), response(of(after)))).toEqual(inResponses)
  })

  it('says which media types are left, of 2.0, too', () => {
    const swagger = (consumes: string) =>
      `swagger: '2.0'\npaths: {/a: {post: {${consumes} parameters: [{name: b, in: body, schema: {}}], responses: {}}}}`
    expect(changesBetween(swagger(''), swagger('consumes: [application/json, text/csv],'))).toMatchObject([
      {
        rule: `breaking-${listed}`,
        message:
          'Request body could be in any media type (`*/*`) and is now only in `application/json`, `text/csv`',
      },
    ])
  })
})

describe('fields beside the $ref of a path item', () => {
  const item = (own: string, behind = 'get: {}') =>
    `openapi: 3.1.0\npaths: {/a: {$ref: '#/components/pathItems/P', ${own}}}\nwebhooks: {w: {$ref: '#/components/pathItems/P', ${own}}}\ncomponents: {pathItems: {P: {${behind}}}}`
  const removed = ['operation-removed', 'webhook-removed']
  it.each([
    [item('delete: {}'), item(''), removed, []],
    [item('delete: {}'), item('', 'get: {}, delete: {}'), [], []],
    [item('delete: {}'), item('delete: {}', ''), removed, []],
    [item('get: {deprecated: true}, put: {}', 'get: {}, put: {}'), item('put: {}'), [], []],
    [item('parameters: []', 'get: {}, parameters: [{name: a, in: query, required: true}]'), item(''), [], []],
    [
      item(''),
      item('parameters: [{name: a, in: query, required: true}]'),
      ['parameter-added'],
      ['parameter-removed', 'webhook-part-removed'],
    ],
    [
      item('servers: [{url: /v1}]'),
      item('servers: [{url: /v2}]'),
      ['base-path-changed'],
      ['base-path-changed'],
    ],
    [
      item('additionalOperations: {COPY: {}}', 'additionalOperations: {LINK: {}}'),
      item('', 'additionalOperations: {LINK: {}}'),
      removed,
      [],
    ],
  ])('%s, then %s', (before, after, rules, back) => {
    expect(rulesOf(before, after)).toEqual(rules)
    expect(rulesOf(after, before)).toEqual(back)
    expect(rulesOf(after, after)).toEqual([])
  })
})

describe('requests', () => {
  const body = (content: string) => operation(`requestBody: {content: ${content}}, responses: {}`)
  const of = (schema: string) => body(`{application/json: {schema: ${schema}}}`)
  const id = (id: string, required = '[id]') =>
    of(`{type: object, required: ${required}, properties: {id: ${id}}}`)
  const two = (rest: string, required = '[]') =>
    of(`{oneOf: [{title: A, required: ${required}}, {title: B, required: ${required}}]${rest}}`)
  it.each([
    [body('{application/json: {}}'), body('{}'), ['request-media-type-removed']],
    [body('{}'), body('{application/json: {}}'), []],
    [id('{readOnly: true}'), id('{}'), ['request-property-became-required']],
    [id('{}'), id('{readOnly: true}'), ['request-property-became-read-only']],
    [id('{}', '[]'), id('{readOnly: true}', '[]'), ['request-property-became-read-only']],
    [id('{readOnly: true}'), id('{}', '[]'), []],
    [id('{}'), id('{type: string}'), ['request-type-changed']],
    [
      of('{type: integer, maximum: 9}'),
      of('{type: integer, maximum: 9, exclusiveMaximum: true}'),
      ['request-limit-tightened'],
    ],
    [
      of('{type: number, minimum: 9, exclusiveMinimum: true}'),
      of('{type: number, minimum: 10}'),
      ['request-limit-tightened'],
    ],
    [
      of('{type: integer}'),
      of('{type: integer, maximum: 9, exclusiveMaximum: true}'),
      ['request-limit-added'],
    ],
    [of('{enum: [a, null], nullable: true}'), of('{enum: [a], nullable: true}'), ['request-null-refused']],
    [of('{enum: [a], nullable: true}'), of('{enum: [a, null], nullable: true}'), []],
    [of('{anyOf: [{enum: [a]}, {enum: [null]}]}'), of('{enum: [a, null], nullable: true}'), []],
    [of('{enum: [a, null], nullable: true}'), of('{anyOf: [{enum: [a]}, {enum: [null]}]}'), []],
    [
      two(', discriminator: {propertyName: a}'),
      two(', discriminator: {propertyName: b}'),
      ['request-discriminator-changed'],
    ],
    [two(''), two(', discriminator: {propertyName: a}'), ['request-discriminator-changed']],
    [two('', '[a]'), two(', discriminator: {propertyName: a}', '[a]'), []],
    [two(', discriminator: {propertyName: a}'), two(''), []],
    [
      two(', discriminator: {propertyName: a}', '[a, b]'),
      two(', discriminator: {propertyName: b}', '[a, b]'),
      ['request-discriminator-changed'],
    ],
  ])('%s, then %s', (base, head, rules) => {
    expect(rulesOf(base, head)).toEqual(rules)
    expect(rulesOf(base, base)).toEqual([])
  })
})

it('a response with null among the values is another one', () => {
  const of = (schema: string) => operation(`responses: {'200': ${json(schema)}}`)
  const [some, more] = [of('{nullable: true, enum: [a]}'), of('{nullable: true, enum: [a, null]}')]
  expect(rulesOf(some, more)).toEqual(['response-null-added'])
  expect(rulesOf(more, some)).toEqual([])
})

it('a parameter that was deprecated without a date is missed', () => {
  const base = operation('parameters: [{name: q, in: query, deprecated: true}], responses: {}')
  expect(rulesOf(base, operation('responses: {}'))).toEqual(['parameter-removed'])
})

describe('credentials', () => {
  const by = (scheme: string) =>
    operation('security: [{s: []}], responses: {}', `components: {securitySchemes: {s: ${scheme}}}`)
  const oauth = (flows: string) => by(`{type: oauth2, flows: {${flows}}}`)
  const [client, code] = [
    'clientCredentials: {tokenUrl: https://a/t}',
    'authorizationCode: {tokenUrl: https://b/t}',
  ]
  const asks = (url: string) => oauth(`authorizationCode: {authorizationUrl: ${url}, tokenUrl: https://b/t}`)
  const needs = (scopes: string, offered: string, others = '') => {
    const given = offered.split(', ').map((scope) => `${scope}: text`)
    const flow = `clientCredentials: {tokenUrl: https://a/t, scopes: {${given.join(', ')}}}`
    return oauth([flow, others].filter(Boolean).join(', ')).replace('s: []', `s: [${scopes}]`)
  }
  const oldNeeds = (scopes: string, offered: string) => {
    const given = offered.split(', ').map((scope) => `${scope}: text`)
    const flow = 'flow: application, tokenUrl: https://a/t'
    return old(`{type: oauth2, ${flow}, scopes: {${given.join(', ')}}}`).replace('s: []', `s: [${scopes}]`)
  }
  const openid = (url: string) => by(`{type: openIdConnect, openIdConnectUrl: ${url}}`)
  const old = (scheme: string) => `swagger: '2.0'
paths: {/a: {post: {security: [{s: []}], responses: {}}}}
securityDefinitions: {s: ${scheme}}`
  it.each([
    [oauth(client), oauth(code), ['security-changed']],
    [oauth(client), oauth(client.replace('/t', '/other')), ['security-changed']],
    [oauth(client), oauth(`${client}, ${code}`), []],
    [asks('https://a'), asks('https://b'), ['security-changed']],
    [asks('http://a'), asks('https://a'), []],
    [needs('w', 'r, w'), needs('w', 'r'), ['security-changed']],
    [needs('w', 'r, w'), needs('w', 'w'), []],
    [needs('', 'r, w'), needs('', 'r'), []],
    [needs('w', 'r'), needs('w', 'r'), []],
    [needs('w', 'r, w'), needs('w', 'r', code), ['security-changed']],
    [needs('w', 'r, w', code), needs('w', 'r', code), ['security-changed']],
    [oldNeeds('w', 'r, w'), oldNeeds('w', 'r'), ['security-changed']],
    [oldNeeds('w', 'r, w'), needs('w', 'r, w'), []],
    [oldNeeds('w', 'r, w'), needs('w', 'r'), ['security-changed']],
    [oauth(`${client}, ${code}`), oauth(client), ['security-changed']],
    [oauth(client.replace('https', 'http')), oauth(client), []],
    [openid('https://a'), openid('https://b'), ['security-changed']],
    [by('{type: apiKey, name: X-Key, in: header}'), by('{type: apiKey, name: x-key, in: header}'), []],
    [
      by('{type: apiKey, name: K, in: query}'),
      by('{type: apiKey, name: k, in: query}'),
      ['security-changed'],
    ],
    [openid('https://a'), openid('https://a'), []],
    [old('{type: oauth2, flow: application, tokenUrl: https://a/t}'), oauth(client), []],
    [old('{type: oauth2, flow: accessCode, tokenUrl: https://a/t}'), oauth(client), ['security-changed']],
  ])('%s, then %s', (base, head, rules) => {
    expect(rulesOf(base, head)).toEqual(rules)
  })
})

it.each([
  ['{default: {}}', '{default: {}, "200": {content: {application/json: {}}}}', ['webhook-answer-changed']],
  ['{default: {}}', '{default: {}, "4XX": {headers: {X-A: {required: true}}}}', ['webhook-answer-changed']],
  [`{default: ${text}}`, `{default: ${text}, '200': ${count}}`, ['request-type-changed']],
  ['{default: {}}', '{default: {}, "200": {}}', []],
  ['{default: {}, "200": {}}', '{default: {}, "200": {}, "201": {content: {application/json: {}}}}', []],
])('answers to a webhook: %s, then %s', (before, after, rules) => {
  const hook = (responses: string) => `openapi: 3.1.0\nwebhooks: {w: {post: {responses: ${responses}}}}`
  expect(rulesOf(hook(before), hook(after))).toEqual(rules)
})

it('more combinations of flows than are compared', () => {
  const of = (scopes: string) => {
    const names = Array.from({ length: 30 }, (_, index) => `s${index}`)
    const flow = (name: string, host: string) => `{tokenUrl: 'https://${host}/${name}', scopes: ${scopes}}`
    const schemes = names.map(
      (name) =>
        `${name}: {type: oauth2, flows: {password: ${flow(name, 'a')}, clientCredentials: ${flow(name, 'b')}}}`,
    )
    return `openapi: 3.1.0
security: [{${names.map((name) => `${name}: [r]`).join(', ')}}]
paths: {/a: {get: {responses: {}}}}
components: {securitySchemes: {${schemes.join(', ')}}}`
  }
  const rules = (before: string, after: string) => changesBetween(before, after).map(({ rule }) => rule)
  const whole = of('{r: read}')
  expect(rules(whole, whole.replace('responses: {}', "responses: {'200': {description: d}}"))).toEqual([])
  expect(rules(whole, whole.replace('https://a/s3', 'https://c/s3'))).toEqual(['breaking-security-changed'])
  expect(rules(whole, whole.replace('https://a/s3', 'http://a/s3'))).toEqual(['breaking-security-changed'])
  expect(rules(whole, of('{}'))).toEqual(['breaking-security-changed'])
})
