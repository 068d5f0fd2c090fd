import { describe, expect, it } from 'vitest'
import { createApiSource } from '../../../src/check/base/compare-versions.ts'
import { compareApis } from '../../../src/check/breaking/compare-apis.ts'
import { NestedTooDeeplyError } from '../../../src/check/breaking/nested-too-deeply-error.ts'
import { parseDocument } from '../../../src/core/document/document.ts'
import { readReferencedFiles } from '../../../src/engine/openapi/files.ts'
import { changesBetween, readValue, today } from './changes-between.ts'

const found = (base: string, head: string) => [
  ...new Set(changesBetween(base, head).map(({ rule }) => rule.replace('breaking-', ''))),
]

/** A schema `A` where each place that has one leads to it, and others that `A` may lead to. */
const api = (version: string, a: string, more = '') => `openapi: ${version}
paths:
  /a:
    post:
      parameters: [{name: q, in: query, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}]
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}
      responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}
components:
  schemas:
    A: ${a}
    T: {type: object, properties: {a: {type: string}, b: {type: string}}}
    S: {type: string}
    L: {type: array, items: {type: string}}
    ${more}
`
const beside = (name: string, siblings = '') => `{$ref: '#/components/schemas/${name}'${siblings}}`

type Row = [before: string, after: string, rules: string[], back: string[]]

const rows: readonly Row[] = [
  [
    beside('T'),
    beside('T', ', required: [a]'),
    ['request-property-became-required'],
    ['response-property-became-optional'],
  ],
  [beside('S'), beside('S', ', maxLength: 3'), ['request-limit-added'], ['response-limit-loosened']],
  [beside('S'), beside('S', ', enum: [x]'), ['request-enum-added'], ['response-enum-removed']],
  [beside('S'), beside('S', ', const: x'), ['request-const-changed'], ['response-const-changed']],
  [beside('S'), beside('S', ', pattern: ^x'), ['request-pattern-added'], ['response-pattern-removed']],
  [beside('S'), beside('S', ', format: uuid'), ['request-type-changed'], ['response-type-changed']],
  [beside('T'), beside('T', ', minProperties: 1'), ['request-limit-tightened'], ['response-limit-loosened']],
  [beside('L'), beside('L', ', maxItems: 3'), ['request-limit-added'], ['response-limit-loosened']],
  [beside('L'), beside('L', ', uniqueItems: true'), ['request-limit-tightened'], ['response-limit-loosened']],
  [beside('L'), beside('L', ', items: {enum: [x]}'), ['request-enum-added'], ['response-enum-removed']],
  [
    beside('T', ', properties: {a: {maxLength: 9}}'),
    beside('T', ', properties: {a: {maxLength: 5}}'),
    ['request-limit-tightened'],
    ['response-limit-loosened'],
  ],
  [
    beside('T'),
    beside('T', ', not: {required: [b]}'),
    ['request-constraint-changed'],
    ['response-constraint-changed'],
  ],
  [
    beside('T'),
    beside('T', ', propertyNames: {maxLength: 3}'),
    ['request-constraint-changed'],
    ['response-constraint-changed'],
  ],
  [
    '{type: string, nullable: true}',
    beside('S', ', description: no longer'),
    ['request-null-unclear'],
    ['response-null-unclear'],
  ],
  [beside('S', ', x-a: 1'), beside('S', ', title: text, example: x'), [], []],
  [
    beside('S', ', x-extensible-enum: [x, y]'),
    beside('S', ', x-extensible-enum: [x]'),
    ['request-enum-narrowed'],
    [],
  ],
]

describe.each([
  ['the reference that is used', (a: string): [string, string] => [a, '']],
  ['the next of the chain', (a: string): [string, string] => [beside('B'), `B: ${a}`]],
  [
    'the third',
    (a: string): [string, string] => [beside('B', ', title: t'), `B: ${beside('C')}\n    C: ${a}`],
  ],
  [
    'one behind others that have siblings',
    (a: string): [string, string] => [beside('B', ', minLength: 0, minItems: 0'), `B: ${a}`],
  ],
  ['a member of an allOf', (a: string): [string, string] => [`{allOf: [${beside('B')}]}`, `B: ${a}`]],
])('siblings of %s', (_, at) => {
  it.each(rows)('%s becomes %s', (before, after, rules, back) => {
    for (const version of ['3.1.0', '3.1', '3.2.0']) {
      const [base, head] = [api(version, ...at(before)), api(version, ...at(after))]
      expect(found(base, head)).toEqual(rules)
      expect(found(head, base)).toEqual(back)
      expect(found(base, base)).toEqual([])
      expect(found(head, head)).toEqual([])
    }
  })

  it.each(rows.slice(0, 12))('until 3.0, %s is %s', (before, after) => {
    const [base, head] = [api('3.0.3', ...at(before)), api('3.0.3', ...at(after))]
    expect(found(base, head)).toEqual([])
    expect(found(head, base)).toEqual([])
  })
})

it.each([
  ['an alternative', '{oneOf: [{type: integer}, SCHEMA]}'],
  ['one of any', '{anyOf: [{type: integer}, SCHEMA]}'],
  ['a property', '{type: object, properties: {p: SCHEMA}}'],
  ['an item', '{type: array, items: SCHEMA}'],
  ['an item by position', '{type: array, prefixItems: [SCHEMA]}'],
  ['what other properties have', '{type: object, additionalProperties: SCHEMA}'],
  ['what matching properties have', '{type: object, patternProperties: {^p: SCHEMA}}'],
  ['what is then', '{if: {minLength: 3}, then: SCHEMA}'],
  ['what a property asks for', '{type: object, dependentSchemas: {p: SCHEMA}}'],
])('%s whose reference leads to one with siblings', (_, holder) => {
  const at = (siblings: string) =>
    api('3.1.0', holder.replace('SCHEMA', beside('B')), `B: ${beside('S', siblings)}`)
  expect(found(at(''), at(', maxLength: 3'))).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^request-(?:limit-added|alternative-removed|constraint-changed)$/),
    ]),
  )
  expect(found(at(', maxLength: 3'), at(''))).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^response-(?:limit-loosened|alternative-added|constraint-changed)$/),
    ]),
  )
  expect(found(at(', maxLength: 3'), at(', maxLength: 3, title: t'))).toEqual([])
})

describe('what is the same, however it is written', () => {
  it.each([
    [beside('T', ', required: [a]'), `{allOf: [${beside('T')}, {required: [a]}]}`, ''],
    [beside('B'), beside('T', ', required: [a]'), `B: ${beside('T', ', required: [a]')}`],
    [
      beside('B', ', required: [b]'),
      beside('T', ', required: [a, b]'),
      `B: ${beside('T', ', required: [a]')}`,
    ],
    [beside('S', ', maxLength: 3'), '{type: string, maxLength: 3}', ''],
  ])('%s is %s', (some, other, more) => {
    const [base, head] = [api('3.1.0', some, more), api('3.1.0', other, more)]
    expect(found(base, head)).toEqual([])
    expect(found(head, base)).toEqual([])
  })
})

describe('chains without an end', () => {
  it.each([
    [beside('B', ', maxLength: 5'), `B: ${beside('A')}`],
    [beside('A', ', maxLength: 5'), ''],
    [beside('B'), `B: ${beside('C', ', maxLength: 5')}\n    C: ${beside('B')}`],
  ])('%s', (a, more) => {
    const base = api('3.1.0', a, more)
    expect(found(base, base)).toEqual([])
    expect(found(base, base.replace('maxLength: 5', 'maxLength: 4'))).toEqual(['request-limit-tightened'])
  })

  it('say that nothing is known of a schema that is new', () => {
    const base = api('3.1.0', '{type: string}')
    expect(found(base, api('3.1.0', beside('B'), `B: ${beside('A')}`))).toContain('not-compared')
  })
})

it.each([
  ['in 3.1, what is beside a parameter', '{name: q, in: query}', 'required: true'],
  ['in 3.1, what is beside a response', '{description: ok, content: {application/json: {}}}', 'content: {}'],
])('%s is not part of it', (_, target, sibling) => {
  const isParameter = sibling === 'required: true'
  const at = (siblings: string) => `openapi: 3.1.0
paths: {/a: {get: {${isParameter ? `parameters: [{$ref: '#/components/x/P'${siblings}}], responses: {}` : `responses: {'200': {$ref: '#/components/x/P'${siblings}}}`}}}}
components: {x: {P: ${target}}}
`
  expect(found(at(''), at(`, ${sibling}, description: d`))).toEqual([])
  expect(found(at(`, ${sibling}`), at(''))).toEqual([])
})

describe('a discriminator', () => {
  const pets = (cat: string, mapping = '') =>
    api(
      '3.1.0',
      `{oneOf: [${beside('Cat')}, ${beside('Dog')}], discriminator: {propertyName: kind${mapping}}}`,
      `Cat: ${cat}\n    Dog: {type: object, required: [kind], properties: {kind: {type: string}, a: {type: integer}}}
    Pet: {type: object, required: [kind], properties: {kind: {type: string}}}`,
    )
  it.each([
    ['', ', required: [name], properties: {name: {type: string}}'],
    [', mapping: {cat: Cat}', ', required: [name], properties: {name: {type: string}}'],
    [
      ", mapping: {cat: '#/components/schemas/Cat'}",
      ', required: [name], properties: {name: {type: string}}',
    ],
  ])('with%s leads to an alternative with siblings', (mapping, siblings) => {
    const [base, head] = [
      pets(beside('Pet', ', minProperties: 1'), mapping),
      pets(beside('Pet', `, minProperties: 1${siblings}`), mapping),
    ]
    expect(found(base, head)).toContain('request-property-added')
    expect(found(base, base)).toEqual([])
  })
})

describe('path items', () => {
  const get = 'get: {responses: {}}'
  const remove = 'delete: {responses: {}}'
  const item = (version: string, chain: readonly string[]) => {
    const [first = '', ...others] = chain.map((each, at) =>
      at === chain.length - 1 ? `{${each}}` : `{$ref: '#/x-items/P${at + 1}', ${each}}`,
    )
    const holder = version.startsWith('2') ? `swagger: '${version}'` : `openapi: ${version}`
    return `${holder}\npaths: {/a: ${first}}\nx-items:\n  P0: {}\n${others.map((each, at) => `  P${at + 1}: ${each}`).join('\n')}\n`
  }
  it.each([
    ['the first', [remove, '', get], ['', '', get]],
    ['the second', ['', remove, get], ['', '', get]],
    ['the third of four', ['', '', remove, get], ['', '', '', get]],
    ['the last', ['', get, remove], ['', get, 'x-a: 1']],
    ['one beside others', ['put: {responses: {}}', remove, get], ['put: {responses: {}}', '', get]],
  ])('an operation of %s', (_, before, after) => {
    for (const version of ['2.0', '3.0.3', '3.1.0', '3.2.0']) {
      const [base, head] = [item(version, before), item(version, after)]
      expect(found(base, head)).toEqual(['operation-removed'])
      expect(found(head, base)).toEqual([])
      expect(found(base, base)).toEqual([])
    }
  })

  it('may have it anywhere', () => {
    const places = [
      [remove, '', get],
      ['', remove, get],
      ['', '', `${remove}, ${get}`],
    ]
    for (const some of places)
      for (const other of places) expect(found(item('3.0.3', some), item('3.0.3', other))).toEqual([])
  })

  it.each([
    ['parameters', 'parameters: [{name: q, in: query, required: true, schema: {}}]', 'parameter-added'],
    ['servers', 'servers: [{url: /v2}]', 'base-path-changed'],
  ])('%s in the middle', (_, sibling, rule) => {
    expect(found(item('3.0.3', ['', '', get]), item('3.0.3', ['', sibling, get]))).toEqual([rule])
  })

  it.each(['webhooks', 'x-webhooks'])('%s too', (key) => {
    const at = (siblings: string) =>
      `openapi: 3.1.0\n${key}: {w: {$ref: '#/components/pathItems/A'}}\ncomponents: {pathItems: {A: {$ref: '#/components/pathItems/B'${siblings}}, B: {${get}}}}`
    expect(found(at(`, ${remove}`), at(''))).toEqual(['webhook-removed'])
    expect(found(at(''), at(`, ${remove}`))).toEqual([])
  })

  it('in callbacks, too', () => {
    const at = (siblings: string) =>
      `openapi: 3.1.0\npaths: {/a: {post: {responses: {}, callbacks: {c: {'{$url}': {$ref: '#/components/pathItems/A'}}}}}}\ncomponents: {pathItems: {A: {$ref: '#/components/pathItems/B'${siblings}}, B: {${get}}}}`
    expect(found(at(`, ${remove}`), at(''))).toEqual(['callback-removed'])
  })

  it.each(['paths', 'webhooks'])('beside a reference of %s', (key) => {
    const at = (siblings: string) =>
      `openapi: 3.1.0\n${key}: {$ref: '#/x-all'${siblings}}\nx-all: {/b: {${get}}}`
    expect(found(at(`, /a: {${remove}}`), at(''))).toEqual([
      key === 'paths' ? 'path-removed' : 'webhook-removed',
    ])
    expect(found(at(`, /a: {${remove}}`), at(`, /a: {${remove}}`))).toEqual([])
  })
})

describe('across files', () => {
  const read = async (files: Readonly<Record<string, string>>) => {
    const document = parseDocument(files['api.yaml'] ?? '', 'yaml')
    const others = await readReferencedFiles(document, 'api.yaml', async (name) => ({
      name,
      text: files[name] ?? '',
    }))
    return createApiSource(document, others)
  }
  const rulesOf = async (base: Readonly<Record<string, string>>, head: Readonly<Record<string, string>>) => [
    ...new Set(
      compareApis(await read(base), await read(head), { today }).breaking.map(({ rule }) =>
        rule.replace('breaking-', ''),
      ),
    ),
  ]
  const main = `openapi: 3.1.0
paths:
  /a: {$ref: 'items.yaml#/A'}
  /b: {get: {responses: {'200': {content: {application/json: {schema: {$ref: 'a.yaml#/A'}}}}}}}
components: {schemas: {T: {type: object, properties: {a: {type: string}}}}}
`
  const files = (a: string, item: string) => ({
    'api.yaml': main,
    'a.yaml': `A: ${a}\nS: {type: string}\nB: {$ref: 'b.yaml', required: [a]}`,
    'b.yaml': "$ref: 'api.yaml#/components/schemas/T'",
    'items.yaml': `A: {$ref: '#/B'${item}}\nB: {get: {responses: {}}}`,
  })
  const same = files("{$ref: 'b.yaml'}", '')
  it.each([
    ["{$ref: 'b.yaml', required: [a]}", "{$ref: 'b.yaml'}"],
    ["{$ref: '#/B'}", "{$ref: 'b.yaml'}"],
    ["{$ref: 'a.yaml#/B'}", "{$ref: 'b.yaml', title: t}"],
    ["{$ref: 'b.yaml', allOf: [{required: [a]}]}", "{$ref: 'b.yaml'}"],
  ])('%s becomes %s', async (before, after) => {
    const [base, head] = [files(before, ''), files(after, '')]
    expect(await rulesOf(base, head)).toEqual(['response-property-became-optional'])
    expect(await rulesOf(head, base)).toEqual([])
    expect(await rulesOf(base, base)).toEqual([])
  })

  it('an operation in the middle', async () => {
    const base = files("{$ref: 'b.yaml'}", ', delete: {responses: {}}')
    expect(await rulesOf(base, same)).toEqual(['operation-removed'])
    expect(await rulesOf(same, base)).toEqual([])
  })
})

describe('schemas nested deeper than they are compared', () => {
  const of = (levels: number, [open, close]: readonly [string, string], leaf: string) => {
    const schema = JSON.parse(`${open.repeat(levels)}${leaf}${close.repeat(levels)}`)
    return readValue({
      openapi: '3.1.0',
      paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
    })
  }
  it.each<[string, readonly [string, string]]>([
    ['properties', ['{"properties":{"a":', '}}']],
    ['items', ['{"items":', '}']],
    ['allOf', ['{"allOf":[', ']}']],
    ['oneOf', ['{"oneOf":[', ']}']],
  ])('%s', (_, wrap) => {
    const compare = (levels: number) =>
      compareApis(of(levels, wrap, '{"type":"string"}'), of(levels, wrap, '{"type":"integer"}'), { today })
    expect(() => compare(8000)).toThrow(NestedTooDeeplyError)
    expect(compare(100).breaking.map(({ rule }) => rule)).toEqual(['breaking-request-type-changed'])
  })
})
