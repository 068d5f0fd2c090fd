import { describe, expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

const content = (schema: string) => `{content: {application/json: {schema: ${schema}}}}`
const components =
  'components: {schemas: {A: {type: object, required: [a], properties: {a: {type: string}}}, B: {type: object, oneOf: [{required: [b]}, {required: [c]}]}}}'
const send = {
  request: (schema: string) => `{requestBody: ${content(schema)}, responses: {}}`,
  response: (schema: string) => `{responses: {'200': ${content(schema)}}}`,
}

function rulesBetween(use: keyof typeof send, before: string, after: string, versions: readonly string[]) {
  const [base = '', head = ''] = [before, after].map(
    (schema, index) =>
      `openapi: ${versions[index]}\npaths: {/a: {post: ${send[use](schema)}}}\n${components}`,
  )
  return changesBetween(base, head).map(({ rule }) => rule.replace(`breaking-${use}-`, ''))
}

const a = "{$ref: '#/components/schemas/A'}"
const b = "{$ref: '#/components/schemas/B'}"
const text = '{type: string, maxLength: 3}'
const more = '{type: object, required: [a, b], properties: {a: {type: string}, b: {type: string}}}'
const less = '{type: object, properties: {a: {type: string}}}'

/** What breaks requests, and what breaks responses. */
it.each<[before: string, after: string, requests: string[], responses: string[]]>([
  // additionalProperties is about what is not described beside it, wherever else it is.
  [
    '{type: object, properties: {a: {type: string}}, additionalProperties: {type: integer}}',
    '{type: object, allOf: [{properties: {a: {type: string}}}], additionalProperties: {type: integer}}',
    ['type-changed'],
    [],
  ],
  [
    '{type: object, allOf: [{properties: {a: {type: string}}}], additionalProperties: {type: integer}}',
    '{type: object, properties: {a: {type: string}}, additionalProperties: {type: integer}}',
    [],
    ['type-changed'],
  ],
  // The inside of a value is not looked at.
  [
    '{enum: [{a: 1}, {a: x}]}',
    '{type: object, properties: {a: {type: string}}}',
    ['breaking-not-compared'],
    ['enum-removed'],
  ],
  // minContains is about the contains beside it, and each contains may be another item.
  [
    '{type: array, minContains: 0, allOf: [{contains: {type: string}}]}',
    '{type: array, minContains: 0, contains: {type: string}}',
    [],
    ['limit-loosened'],
  ],
  [
    '{type: array, contains: {minimum: 5}, allOf: [{contains: {maximum: 5}}]}',
    '{type: array, contains: {minimum: 5, maximum: 5}}',
    ['breaking-not-compared'],
    ['breaking-not-compared'],
  ],
  // What excludes an alternative, and what a condition is about, goes in the direction of the whole.
  [
    '{oneOf: [{type: object, properties: {a: {type: string}}}, {type: object, required: [b], properties: {b: {type: string, writeOnly: true}}}]}',
    '{oneOf: [{type: object, properties: {a: {type: string}}}, {type: object, properties: {b: {type: string, writeOnly: true}}}]}',
    ['alternatives-exclusive'],
    [],
  ],
  [
    '{type: object, not: {required: [b], properties: {b: {const: x, writeOnly: true}}}}',
    '{type: object, not: {required: [b], properties: {b: {type: string, writeOnly: true}}}}',
    ['constraint-changed'],
    [],
  ],
  [
    '{type: object, required: [b]}',
    '{type: object, required: [b], properties: {b: {type: string, writeOnly: true}}}',
    ['type-changed'],
    ['property-became-optional'],
  ],
  // A condition lets in what it describes.
  [
    '{type: object, if: {properties: {b: {type: string}}}, unevaluatedProperties: false}',
    '{type: object, if: {properties: {b: {type: integer}}}, unevaluatedProperties: false}',
    ['type-changed'],
    [],
  ],
  [
    '{type: object, unevaluatedProperties: false, else: {properties: {b: {}}}, if: {required: [c]}, dependentSchemas: {a: {properties: {b: {}}}}}',
    '{type: object, unevaluatedProperties: false, dependentSchemas: {a: {properties: {b: {}}}}}',
    ['property-refused'],
    ['constraint-changed'],
  ],
  // Where nothing else is valid, null may be.
  ['{type: string}', '{oneOf: [{type: string, not: {}}, {type: "null"}]}', ['type-changed'], ['null-added']],
  // A value is in two alternatives of a oneOf.
  ['{type: number}', '{oneOf: [{type: integer}, {type: number}]}', ['alternatives-overlap'], []],
  [
    '{oneOf: [{type: number}, {type: string}]}',
    '{oneOf: [{type: integer}, {type: number}, {type: string}]}',
    ['alternatives-overlap'],
    [],
  ],
  [
    `{oneOf: [${text}, {type: integer}]}`,
    `{oneOf: [${text}, {type: [integer, string], minLength: 2}]}`,
    ['alternatives-overlap'],
    ['type-changed'],
  ],
  [
    '{anyOf: [{type: [string, "null"], maxLength: 9}, {type: [integer, "null"]}]}',
    '{oneOf: [{type: [string, "null"], maxLength: 9}, {type: [integer, "null"]}]}',
    ['alternatives-overlap'],
    [],
  ],
  // An alternative beside null.
  [
    `{anyOf: [${text}, {type: "null"}]}`,
    `{anyOf: [${text}, {type: integer}, {type: "null"}]}`,
    [],
    ['alternative-added'],
  ],
  [`{anyOf: [${a}, {type: "null"}]}`, `{anyOf: [${a}, ${text}, {type: "null"}]}`, [], ['alternative-added']],
  // The order of alternatives says nothing.
  [`{oneOf: [${less}, ${more}]}`, `{oneOf: [${more}, ${less}]}`, [], []],
  [`{anyOf: [${less}, ${more}]}`, `{anyOf: [${more}, ${less}]}`, [], []],
  // Restrictions of what it cannot be.
  ['{type: object}', '{type: object, not: {type: string}}', [], []],
  ['{type: object, if: {type: string}, then: {maxLength: 2}}', '{type: object}', [], []],
  ['{type: string}', '{type: string, if: {maxLength: 2}, then: {required: [a]}}', [], []],
  ['{type: string}', '{type: string, additionalProperties: false}', [], []],
  ['{type: string}', '{type: string, propertyNames: {maxLength: 2}}', [], []],
  [
    '{oneOf: [{allOf: [{enum: [null, a]}], not: {type: "null"}}, {type: "null"}]}',
    '{enum: [null, a], not: {type: "null"}}',
    ['null-refused'],
    [],
  ],
  [
    '{oneOf: [{minimum: 0, not: {maximum: 0}}, {minLength: 2}]}',
    '{oneOf: [{oneOf: [{minimum: 0, not: {maximum: 0}}, {minLength: 2}]}, {type: "null"}]}',
    ['null-refused'],
    [],
  ],
  // Once for all values, no longer under a condition alone.
  [
    '{type: object, if: {required: [a]}, then: {required: [b]}}',
    '{type: object, required: [b]}',
    ['property-added'],
    [],
  ],
  [
    '{type: object, if: {required: [a]}, then: {properties: {b: {type: string}}}}',
    '{type: object, properties: {b: {type: string}}}',
    [],
    [],
  ],
  [
    '{type: object}',
    '{type: object, if: {required: [a]}, then: {properties: {b: {type: string}}}}',
    ['constraint-changed'],
    [],
  ],
  // Values of a list that its type or its neighbours do not take may be meant in another way: what goes is told.
  ['{type: string, enum: [1.0, 2.0]}', '{type: string, enum: [1.0]}', ['enum-narrowed'], []],
  ['{enum: [a, b], properties: {c: {}}}', '{enum: [a], properties: {c: {}}}', ['enum-narrowed'], []],
  // How often something is contained is not how long the list is.
  [
    '{enum: [[1, 3, c], [d]], contains: {type: string}, maxContains: 1}',
    '{enum: [[d]], contains: {type: string}, maxContains: 1}',
    ['enum-narrowed'],
    [],
  ],
  [
    '{allOf: [{contains: {type: string}, minContains: 0}, {contains: {type: integer}}]}',
    '{allOf: [{contains: {type: string}}, {contains: {type: integer}}]}',
    ['breaking-not-compared'],
    ['breaking-not-compared'],
  ],
  // What the others of an anyOf describe is let in.
  [
    `{allOf: [${a}], anyOf: [${a}, {properties: {b: {}}}], unevaluatedProperties: false}`,
    `{allOf: [${a}], unevaluatedProperties: false}`,
    ['alternative-removed'],
    [],
  ],
])('%s and then %s', (before, after, requests, responses) => {
  const versions = ['3.1.0', '3.1.0']
  expect(rulesBetween('request', before, after, versions)).toEqual(requests)
  expect(rulesBetween('response', before, after, versions)).toEqual(responses)
})

it.each([
  [`{allOf: [${b}]}`, `{allOf: [${b}, {anyOf: [${b}, ${a}]}]}`],
  [`{allOf: [{anyOf: [${a}, ${b}]}, ${b}]}`, b],
])('what is demanded anyway is enough for an anyOf that offers it: %s and then %s', (before, after) => {
  for (const use of ['request', 'response'] as const)
    expect(rulesBetween(use, before, after, ['3.0.3', '3.0.3'])).toEqual([])
})

it('recursive schemas with conditions end', () => {
  const node = (note: string) =>
    `{type: object, required: [kind], properties: {kind: {type: string}, left: {$ref: '#/components/schemas/N'}, right: {$ref: '#/components/schemas/N'}${note}}, if: {properties: {kind: {const: a}}}, then: {required: [kind]}}`
  const define = (note: string) =>
    `openapi: 3.1.0\npaths: {/a: {get: {responses: {'200': ${content("{$ref: '#/components/schemas/N'}")}}}}}\ncomponents: {schemas: {N: ${node(note)}}}`
  expect(changesBetween(define(''), define(', note: {type: string}')).map(({ rule }) => rule)).toEqual([])
})

describe('more combinations of alternatives than are compared, in an object that refuses all else', () => {
  const choose = (letter: string, without?: string) => {
    const members = [0, 1, 2, 3].map((index) => {
      const name = `${letter}${index}`
      const properties = name === without ? '' : `properties: {${name}: {type: string}}, `
      return `{type: object, ${properties}required: [${name}]}`
    })
    return `{oneOf: [${members.join(', ')}]}`
  }
  const close = (...choices: readonly string[]) =>
    `{type: object, allOf: [${choices.join(', ')}], unevaluatedProperties: false}`
  const all = ['a', 'b', 'c', 'd'].map((letter) => choose(letter))
  const rules = (before: string, after: string) =>
    rulesBetween('request', before, after, ['3.1.0', '3.1.0']).filter(
      (rule) => rule === 'breaking-not-compared',
    )

  it.each<[what: string, after: string, found: number]>([
    ['one of them is gone', close(...all.slice(1)), 1],
    ['a property of one is gone', close(...all.slice(1), choose('a', 'a2')), 1],
    ['they are in another order', close(...all.toReversed()), 0],
    ['something else is new', close(...all).replace('object,', 'object, maxProperties: 9,'), 0],
  ])('%s', (_, after, found) => expect(rules(close(...all), after)).toHaveLength(found))
})
