import { describe, expect, it } from 'vitest'
import { toFix } from '../../../../src/check/fixable/fix.ts'
import type { DeclaredFix } from '../../../../src/core/model/fixes.ts'
import type { Path } from '../../../../src/core/model/location.ts'
import { judge } from './judge.ts'

const head = (version: string) =>
  version === '2.0' ? "swagger: '2.0'\npaths: {}\n" : `openapi: ${version}.0\npaths: {}\n`
const schemas = (body: string, version = '3.1') => `${head(version)}components:\n  schemas:\n    ${body}\n`
const place = (path: string): Path =>
  path === '' ? [] : path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key))
const inSchemas = (path: string): Path => ['components', 'schemas', ...place(path)]
const data = 'it is not in a schema by its place: it may be data'
const written = 'its equal values are written differently: numbers that are rounded only look equal'

describe('items: {} says the same as no items', () => {
  it.each([
    ['an array', 'A: {type: array}', 'A', 'safe'],
    ['beside prefixItems', 'A: {type: array, prefixItems: [{type: string}]}', 'A', 'safe'],
    ['beside contains', 'A: {type: array, contains: {type: string}, maxContains: 1}', 'A', 'safe'],
    [
      'beside additionalItems, which is nothing without it',
      'A: {type: array, additionalItems: false}',
      'A',
      'safe',
    ],
    [
      'beside unevaluatedItems',
      'A: {type: array, prefixItems: [{}], unevaluatedItems: false}',
      'A',
      'unsafe',
    ],
    ['beside unevaluatedItems alone', 'A: {type: array, unevaluatedItems: {type: string}}', 'A', 'unsafe'],
    [
      'in allOf below unevaluatedItems',
      'A: {allOf: [{type: array}], unevaluatedItems: false}',
      'A.allOf.0',
      'unsafe',
    ],
    ['in an if', 'A: {if: {type: array}, unevaluatedItems: false}', 'A.if', 'unsafe'],
    [
      'where a schema with unevaluatedItems refers to it',
      "A: {type: array}\n    B: {$ref: '#/components/schemas/A', unevaluatedItems: false}",
      'A',
      'unsafe',
    ],
    [
      'where it is referred to by way of another',
      "A: {type: array}\n    B: {anyOf: [{$ref: '#/components/schemas/A'}]}\n    C: {allOf: [{$ref: '#/components/schemas/B'}], unevaluatedItems: false}",
      'A',
      'unsafe',
    ],
    ['in a dialect of its own', 'A: {$schema: https://example.com/dialect, type: array}', 'A', 'unsafe'],
    [
      'in a known one',
      'A: {$schema: "https://json-schema.org/draft/2020-12/schema", type: array}',
      'A',
      'safe',
    ],
    [
      'a property called default',
      'A: {properties: {default: {type: array}}}',
      'A.properties.default',
      'safe',
    ],
    ['a property called x-a', 'A: {properties: {x-a: {type: array}}}', 'A.properties.x-a', 'safe'],
    ['a property called enum', 'A: {properties: {enum: {type: array}}}', 'A.properties.enum', 'safe'],
    ['in $defs', 'A: {$defs: {B: {type: array}}}', 'A.$defs.B', 'safe'],
    ['in a constant', 'A: {const: {type: array}}', 'A.const', data],
    ['in a default', 'A: {default: {type: array}}', 'A.default', data],
    ['in an example', 'A: {example: {type: array}}', 'A.example', data],
    ['in one of examples', 'A: {examples: [{type: array}]}', 'A.examples.0', data],
    ['in a value of an enum', 'A: {enum: [{a: {type: array}}]}', 'A.enum.0.a', data],
    ['in an extension', 'A: {x-a: {schema: {type: array}}}', 'A.x-a.schema', data],
    [
      'in an example of a property',
      'A: {properties: {a: {example: {type: array}}}}',
      'A.properties.a.example',
      data,
    ],
  ])('%s', (_what, body, path, kind) => {
    expect(judge(schemas(body), inSchemas(path), 'array-items').kind).toBe(kind)
  })

  it.each([
    ['a dialect of the whole document', 'jsonSchemaDialect: https://example.com/d\n', '3.1', 'unsafe'],
    [
      'the dialect of OpenAPI',
      'jsonSchemaDialect: https://spec.openapis.org/oas/3.1/dialect/base\n',
      '3.1',
      'safe',
    ],
    ['a schema of 2.0, whose items openapi-generator takes for strings', '', '2.0', 'unsafe'],
  ])('%s', (_what, line, version, kind) => {
    const text = `${head(version)}${line}definitions:\n  A: {type: array}\n`
    expect(judge(text, ['definitions', 'A'], 'array-items').kind).toBe(kind)
  })

  const untyped = 'only its author knows what type its items have'
  it.each([
    ['a parameter of 2.0', '2.0', '{in: query, name: a, type: array}', '', untyped],
    ['its items', '2.0', '{in: query, name: a, type: array, items: {type: array}}', 'items', untyped],
    ['the schema of a body', '2.0', '{in: body, name: a, schema: {type: array}}', 'schema', 'unsafe'],
    ['the schema of a parameter', '3.1', '{in: query, name: a, schema: {type: array}}', 'schema', 'safe'],
    ['that of 3.0', '3.0', '{in: query, name: a, schema: {type: array}}', 'schema', 'unsafe'],
    ['an example of a parameter', '3.0', '{in: query, name: a, example: {type: array}}', 'example', data],
    [
      'a media type',
      '3.1',
      '{in: query, content: {a/b: {schema: {type: array}}}}',
      'content.a/b.schema',
      'safe',
    ],
    [
      'an example there',
      '3.0',
      '{in: query, content: {a/b: {example: {type: array}}}}',
      'content.a/b.example',
      data,
    ],
  ])('%s', (_what, version, parameter, path, kind) => {
    const text = `${head(version)}parameters:\n  p: ${parameter}\n`
    expect(judge(text, ['parameters', 'p', ...place(path)], 'array-items').kind).toBe(kind)
  })
})

it.each(['const', 'default', 'example', 'examples', 'enum', 'x-a'])(
  'no schema is in %s of a schema',
  (key) => {
    const isList = key === 'enum' || key === 'examples'
    const list = '{type: array, enum: [1, 1], properties: {a: {}}, additionalProperties: true}'
    const text = schemas(`A: {${key}: ${isList ? `[${list}]` : list}}`)
    const path = ['components', 'schemas', 'A', key, ...(isList ? [0] : [])]
    const rules = [
      'array-items',
      'owasp-no-additionalProperties',
      ...(key === 'enum' ? [] : ['duplicated-entry-in-enum']),
    ]
    for (const rule of rules) expect(judge(text, path, rule)).toEqual({ kind: data, after: text })
  },
)

it.each([
  ['- {name: a}\n  - {name: a}', 'safe'],
  ['- {name: a}\n  - {name: a} # of the portal', 'unsafe'],
  ['- {name: a}\n  # of the portal\n  - {name: a}', 'unsafe'],
])('what only a comment says is not lost by a safe fix: %j', (tags, kind) => {
  expect(judge(`tags:\n  ${tags}\n`, ['tags', 1], 'openapi-tags-uniqueness').kind).toBe(kind)
})

it.each([
  ["description: '', example: {a: 1}", 'description: Other, example: {a: 1}', ['safe', 'safe']],
  ['readOnly: true, nullable: true', 'readOnly: true, nullable: true', ['unsafe', 'unsafe']],
  ['title: T, x-go-name: A', 'title: T, x-go-name: A', ['unsafe', 'unsafe']],
  ['type: string, default: a', 'type: string, default: a', ['safe', 'unsafe']],
])('what generators read beside a $ref stays: %s', (beside, target, kinds) => {
  const text = schemas(`A: {items: {$ref: '#/components/schemas/B', ${beside}}}\n    B: {${target}}`, '3.0')
  const keys = beside.split(', ').map((member) => member.split(':')[0] ?? '')
  const judged = keys.map((key) => judge(text, [...inSchemas('A.items'), key], 'no-$ref-siblings').kind)
  expect(judged).toEqual(kinds)
})

describe('a repeated value of an enum says nothing', () => {
  const enumOf = (...values: string[]) => `A: {enum: [${values.join(', ')}]}`
  it.each([
    ['strings', 'A: {enum: [a, b, a]}', 'unsafe', 'A: {enum: [a, b]}'],
    ['several', 'A: {enum: [a, a, null, a, null, b]}', 'unsafe', 'A: {enum: [a, null, b]}'],
    ['objects', 'A: {enum: [{a: 1}, {a: 1}]}', 'unsafe', 'A: {enum: [{a: 1}]}'],
    ['numbers beyond 2^53', enumOf('9007199254740993', '9007199254740992'), written, undefined],
    ['negative ones', enumOf('-9007199254740993', '-9007199254740992'), written, undefined],
    ['more digits than a number keeps', enumOf('0.1', '0.10000000000000000555'), written, undefined],
    ['1 and a little more', enumOf('1', '1.00000000000000000001'), written, undefined],
    ['beyond all numbers', enumOf('1e400', '1e401'), written, undefined],
    [
      'large ones in objects',
      enumOf('{a: [9007199254740993]}', '{a: [9007199254740992]}'),
      written,
      undefined,
    ],
    ['other notation', enumOf('1', '1.0'), written, undefined],
    ['another order of keys', enumOf('{a: 1, b: 2}', '{b: 2, a: 1}'), written, undefined],
    [
      'one that is written alike, and one that is not',
      enumOf('12345678901234567890', '12345678901234567891', '12345678901234567890'),
      'unsafe',
      enumOf('12345678901234567890', '12345678901234567891'),
    ],
    [
      'names of the values go along',
      'A: {enum: [1, 2, 1], x-enum-varnames: [ONE, TWO, UNO]}',
      'unsafe',
      'A: {enum: [1, 2], x-enum-varnames: [ONE, TWO]}',
    ],
    [
      'all lists go along',
      'A: {enum: [1, 2, 1], x-enum-descriptions: [a, b, c], x-enumNames: [d, e, f], enumNames: [g, h, i]}',
      'unsafe',
      'A: {enum: [1, 2], x-enum-descriptions: [a, b], x-enumNames: [d, e], enumNames: [g, h]}',
    ],
    [
      'any other list of that length may be about them',
      'A: {enum: [1, 2, 1], x-labels: [a, b, c]}',
      'x-labels may have an entry for each of the values',
      undefined,
    ],
    [
      'and one of another length that is by its name',
      'A: {enum: [1, 2, 1], x-enum-varnames: [ONE, TWO]}',
      'x-enum-varnames may have an entry for each of the values',
      undefined,
    ],
    [
      'what has its entries by their values stays',
      'A: {enum: [a, b, a], x-enum-descriptions: {a: one, b: two}}',
      'unsafe',
      'A: {enum: [a, b], x-enum-descriptions: {a: one, b: two}}',
    ],
    [
      'a list of another length is not about them',
      'A: {enum: [1, 2, 1], x-labels: [a, b]}',
      'unsafe',
      'A: {enum: [1, 2], x-labels: [a, b]}',
    ],
    [
      'a list in an extension may be about them',
      'A: {enum: [1, 1], x-ms-enum: {name: A, values: [{value: 1}, {value: 1}]}}',
      'x-ms-enum may have an entry for each of the values',
      undefined,
    ],
    [
      'a name of the whole enum is not',
      'A: {enum: [1, 1], x-ms-enum: {name: A, modelAsString: true}}',
      'unsafe',
      'A: {enum: [1], x-ms-enum: {name: A, modelAsString: true}}',
    ],
    ['in a default', 'A: {default: {enum: [1, 1]}}', data, undefined, 'A.default'],
    ['in an extension', 'A: {x-a: {enum: [1, 1]}}', data, undefined, 'A.x-a.enum'],
    ['in an example', 'A: {example: {a: {enum: [1, 1]}}}', data, undefined, 'A.example.a'],
    ['in a value of an enum', 'A: {enum: [{enum: [1, 1]}]}', data, undefined, 'A.enum.0.enum'],
    [
      'a property called enum',
      'A: {properties: {enum: {enum: [1, 1]}}}',
      'unsafe',
      'A: {properties: {enum: {enum: [1]}}}',
      'A.properties.enum',
    ],
  ])('%s', (_what, body, kind, after = body, path = 'A') => {
    const judged = judge(schemas(body), inSchemas(path), 'duplicated-entry-in-enum')
    expect(judged).toEqual({ kind, after: schemas(after) })
  })

  it('a parameter of 2.0', () => {
    const text = (values: string) =>
      `${head('2.0')}parameters: {p: {in: query, type: integer, enum: [${values}]}}\n`
    const judged = judge(text('1, 1'), ['parameters', 'p', 'enum'], 'duplicated-entry-in-enum')
    expect(judged).toEqual({ kind: 'unsafe', after: text('1') })
  })
})

describe('what only looks the same once numbers are rounded is not removed as a repetition', () => {
  const [one, other] = ['9007199254740993', '9007199254740992']
  it.each([
    [one, one, 'safe'],
    [one, other, 'unsafe'],
    ['0.30', '0.3', 'unsafe'],
  ])('beside a $ref: %s and %s', (beside, target, kind) => {
    const body = `A: {items: {$ref: '#/components/schemas/B', example: ${beside}}}\n    B: {example: ${target}}`
    expect(judge(schemas(body, '3.0'), inSchemas('A.items.example'), 'no-$ref-siblings').kind).toBe(kind)
  })

  it.each([
    [one, one, 'safe'],
    [one, other, undefined],
  ])('parameters and tags: %s and %s', (first, second, kind) => {
    const parameter = (maximum: string) => `{in: query, name: a, schema: {maximum: ${maximum}}}`
    const path = `paths: {/a: {get: {parameters: [${parameter(first)}, ${parameter(second)}]}}}`
    const tags = `tags: [{name: a, x-n: ${first}}, {name: a, x-n: ${second}}]`
    const text = `openapi: 3.1.0\n${path}\n${tags}\n`
    expect(judge(text, ['paths', '/a', 'get', 'parameters', 1], 'operation-parameters').kind).toBe(kind)
    expect(judge(text, ['tags', 1], 'openapi-tags-uniqueness').kind).toBe(kind)
  })
})

describe('a fix that a ruleset declares safe', () => {
  const safe = (fix: DeclaredFix) => [toFix({ ...fix, safe: true }, () => undefined)]
  it.each<[string, string, string, DeclaredFix]>([
    ['safe', '', 'A', { field: 'description', set: 'An id.' }],
    ['safe', '', 'A', { field: 'x-owner', set: 'shop' }],
    ['safe', ', x-a: 1', 'A', { field: 'x-a', rename: 'x-b' }],
    ['unsafe', '', 'A', { field: 'x-nullable', set: true }],
    ['unsafe', ', x-enum-varnames: [A]', 'A', { field: 'x-enum-varnames', remove: true }],
    ['safe', ', example: {a: 1}', 'A.example', { field: 'b', set: 1 }],
    ['safe', '', 'A', { field: 'minLength', set: 0 }],
    ['safe', ', uniqueItems: false', 'A', { field: 'uniqueItems', remove: true }],
    ['safe', ', nullable: false', 'A', { field: 'nullable', remove: true }],
    ['unsafe', '', 'A', { field: 'minLength', set: 1 }],
    ['unsafe', ', uniqueItems: true', 'A', { field: 'uniqueItems', remove: true }],
    ['unsafe', '', 'A', { field: 'maxLength', set: 100 }],
    ['unsafe', '', 'A', { field: 'type', set: 'string' }],
    ['unsafe', '', 'A', { field: 'additionalProperties', set: true }],
    ['unsafe', '', 'A', { field: 'title', set: 'Id' }],
    ['unsafe', '', 'A', { field: 'default', set: 1 }],
    ['unsafe', '', 'A', { field: 'format', set: 'uuid' }],
    ['unsafe', ', pattern: a', 'A', { field: 'pattern', remove: true }],
    ['unsafe', ', minLength: 0', 'A', { field: 'minLength', rename: 'maxLength' }],
    ['unsafe', ', minLength: 1', 'A', { field: 'minLength', rename: 'x-min' }],
    ['unsafe', ', description: 5', 'A', { field: 'description', rename: 'maximum' }],
    ['unsafe', ', enum: [a, b]', 'A.enum.1', { remove: true }],
    ['unsafe', ', required: [a]', 'A.required.0', { remove: true }],
    ['unsafe', ', properties: {a: {}}', 'A.properties.a', { remove: true }],
    ['unsafe', ', properties: {a: {}}', 'A.properties', { field: 'b', set: {} }],
    ['unsafe', ', items: {type: string}', 'A', { field: 'items', remove: true }],
    ['unsafe', ', unevaluatedProperties: false', 'A', { field: 'items', set: {} }],
    ['unsafe', ', xml: {name: a}', 'A.xml', { field: 'name', set: 'b' }],
    ['unsafe', '', 'A', { remove: true }],
    ['placeholder', '', 'A', { field: 'description', set: 'TODO(gov-fix): describe it' }],
  ])('is %s: {y: 1%s} at %s with %o', (kind, rest, path, fix) => {
    expect(judge(schemas(`A: {y: 1${rest}}`), inSchemas(path), safe(fix)).kind).toBe(kind)
  })

  it.each<[string, string, Path, string]>([
    ['an extension at the root', '#/x-s', ['x-s'], 'x-s: {type: array, items: {}}'],
    ['a part of one', '#/x-s/T/u', ['x-s', 'T', 'u'], 'x-s: {T: {u: {items: {}}}}'],
    ['an extension of the components', '#/components/x-s/T', ['components', 'x-s', 'T'], ''],
    ['an extension of a schema', '#/components/schemas/A/x-s', ['components', 'schemas', 'A', 'x-s'], ''],
    ['an example', '#/components/examples/E/value', ['components', 'examples', 'E', 'value'], ''],
  ])('is unsafe in %s that a reference makes a schema', (_name, ref, path, more) => {
    const text = (target: string) =>
      `openapi: 3.1.0\ninfo: {title: a}\n${more}\npaths: {}\ncomponents: {x-s: {T: {items: {}}}, examples: {E: {value: {items: {}}}}, schemas: {A: {x-s: {items: {}}}, B: {$ref: '${target}'}}}\n`
    const fix = safe({ field: 'items', remove: true })
    expect(judge(text(ref), path, fix).kind).toBe('unsafe')
    expect(judge(text('#/components/schemas/A'), path, fix).kind).toBe('safe')
  })

  it('is unsafe in a parameter of 2.0, which holds what a schema does, and in early webhooks', () => {
    const fix = safe({ field: 'maxLength', remove: true })
    const old =
      "swagger: '2.0'\ninfo: {title: a}\npaths: {/a: {get: {parameters: [{name: q, in: query, type: string, maxLength: 5}]}}}\n"
    expect(judge(old, ['paths', '/a', 'get', 'parameters', 0], fix).kind).toBe('unsafe')
    const hooks =
      'openapi: 3.0.3\ninfo: {title: a}\npaths: {}\nx-webhooks: {w: {post: {requestBody: {content: {a/b: {schema: {maxLength: 5}}}}}}}\n'
    const place = ['x-webhooks', 'w', 'post', 'requestBody', 'content', 'a/b', 'schema']
    expect(judge(hooks, place, fix).kind).toBe('unsafe')
  })

  it.each<[string, string, Path, DeclaredFix]>([
    ['safe', '{}', ['info'], { field: 'x-team', set: 'shop' }],
    ['safe', '{}', ['x-a'], { field: 'type', set: 'string' }],
    [
      'unsafe',
      "{/a: {get: {responses: {'200': {content: {a/b: {}}}}}}}",
      ['paths', '/a', 'get', 'responses', '200', 'content', 'a/b'],
      { field: 'schema', set: {} },
    ],
  ])('is %s outside of schemas, unless it adds one', (kind, paths, path, fix) => {
    const text = `openapi: 3.1.0\ninfo: {title: a}\nx-a: {b: 1}\npaths: ${paths}\n`
    expect(judge(text, path, safe(fix)).kind).toBe(kind)
  })

  it('is what its author says beside a $ref that leaves out all else', () => {
    const body = "A: {$ref: '#/components/schemas/B', type: string, readOnly: true}\n    B: {}"
    const fix = safe({ field: 'type', remove: true })
    expect(judge(schemas(body, '3.0'), inSchemas('A'), fix).kind).toBe('safe')
    const read = safe({ field: 'readOnly', remove: true })
    expect(judge(schemas(body, '3.0'), inSchemas('A'), read).kind).toBe('unsafe')
    expect(judge(schemas(body, '3.1'), inSchemas('A'), fix).kind).toBe('unsafe')
  })
})

it.each([
  ['{name: a, attribute: true}', 'unsafe', '{name: a, nodeType: attribute}'],
  ['{attribute: true}', 'unsafe', '{nodeType: attribute}'],
  ['{attribute: false}', undefined, '{attribute: false}'],
  ['{attribute: true, nodeType: text}', undefined, '{attribute: true, nodeType: text}'],
])('the attribute of xml is written in the words of 3.2: %s', (xml, kind, after) => {
  const rule = 'oas3_2-no-deprecated-xml-attribute'
  const judged = judge(schemas(`A: {xml: ${xml}}`, '3.2'), inSchemas('A.xml'), rule)
  expect(judged).toEqual({ kind, after: schemas(`A: {xml: ${after}}`, '3.2') })
  const copy = schemas(`A: {example: {xml: ${xml}}}`, '3.2')
  expect(judge(copy, inSchemas('A.example.xml'), rule).kind).toBe(data)
})
