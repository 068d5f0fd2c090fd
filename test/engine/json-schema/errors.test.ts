import { expect, it } from 'vitest'
import { compileSchema } from '../../../src/engine/json-schema/compile.ts'

const choice = {
  oneOf: [{ type: 'string' }, { type: 'object', required: ['a'], properties: { a: { type: 'string' } } }],
}

it.each([
  [{ type: 'array', items: { required: ['a'] } }, [{ a: 1 }, {}], [[1, 'must have the property `a`']]],
  [choice, {}, [[undefined, 'must have the property `a`']]],
  [choice, { a: 1 }, [['a', 'must be of type string, but is 1']]],
  [
    choice,
    3,
    [
      [
        undefined,
        'must match a schema of `oneOf`: it must be of type string, but is 3; or it must be of type object, but is 3',
      ],
    ],
  ],
  [
    { anyOf: [{ properties: { a: { const: 1 } } }, { properties: { a: { const: 2 } } }] },
    { a: 3 },
    [[undefined, 'must match a schema of `anyOf`: it has a, which must be 1; or it has a, which must be 2']],
  ],
  [
    { oneOf: [{}, {}] },
    1,
    [[undefined, 'must match exactly one schema of `oneOf`, but matches those at 0 and 1']],
  ],
  [{ type: 'string', minLength: 3 }, 1, [[undefined, 'must be of type string, but is 1']]],
])('%j says of %j: %j', (schema, instance, expected) => {
  const errors = compileSchema(schema)(instance)
  expect(errors.map(({ path, message }) => [path[0], message])).toEqual(expected)
})

it('gives the errors of every keyword when all are asked for', () => {
  const validate = compileSchema({
    required: ['a', 'b'],
    properties: { c: { type: 'string' } },
    maxProperties: 0,
  })
  expect(validate({ c: 1 }, { allErrors: true }).map((error) => error.keyword)).toEqual([
    'maxProperties',
    'required',
    'required',
    'type',
  ])
})

it('gives the errors of properties in the order of the schema, few or many of which the instance has', () => {
  const names = Array.from({ length: 20 }, (_, index) => `p${index}`)
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  const validate = compileSchema({ properties })
  for (const count of [3, 20]) {
    const instance = Object.fromEntries(
      names
        .slice(0, count)
        .map((name) => [name, 1])
        .reverse(),
    )
    const errors = validate(instance, { allErrors: true })
    expect(errors.map(({ path }) => path[0])).toEqual(names.slice(0, count))
    expect(validate(instance).map(({ path }) => path[0])).toEqual(['p0'])
  }
})

it.each<[Record<string, unknown>]>([
  [{ a: { $ref: '#/definitions/b' }, b: { $ref: '#/definitions/a' } }],
  [{ a: { $ref: '#/definitions/a' } }],
])('ends on references that lead in a circle: %j', (definitions) => {
  expect(compileSchema({ definitions, $ref: '#/definitions/a' })({})).toEqual([])
})

it('ends on an instance that contains itself', () => {
  const instance: Record<string, unknown> = { v: 1 }
  instance.self = instance
  const validate = compileSchema({ properties: { self: { $ref: '#' }, v: { type: 'string' } } })
  expect(validate(instance)).toHaveLength(1)
})

it('ends on a schema that refers to itself', () => {
  const validate = compileSchema({ allOf: [{ $ref: '#' }], type: 'string' })
  expect([validate('a'), validate({}).length]).toEqual([[], 1])
})

it('gives up, and says so, where schema and instance branch without end', () => {
  const again = { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }] }
  const side = { type: 'object', properties: { x: again, end: false } }
  const validate = compileSchema({ ...again, $defs: { a: side, b: { ...side } } })
  const deep = Array.from({ length: 100 }).reduce<object>((x) => ({ x }), { end: 1 })
  expect(() => validate(deep, { maxEntries: 100_000 })).toThrow('branch too often')
})
