import { describe, expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

const content = (schema: string) => `{content: {application/json: {schema: ${schema}}}}`
const sent = {
  requests: (schema: string, version: string) =>
    `openapi: ${version}\npaths: {/a: {post: {requestBody: ${content(schema)}, responses: {}}}}`,
  responses: (schema: string, version: string) =>
    `openapi: ${version}\npaths: {/a: {get: {responses: {'200': ${content(schema)}}}}}`,
  webhooks: (schema: string, version: string) =>
    `openapi: ${version}\nwebhooks: {a: {post: {requestBody: ${content(schema)}}}}`,
  'x-webhooks': (schema: string, version: string) =>
    `openapi: ${version}\nx-webhooks: {a: {post: {requestBody: ${content(schema)}}}}`,
}

/** What allows more, and what allows less. */
const rows: readonly (readonly [wide: string, narrow: string, version?: string])[] = [
  ['{type: [string, integer]}', '{type: string}'],
  ['{type: [string, "null"]}', '{type: string}'],
  ['{type: string, nullable: true}', '{type: string}', '3.0.3'],
  ['{anyOf: [{type: string}, {type: "null"}]}', '{type: string}'],
  ['{}', '{type: string}'],
  ['true', '{type: string}'],
  ['{}', '{not: {}}'],
  ['{properties: {a: {type: string}}}', '{properties: {a: false}}'],
  ['{type: string}', '{type: string, const: a}'],
  ['{}', '{const: null}'],
  ['{enum: [a, b]}', '{const: a}'],
  ['{enum: [a, null]}', '{enum: [a]}'],
  ['{enum: [{a: 1}, {a: 2}]}', '{enum: [{a: 1}]}'],
  ['{type: array, items: false, prefixItems: [{}, {}]}', '{type: array, items: false, prefixItems: [{}]}'],
  ['{type: array, prefixItems: [{type: [string, integer]}]}', '{type: array, prefixItems: [{type: string}]}'],
  ['{type: array, prefixItems: [{}], items: {type: string}}', '{type: array, items: {type: string}}'],
  ['{type: array, items: [{type: [string, integer]}]}', '{type: array, items: [{type: string}]}'],
  ['{type: array, items: [{}]}', '{type: array, items: [{}], additionalItems: false}'],
  [
    '{type: array, unevaluatedItems: false, prefixItems: [{}, {}]}',
    '{type: array, unevaluatedItems: false, prefixItems: [{}]}',
  ],
  ['{type: array, contains: {type: [string, integer]}}', '{type: array, contains: {type: string}}'],
  ['{type: array, contains: {}, minContains: 0}', '{type: array, contains: {}}'],
  ['{type: array}', '{type: array, uniqueItems: true}'],
  ['{type: object}', '{type: object, if: {required: [a]}, then: {required: [b]}}'],
  [
    '{type: object, if: {required: [a]}, then: {required: [b]}}',
    '{type: object, if: {required: [a]}, then: {required: [b, c]}}',
  ],
  [
    '{type: object, if: {required: [a, x]}, then: {required: [b]}}',
    '{type: object, if: {required: [a]}, then: {required: [b]}}',
  ],
  [
    '{type: object, if: {required: [a]}, else: {required: [b]}}',
    '{type: object, if: {required: [a, x]}, else: {required: [b]}}',
  ],
  ['{type: object}', '{type: object, not: {required: [a]}}'],
  ['{not: {type: string}}', '{not: {type: [string, integer]}}'],
  ['{not: {not: {type: [string, integer]}}}', '{not: {not: {type: string}}}'],
  ['{type: object}', '{type: object, required: [a]}'],
  ['{type: object}', '{type: object, dependentRequired: {a: [b]}}'],
  ['{type: object}', '{type: object, dependencies: {a: [b]}}'],
  ['{type: object}', '{type: object, dependentSchemas: {a: {required: [b]}}}'],
  ['{type: object}', '{type: object, dependencies: {a: {required: [b]}}}'],
  [
    '{type: object, dependentSchemas: {a: {required: [b]}}}',
    '{type: object, dependentSchemas: {a: {required: [b, c]}}}',
  ],
  ['{additionalProperties: {type: [string, integer]}}', '{additionalProperties: {type: string}}'],
  ['{unevaluatedProperties: {type: [string, integer]}}', '{unevaluatedProperties: {type: string}}'],
  ['{patternProperties: {^a: {type: [string, integer]}}}', '{patternProperties: {^a: {type: string}}}'],
  ['{propertyNames: {maxLength: 10}}', '{propertyNames: {maxLength: 5}}'],
  ['{type: integer, maximum: 4}', '{type: integer, exclusiveMaximum: 4}'],
  ['{type: integer, maximum: 4}', '{type: integer, maximum: 4, exclusiveMaximum: true}', '3.0.3'],
  ['{type: integer, multipleOf: 5}', '{type: integer, multipleOf: 10}'],
  ['{type: string}', '{type: string, pattern: ^a}'],
  ['{type: string}', '{type: string, format: uuid}'],
  [
    '{type: string, contentSchema: {type: [string, integer]}}',
    '{type: string, contentSchema: {type: string}}',
  ],
  ['{anyOf: [{type: string}, {type: integer, maximum: 3}]}', '{anyOf: [{type: string}]}'],
  [
    '{properties: {a: {}}, if: {required: [a]}, then: {required: [b]}}',
    '{type: object, properties: {a: {}}, if: {required: [a]}, then: {required: [b]}}',
  ],
  ['{type: [string, "null"]}', '{anyOf: [{type: "null", not: {}}, {type: string}]}'],
  [
    '{anyOf: [{type: "null"}, {type: string}]}',
    '{anyOf: [{type: "null", not: {minLength: 3}}, {type: string}]}',
  ],
  ['{anyOf: [{type: integer}, {type: [boolean, "null"]}]}', '{anyOf: [{type: integer}, {type: boolean}]}'],
  ['{oneOf: [{type: integer}, {type: [boolean, "null"]}]}', '{oneOf: [{type: integer}, {type: boolean}]}'],
  [
    '{anyOf: [{type: integer}, {type: boolean, nullable: true}]}',
    '{anyOf: [{type: integer}, {type: boolean}]}',
    '3.0.3',
  ],
  ['{oneOf: [{type: integer}, {type: boolean}, {type: string, maxLength: 9}]}', '{type: [integer, boolean]}'],
  ['{oneOf: [{type: integer}, {type: boolean}, {type: string, maxLength: 9}]}', '{enum: [1, 2, a, true]}'],
  [
    '{anyOf: [{type: integer}, {type: boolean}, {type: object, required: [a]}]}',
    '{anyOf: [{type: [integer, boolean]}, {type: object, required: [a, b]}]}',
  ],
  ['{oneOf: [{const: a}, {const: b}]}', '{enum: [a]}'],
  ['{enum: [a, b, c]}', '{anyOf: [{const: a}, {enum: [b]}]}'],
  ['{type: object}', '{allOf: [{type: object}, {required: [a]}]}'],
  ['{not: {enum: [1]}}', '{allOf: [{not: {enum: [1]}}, {not: {enum: [2]}}]}'],
  ['{not: {enum: [2]}}', '{allOf: [{not: {enum: [1]}}, {not: {enum: [2]}}]}'],
  [
    '{type: object, if: {required: [a]}, then: {required: [b]}}',
    '{type: object, allOf: [{if: {required: [a]}, then: {required: [b]}}, {if: {required: [c]}, then: {required: [b]}}]}',
  ],
  [
    '{type: object, if: {required: [a]}, then: {required: [b]}}',
    '{type: object, if: {required: [a]}, then: {required: [b]}, else: {required: [c]}}',
  ],
  ['{const: a}', '{allOf: [{const: a}, {const: b}]}'],
  ['{type: string, format: email}', '{type: string, allOf: [{format: email}, {format: uri}]}'],
  ['{type: string, format: uri}', '{type: string, allOf: [{format: email}, {format: uri}]}'],
  ['{type: integer, multipleOf: 2}', '{type: integer, allOf: [{multipleOf: 2}, {multipleOf: 3}]}'],
  ['{type: number, multipleOf: 0.25}', '{type: number, multipleOf: 0.1, allOf: [{multipleOf: 0.25}]}'],
  ['{properties: {a: {type: string}}}', '{type: [object, "null"], properties: {a: {type: string}}}'],
  ['{items: {type: string}}', '{type: [array, "null"], items: {type: string}}'],
  [
    '{type: array, prefixItems: [{type: string}], items: false}',
    '{type: array, allOf: [{prefixItems: [{type: string}]}], items: false}',
  ],
  [
    '{type: object, not: {type: object, properties: {k: {type: string}}, additionalProperties: false}}',
    '{type: object, not: {type: object, properties: {k: {type: string}}}}',
  ],
  [
    '{type: object, not: {type: object, properties: {k: {type: string}}, unevaluatedProperties: false}}',
    '{type: object, not: {type: object, properties: {k: {type: string}}}}',
  ],
  [
    '{type: object, if: {type: object, properties: {k: {type: string}}, additionalProperties: false}, then: {required: [a]}}',
    '{type: object, if: {type: object, properties: {k: {type: string}}}, then: {required: [a]}}',
  ],
]

describe.each(rows)('%s and %s', (wide, narrow, version = '3.1.0') => {
  it.each([
    ['requests', wide, narrow],
    ['responses', narrow, wide],
    ['webhooks', narrow, wide],
    ['x-webhooks', narrow, wide],
  ] as const)('%s break one way only', (use, before = '', after = '') => {
    const [base, head] = [sent[use](before, version), sent[use](after, version)]
    expect(changesBetween(base, head)).not.toEqual([])
    expect(changesBetween(head, base)).toEqual([])
  })
})

it.each([
  ['{type: object, additionalProperties: false}', '{type: object}', 'additional-properties-refused'],
  [
    '{type: object, additionalProperties: false}',
    '{type: object, additionalProperties: false, patternProperties: {^a: {}}}',
    'constraint-changed',
  ],
  [
    '{type: object, unevaluatedProperties: false, properties: {a: {}}}',
    '{type: object, unevaluatedProperties: false, properties: {a: {}, b: {}}}',
    'property-refused',
  ],
  [
    '{allOf: [{type: object, properties: {a: {}}, additionalProperties: false}, {properties: {b: {}}}]}',
    '{type: object, properties: {a: {}, b: {}}, additionalProperties: false}',
    'property-refused',
  ],
  [
    '{allOf: [{type: object, properties: {a: {}}, additionalProperties: false}, {properties: {a: {}, b: {}}, additionalProperties: false}]}',
    '{allOf: [{type: object, properties: {a: {}, b: {}}, additionalProperties: false}]}',
    'property-refused',
  ],
])('what clients receive may have more properties: from %s to %s', (narrow, wide, rule) => {
  const rules = (some: string, other: string, use: keyof typeof sent) =>
    changesBetween(sent[use](some, '3.1.0'), sent[use](other, '3.1.0')).map((change) => change.rule)
  expect(rules(narrow, wide, 'responses')).toEqual([])
  expect(rules(narrow, wide, 'requests')).toEqual([])
  expect(rules(wide, narrow, 'requests')).toEqual([`breaking-request-${rule}`])
})

it.each([
  [
    '{type: object, required: [a]}',
    '{type: object, required: [a], properties: {a: {type: string}}}',
    ['type-changed'],
  ],
  [
    '{type: object, required: [a], properties: {b: {}}}',
    '{type: object, properties: {a: {enum: [x]}, b: {}}}',
    ['null-refused', 'enum-added'],
  ],
  ['{type: object}', '{type: object, properties: {a: {type: string}}}', []],
  [
    '{type: object, properties: {a: {}}, additionalProperties: false}',
    '{additionalProperties: false}',
    ['property-refused'],
  ],
])('requests that were %s and are %s', (before, after, rules) => {
  const found = changesBetween(sent.requests(before, '3.1.0'), sent.requests(after, '3.1.0'))
  expect(found.map(({ rule }) => rule)).toEqual(rules.map((rule) => `breaking-request-${rule}`))
})

const alternatives = (keyword: string, ...members: readonly string[]) =>
  `{${keyword}: [${members.join(', ')}]}`

it.each([
  [['{required: [a]}', '{required: [b]}'], ['breaking-request-alternatives-exclusive']],
  [['{type: string}', '{type: integer, maximum: 3}'], []],
  [
    [
      '{type: object, required: [k], properties: {k: {const: a}}}',
      '{type: object, required: [k], properties: {k: {enum: [b, c]}}}',
    ],
    [],
  ],
])('an anyOf of %s that becomes a oneOf', (members, rules) => {
  const [any, one] = ['anyOf', 'oneOf'].map((keyword) =>
    sent.requests(alternatives(keyword, ...members), '3.1.0'),
  ) as [string, string]
  expect(changesBetween(any, one).map(({ rule }) => rule)).toEqual(rules)
  expect(changesBetween(one, any)).toEqual([])
})

it.each([
  ['string', 'integer', ['request-type-changed'], ['response-type-changed']],
  ['[string, integer]', 'integer', ['request-type-changed'], []],
  ['integer', 'number', [], ['response-type-changed']],
  ['string', 'string', [], []],
])('where others had to be %s, a property that is new is %s', (others, own, requests, responses) => {
  const rules = (use: keyof typeof sent) => {
    const bases = [
      `{type: object, additionalProperties: {type: ${others}}}`,
      `{type: object, patternProperties: {^a: {type: ${others}}}}`,
    ]
    return bases.map((base) => {
      const head = base.replace('object,', `object, properties: {a: {type: ${own}}},`)
      return changesBetween(sent[use](base, '3.1.0'), sent[use](head, '3.1.0')).map((change) => change.rule)
    })
  }
  const twice = (found: readonly string[]) =>
    [found, found].map((each) => each.map((rule) => `breaking-${rule}`))
  expect(rules('requests')).toEqual(twice(requests))
  expect(rules('responses')).toEqual(twice(responses))
})

describe('a pattern that is new in a closed object', () => {
  const number = ['type-changed']
  it.each<[known: string, pattern: string, found: string[]]>([
    ['a: {type: string}', '.*: {type: integer}', number],
    ['a: {type: string}', '.*: {type: [integer, string]}', []],
    ['a: {type: string}', '.*: {}', []],
    ['a: {type: string}', '^x-: {type: integer}', []],
    ['a: {type: string}, b: {type: integer}', '^b: {type: integer}', []],
    ['a: {type: string}', '^(a|x)$: {type: integer}', number],
    ['a: {type: string}', '^(a|x)$: {type: string}', []],
    ['a: {type: string}', '"[": {type: integer}', number],
    ['a: {type: string, readOnly: true, writeOnly: true}', '.*: {type: integer}', []],
    ['', '.*: {type: integer}', number],
    ['', '.*: {type: [integer, string]}', []],
    ['', '^pq: {type: integer}', number],
    ['', 'q$: {type: integer}', number],
    ['', '^q|p: {type: integer}', number],
    ['', '^q?: {type: integer}', number],
    ['', '^q: {type: integer}', []],
  ])('%s, and %s', (known, pattern, found) => {
    const closed = `{type: object, additionalProperties: false, properties: {${known}}, patternProperties: {`
    const own = known === '' ? '^p: {type: string}, ' : ''
    const [without, having] = [`${closed}${own}}}`, `${closed}${own}${pattern}}}`]
    const rules = (use: keyof typeof sent, before: string, after: string) =>
      changesBetween(sent[use](before, '3.1.0'), sent[use](after, '3.1.0')).map(({ rule }) => rule)
    expect(rules('requests', without, having)).toEqual(found.map((rule) => `breaking-request-${rule}`))
    expect(rules('responses', having, without)).toEqual(found.map((rule) => `breaking-response-${rule}`))
  })

  it('says which property it is about', () => {
    const of = (rest: string) =>
      sent.requests(
        `{type: object, additionalProperties: false, properties: {a: {type: string}}${rest}}`,
        '3.1.0',
      )
    const [change] = changesBetween(of(''), of(', patternProperties: {.*: {type: integer}}'))
    expect(change?.message).toContain('Property `a`')
  })
})

it('a property that loses its name has to be what others are', () => {
  const rules = (type: string) =>
    changesBetween(
      sent.requests(
        `{type: object, properties: {a: {type: ${type}}}, additionalProperties: {type: string}}`,
        '3.1.0',
      ),
      sent.requests('{type: object, additionalProperties: {type: string}}', '3.1.0'),
    ).map(({ rule }) => rule)
  expect(rules('string')).toEqual(['breaking-request-property-removed'])
  expect(rules('integer')).toEqual(['breaking-request-property-removed', 'breaking-request-type-changed'])
})

const open = 'type: object, properties: {a: {type: string}}'
const closed = `${open}, unevaluatedProperties: false`
it.each([
  [`{${open}, additionalProperties: false}`, `{${closed}}`],
  [`{${open}, additionalProperties: {type: integer}}`, `{${open}, unevaluatedProperties: {type: integer}}`],
  [`{${open}, additionalProperties: false}`, `{${closed}, additionalProperties: false}`],
  [
    `{allOf: [{${open}, additionalProperties: false}, {properties: {a: {}}}]}`,
    `{allOf: [{${closed}}, {properties: {a: {}}}]}`,
  ],
  ['{type: array, items: {type: string}}', '{type: array, items: {type: string}, unevaluatedItems: false}'],
  [
    '{type: array, prefixItems: [{type: string}], items: false}',
    '{type: array, prefixItems: [{type: string}], unevaluatedItems: false}',
  ],
])('unevaluated says no more than its older word beside nothing that joins: %s and %s', (one, other) => {
  for (const use of ['requests', 'responses'] as const) {
    const [before, after] = [sent[use](one, '3.1.0'), sent[use](other, '3.1.0')]
    expect(changesBetween(before, after)).toEqual([])
    expect(changesBetween(after, before)).toEqual([])
  }
})

it('unevaluatedProperties takes more than additionalProperties beside an allOf', () => {
  const all = (rest: string) => `{${open}, allOf: [{properties: {b: {type: string}}}], ${rest}: false}`
  const [older, later] = [all('additionalProperties'), all('unevaluatedProperties')]
  const between = (one: string, other: string) =>
    changesBetween(sent.requests(one, '3.1.0'), sent.requests(other, '3.1.0')).map(({ rule }) => rule)
  expect(between(older, later)).toEqual([])
  expect(between(later, older)).toContain('breaking-request-property-refused')
})

const conditional = (then: string) => `{${closed}, if: {required: [a]}, then: ${then}}`
it.each([
  [conditional('{properties: {b: {type: string}}}'), conditional('true')],
  [conditional('{allOf: [{properties: {b: {type: string}}}]}'), conditional('{}')],
  [
    `{${closed}, if: {required: [a]}, else: {properties: {b: {}}}}`,
    `{${closed}, if: {required: [a]}, else: true}`,
  ],
  [
    `{${closed}, dependentSchemas: {a: {properties: {b: {}}}}}`,
    `{${closed}, dependentSchemas: {a: {properties: {c: {}}}}}`,
  ],
])('what only a condition let in is refused when it goes: from %s to %s', (before, after) => {
  const rules = changesBetween(sent.requests(before, '3.1.0'), sent.requests(after, '3.1.0')).map(
    ({ rule }) => rule,
  )
  expect(rules).toContain('breaking-request-property-refused')
})

it.each([
  [conditional('true'), conditional('{properties: {b: {type: string}}}')],
  [
    conditional('{properties: {b: {}}}'),
    `{${closed}, properties: {a: {type: string}, b: {}}}`.replace(`${open}, `, 'type: object, '),
  ],
])('and is not where it comes, or is let in elsewhere: from %s to %s', (before, after) => {
  const found = changesBetween(sent.requests(before, '3.1.0'), sent.requests(after, '3.1.0'))
  expect(found.filter(({ rule }) => rule === 'breaking-request-property-refused')).toEqual([])
})

it('additionalProperties refuses what unevaluatedProperties knows from allOf', () => {
  const closed = (keyword: string) =>
    sent.requests(
      `{type: object, allOf: [{properties: {a: {}}}], properties: {b: {}}, ${keyword}: false}`,
      '3.1.0',
    )
  const rules = changesBetween(closed('unevaluatedProperties'), closed('additionalProperties')).map(
    ({ rule }) => rule,
  )
  expect(rules).toEqual([
    'breaking-request-property-refused',
    'breaking-request-additional-properties-refused',
  ])
})

const both = (...members: readonly string[]) =>
  `{type: [object, string, integer, array], allOf: [${members.join(', ')}]}`
const when = (name: string, then: string) => `{if: {required: [${name}]}, then: {required: [${then}]}}`
const apart = '{not: {enum: [1]}}'

it.each([
  [both('{format: uri}', '{format: email}'), both('{format: email}', '{format: uri}')],
  [both('{multipleOf: 2}', '{multipleOf: 3}'), '{type: [object, string, integer, array], multipleOf: 6}'],
  [both('{const: a}', '{const: a}'), both('{const: a}')],
  ['{type: boolean}', '{type: boolean, enum: [true, false]}'],
  ['{type: [boolean, "null"]}', '{type: [boolean, "null"], enum: [true, false, null]}'],
  ['{type: string}', '{type: string, format: password}'],
  [both(apart, '{not: {enum: [2]}}'), both('{not: {enum: [2]}}', apart)],
  [both(apart), both(apart, '{not: {enum: [1]}, description: again}')],
  [both(when('a', 'b'), when('c', 'd')), both(when('c', 'd'), when('a', 'b'))],
])('%s is %s', (some, other) => {
  for (const use of ['requests', 'responses', 'webhooks'] as const) {
    const [base, head] = [sent[use](some, '3.1.0'), sent[use](other, '3.1.0')]
    expect(changesBetween(base, head)).toEqual([])
    expect(changesBetween(head, base)).toEqual([])
  }
})

it.each([
  [both(when('a', 'b'), when('c', 'd')), both(when('a', 'd'), when('c', 'b'))],
  [both(apart, '{not: {enum: [2]}}'), both(apart, '{not: {enum: [3]}}')],
  ['{oneOf: [{const: a}, {const: b}]}', '{oneOf: [{const: a}, {const: c}]}'],
  ['{oneOf: [{const: a}, {const: b}]}', '{oneOf: [{const: a}, {const: b}, {const: b}, {const: c}]}'],
  ['{oneOf: [{enum: [a, a]}, {const: b}]}', '{oneOf: [{const: b}, {const: c}]}'],
  ['{contains: {type: string}, maxContains: 2}', '{contains: {type: [string, integer]}, maxContains: 2}'],
  ['{type: [integer, "null"]}', '{oneOf: [{type: [integer, "null"]}, {type: [boolean, "null"]}]}'],
  ['{type: [integer, number]}', '{oneOf: [{type: integer}, {type: number}, {type: boolean}]}'],
])('%s and %s break in both directions', (some, other) => {
  for (const use of ['requests', 'responses', 'webhooks'] as const) {
    const [base, head] = [sent[use](some, '3.1.0'), sent[use](other, '3.1.0')]
    expect(changesBetween(base, head)).not.toEqual([])
    expect(changesBetween(head, base)).not.toEqual([])
  }
})

const kinds = (...names: readonly string[]) =>
  `{type: object, required: [kind], properties: {kind: {enum: [${names.join(', ')}]}}}`
const [text, whole, number] = ['{type: string, maxLength: 9}', '{type: integer}', '{type: number}']

/** From what is before to what is after, in requests; then the other way round. */
it.each([
  [[text, whole], [text, whole, number], ['overlap'], ['removed']],
  [['{type: string}', whole], ['{type: string}', whole, number], ['overlap'], ['removed']],
  [[kinds('x'), kinds('y')], [kinds('x'), kinds('x', 'y')], ['overlap'], ['narrowed']],
  [[number, whole], [number, whole, text], [], ['removed']],
  [[kinds('x'), kinds('y')], [kinds('x'), kinds('y', 'z')], [], ['narrowed']],
  [[kinds('x'), kinds('y')], [kinds('x'), kinds('y'), kinds('z')], [], ['removed']],
])('a oneOf of %s that becomes one of %s', (before, after, there, back) => {
  const rules = (some: readonly string[], other: readonly string[]) =>
    changesBetween(
      sent.requests(alternatives('oneOf', ...some), '3.1.0'),
      sent.requests(alternatives('oneOf', ...other), '3.1.0'),
    ).map(({ rule }) => rule.split('-').at(-1))
  expect(rules(before, after)).toEqual(there)
  expect(rules(after, before)).toEqual(back)
  expect(rules(before, before)).toEqual([])
})

const [cats, dogs, mice] = ['cat', 'dog', 'mouse'].map((name) => kinds(name)) as [string, string, string]
const [short, flag, list] = [
  '{type: string, maxLength: 9}',
  '{type: boolean, title: f}',
  '{type: array, maxItems: 3}',
]
const inside = (keyword: string, ...members: readonly (string | undefined)[]) =>
  `{${keyword}: [${members.join(', ')}]}`

it.each([
  [inside('oneOf', short, inside('oneOf', flag, list)), inside('oneOf', short, flag, list)],
  [inside('oneOf', short, inside('anyOf', flag, list)), inside('oneOf', short, flag, list)],
  [inside('oneOf', cats, inside('oneOf', dogs, mice)), inside('oneOf', mice, cats, dogs)],
  [
    inside('anyOf', '{required: [a]}', inside('anyOf', '{required: [b]}', '{required: [c]}')),
    inside('anyOf', '{required: [c]}', '{required: [b]}', '{required: [a]}'),
  ],
  [
    inside('oneOf', short, inside('oneOf', list, inside('oneOf', flag, cats))),
    inside('oneOf', cats, flag, short, list),
  ],
  [
    inside('oneOf', short, inside('oneOf', cats, dogs), '{type: "null"}'),
    inside('oneOf', short, cats, dogs, '{type: "null"}'),
  ],
])('alternatives of an alternative: %s is %s', (nested, flat) => {
  for (const use of ['requests', 'responses', 'webhooks'] as const) {
    const [base, head] = [sent[use](nested, '3.1.0'), sent[use](flat, '3.1.0')]
    expect(changesBetween(base, head)).toEqual([])
    expect(changesBetween(head, base)).toEqual([])
  }
})

const [a, b, c] = ['a', 'b', 'c'].map((name) => `{type: object, required: [${name}]}`) as [
  string,
  string,
  string,
]

/** What is valid under all three is refused where exactly one has to match. */
it.each([
  [inside('oneOf', a, inside('oneOf', b, c)), inside('oneOf', a, b, c)],
  [inside('oneOf', a, inside('anyOf', b, c)), inside('oneOf', a, b, c)],
  [inside('oneOf', short, inside('oneOf', list, flag)), inside('oneOf', short, list)],
  [
    inside('oneOf', short, inside('oneOf', flag, list)),
    inside('oneOf', short, flag, list, '{type: [array, object]}'),
  ],
  [
    inside(
      'oneOf',
      '{type: "null"}',
      short,
      inside('oneOf', '{type: [boolean, "null"]}', '{type: [array, "null"]}'),
    ),
    inside('oneOf', '{type: "null"}', short, '{type: [boolean, "null"]}', '{type: [array, "null"]}'),
  ],
])('%s accepts more than %s', (nested, flat) => {
  const [base, head] = [sent.requests(nested, '3.1.0'), sent.requests(flat, '3.1.0')]
  expect(changesBetween(base, head)).not.toEqual([])
})

it.each([
  ['{enum: [a, 1]}', '{oneOf: [{enum: [a, 1]}, {type: integer}, {type: boolean, title: f}]}'],
  ['{type: string, enum: [a, b]}', '{oneOf: [{enum: [a, b]}, {enum: [b, 1]}, {type: boolean, title: f}]}'],
])('a value of %s is in two alternatives of %s', (before, after) => {
  const rules = (some: string, other: string) =>
    changesBetween(sent.requests(some, '3.1.0'), sent.requests(other, '3.1.0')).map(({ rule }) => rule)
  expect(rules(before, after)).toContain('breaking-request-alternatives-overlap')
  expect(rules(before, after.replace('oneOf', 'anyOf'))).toEqual([])
})

/** What several alternatives took, none could be. */
it.each([
  [inside('oneOf', a, b), a],
  [inside('oneOf', a, b, c), inside('oneOf', a, c)],
  [inside('oneOf', '{type: integer}', '{type: number}'), '{type: integer}'],
  [inside('oneOf', '{type: integer}', '{type: number}', short), inside('oneOf', '{type: integer}', short)],
  [inside('oneOf', '{type: string}', short, flag), inside('oneOf', '{type: string, const: x}', short, flag)],
  [inside('oneOf', '{type: string}', short, flag), '{const: x}'],
])('a response that was %s and is %s', (before, after) => {
  const rules = (some: string, other: string) =>
    changesBetween(sent.responses(some, '3.1.0'), sent.responses(other, '3.1.0')).map(({ rule }) => rule)
  expect(rules(before, after)).toContain('breaking-response-alternatives-exclusive')
  expect(rules(before, before)).toEqual([])
  expect(rules(before.replace('oneOf', 'anyOf'), after)).toEqual([])
})

it.each([
  [inside('oneOf', cats, dogs, mice), inside('oneOf', cats, mice)],
  [inside('oneOf', cats, dogs), cats],
  [inside('oneOf', short, flag, list), inside('oneOf', short, list)],
  [
    `{discriminator: {propertyName: kind}, oneOf: [${a}, ${b}, ${c}]}`,
    `{discriminator: {propertyName: kind}, oneOf: [${a}, ${b}]}`,
  ],
])('a response that was %s and is %s loses what excluded the others', (before, after) => {
  expect(changesBetween(sent.responses(before, '3.1.0'), sent.responses(after, '3.1.0'))).toEqual([])
})

const [numbers, pattern] = [
  'additionalProperties: {type: integer}',
  'patternProperties: {^p: {type: string}}',
]

it.each([
  [
    'request',
    `{${pattern}, additionalProperties: false}`,
    `{${pattern}, allOf: [{additionalProperties: false}]}`,
  ],
  ['request', `{${pattern}, ${numbers}}`, `{${pattern}, allOf: [{${numbers}}]}`],
  [
    'request',
    `{${pattern}, unevaluatedProperties: false}`,
    `{${pattern}, allOf: [{unevaluatedProperties: false}]}`,
  ],
  [
    'request',
    '{allOf: [{additionalProperties: true}], unevaluatedProperties: false}',
    '{unevaluatedProperties: false}',
  ],
  [
    'request',
    '{unevaluatedProperties: {type: integer}, additionalProperties: {type: string}}',
    '{unevaluatedProperties: {type: integer}}',
  ],
  ['request', '{unevaluatedItems: {type: integer}, items: {}}', '{unevaluatedItems: {type: integer}}'],
  ['request', '{prefixItems: [{type: string}], unevaluatedItems: {}}', '{unevaluatedItems: {type: integer}}'],
  ['response', '{unevaluatedItems: false}', '{unevaluatedItems: false, contains: {type: integer}}'],
  ['response', `{${numbers}}`, `{${numbers}, ${pattern}}`],
  [
    'response',
    '{additionalProperties: false, patternProperties: {^p: {type: integer}}}',
    '{additionalProperties: false, patternProperties: {p$: {type: string}}}',
  ],
  [
    'response',
    '{unevaluatedProperties: {type: integer}}',
    '{unevaluatedProperties: {type: integer}, properties: {a: {type: string}}}',
  ],
  [
    'request',
    '{patternProperties: {a$: {type: string}}}',
    '{patternProperties: {a$: {type: string}}, properties: {ba: {type: integer}}}',
  ],
  [
    'request',
    '{allOf: [{prefixItems: [{type: string}]}], unevaluatedItems: false}',
    '{allOf: [{prefixItems: [{type: string}]}], items: false}',
  ],
  [
    'request',
    '{allOf: [{prefixItems: [{type: string}]}], unevaluatedItems: {type: integer}}',
    '{allOf: [{prefixItems: [{type: string}]}], items: {type: integer}}',
  ],
  [
    'request',
    '{not: {type: object, properties: {k: {}}, additionalProperties: false}}',
    '{not: {type: object, properties: {k: {}, l: {}}, additionalProperties: false}}',
  ],
] as const)('what is left over, in a %s: %s and %s', (use, before, after) => {
  const of = (schema: string) =>
    sent[`${use}s`](`{type: ${/Items/.test(schema) ? 'array' : 'object'}, ${schema.slice(1)}`, '3.1.0')
  expect(changesBetween(of(before), of(after))).not.toEqual([])
  expect(changesBetween(of(before), of(before))).toEqual([])
  expect(changesBetween(of(after), of(after))).toEqual([])
})

it('a nullable that moves between the members of an allOf', () => {
  const of = (inner: string, outer: string) =>
    sent.responses(`{allOf: [{type: object${inner}}, {minProperties: 1${outer}}]}`, '3.0.3')
  expect(
    changesBetween(of('', ', nullable: true'), of(', nullable: true', '')).map(({ rule }) => rule),
  ).toEqual(['breaking-response-null-added'])
})

it('an alternative with a reference is more than its type', () => {
  const api = (size: number) =>
    `${sent.requests("{oneOf: [{type: string, $ref: '#/components/schemas/Name'}, {type: integer}]}", '3.1.0')}
components: {schemas: {Name: {maxLength: ${size}}}}`
  expect(changesBetween(api(9), api(8))).not.toEqual([])
  expect(changesBetween(api(8), api(9))).toEqual([])
})

it('an anyOf in which two take null, that becomes a oneOf', () => {
  const members = ['{type: [string, "null"], maxLength: 9}', '{type: [integer, "null"]}']
  const [any, one] = ['anyOf', 'oneOf'].map((keyword) => sent.requests(inside(keyword, ...members), '3.1.0'))
  expect(changesBetween(any ?? '', one ?? '').map(({ rule }) => rule)).toEqual([
    'breaking-request-alternatives-overlap',
  ])
})

it('webhooks that were an extension are the same', () => {
  const [old, next] = [
    sent['x-webhooks']('{type: string}', '3.0.3'),
    sent.webhooks('{type: string}', '3.1.0'),
  ]
  expect(changesBetween(old, next)).toEqual([])
  expect(changesBetween(next, old)).toEqual([])
  const removed = (after: string) => changesBetween(old, after).map(({ path }) => path.join('.'))
  expect(removed('openapi: 3.0.3\nx-webhooks: {}')).toEqual(['x-webhooks.a'])
  expect(removed('openapi: 3.1.0\npaths: {}')).toEqual(['webhooks.a'])
})

it('an anyOf beside a oneOf may get an alternative: the oneOf still excludes what it excluded', () => {
  const [a, b, c] = ['a', 'b', 'c'].map(
    (name) => `{type: object, required: [${name}], properties: {${name}: {type: string}}}`,
  )
  const both3 = (any: string, one: string) => sent.requests(`{anyOf: [${any}], oneOf: [${one}]}`, '3.1.0')
  const base = both3(`${a}, ${b}`, `${a}, ${b}`)
  expect(changesBetween(base, both3(`${a}, ${b}, ${c}`, `${a}, ${b}`))).toEqual([])
  expect(changesBetween(base, both3(`${a}, ${b}`, `${a}, ${b}, ${c}`)).map(({ rule }) => rule)).toEqual([
    'breaking-request-alternatives-exclusive',
  ])
})

it.each([
  ['additionalProperties: false', ''],
  ['unevaluatedProperties: false', ''],
  ['additionalProperties: false', 'additionalProperties: {type: string}'],
  ['additionalProperties: false', 'properties: {a: {}, b: {}}, additionalProperties: false'],
])('an alternative of a oneOf with %s that becomes %s and takes what another one does', (before, after) => {
  const of = (rest: string) =>
    sent.requests(
      `{oneOf: [{type: object, required: [a], properties: {a: {}}, ${rest}}, {type: object, required: [b], properties: {b: {}}}]}`.replace(
        /properties: \{a: \{\}\}, (properties)/,
        '$1',
      ),
      '3.1.0',
    )
  expect(changesBetween(of(before), of(after)).map(({ rule }) => rule)).toEqual([
    'breaking-request-alternatives-exclusive',
  ])
})

it('an item that only a condition let in', () => {
  const of = (then: string) =>
    sent.requests(`{type: array, if: {prefixItems: [{const: a}]}, ${then}unevaluatedItems: false}`, '3.1.0')
  const whole = of('then: {prefixItems: [true, {type: string}]}, ')
  expect(changesBetween(whole, of('')).map(({ message }) => message)).toEqual([
    'Value no longer has the item 2 by position, in the request body of `POST /a`',
  ])
  expect(changesBetween(whole, whole)).toEqual([])
})

describe('components that offer each other', () => {
  const of = (use: keyof typeof sent, a: string, b: string) =>
    `${sent[use]("{$ref: '#/components/schemas/A'}", '3.1.0')}
components: {schemas: {A: ${a}, B: ${b}}}`.replaceAll(/[AB](?=[,\]])/g, "{$ref: '#/components/schemas/$&'}")
  const [text, wide, narrow] = [
    '{type: string}',
    '{properties: {x: {type: string}}}',
    '{properties: {x: {type: integer}}}',
  ]
  it.each([
    [
      '{anyOf: [{type: string}, B]}',
      `{anyOf: [${wide}, A]}`,
      '{anyOf: [{type: string}, B]}',
      `{anyOf: [${narrow}, A]}`,
    ],
    [
      '{oneOf: [{type: string}, B]}',
      `{oneOf: [${wide}, A]}`,
      '{oneOf: [{type: string}, B]}',
      `{oneOf: [${narrow}, A]}`,
    ],
    [`{anyOf: [${text}, A]}`, text, '{anyOf: [{type: integer}, A]}', text],
    [`{anyOf: [${wide}, A]}`, text, `{anyOf: [${narrow}, A]}`, text],
  ])('A: %s, B: %s', (oldA, oldB, newA, newB) => {
    for (const use of ['requests', 'responses'] as const) {
      const [base, head] = [of(use, oldA, oldB), of(use, newA, newB)]
      expect(changesBetween(base, head)).not.toEqual([])
      expect(changesBetween(head, base)).not.toEqual([])
      expect(changesBetween(base, base)).toEqual([])
      expect(changesBetween(base, base.replace('openapi: 3.1.0', 'openapi: 3.1.1'))).toEqual([])
    }
  })
})

it.each([
  ['{enum: [null]}', '{const: null}'],
  ['{enum: [null]}', '{type: "null"}'],
  ['{const: null}', '{type: "null"}'],
  ['{anyOf: [{type: string}, {const: null}]}', '{anyOf: [{type: string}, {type: "null"}]}'],
  ['{oneOf: [{type: string}, {const: null}]}', '{type: [string, "null"]}'],
])('%s is the same as %s', (some, other) => {
  for (const use of ['requests', 'responses'] as const) {
    const [base, head] = [sent[use](some, '3.1.0'), sent[use](other, '3.1.0')]
    expect(changesBetween(base, head)).toEqual([])
    expect(changesBetween(head, base)).toEqual([])
  }
})

it('a value that was null', () => {
  const [base, head] = ['{enum: [null]}', '{enum: [a]}'].map((schema) => sent.responses(schema, '3.1.0'))
  expect(changesBetween(base ?? '', head ?? '').map(({ message }) => message)).toEqual([
    'Value was `null` and may now be `"a"`, in the response 200 of `GET /a`',
  ])
})
