import { describe, expect, it } from 'vitest'
import { load } from '../../ruleset/load.ts'
import { placesOf, withOperation, withSchema, withScheme } from './owasp-issues.ts'

const schema = 'components|schemas|Foo'
const scheme = 'components|securitySchemes|main'
const operation = 'paths|/a|get'

/** Where the rule finds something in a document: nowhere means that the document passes. */
type Row = readonly [rule: string, document: string, ...places: readonly string[]]

const parameter = (text: string) => withOperation(`{parameters: [${text}]}`)
const responses = (text: string) => withOperation(`{responses: {${text}}}`)
const headers = (names: string) => responses(`'200': {headers: {${names}}}`)
const aParameter = `${operation}|parameters|0`
const form = `${aParameter}|content|application/x-www-form-urlencoded`
const queried = 'components|schemas|Query|properties|apiKey'
const querystring = (media: string) => `openapi: 3.2.0
paths: {/a: {get: {parameters: [{name: q, in: querystring, content: {application/x-www-form-urlencoded: ${media}}}]}}}
components:
  mediaTypes: {Form: {schema: {$ref: '#/components/schemas/Query'}}}
  schemas:
    Query: {properties: {apiKey: {}, page: {}}}
    Loop: {allOf: [{$ref: '#/components/schemas/Loop'}]}`
const withContent = '{content: {application/json: {schema: {type: object}}}}'

const ofParameters: Row[] = [
  [
    'owasp-no-numeric-ids',
    parameter('{name: id, in: path, schema: {type: integer}}'),
    `${aParameter}|schema|type`,
  ],
  [
    'owasp-no-numeric-ids',
    parameter('{name: petId, schema: {type: [integer, "null"]}}'),
    `${aParameter}|schema|type`,
  ],
  ['owasp-no-numeric-ids', parameter('{name: id, schema: {type: string}}')],
  ['owasp-no-numeric-ids', parameter('{name: identity, schema: {type: integer}}')],
  ['owasp-no-numeric-ids', parameter('{name: id}, {name: id, schema: true}, {schema: {type: integer}}')],
  [
    'owasp-no-numeric-ids',
    `openapi: 3.0.3
paths: {/a: {parameters: [{$ref: '#/components/parameters/Id'}]}}
components:
  parameters: {Id: {name: id, schema: {$ref: '#/components/schemas/Count'}}}
  schemas: {Count: {type: integer}}`,
    'components|schemas|Count|type',
  ],
  ['owasp-no-credentials-in-url', parameter('{name: client_secret, in: query}'), `${aParameter}|name`],
  ['owasp-no-credentials-in-url', parameter('{name: myApi-Key2, in: path}'), `${aParameter}|name`],
  ['owasp-no-credentials-in-url', parameter('{name: token, in: header}')],
  ['owasp-no-credentials-in-url', parameter('{name: page, in: query}')],
  [
    'owasp-no-credentials-in-url',
    querystring('{schema: {properties: {token: {}}}}'),
    `${form}|schema|properties|token`,
  ],
  ['owasp-no-credentials-in-url', querystring("{schema: {$ref: '#/components/schemas/Query'}}"), queried],
  ['owasp-no-credentials-in-url', querystring("{$ref: '#/components/mediaTypes/Form'}"), queried],
  [
    'owasp-no-credentials-in-url',
    querystring("{schema: {allOf: [{properties: {page: {}}}, {$ref: '#/components/schemas/Query'}]}}"),
    queried,
  ],
  ['owasp-no-credentials-in-url', querystring("{schema: {$ref: '#/components/schemas/Loop'}}")],
  ['owasp-no-credentials-in-url', querystring("{schema: {$ref: '#/nowhere'}}")],
]

const ofSchemes: Row[] = [
  ['owasp-no-http-basic', withScheme('{type: http, scheme: Basic}'), `${scheme}|scheme`],
  ['owasp-no-http-basic', withScheme('{type: http, scheme: bearer}')],
  ['owasp-no-http-basic', 'openapi: 3.1.0'],
  ['owasp-no-api-keys-in-url', withScheme('{type: apiKey, in: query, name: k}'), `${scheme}|in`],
  ['owasp-no-api-keys-in-url', withScheme('{type: apiKey, in: path, name: k}'), `${scheme}|in`],
  ['owasp-no-api-keys-in-url', withScheme('{type: apiKey, in: header, name: k}')],
  ['owasp-auth-insecure-schemes', withScheme('{type: http, scheme: negotiate}'), `${scheme}|scheme`],
  ['owasp-auth-insecure-schemes', withScheme('{type: http, scheme: OAuth}'), `${scheme}|scheme`],
  ['owasp-auth-insecure-schemes', withScheme('{type: http, scheme: bearer}')],
  ['owasp-jwt-best-practices', withScheme('{type: oauth2, description: x}'), `${scheme}|description`],
  ['owasp-jwt-best-practices', withScheme('{type: http, bearerFormat: JWT}'), scheme],
  ['owasp-jwt-best-practices', withScheme('{type: http, bearerFormat: jwt, description: As RFC8725 has it}')],
  ['owasp-jwt-best-practices', withScheme('{type: http, scheme: bearer}')],
]

const unsafe = 'owasp-protection-global-unsafe'
const strict = 'owasp-protection-global-unsafe-strict'
const ofSecurity: Row[] = [
  [unsafe, withOperation('{}', 'post'), 'paths|/a|post'],
  [unsafe, withOperation('{security: []}', 'put', '{security: [{k: []}]}'), 'paths|/a|put'],
  [unsafe, withOperation('{}', 'patch', '{security: []}'), 'paths|/a|patch'],
  [unsafe, withOperation('{}', 'delete', '{security: [{k: []}]}')],
  [unsafe, withOperation('{security: [{}]}', 'post')],
  [unsafe, withOperation('{}', 'get')],
  [strict, withOperation('{security: [{k: []}, {}]}', 'post'), 'paths|/a|post|security|1'],
  [strict, withOperation('{}', 'post', '{security: [{}]}'), 'security|0'],
  [strict, withOperation('{security: [{k: []}]}', 'post', '{security: [{}]}')],
  [strict, withOperation('{}', 'post'), 'paths|/a|post'],
  ['owasp-protection-global-safe', withOperation('{}', 'head'), 'paths|/a|head'],
  ['owasp-protection-global-safe', withOperation('{}', 'post')],
  ['owasp-protection-global-safe', withOperation('{security: [{}]}')],
]

const ofResponses: Row[] = [
  ['owasp-define-error-validation', responses("'200': {}"), `${operation}|responses`],
  ['owasp-define-error-validation', withOperation('{}'), operation],
  ...['400', '422', '4XX'].map((code): Row => ['owasp-define-error-validation', responses(`'${code}': {}`)]),
  ...['401', '429', '500'].flatMap((code): Row[] => {
    const rule = `owasp-define-error-responses-${code}`
    return [
      [rule, responses("'200': {}"), `${operation}|responses`],
      [rule, responses(`'${code}': {description: no}`), `${operation}|responses|${code}`],
      [rule, responses(`'${code}': {content: {text/plain: {}}}`), `${operation}|responses|${code}`],
      [rule, responses(`${code}: ${withContent}`)],
      [
        rule,
        `{openapi: 3.0.3, paths: {/a: {get: {responses: {'${code}': {$ref: '#/components/responses/No'}}}}},
          components: {responses: {No: ${withContent}}}}`,
      ],
    ]
  }),
  ['owasp-rate-limit', responses("'200': {description: ok}"), `${operation}|responses|200`],
  ['owasp-rate-limit', responses("'4XX': {description: no}"), `${operation}|responses|4XX`],
  ['owasp-rate-limit', headers('RateLimit-Limit: {}'), `${operation}|responses|200|headers`],
  ['owasp-rate-limit', headers('RateLimit-Limit: {}, RateLimit-Reset: {}')],
  ...['X-RateLimit-Limit', 'X-Rate-Limit-Limit', 'RateLimit'].map(
    (name): Row => ['owasp-rate-limit', headers(`${name}: {}`)],
  ),
  ['owasp-rate-limit', responses("'301': {}, '500': {}, default: {}, x-note: {}")],
  [
    'owasp-rate-limit-retry-after',
    responses("'429': {headers: {X-Other: {}}}"),
    `${operation}|responses|429`,
  ],
  ['owasp-rate-limit-retry-after', responses("'429': {description: no}"), `${operation}|responses|429`],
  ['owasp-rate-limit-retry-after', responses("'429': {headers: {Retry-After: {}}}")],
  ['owasp-rate-limit-retry-after', responses("'200': {}")],
]

const ofSchemas: Row[] = [
  ['owasp-array-limit', withSchema('{type: array}'), schema],
  ['owasp-array-limit', withSchema('{type: array, maxItems: 9}')],
  ['owasp-string-limit', withSchema('{type: string}'), schema],
  ['owasp-string-limit', withSchema('{type: ["null", string], format: uuid}'), schema],
  ['owasp-string-limit', withSchema('{type: string, maxLength: 9}')],
  ['owasp-string-limit', withSchema('{type: string, enum: [a]}')],
  ['owasp-string-limit', withSchema('{type: string, const: a}')],
  ['owasp-string-restricted', withSchema('{type: string, maxLength: 9, format: ""}'), schema],
  ...['format: uuid', 'pattern: ^a$', 'enum: [a]', 'const: a'].map(
    (keyword): Row => ['owasp-string-restricted', withSchema(`{type: string, ${keyword}}`)],
  ),
  ['owasp-integer-limit', withSchema('{type: integer}'), schema],
  ['owasp-integer-limit', withSchema('{type: integer, minimum: 1}'), schema],
  ['owasp-integer-limit', withSchema('{type: integer, exclusiveMaximum: 1}'), schema],
  ['owasp-integer-limit', withSchema('{type: integer, exclusiveMinimum: true, maximum: 1}', '3.0.3'), schema],
  ['owasp-integer-limit', withSchema('{type: integer, minimum: 0, maximum: 1}')],
  ['owasp-integer-limit', withSchema('{type: integer, exclusiveMinimum: 0, exclusiveMaximum: 2}')],
  ['owasp-integer-limit', withSchema('{type: integer, minimum: 0, exclusiveMaximum: 2}')],
  ['owasp-integer-format', withSchema('{type: integer}'), schema],
  ['owasp-integer-format', withSchema('{type: integer, format: int16}'), schema],
  ['owasp-integer-format', withSchema('{type: integer, format: int32}')],
  ['owasp-integer-format', withSchema('{type: number}')],
  ['owasp-no-additionalProperties', withSchema('{type: object, additionalProperties: true}'), schema],
  ['owasp-no-additionalProperties', withSchema('{type: object, additionalProperties: {}}'), schema],
  ['owasp-no-additionalProperties', withSchema('{type: object, additionalProperties: false}')],
  ['owasp-no-additionalProperties', withSchema('{type: object}')],
  [
    'owasp-no-additionalProperties',
    'swagger: "2.0"\ndefinitions: {Foo: {type: object, additionalProperties: true}}',
    'definitions|Foo',
  ],
  ['owasp-constrained-additionalProperties', withSchema('{type: object, additionalProperties: {}}'), schema],
  [
    'owasp-constrained-additionalProperties',
    withSchema('{type: object, additionalProperties: true}'),
    schema,
  ],
  [
    'owasp-constrained-additionalProperties',
    withSchema('{type: object, additionalProperties: {}, maxProperties: 9}'),
  ],
  ['owasp-constrained-additionalProperties', withSchema('{type: object, additionalProperties: false}')],
]

const https = 'owasp-security-hosts-https-oas3'
const ofServers: Row[] = [
  [https, '{openapi: 3.1.0, servers: [{url: http://a}, {url: https://a}]}', 'servers|0|url'],
  [https, '{openapi: 3.1.0, servers: [{url: /v1}, {description: none}]}', 'servers|0|url', 'servers|1'],
  [https, withOperation('{servers: [{url: "ws://a"}]}'), `${operation}|servers|0|url`],
  [https, '{openapi: 3.1.0, paths: {/a: {servers: [{url: http://a}]}}}', 'paths|/a|servers|0|url'],
  [https, 'openapi: 3.1.0'],
]

describe('the rules of vacuum:owasp', () => {
  it.each([...ofParameters, ...ofSchemes, ...ofSecurity, ...ofResponses, ...ofSchemas, ...ofServers])(
    '%s in %s',
    async (rule, document, ...places) => {
      expect(await placesOf(rule, document, 'extends: vacuum:owasp')).toEqual(places)
    },
  )

  it('are each shown to fail and to pass', async () => {
    const rows = [...ofParameters, ...ofSchemes, ...ofSecurity, ...ofResponses, ...ofSchemas, ...ofServers]
    const failing = new Set(rows.filter((row) => row.length > 2).map(([rule]) => rule))
    const passing = new Set(rows.filter((row) => row.length === 2).map(([rule]) => rule))
    const all = (await load('extends: vacuum:owasp')).map(({ id }) => id).sort()
    expect([[...failing].sort(), [...passing].sort()]).toEqual([all, all])
  })
})
