import { describe, expect, it } from 'vitest'
import { compileSchema } from '../../../src/engine/json-schema/compile.ts'

type Row = readonly [schema: Record<string, unknown>, holds: readonly unknown[], fails: readonly unknown[]]

const tables: Record<string, readonly Row[]> = {
  type: [
    [{ type: 'integer' }, [1, 1.0, -2], [1.5, '1', null]],
    [{ type: 'number' }, [1.5], ['1']],
    [{ type: ['string', 'null'] }, ['a', null], [1, {}]],
    [{ type: 'object' }, [{}], [[], null]],
    [{ type: 'string', nullable: true }, ['a', null], [1]],
  ],
  values: [
    [{ const: { a: [1] } }, [{ a: [1] }], [{ a: [2] }, { a: [1], b: 1 }]],
    [{ const: null }, [null], [0, {}]],
    [{ enum: ['a', { b: 1 }] }, ['a', { b: 1 }], ['b', { b: 2 }, null]],
  ],
  numbers: [
    [{ minimum: 1, maximum: 2 }, [1, 2, 'x'], [0, 3]],
    [{ exclusiveMinimum: 1, exclusiveMaximum: 2 }, [1.5], [1, 2]],
    [{ minimum: 1, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: true }, [1.5], [1, 2]],
    [{ minimum: 1, exclusiveMinimum: false }, [1], [0]],
    [{ multipleOf: 0.1 }, [0.3, 1, 0, 1e300], [0.35]],
    [{ multipleOf: 0.123456789 }, [0.123456789e10], [1e308, 1e20]],
    [{ multipleOf: 0.06459 }, [6459e8], [-1e13]],
    [{ multipleOf: 1e-8 }, [12391239123, 3e-8], [5e-9]],
    [{ multipleOf: 3e20 }, [0, 9e20], [1e20, 3]],
    [{ multipleOf: 2 }, [4, 'x'], [3]],
  ],
  strings: [
    [{ minLength: 2, maxLength: 3 }, ['ab', 'abc', 1], ['a', 'abcd']],
    [{ maxLength: 2 }, ['😀😀'], ['😀😀😀']],
    [{ minLength: 2 }, ['😀😀'], ['😀']],
    [{ pattern: '^a' }, ['ab', 1], ['ba']],
  ],
  arrays: [
    [{ minItems: 1, maxItems: 2 }, [[1], 'x'], [[], [1, 2, 3]]],
    [
      { uniqueItems: true },
      [[1, '1', [1], { a: 1 }]],
      [
        [1, 1],
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      ],
    ],
    [{ uniqueItems: false }, [[1, 1]], []],
    [{ items: { type: 'string' } }, [[], ['a']], [['a', 1]]],
    [{ items: false }, [[]], [[1]]],
    [{ items: [{ type: 'string' }], additionalItems: false }, [['a'], []], [['a', 1], [1]]],
    [{ items: [{}], additionalItems: { type: 'string' } }, [[1, 'a']], [[1, 1]]],
    [{ prefixItems: [{ type: 'string' }], items: { type: 'number' } }, [['a', 1]], [['a', 'b'], [1]]],
    [{ contains: { type: 'string' } }, [[1, 'a']], [[1], []]],
    [
      { contains: { type: 'string' }, minContains: 2, maxContains: 3 },
      [['a', 'b', 1]],
      [['a'], ['a', 'b', 'c', 'd']],
    ],
    [{ contains: { type: 'string' }, minContains: 0 }, [[]], []],
  ],
  objects: [
    [{ required: ['a'] }, [{ a: null }, 'x'], [{}, { b: 1 }]],
    [{ required: ['toString'] }, [{ toString: 1 }], [{}]],
    [{ minProperties: 1, maxProperties: 2 }, [{ a: 1 }, 'x'], [{}, { a: 1, b: 2, c: 3 }]],
    [{ properties: { a: { type: 'string' }, b: false } }, [{ a: 'x' }, { c: 1 }], [{ a: 1 }, { b: 1 }]],
    [{ patternProperties: { '^x-': { type: 'string' } } }, [{ 'x-a': 'b', y: 1 }], [{ 'x-a': 1 }]],
    [
      { properties: { a: {} }, patternProperties: { '^x-': {} }, additionalProperties: false },
      [{ a: 1, 'x-b': 1 }],
      [{ b: 1 }],
    ],
    [{ additionalProperties: { type: 'string' } }, [{ a: 'b' }], [{ a: 1 }]],
    [{ propertyNames: { pattern: '^[a-z]+$' } }, [{ ab: 1 }], [{ A: 1 }]],
    [{ dependentRequired: { a: ['b'] } }, [{ a: 1, b: 1 }, { b: 1 }], [{ a: 1 }]],
    [{ dependentSchemas: { a: { required: ['b'] } } }, [{ a: 1, b: 1 }, {}], [{ a: 1 }]],
    [
      { dependencies: { a: ['b'], c: { required: ['d'] } } },
      [
        { a: 1, b: 1 },
        { c: 1, d: 1 },
      ],
      [{ a: 1 }, { c: 1 }],
    ],
  ],
  combinators: [
    [{ allOf: [{ type: 'string' }, { minLength: 2 }] }, ['ab'], ['a', 1]],
    [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, ['a', 1], [null]],
    [{ oneOf: [{ multipleOf: 2 }, { multipleOf: 3 }] }, [2, 3], [6, 1]],
    [{ not: { type: 'string' } }, [1], ['a']],
    [{ not: {} }, [], [1, null]],
    [
      JSON.parse('{"if": {"type": "string"}, "then": {"minLength": 2}, "else": {"minimum": 2}}'),
      ['ab', 2],
      ['a', 1],
    ],
    [{ if: { type: 'string' } }, ['a', 1], []],
  ],
  references: [
    [{ $ref: '#/definitions/s', definitions: { s: { type: 'string' } } }, ['a'], [1]],
    [{ $ref: '#/$defs/a~1b', $defs: { 'a/b': { type: 'string' } } }, ['a'], [1]],
    [{ $ref: '#s', $defs: { s: { $anchor: 's', type: 'string' } } }, ['a'], [1]],
    [{ $ref: 'http://json-schema.org/draft-04/schema#/properties/title' }, ['a'], [1]],
    [{ $ref: 'http://json-schema.org/draft-04/schema#' }, [{ required: ['a'] }], [{ required: 'a' }, true]],
    [{ $ref: 'http://json-schema.org/draft-06/schema' }, [{ $id: 'a' }, true], [{ minLength: -1 }]],
    [
      { items: { $ref: 'http://json-schema.org/draft-07/schema#' } },
      [[{ not: {} }]],
      [[{ properties: { a: { type: 'text' } } }]],
    ],
    [
      {
        $ref: 'y.json',
        $defs: {
          y: {
            $id: 'y.json',
            properties: { default: { $ref: '#/$defs/s' } },
            $defs: { s: { type: 'string' } },
          },
        },
      },
      [{ default: 'a' }],
      [{ default: 1 }],
    ],
    [
      { $id: 'https://a.example/x.json', $ref: 'y.json', $defs: { y: { $id: 'y.json', type: 'string' } } },
      ['a'],
      [1],
    ],
    [
      {
        $schema: 'http://json-schema.org/draft-04/schema#',
        id: 'urn:x',
        allOf: [{ $ref: '#/definitions/s' }],
        definitions: { s: { type: 'string' } },
      },
      ['a'],
      [1],
    ],
    [
      { properties: { next: { $ref: '#' }, v: { type: 'string' } } },
      [{ next: { next: { v: 'a' } } }],
      [{ next: { next: { v: 1 } } }],
    ],
    [{ $ref: '#/$defs/s', minLength: 2, $defs: { s: { type: 'string' } } }, ['ab'], ['a', 1]],
    [{ items: { $dynamicRef: '#s' }, $defs: { s: { $dynamicAnchor: 's', type: 'string' } } }, [['a']], [[1]]],
    [{ items: { $recursiveRef: '#' }, minItems: 1, $recursiveAnchor: true }, [[1]], [[]]],
  ],
  unevaluated: [
    [
      { allOf: [{ properties: { a: {} } }], properties: { b: {} }, unevaluatedProperties: false },
      [{ a: 1, b: 2 }],
      [{ c: 1 }],
    ],
    [
      {
        anyOf: [
          { properties: { a: { type: 'string' } }, required: ['a'] },
          { properties: { b: {} }, required: ['b'] },
        ],
        unevaluatedProperties: false,
      },
      [{ a: 'x', b: 1 }, { b: 1 }],
      [{ a: 1, b: 1 }],
    ],
    [
      {
        $ref: '#/$defs/a',
        $defs: { a: { properties: { a: {} } } },
        unevaluatedProperties: { type: 'string' },
      },
      [{ a: 1, b: 'x' }],
      [{ b: 1 }],
    ],
    [
      JSON.parse(
        '{"if": {"properties": {"k": {"const": 1}}, "required": ["k"]}, "then": {"properties": {"a": {}}}, "unevaluatedProperties": false}',
      ),
      [{ k: 1, a: 1 }],
      [{ k: 2 }],
    ],
    [{ if: { properties: { a: {} } }, unevaluatedProperties: false }, [{}, { a: 1 }], [{ b: 1 }]],
    [{ not: { not: { properties: { a: {} } } }, unevaluatedProperties: false }, [{}], [{ a: 1 }]],
    [{ unevaluatedProperties: false }, [{}], [{ a: 1 }]],
    [{ unevaluatedItems: false }, [[]], [[1]]],
    [{ prefixItems: [{}], unevaluatedItems: false }, [[1]], [[1, 2]]],
    [
      { allOf: [{ contains: { type: 'string' } }], unevaluatedItems: { type: 'number' } },
      [['a', 1]],
      [['a', null]],
    ],
  ],
}

describe.each(Object.entries(tables))('%s', (_name, rows) => {
  it.each(rows)('%j', (schema, holds, fails) => {
    const validate = compileSchema(schema)
    for (const instance of holds) expect(validate(instance), JSON.stringify(instance)).toEqual([])
    for (const instance of fails) expect(validate(instance), JSON.stringify(instance)).not.toEqual([])
    for (const instance of fails) expect(validate(instance, { allErrors: true })).not.toEqual([])
  })
})

it.each([
  [{ type: 'text' }, ['type']],
  [{ type: 'string,null' }, ['type']],
  [{ properties: { a: { minLength: -1 } } }, ['properties', 'a', 'minLength']],
  [{ allOf: [{}, { pattern: '(' }] }, ['allOf', 1, 'pattern']],
  [JSON.parse('{"if": {}, "then": 3}'), ['then']],
  [{ required: true }, ['required']],
  [{ items: { $ref: '#/definitions/none' } }, ['items', '$ref']],
  [{ $ref: 'other.json#/a' }, ['$ref']],
  [{ $ref: 'http://json-schema.org/draft-04/schema#/properties/none' }, ['$ref']],
  [
    {
      $ref: 'list',
      $defs: {
        s: { $dynamicAnchor: 'i', type: 'string' },
        list: { $id: 'list', items: { $dynamicRef: '#i' }, $defs: { any: { $dynamicAnchor: 'i' } } },
      },
    },
    ['$defs', 'list', 'items', '$dynamicRef'],
  ],
  [
    {
      $recursiveAnchor: true,
      allOf: [{ $id: 'tree', $recursiveAnchor: true, items: { $recursiveRef: '#' } }],
    },
    ['allOf', 0, 'items', '$recursiveRef'],
  ],
  [{ anyOf: [] }, ['anyOf']],
  [{ enum: 'a' }, ['enum']],
])('does not compile %j', (schema, path) => {
  expect(() => compileSchema(schema)).toThrow(expect.objectContaining({ name: 'SchemaCompileError', path }))
})

it('compiles a schema once', () => {
  const schema = { type: 'string' }
  expect(compileSchema(schema)).toBe(compileSchema(schema))
})
