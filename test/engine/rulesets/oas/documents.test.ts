import { describe, expect, it } from 'vitest'
import { placesOf, type Row, version2, version30, version31, version32 } from './oas-places.ts'

const info = "info: {title: t, version: '1'}"
const of2 = (text: string) => version2(`${info}\npaths: {}\n${text}`)
const of30 = (text: string) => version30(`${info}\npaths: {}\n${text}`)
const of31 = (text: string) => version31(`${info}\npaths: {}\n${text}`)
const of32 = (text: string) => version32(`${info}\npaths: {}\n${text}`)
const parameter = (text: string) => `components: {parameters: {P: {${text}}}}`
const ofParameter = 'components|parameters|P'
const scheme = (text: string) => `components: {securitySchemes: {S: {${text}}}}`
const ofScheme = 'components|securitySchemes|S'
const schema = (text: string) => `components: {schemas: {S: ${text}}}`
const ofSchema = 'components|schemas|S'

const in30: Row[] = [
  ['oas3-schema', of30('')],
  ['oas3-schema', version30(info), ''],
  ['oas3-schema', version30('paths: {}\ninfo: {title: 3, foo: 1}'), 'info', 'info|title', 'info|foo'],
  ['oas3-schema', of30('foo: 1'), 'foo'],
  ['oas3-schema', version30(`${info}\npaths: {/a: {get: {}, foo: {}}}`), 'paths|/a|foo', 'paths|/a|get'],
  ['oas3-schema', of30(parameter('name: a, in: query, schema: {}'))],
  ['oas3-schema', of30(parameter('name: a, in: query')), ofParameter],
  ['oas3-schema', of30(parameter('name: a, schema: {}')), ofParameter],
  ['oas3-schema', of30(parameter('name: a, in: foo, schema: {}')), `${ofParameter}|in`],
  ['oas3-schema', of30(parameter('name: a, in: path, schema: {}')), ofParameter],
  ['oas3-schema', of30(parameter('name: a, in: query, style: simple, schema: {}')), `${ofParameter}|style`],
  ['oas3-schema', of30(parameter('name: a, in: query, schema: {type: foo}')), `${ofParameter}|schema|type`],
  ['oas3-schema', of30(parameter('$ref: 3')), `${ofParameter}|$ref`],
  ['oas3-schema', of30(scheme('type: foo')), `${ofScheme}|type`],
  ['oas3-schema', of30(scheme('type: apiKey, name: n, in: body')), `${ofScheme}|in`],
  [
    'oas3-schema',
    of30(scheme('type: oauth2, flows: {implicit: {scopes: {}}}')),
    `${ofScheme}|flows|implicit`,
  ],
  ['oas3-schema', of30(scheme('type: http, scheme: basic'))],
  [
    'oas3-schema',
    of30(schema('{type: [string], items: [], foo: 1}')),
    `${ofSchema}|foo`,
    `${ofSchema}|items`,
    `${ofSchema}|type`,
  ],
  ['oas3-schema', of30(schema('{additionalProperties: x}')), `${ofSchema}|additionalProperties`],
  ['oas3-schema', of30(schema("{$ref: '#/a', foo: 1}"))],
]

const later: Row[] = [
  ['oas3-schema', of31('')],
  ['oas3-schema', version31(`${info}\nwebhooks: {}`)],
  ['oas3-schema', version31(info), ''],
  ['oas3-schema', of31('foo: 1\nbar: 2'), ''],
  ['oas3-schema', of31(schema('{type: foo}')), `${ofSchema}|type`],
  [
    'oas3-schema',
    of31(schema('{properties: {a: {type: [string, foo]}}}')),
    `${ofSchema}|properties|a|type|1`,
  ],
  ['oas3-schema', of31(schema('{exclusiveMinimum: true}')), `${ofSchema}|exclusiveMinimum`],
  ['oas3-schema', of31(schema('{discriminator: {}}')), `${ofSchema}|discriminator`],
  ['oas3-schema', of31(schema('{xml: {foo: 1}}')), `${ofSchema}|xml`],
  ['oas3-schema', of31(schema('true'))],
  [
    'oas3-schema',
    of31("components: {schemas: {'a b': {}, 'c d': {}}}"),
    'components|schemas',
    'components|schemas',
  ],
  ['oas3-schema', of31(scheme('type: apiKey, name: n, in: query, foo: 1')), ofScheme],
  ['oas3-schema', of31(parameter("$ref: '#/a', description: 3")), `${ofParameter}|description`],
  ['oas3-schema', version31(`${info}\npaths: {/a: {$ref: 'a_{id}.yaml'}, /b: {$ref: a b.yaml}}`)],
  ['oas3-schema', of31(parameter("$ref: '#/a{id}'"))],
  ['oas3-schema', of31(parameter('$ref: 3')), `${ofParameter}|$ref`],
  ['oas3-schema', version31(`${info}\npaths: {/a: {$ref: 3}}`), 'paths|/a|$ref'],
  ['oas3-schema', of32(parameter("$ref: '#/a{id}'"))],
  ['oas3-schema', of30(parameter("$ref: '#/a{id}'")), `${ofParameter}|$ref`],
  ['oas3-schema', of32('')],
  ['oas3-schema', of32(schema('{discriminator: {}, xml: {nodeType: text}}'))],
  ['oas3-schema', of32(schema('{xml: {foo: 1}}')), `${ofSchema}|xml`],
]

const in2: Row[] = [
  ['oas2-schema', of2('')],
  ['oas2-schema', version2(info), ''],
  ['oas2-schema', of2('host: http://a.b\nfoo: 1'), 'host', 'foo'],
  ['oas2-schema', of2('definitions: {S: {nullable: true}}'), 'definitions|S|nullable'],
  ['oas2-schema', of2('definitions: {S: {anyOf: [{}]}}')],
  ['oas2-schema', of2('responses: {R: {}}'), 'responses|R'],
  ['oas2-schema', of2('securityDefinitions: {a: {type: foo}, b: {type: apiKey}}'), 'securityDefinitions'],
  ['oas2-schema', of2('securityDefinitions: {a: {type: basic}}')],
]

describe('the structure of documents', () => {
  it.each([...in30, ...later, ...in2])('%s: %s', async (rule, text, ...places) => {
    expect((await placesOf(rule, text)).sort()).toEqual([...places].sort())
  })

  it('looks at a version that is a number', async () => {
    expect(await placesOf('oas3-schema', `openapi: 3.1\n${info}\npaths: {}`)).toEqual(['openapi'])
  })
})
