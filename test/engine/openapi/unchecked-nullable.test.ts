import { expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { evaluate } from '../../../src/engine/evaluate.ts'
import { readReferencedFiles } from '../../../src/engine/openapi/files.ts'

const schemas = (text: string) => `components: {schemas: {${text}}}`
const one = schemas('A: {type: string, nullable: true}')
const message = '`nullable` says nothing from OpenAPI 3.1 on'

it.each([
  ['openapi: 3.1.0', one, `components.schemas.A.nullable ${message}`],
  ['openapi: 3.2.0', one, `components.schemas.A.nullable ${message}`],
  ['openapi: 3.0.3', one],
  ['swagger: "2.0"', 'definitions: {A: {type: string, nullable: true}}'],
  ['openapi: 3.1.0\njsonSchemaDialect: https://example.com/dialect', one],
  ['openapi: 3.1.0', schemas('A: {type: string, nullable: false}')],
  ['openapi: 3.1.0', schemas('A: {properties: {nullable: {type: string}}, example: {nullable: true}}')],
  [
    'openapi: 3.1.0',
    schemas(
      'A: {nullable: true}, B: {items: {nullable: true}}, C: {allOf: [{$ref: "#/components/schemas/A"}]}',
    ),
    `components.schemas.A.nullable ${message}, here and in 1 more schema`,
  ],
  [
    'openapi: 3.1.0',
    schemas('A: {$ref: "a.yaml#/s"}, B: {nullable: true}, C: {nullable: true}'),
    `a.yaml s.nullable ${message}, here and in 2 more schemas`,
  ],
])('%s and %s', async (version, text, ...expected) => {
  const document = parseDocument(`${version}\n${text}`, 'yaml')
  const read = async (name: string) => ({ name, text: 's: {nullable: true}' })
  const files = await readReferencedFiles(document, 'o.yaml', read)
  const issues = evaluate(document, { rules: [] }, { files })
  expect(
    issues.map(({ file, path, message, rule }) => {
      expect([rule.id, rule.severity]).toEqual(['unchecked-nullable', 'hint'])
      return [...(file === undefined ? [] : [file]), path.join('.'), message].join(' ')
    }),
  ).toEqual(expected)
})
