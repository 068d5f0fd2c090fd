import { expect, it } from 'vitest'
import { compareApis } from '../../../src/check/breaking/compare-apis.ts'
import { readYaml, today } from './changes-between.ts'

const schemas = {
  P: '{type: object, required: [a], properties: {a: {type: string}, b: {type: integer}}}',
  Q: '{type: object, required: [c], properties: {c: {type: string}, a: {type: integer}}}',
  L: '{type: string, enum: [x, y]}',
  N: "{oneOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/Q'}]}",
  A: "{$ref: '#/components/schemas/P'}",
}
const ref = (name: string) => `{$ref: '#/components/schemas/${name}'}`
const [p, q, l, n, a] = [ref('P'), ref('Q'), ref('L'), ref('N'), ref('A')]

/** A component `H` with a property `h`, which clients receive and, if so said, send. */
const holding = (schema: string, version: string, more: object) => {
  const all = Object.entries({ ...schemas, H: `{type: object, properties: {h: ${schema}}}`, ...more })
  const content = `content: {application/json: {schema: ${ref('H')}}}`
  return `openapi: ${version}
paths: {/a: {post: {requestBody: {${content}}, responses: {'200': {description: d, ${content}}}}}}
components: {schemas: {${all.map(([name, text]) => `${name}: ${text}`).join(', ')}}}`
}

const told = (before: string, after: string) => {
  const { breaking, changes } = compareApis(readYaml(before), readYaml(after), { today, listsAll: true })
  const place = /, in the (request|response)[^`]*`POST \/a`$/
  return [
    ...breaking.map(({ message }) => message.replace(place, ' ($1)')),
    ...changes.map(({ message }) => message),
  ]
}

const isNullNow = 'Property `h` may now be null (response)'

it.each<[before: string, after: string, expected: string[], version?: string]>([
  [p, `{allOf: [${p}]}`, []],
  [p, `{allOf: [${p}], nullable: true}`, [isNullNow]],
  [p, `{allOf: [${p}], deprecated: true}`, ['property `h`: is now deprecated']],
  [p, `{allOf: [${p}], readOnly: true}`, ['`H` now has the property `h` as readOnly (request)']],
  [
    p,
    `{allOf: [${p}], default: {a: x}}`,
    ['`H` had no default for the property `h` and now has {"a":"x"} (request)'],
  ],
  [l, `{allOf: [${l}]}`, []],
  ['{type: string, enum: [x, y]}', '{allOf: [{type: string, enum: [x, y]}]}', []],
  ['{type: string, enum: [x, y]}', `{allOf: [${l}]}`, ['property `h` was inline and is now `L`']],
  [p, `{oneOf: [${p}]}`, []],
  [p, `{anyOf: [${p}], nullable: true}`, [isNullNow]],
  [p, `{anyOf: [${p}, ${q}]}`, ['Property `h` may now be the alternative `Q` (response)']],
  [
    p,
    `{anyOf: [${p}, {type: string}]}`,
    ['Property `h` may now be an alternative that is a string (response)'],
  ],
  [`{anyOf: [${p}, ${q}]}`, p, ['Property `h` no longer accepts the alternative `Q` (request)']],
  [
    a,
    `{anyOf: [${a}, ${q}]}`,
    ['Property `h` may now be the alternative `Q` (response)', 'property `h` was `A` and is now `P`'],
  ],
  [
    '{type: object, required: [a], properties: {a: {type: string}, b: {type: integer}}}',
    `{anyOf: [${p}, ${q}]}`,
    ['Property `h` may now be the alternative `Q` (response)'],
  ],
  [`{allOf: [${p}, {properties: {k: {}}}, ${n}]}`, `{allOf: [${n}, ${p}, {properties: {k: {}}}]}`, []],
  [`{allOf: [${p}]}`, `{allOf: [${p}, {properties: {k: {}}}]}`, ['the property `h.k` was added']],
  [
    `{allOf: [${p}, {properties: {k: {}}}]}`,
    p,
    [
      'Property `h` no longer has the property `k` (request)',
      'Property `h` no longer has the property `k` (response)',
    ],
  ],
  [
    p,
    `{allOf: [${p}, ${q}]}`,
    [
      '`Q` has the new required property `c` (request)',
      'Property `a` was a string and is now of no type (request)',
    ],
  ],
  [n, `{allOf: [${n}], nullable: true}`, [isNullNow]],
  [`{oneOf: [${p}, ${q}]}`, `{allOf: [{oneOf: [${p}, ${q}]}], nullable: true}`, [isNullNow]],
  [`{oneOf: [${p}, ${q}]}`, `{oneOf: [${p}, ${q}, {type: 'null'}]}`, [isNullNow], '3.1.0'],
  [`{oneOf: [${p}, ${q}]}`, `{oneOf: [{allOf: [${p}]}, ${q}]}`, []],
  [`{oneOf: [${p}, ${q}]}`, `{oneOf: [${a}, ${q}]}`, []],
  [`{anyOf: [${l}, ${p}, ${q}]}`, `{anyOf: [${l}, {anyOf: [${p}, ${q}]}]}`, []],
  [`{anyOf: [${l}, {anyOf: [${p}, {anyOf: [${q}]}]}]}`, `{anyOf: [${q}, ${l}, ${p}]}`, []],
  [
    `{anyOf: [${l}, ${p}]}`,
    `{anyOf: [${l}, {anyOf: [${p}, ${q}]}]}`,
    ['Property `h` may now be the alternative `Q` (response)'],
  ],
  [
    `{anyOf: [${l}, ${p}, ${q}]}`,
    `{anyOf: [${l}, {anyOf: [${p}]}]}`,
    ['Property `h` no longer accepts the alternative `Q` (request)'],
  ],
  [`{oneOf: [${schemas.P}, ${q}]}`, `{oneOf: [${p}, ${q}]}`, []],
  [
    `{oneOf: [${p}, ${q}]}`,
    `{oneOf: [${n}, ${l}]}`,
    [
      'Property `h` was a oneOf, and may now be what was in more than one of its alternatives (response)',
      'Property `h` may now be the alternative `L` (response)',
    ],
  ],
  [
    `{allOf: [{oneOf: [${p}, ${q}]}, {anyOf: [{maxProperties: 5}, {minProperties: 9}]}]}`,
    `{allOf: [{anyOf: [{maxProperties: 5}, {minProperties: 9}]}, {oneOf: [${p}, ${q}]}]}`,
    [],
  ],
  [
    '{type: string}',
    '{anyOf: [{type: string, maxLength: 5}, {type: integer, maximum: 5}]}',
    [
      'Property `h` no longer accepts an alternative that is a string (request)',
      'Property `h` may now be an alternative that is an integer (response)',
      'property `h`: is now an anyOf of a string, an integer',
    ],
  ],
  [p, `{$ref: '#/components/schemas/P', deprecated: true}`, ['property `h`: is now deprecated'], '3.1.0'],
  [p, `{anyOf: [${p}, {type: 'null'}]}`, [isNullNow], '3.1.0'],
])('%s and then %s', (before, after, expected, version = '3.0.3') => {
  expect(told(holding(before, version, {}), holding(after, version, {}))).toEqual(expected)
})

it('names a component by what it is in both versions', () => {
  const of = (schema: string) => holding(ref('M'), '3.0.3', { M: schema })
  const joined = `{allOf: [${p}, {properties: {k: {type: string}}}]}`
  expect(told(of(joined), of(`{allOf: [${p}]}`))).toEqual([
    '`M` no longer has the property `k` (request)',
    '`M` no longer has the property `k` (response)',
  ])
  expect(told(of(schemas.P), of(`{allOf: [${p}]}`))).toEqual([])
})
