import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { breakingChanges } from '../../src/breaking/breaking-changes.ts'
import { readValue, today } from './changes-between.ts'

/**
 * Pairs of schemas by chance: where a value that was valid is refused now, or one that could not be sent can be, a change
 * has to be reported. Ajv says which values are valid. The other way round, a report without such a value is not a fault: the
 * values are few, and without a proof a change is reported.
 *
 * Left out, as they mean less to people than to JSON Schema:
 * - properties and items without a type beside them, which are taken to mean an object and a list;
 * - a property that is described for the first time where others were allowed: all schemas here describe the same three;
 * - `additionalProperties: false` of a response that is given up: no edit here changes it;
 * - `nullable` of 3.0, which Ajv does not know;
 * - a oneOf of responses that loses alternatives, or becomes one of them: those who read look for the one that fits.
 */
type Schema = Readonly<Record<string, unknown>>
type Draw = (count: number) => number

const types = ['string', 'integer', 'number', 'boolean', 'null']
const leaves: readonly Schema[] = [
  ...types.map((type) => ({ type })),
  ...['a', 'b', 1, null].map((constant) => ({ const: constant })),
  { enum: ['a', 'c'] },
  { enum: ['b', null] },
  { enum: ['a', 1] },
  { type: 'string', const: 'a' },
  { type: ['string', 'boolean'] },
  { type: ['integer', 'null'] },
  { type: 'object', required: ['k'], properties: { k: { const: 'x' } } },
  { type: 'object', required: ['k'], properties: { k: { const: 'y' } } },
  { type: 'object', required: ['p'] },
  { type: 'string', maxLength: 1 },
]
const scalars = ['a', 'b', 'c', 'dd', '', 0, 1, 2, 3, 1.5, -1, true, false, null]
const objects = ['p', 'q', 'k'].flatMap((name) =>
  ['a', 1, null, true].map((value) => ({ [name]: value, ...(value === 1 && { q: 2 }) })),
)
const values = [
  ...scalars,
  {},
  ...objects,
  { k: 'x' },
  { k: 'y', p: 1 },
  { p: 1, q: 1, k: 1, z: 1 },
  { z: 1 },
]
const lists = [[], ['a'], [1], [1, 1], ['a', 1, 2], [null]]
const judged = [...values, ...lists]
const pairsPerSeed = 50

function drawFrom(seed: number): Draw {
  let state = seed
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
}

function one<T>(draw: Draw, from: readonly T[]): T {
  return from[draw(from.length)] as T
}

function choice(draw: Draw, depth = 2): Schema {
  if (depth === 0 || draw(3) === 0) return one(draw, leaves)
  const members = Array.from({ length: 2 + draw(2) }, () => choice(draw, depth - 1))
  return { [one(draw, ['oneOf', 'anyOf'])]: members }
}

/** The same with some of the choices within choices put together, or with another keyword. */
function flattened(draw: Draw, schema: Schema): Schema {
  const keyword = ['oneOf', 'anyOf'].find((key) => key in schema)
  if (keyword === undefined) return schema
  const members = (schema[keyword] as readonly Schema[]).flatMap((member) => {
    const inner = flattened(draw, member)
    return draw(4) > 0 ? ((inner.oneOf ?? inner.anyOf ?? [inner]) as readonly Schema[]) : [inner]
  })
  return { [draw(6) > 0 ? keyword : one(draw, ['oneOf', 'anyOf'])]: members }
}

const keywords: Readonly<Record<string, (draw: Draw, depth: number) => Schema>> = {
  type: (draw) => ({ type: draw(2) ? one(draw, types) : [...new Set([one(draw, types), one(draw, types)])] }),
  enum: (draw) => ({ enum: [...new Set(Array.from({ length: 1 + draw(3) }, () => one(draw, scalars)))] }),
  const: (draw) => ({ const: one(draw, scalars) }),
  minimum: (draw) => ({ [one(draw, ['minimum', 'exclusiveMinimum'])]: draw(3) - 1 }),
  maximum: (draw) => ({ [one(draw, ['maximum', 'exclusiveMaximum'])]: draw(4) - 1 }),
  multipleOf: (draw) => ({ multipleOf: one(draw, [0.5, 1, 2]) }),
  length: (draw) => ({ [one(draw, ['minLength', 'maxLength'])]: draw(3) }),
  pattern: (draw) => ({ pattern: one(draw, ['^a', 'b', '^.*$']) }),
  object: (draw, depth) => ({
    type: 'object',
    ...(depth > 0 && {
      properties: Object.fromEntries(['p', 'q', 'k'].map((name) => [name, plain(draw, depth - 1)])),
    }),
    ...(draw(2) && { required: [one(draw, ['p', 'q', 'k'])] }),
    ...(depth > 0 && draw(2) && { additionalProperties: one(draw, [false, true, { type: 'integer' }]) }),
  }),
  list: (draw, depth) => ({
    type: 'array',
    items: plain(draw, Math.max(0, depth - 1)),
    [one(draw, ['minItems', 'maxItems'])]: draw(3),
  }),
  allOf: (draw, depth) => ({ allOf: [plain(draw, Math.max(0, depth - 1)), plain(draw, 0)] }),
}

function plain(draw: Draw, depth = 2): Schema {
  const names = Object.keys(keywords).filter((name) => depth > 0 || !/^(?:object|list|allOf)$/.test(name))
  const parts = Array.from({ length: 1 + draw(3) }, () => keywords[one(draw, names)]?.(draw, depth))
  return Object.assign({}, ...parts)
}

/** The same without a keyword, with one more, or with one that is moved into an allOf. */
function edited(draw: Draw, schema: Schema): Schema {
  const [name = 'type'] = [
    one(
      draw,
      Object.keys(schema).filter((key) => !/^(?:type|properties|items|required|add.*)$/.test(key)),
    ),
  ]
  const { [name]: value, ...others } = schema
  if (draw(3) === 0)
    return { ...schema, ...keywords[one(draw, ['type', 'enum', 'const', 'minimum', 'length'])]?.(draw, 0) }
  return draw(2) && value !== undefined && name !== 'type' && name !== 'allOf'
    ? { ...others, allOf: [...[schema.allOf ?? []].flat(), { [name]: value }] }
    : { ...others, ...(name === 'type' && { type: value }) }
}

function apiOf(use: 'request' | 'response', schema: Schema) {
  const content = { content: { 'application/json': { schema } } }
  const operation =
    use === 'request' ? { requestBody: content, responses: {} } : { responses: { 200: content } }
  return readValue({ openapi: '3.1.0', paths: { '/a': { post: operation } } })
}

const ajv = new Ajv2020({ strict: false, logger: false })

function isBroken(narrow: Schema, wide: Schema): boolean {
  const [within, around] = [ajv.compile(narrow), ajv.compile(wide)]
  return judged.some((value) => within(value) && !around(value))
}

const onlyAny = (schema: Schema) => JSON.parse(JSON.stringify(schema).replaceAll('oneOf', 'anyOf')) as Schema

const draws = {
  'choices in a request': (draw: Draw) => {
    const some = choice(draw)
    const pair = [some, draw(3) ? flattened(draw, some) : choice(draw)] as const
    return { use: 'request' as const, pair: draw(2) ? pair : pair.toReversed() }
  },
  'choices in a response': (draw: Draw) => {
    const some = choice(draw)
    return { use: 'response' as const, pair: [onlyAny(some), draw(3) ? flattened(draw, some) : choice(draw)] }
  },
  'keywords in a request': (draw: Draw) => {
    const some = plain(draw)
    return { use: 'request' as const, pair: [some, draw(4) ? edited(draw, some) : plain(draw)] }
  },
  'keywords in a response': (draw: Draw) => {
    const some = plain(draw)
    return { use: 'response' as const, pair: [some, draw(4) ? edited(draw, some) : plain(draw)] }
  },
}

describe.each(Object.entries(draws))('%s', (_, drawn) => {
  it.each([1, 2])('every change that breaks is reported, seed %i', (seed) => {
    const draw = drawFrom(seed)
    let broken = 0
    const silent: unknown[] = []
    for (let count = 0; count < pairsPerSeed; count++) {
      const { use, pair } = drawn(draw)
      const [base = {}, head = {}] = pair
      if (!(use === 'request' ? isBroken(base, head) : isBroken(head, base))) continue
      broken++
      if (breakingChanges(apiOf(use, base), apiOf(use, head), today).length === 0) silent.push([base, head])
    }
    expect(broken).toBeGreaterThan(pairsPerSeed / 20)
    expect(silent.map((pair) => JSON.stringify(pair))).toEqual([])
  })
})
