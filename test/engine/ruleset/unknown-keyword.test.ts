import { expect, it } from 'vitest'
import { findUnknownKeywords } from '../../../src/features/ruleset/validate-ruleset.ts'

it.each([
  [{ propertys: {} }, ['propertys', 'properties']],
  [{ require: ['a'] }, ['require', 'required']],
  [{ properties: { a: { minlength: 3 } } }, ['properties.a.minlength', 'minLength']],
  [{ items: { patern: 'x' } }, ['items.patern', 'pattern']],
  [{ allOf: [{ additionalproperties: false }] }, ['allOf.0.additionalproperties', 'additionalProperties']],
  [{ $defs: { A: { item: {} } } }, ['$defs.A.item', 'items']],
])('%j: a keyword that is misspelt', (schema, [place, meant]) => {
  expect(findUnknownKeywords(schema)).toMatchObject([{ meant }])
  expect(findUnknownKeywords(schema)[0]?.path.join('.')).toBe(place)
})

it.each([
  { properties: { require: {}, propertys: { type: 'string' } } },
  { patternProperties: { '^item$': true }, dependencies: { require: ['typ'] } },
  { enum: [{ require: 1 }], const: { propertys: 1 }, default: { typ: 1 }, examples: [{ typ: 1 }] },
  { 'x-require': true, note: 'x', owner: 'y', errorMessage: 'z', name: 'n', id: 'i', nullable: true },
  { $ref: '#/definitions/a', definitions: { a: { xml: {}, discriminator: 'x', example: 1 } } },
  true,
])('%j: nothing that is misspelt', (schema) => {
  expect(findUnknownKeywords(schema)).toEqual([])
})

it('ends with a schema that holds itself', () => {
  const schema: Record<string, unknown> = { require: [] }
  schema.not = schema
  expect(findUnknownKeywords(schema)).toHaveLength(1)
})
