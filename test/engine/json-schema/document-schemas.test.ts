import { expect, it } from 'vitest'
import type { SchemaObject } from '../../../src/engine/json-schema/check.ts'
import { createDocumentSchemas } from '../../../src/engine/json-schema/document-schemas.ts'
import { draft4Metaschema } from '../../../src/engine/json-schema/metaschemas.ts'

const metaschema = draft4Metaschema()

function read(...schemas: readonly SchemaObject[]) {
  const schemaOf = createDocumentSchemas({ view: (value) => value, metaschema, version: 3 })
  return schemas.map((schema) => schemaOf(schema))
}

it.each<[SchemaObject, SchemaObject]>([
  [
    { type: 'string', description: 'One.', example: 'a' },
    { type: 'string', title: 'Two', default: {} },
  ],
  [
    { type: 'integer', minimum: 1, example: [1] },
    { type: 'integer', minimum: 1 },
  ],
])('reads %j and %j as one', (one, other) => {
  const [first, second] = read(one, other)
  expect(first).toBe(second)
})

it.each<[SchemaObject, SchemaObject]>([
  [{ type: 'string' }, { type: 'string', nullable: true }],
  [{ type: 'string' }, { type: 'string', description: 1 }],
  [{ minimum: 1 }, { minimum: '1' }],
  [{ pattern: 'a' }, { pattern: 'a","format":"uri' }],
  [{ pattern: 'null' }, { pattern: null }],
  [{ $ref: '#/a' }, { $ref: '#/a' }],
  [{ enum: [1] }, { enum: [2] }],
])('does not read %j and %j as one', (one, other) => {
  const [first, second] = read(one, other)
  expect(first).not.toBe(second)
})
