import { describe, expect, it } from 'vitest'
import { load } from '../../ruleset/load.ts'
import { placesOf, withOperation, withSchema, withScheme } from './owasp-issues.ts'

/** Where the rule, without `owasp:api`, finds something in a document: nowhere means that the document passes. */
type Row = readonly [rule: string, document: string, ...places: readonly string[]]

const parameters = 'paths|/a|get|parameters'
const scheme = 'components|securitySchemes|main'
const schema = 'components|schemas|Foo'
const named = (...names: string[]) =>
  withOperation(
    `{parameters: [${names.map((name) => `{name: ${name}, in: query, schema: {type: integer}}`)}]}`,
  )
const flow = (text: string) => withScheme(`{type: oauth2, flows: {implicit: ${text}}}`)
const admin = (own: string, other: string) =>
  `{openapi: 3.1.0, paths: {/v1/admin/x: {get: {security: [${own}]}}, /x: {get: {security: [${other}]}}}}`
const servers = (text: string) => `{openapi: 3.0.3, servers: [${text}]}`

const rows: Row[] = [
  [
    '1:2023-no-numeric-ids',
    named('user_id', 'userId', 'user-id', 'id'),
    ...[0, 1, 2, 3].map((n) => `${parameters}|${n}|schema`),
  ],
  ['1:2023-no-numeric-ids', named('paid', 'ids')],
  ['2:2023-no-http-basic', withScheme('{type: http, scheme: basic}'), `${scheme}|scheme`],
  [
    '2:2023-no-http-basic',
    'swagger: "2.0"\nsecurityDefinitions: {a: {type: basic}}',
    'securityDefinitions|a|type',
  ],
  ['2:2023-short-lived-access-tokens', flow('{scopes: {}}'), `${scheme}|flows|implicit`],
  ['2:2023-short-lived-access-tokens', flow('{refreshUrl: https://a}')],
  ['2:2023-write-restricted', withOperation('{}', 'post'), 'paths|/a|post'],
  ['2:2023-write-restricted', withOperation('{security: [{k: []}]}', 'post')],
  ['2:2023-read-restricted', withOperation('{}'), 'paths|/a|get'],
  [
    '3:2023-no-additionalProperties',
    withSchema('{type: object, additionalProperties: {}}', '3.0.3'),
    `${schema}|additionalProperties`,
  ],
  ['3:2023-no-additionalProperties', withSchema('{type: object, additionalProperties: false}', '3.0.3')],
  [
    '3:2023-constrained-additionalProperties',
    withSchema('{type: object, additionalProperties: {}}', '3.0.3'),
    schema,
  ],
  [
    '3:2023-constrained-additionalProperties',
    withSchema('{type: object, additionalProperties: true}', '3.0.3'),
  ],
  [
    '3:2023-no-unevaluatedProperties',
    withSchema('{type: object, unevaluatedProperties: true}'),
    `${schema}|unevaluatedProperties`,
  ],
  ['3:2023-no-unevaluatedProperties', withSchema('{type: object, unevaluatedProperties: false}')],
  [
    '3:2023-constrained-unevaluatedProperties',
    withSchema('{type: object, unevaluatedProperties: {a: 1}}'),
    schema,
  ],
  [
    '3:2023-constrained-unevaluatedProperties',
    withSchema('{type: object, unevaluatedProperties: {a: 1}, maxProperties: 1}'),
  ],
  ['4:2023-integer-limit', withSchema('{type: integer}'), schema],
  ['4:2023-integer-limit', withSchema('{type: integer}', '3.0.3')],
  ['4:2023-integer-limit-legacy', withSchema('{type: integer}', '3.0.3'), schema],
  ['4:2023-integer-limit-legacy', withSchema('{type: integer}')],
  [
    '4:2023-integer-limit-legacy',
    'swagger: "2.0"\npaths: {/a: {get: {parameters: [{name: n, type: integer}]}}}',
    `${parameters}|0`,
  ],
  ['5:2023-admin-security-unique', admin('{k: [a, b]}', '{k: [b, a]}'), 'paths|/v1/admin/x|get|security|0'],
  ['5:2023-admin-security-unique', admin('{z: []}, {k: []}', '{k: []}'), 'paths|/v1/admin/x|get|security|1'],
  ['5:2023-admin-security-unique', admin('{k: [a]}', '{k: [b]}')],
  ['5:2023-admin-security-unique', admin('{k: []}', '{l: []}')],
  [
    '7:2023-concerning-url-parameter',
    named('callback', 'image_url', 'nextUrl'),
    ...[0, 1, 2].map((n) => `${parameters}|${n}|name`),
  ],
  ['7:2023-concerning-url-parameter', named('curl', 'callbacks')],
  [
    '8:2023-define-cors-origin',
    withOperation("{responses: {'200': {headers: {X: {}}}, '201': {}}}"),
    'paths|/a|get|responses|200|headers',
  ],
  [
    '8:2023-define-cors-origin',
    withOperation("{responses: {'200': {headers: {Access-Control-Allow-Origin: {schema: true}}}}}"),
  ],
  ['8:2023-no-scheme-http', '{swagger: "2.0", schemes: [https, http, wss]}', 'schemes|1'],
  ['8:2023-no-server-http', servers('{url: /v1}, {url: http://a}, {url: wss://a}'), 'servers|1|url'],
  ['9:2023-inventory-access', servers('{url: a}, {url: a, x-internal: false}'), 'servers|0'],
  [
    '9:2023-inventory-environment',
    servers('{description: Pre-Production}, {description: here}'),
    'servers|1|description',
  ],
]

describe('the rules of the public package', () => {
  it.each(rows)('%s in %s', async (rule, document, ...places) => {
    const extending = 'extends: "@stoplight/spectral-owasp-ruleset"'
    expect(await placesOf(`owasp:api${rule}`, document, extending)).toEqual(places)
  })

  it.each([
    ['owasp:api4:2023-string-restricted', 'warn'],
    ['owasp:api4:2023-string-limit', 'error'],
    ['owasp:api2:2023-read-restricted', 'warn'],
    ['owasp:api2:2023-write-restricted', 'error'],
  ])('%s has the severity %s', async (id, severity) => {
    const rules = await load('extends: "@stoplight/spectral-owasp-ruleset"')
    expect(rules.find((rule) => rule.id === id)?.severity).toBe(severity)
  })
})
