import { describe, expect, it } from 'vitest'
import { isKnown, type KeywordKind, readVersion, type Version } from '../../../src/check/breaking/keywords.ts'
import { openApiVersionNames } from '../../../src/core/document/openapi-versions.ts'
import { changesBetween } from './changes-between.ts'

const found = (base: string, head: string) => [
  ...new Set(changesBetween(base, head).map(({ rule }) => rule.replace('breaking-', ''))),
]
const head = (version: string) => (version === '2.0' ? "swagger: '2.0'" : `openapi: ${version}`)

/** The versions that have a keyword with a value. */
it.each<[KeywordKind, string, unknown, readonly Version[]]>([
  ['root', 'webhooks', {}, ['3.1', '3.2']],
  ['root', 'securityDefinitions', {}, ['2.0']],
  ['path-item', 'query', {}, ['3.2']],
  ['path-item', 'additionalOperations', {}, ['3.2']],
  ['path-item', 'get', {}, openApiVersionNames],
  ['operation', 'requestBody', {}, ['3.0', '3.1', '3.2']],
  ['parameter', 'in', 'body', ['2.0']],
  ['parameter', 'in', 'cookie', ['3.0', '3.1', '3.2']],
  ['parameter', 'in', 'querystring', ['3.2']],
  ['parameter', 'in', 'query', openApiVersionNames],
  ['parameter', 'collectionFormat', 'csv', ['2.0']],
  ['response', 'schema', {}, ['2.0']],
  ['media-type', 'itemSchema', {}, ['3.2']],
  ['xml', 'nodeType', 'text', ['3.2']],
  ['security-scheme', 'type', 'basic', ['2.0']],
  ['security-scheme', 'type', 'mutualTLS', ['3.1', '3.2']],
  ['security-scheme', 'type', 'apiKey', openApiVersionNames],
  ['oauth-flows', 'deviceAuthorization', {}, ['3.2']],
  ['discriminator', 'defaultMapping', 'A', ['3.2']],
  ['schema', 'nullable', true, ['3.0']],
  ['schema', 'oneOf', [], ['3.0', '3.1', '3.2']],
  ['schema', 'const', 1, ['3.1', '3.2']],
  ['schema', 'exclusiveMinimum', true, ['2.0', '3.0']],
  ['schema', 'exclusiveMinimum', 5, ['3.1', '3.2']],
  ['schema', 'type', ['string'], ['3.1', '3.2']],
  ['schema', 'type', 'string', openApiVersionNames],
  ['schema', 'discriminator', 'kind', ['2.0']],
  ['schema', 'x-anything', 1, openApiVersionNames],
])('%s: %s %j is of %j', (kind, keyword, value, wanted) => {
  const known = openApiVersionNames.filter((version) =>
    isKnown(kind, keyword, value, { newest: version, oldest: version }),
  )
  expect(known).toEqual(wanted)
})

it.each([
  [{ swagger: '2.0' }, '2.0'],
  [{ swagger: 2 }, '2.0'],
  [{ openapi: '3.0.4' }, '3.0'],
  [{ openapi: 3.1 }, '3.1'],
  [{ openapi: '3.2.0' }, '3.2'],
])('%j is read as %s', (root, version) => {
  expect(readVersion(root)).toBe(version)
})

describe('what stays and is no longer read', () => {
  const item = (version: string, text: string) => `${head(version)}\npaths: {/a: ${text}}\n`
  const body = (version: string, schema: string) =>
    item(version, `{post: {requestBody: {content: {application/json: {schema: ${schema}}}}, responses: {}}}`)
  const secured = (version: string, scheme: string) =>
    `${item(version, '{get: {security: [{s: []}], responses: {}}}')}components: {securitySchemes: {s: ${scheme}}}\n`
  const answer = (version: string, schema: string) =>
    item(version, `{get: {responses: {'200': {content: {application/json: {schema: ${schema}}}}}}}`)

  it.each([
    [
      'query',
      '3.2.0',
      '3.1.0',
      (version: string) => item(version, '{query: {responses: {}}}'),
      ['operation-removed'],
    ],
    [
      'query',
      '3.2.0',
      '3.0.3',
      (version: string) => item(version, '{query: {responses: {}}}'),
      ['operation-removed'],
    ],
    [
      'additionalOperations',
      '3.2.0',
      '3.1.1',
      (version: string) => item(version, '{additionalOperations: {COPY: {responses: {}}}}'),
      ['operation-removed'],
    ],
    [
      'trace',
      '3.0.3',
      '2.0',
      (version: string) => item(version, '{trace: {responses: {}}}'),
      ['operation-removed'],
    ],
    [
      'mutualTLS',
      '3.1.0',
      '3.0.3',
      (version: string) => secured(version, '{type: mutualTLS}'),
      ['security-changed'],
    ],
    [
      'deviceAuthorization',
      '3.2.0',
      '3.1.1',
      (version: string) =>
        secured(version, '{type: oauth2, flows: {deviceAuthorization: {tokenUrl: https://a.b/t}}}'),
      ['security-changed'],
    ],
    [
      'webhooks',
      '3.1.0',
      '3.0.3',
      (version: string) => `${head(version)}\nwebhooks: {w: {post: {responses: {}}}}\n`,
      ['webhook-removed'],
    ],
    [
      'webhooks',
      '3.2.0',
      '3.0.3',
      (version: string) => `${head(version)}\nwebhooks: {w: {post: {responses: {}}}}\n`,
      ['webhook-removed'],
    ],
    [
      'in: body',
      '2.0',
      '3.0.3',
      (version: string) =>
        item(version, '{post: {parameters: [{name: b, in: body, schema: {type: object}}], responses: {}}}'),
      ['request-body-removed'],
    ],
    [
      'in: formData',
      '2.0',
      '3.1.0',
      (version: string) =>
        item(version, '{post: {parameters: [{name: b, in: formData, type: string}], responses: {}}}'),
      ['request-body-removed'],
    ],
    [
      'schema of a response',
      '2.0',
      '3.0.3',
      (version: string) =>
        `${item(version, "{get: {responses: {'200': {schema: {type: string}}}}}")}produces: [application/json]\n`,
      ['response-media-type-removed'],
    ],
    [
      'type of a header',
      '2.0',
      '3.0.3',
      (version: string) => item(version, "{get: {responses: {'200': {headers: {X-A: {type: string}}}}}}"),
      ['response-type-changed'],
    ],
    [
      'collectionFormat',
      '2.0',
      '3.0.3',
      (version: string) =>
        item(
          version,
          '{get: {parameters: [{name: q, in: query, type: array, collectionFormat: csv}], responses: {}}}',
        ),
      ['parameter-style-changed'],
    ],
    [
      'securityDefinitions',
      '2.0',
      '3.0.3',
      (version: string) =>
        `${item(version, '{get: {responses: {}}}')}security: [{k: []}]\nsecurityDefinitions: {k: {type: apiKey, name: k, in: header}}\n`,
      ['security-changed'],
    ],
    [
      'host and basePath',
      '2.0',
      '3.0.3',
      (version: string) => `${head(version)}\nhost: a.b\nbasePath: /v1\npaths: {}\n`,
      ['base-path-changed'],
    ],
    [
      'a body',
      '3.0.3',
      '2.0',
      (version: string) =>
        item(version, '{post: {requestBody: {content: {application/json: {}}}, responses: {}}}'),
      ['request-body-removed'],
    ],
    [
      'content',
      '3.1.0',
      '2.0',
      (version: string) => answer(version, '{type: string}'),
      ['response-media-type-removed'],
    ],
    [
      'a cookie',
      '3.0.3',
      '2.0',
      (version: string) => item(version, '{get: {parameters: [{name: q, in: cookie}], responses: {}}}'),
      ['parameter-removed'],
    ],
    [
      'querystring',
      '3.2.0',
      '3.1.0',
      (version: string) => item(version, '{get: {parameters: [{name: q, in: querystring}], responses: {}}}'),
      ['parameter-removed'],
    ],
    [
      'itemSchema',
      '3.2.0',
      '3.1.0',
      (version: string) =>
        item(
          version,
          "{get: {responses: {'200': {content: {application/jsonl: {itemSchema: {type: string}}}}}}}",
        ),
      ['response-type-changed'],
    ],
    [
      'const',
      '3.1.0',
      '3.0.3',
      (version: string) => answer(version, '{type: string, const: a}'),
      ['response-const-changed'],
    ],
    [
      'a list of types',
      '3.1.0',
      '3.0.3',
      (version: string) => answer(version, '{type: [string, integer]}'),
      ['response-type-changed'],
    ],
    [
      'prefixItems',
      '3.1.0',
      '3.0.3',
      (version: string) => answer(version, '{type: array, prefixItems: [{type: string}]}'),
      ['response-type-changed'],
    ],
    [
      'patternProperties',
      '3.1.0',
      '3.0.3',
      (version: string) => answer(version, '{type: object, patternProperties: {^a: {type: string}}}'),
      ['response-constraint-changed'],
    ],
    [
      'dependentRequired',
      '3.1.0',
      '3.0.3',
      (version: string) => answer(version, '{type: object, dependentRequired: {a: [b]}}'),
      ['response-constraint-changed'],
    ],
    [
      'contentEncoding',
      '3.1.0',
      '3.0.3',
      (version: string) => answer(version, '{type: string, contentEncoding: base64}'),
      ['response-encoding-changed'],
    ],
    [
      'if',
      '3.1.0',
      '3.0.3',
      (version: string) => answer(version, '{type: object, if: {required: [a]}, then: {required: [b]}}'),
      ['response-constraint-changed'],
    ],
    [
      '$dynamicRef',
      '3.1.0',
      '3.0.3',
      (version: string) =>
        `${answer(version, "{$dynamicRef: '#/components/schemas/A'}")}components: {schemas: {A: {type: string}}}\n`,
      ['response-type-changed'],
    ],
    [
      'a limit that is marked',
      '3.0.3',
      '3.1.0',
      (version: string) => answer(version, '{type: integer, minimum: 0, exclusiveMinimum: true}'),
      ['response-limit-loosened'],
    ],
    [
      'a limit that is marked',
      '2.0',
      '3.2.0',
      (version: string) =>
        version === '2.0'
          ? `${item(version, "{get: {responses: {'200': {schema: {type: integer, maximum: 9, exclusiveMaximum: true}}}}}")}produces: [application/json]\n`
          : answer(version, '{type: integer, maximum: 9, exclusiveMaximum: true}'),
      ['response-limit-loosened'],
    ],
    [
      'a limit of its own',
      '3.1.0',
      '3.0.3',
      (version: string) => answer(version, '{type: integer, exclusiveMinimum: 0}'),
      ['response-limit-loosened'],
    ],
    [
      'nullable',
      '3.0.3',
      '3.1.0',
      (version: string) => body(version, '{type: string, nullable: true}'),
      ['request-null-refused'],
    ],
    [
      'oneOf',
      '3.0.3',
      '2.0',
      (version: string) =>
        version === '2.0'
          ? `${item(version, "{get: {responses: {'200': {schema: {oneOf: [{type: string}, {type: object}]}}}}}")}produces: [application/json]\n`
          : answer(version, '{oneOf: [{type: string}, {type: object}]}'),
      ['response-type-changed'],
    ],
  ] as const)('%s, from %s to %s', (_, from, to, write, rules) => {
    const [base, next] = [write(from), write(to)]
    expect(found(base, next)).toEqual(rules)
    expect(found(base, base)).toEqual([])
    expect(found(next, next)).toEqual([])
  })

  it.each([
    ['const', '3.0.3', '3.1.0', (version: string) => body(version, '{type: string, const: a}')],
    [
      'a limit of its own',
      '3.0.3',
      '3.1.0',
      (version: string) => body(version, '{type: integer, exclusiveMinimum: 0}'),
    ],
    ['a list of types', '3.0.3', '3.1.0', (version: string) => answer(version, '{type: [string, integer]}')],
    ['query', '3.1.0', '3.2.0', (version: string) => item(version, '{query: {responses: {}}}')],
    [
      'webhooks',
      '3.0.3',
      '3.1.0',
      (version: string) => `${head(version)}\nwebhooks: {w: {post: {responses: {}}}}\n`,
    ],
    [
      'patternProperties',
      '3.0.3',
      '3.2.0',
      (version: string) => answer(version, '{type: object, patternProperties: {^a: {type: string}}}'),
    ],
    [
      'a deprecated one',
      '3.0.3',
      '3.1.0',
      (version: string) => body(version, '{type: string, deprecated: true}'),
    ],
    ['examples', '3.0.3', '3.1.0', (version: string) => answer(version, '{type: string, examples: [a]}')],
  ])('%s, which a base of %s has before its time, breaks nothing in %s', (_, from, to, write) => {
    expect(found(write(from), write(to))).toEqual([])
  })

  /** Many readers go by them. */
  it.each([
    [
      'const',
      body('3.0.3', '{type: string, const: a}'),
      body('3.0.3', '{type: string, const: b}'),
      ['request-const-changed'],
    ],
    [
      'a limit of its own',
      body('3.0.3', '{exclusiveMaximum: 9}'),
      body('3.0.3', '{exclusiveMaximum: 5}'),
      ['request-limit-tightened'],
    ],
    [
      'a list of types',
      answer('3.0.3', '{type: [string, integer]}'),
      answer('3.0.3', '{type: [string, boolean]}'),
      ['response-type-changed'],
    ],
    ['query', item('3.1.0', '{query: {responses: {}}}'), item('3.1.0', '{}'), ['operation-removed']],
    [
      'webhooks',
      `${head('3.0.3')}\nwebhooks: {w: {post: {responses: {}}}}`,
      `${head('3.0.3')}\nwebhooks: {}`,
      ['webhook-removed'],
    ],
    [
      'oneOf in 2.0',
      `${item('2.0', "{get: {responses: {'200': {schema: {oneOf: [{type: string}]}}}}}")}produces: [a/b]`,
      `${item('2.0', "{get: {responses: {'200': {schema: {oneOf: [{type: object}]}}}}}")}produces: [a/b]`,
      ['response-type-changed'],
    ],
  ] as const)('%s of another version is compared in its own', (_, base, next, rules) => {
    expect(found(base, next)).toEqual(rules)
    expect(found(base, base)).toEqual([])
  })

  it('a limit written as no reader of the version has it is lost', () => {
    const [number, mark] = [
      '{type: integer, exclusiveMinimum: 5}',
      '{type: integer, minimum: 5, exclusiveMinimum: true}',
    ]
    expect(found(answer('3.1.0', number), answer('3.1.0', mark))).toEqual(['response-limit-loosened'])
    expect(found(answer('3.0.3', mark), answer('3.0.3', number))).toEqual(['response-limit-loosened'])
    expect(found(answer('3.0.3', mark), answer('3.1.0', number))).toEqual([])
  })
})

describe('$defs inside of $id', () => {
  const api = (a: string, more = '') => `openapi: 3.1.0
paths: {/a: {get: {responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}}}
components: {schemas: {A: ${a}${more}}}
`
  it.each([
    ["{$id: 'https://a.b/s', $ref: '#/$defs/T', $defs: {T: {type: string}}}", ''],
    ["{$id: 'https://a.b/s', properties: {p: {$ref: '#/$defs/T'}}, $defs: {T: {type: string}}}", ''],
    [
      "{$id: 'https://a.b/s', allOf: [{$ref: '#/$defs/U'}], $defs: {U: {$ref: '#/$defs/T'}, T: {type: string}}}",
      '',
    ],
    ["{$id: 'https://a.b/s', $ref: 'https://a.b/s#/$defs/T', $defs: {T: {type: string}}}", ''],
    ["{$id: 'https://a.b/s', $ref: 't', $defs: {T: {$id: t, type: string}}}", ''],
    ["{$id: 'https://a.b/s', $ref: 't#/$defs/U', $defs: {T: {$id: t, $defs: {U: {type: string}}}}}", ''],
    [
      "{$id: 'https://a.b/s', $defs: {V: {$id: v, $ref: '#/$defs/T', $defs: {T: {type: string}}}}, $ref: v}",
      '',
    ],
    ["{$id: 'https://a.b/s', $ref: '#/components/schemas/T'}", ', T: {type: string}'],
    ["{$id: 'https://a.b/s', items: {$ref: '#/$defs/T'}, $defs: {T: {type: string}}}", ''],
    ["{$id: 'https://a.b/s', $ref: '#t', $defs: {T: {$anchor: t, type: string}}}", ''],
    ["{$id: 'https://a.b/s', $ref: '/s#/$defs/T', $defs: {T: {type: string}}}", ''],
    ["{$id: urn:a:b, $ref: '#/$defs/T', $defs: {T: {type: string}}}", ''],
  ])('%s%s', (a, more) => {
    const base = api(a, more)
    expect(found(base, base.replace('type: string', 'type: integer'))).toEqual(['response-type-changed'])
    expect(found(base, base.replace('type: string', 'type: string, title: t'))).toEqual([])
    expect(found(base, base)).toEqual([])
  })

  it('is not the one at the root', () => {
    const base = `${api("{$id: 'https://a.b/s', $ref: '#/components/schemas/T', components: {schemas: {T: {type: string}}}}", ', T: {type: integer}')}`
    expect(found(base, base.replace('{type: string}', '{type: boolean}'))).toEqual(['response-type-changed'])
    expect(found(base, base.replace('{type: integer}', '{type: boolean}'))).toEqual([])
  })
})

describe('reserved characters in forms', () => {
  const form = (media: string, encoding: string, version = '3.1.0', use = 'request') => {
    const content = `content: {${media}: {schema: {type: object, properties: {f: {type: string}, l: {type: array, items: {type: string}}}}, encoding: {f: ${encoding}}}}`
    return use === 'request'
      ? `openapi: ${version}\npaths: {/a: {post: {requestBody: {${content}}, responses: {}}}}`
      : `openapi: ${version}\npaths: {/a: {post: {responses: {'200': {${content}}}}}}`
  }
  const [url, parts, json] = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json']
  const changed = ['request-encoding-changed']
  it.each([
    [form(url, '{allowReserved: true}'), form(url, '{}'), changed],
    [form(url, '{allowReserved: true}'), form(url, '{allowReserved: false}'), changed],
    [form(url, '{allowReserved: true}', '3.0.3'), form(url, '{}', '3.0.3'), changed],
    [form(url, '{}'), form(url, '{allowReserved: true}'), []],
    [form(url, '{allowReserved: false}'), form(url, '{}'), []],
    [form(parts, '{allowReserved: true, style: form}'), form(parts, '{style: form}'), changed],
    [form(parts, '{allowReserved: true}', '3.0.3'), form(parts, '{}', '3.0.3'), []],
    [form(json, '{allowReserved: true}'), form(json, '{}'), []],
    [
      form(url, '{}', '3.1.0', 'response'),
      form(url, '{allowReserved: true}', '3.1.0', 'response'),
      ['response-encoding-changed'],
    ],
    [form(url, '{allowReserved: true}', '3.1.0', 'response'), form(url, '{}', '3.1.0', 'response'), []],
  ])('%s, then %s', (base, next, rules) => {
    expect(found(base, next)).toEqual(rules)
    expect(found(next, next)).toEqual([])
  })

  it('lists in parts have a style from 3.1 on', () => {
    const list = (explode: boolean, version: string) =>
      form(parts, '{}', version).replace('{f: {}}', `{l: {style: form, explode: ${explode}}}`)
    expect(found(list(true, '3.1.0'), list(false, '3.1.0'))).toEqual(changed)
    expect(found(list(true, '3.0.3'), list(false, '3.0.3'))).toEqual([])
  })
})

it('a definition that says two openApiVersionNames is the later one', () => {
  const at = (version: string) => `${version}\nhost: a.b\nbasePath: /v1\npaths: {}`
  const [old, both] = [at("swagger: '2.0'"), at("swagger: '2.0'\nopenapi: 3.0.3")]
  expect(found(old, both)).toEqual(['base-path-changed'])
  expect(found(both, both)).toEqual([])
})

it('a change that each reading finds is reported once', () => {
  const at = (type: string) =>
    `openapi: 3.0.3\npaths: {/a: {get: {responses: {'200': {content: {application/json: {schema: {properties: {a: {type: ${type}}, b: {const: 1}}}}}}}}}}`
  expect(changesBetween(at('string'), at('integer'))).toHaveLength(1)
})
