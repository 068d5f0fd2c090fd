import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../../src/core/document/document.ts'
import { evaluate } from '../../../../src/engine/evaluate.ts'
import { load } from '../../ruleset/load.ts'

const rules = (name: string, engine?: 'vacuum') =>
  load(`extends: [[${name}, off]]\nrules: { oas3-valid-schema-example: error }`, {}, undefined, engine)
const [asVacuum, builtIn, spectral] = await Promise.all([
  rules('vacuum:oas', 'vacuum'),
  rules('vacuum:oas'),
  rules('spectral:oas'),
])

function run(which: typeof asVacuum, schemas: readonly string[], version = '3.1.0'): string[] {
  const text = `openapi: ${version}\npaths: {}\ncomponents:\n  schemas:\n${schemas.map((each) => `    ${each}\n`).join('')}`
  return evaluate(parseDocument(text, 'yaml'), { rules: which }).map(
    ({ path, location, message }) =>
      `${location.start_line} ${path.slice(2).join('.')}: ${message.split(': ').at(-1)}`,
  )
}

describe('the examples of a schema, with vacuum', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    [
      'one that is wrong',
      ['A: { type: string, examples: [1] }'],
      ['5 A.examples: Example must be of type string, but is 1'],
    ],
    [
      'two, each with its own message',
      ['A: { type: string, examples: [a, 1, true] }'],
      [
        '5 A.examples: Example must be of type string, but is 1',
        '5 A.examples: Example must be of type string, but is true',
      ],
    ],
    [
      'beside an example',
      ['A: { type: string, example: 1, examples: [2] }'],
      [
        '5 A.example: Example must be of type string, but is 1',
        '5 A.examples: Example must be of type string, but is 2',
      ],
    ],
    [
      'of a property',
      ['A: { properties: { b: { maximum: 1, examples: [2] } } }'],
      ['5 A.properties.b.examples: Example must be at most 1, but is 2'],
    ],
    [
      'of items',
      ['A: { type: array, items: { enum: [a], examples: [b] } }'],
      ['5 A.items.examples: Example must be `a`, but is `b`'],
    ],
    [
      'by reference',
      ["A: { type: string, examples: [{ $ref: '#/components/schemas/B/minimum' }] }", 'B: { minimum: 1 }'],
      ['5 A.examples: Example must be of type string, but is 1'],
    ],
    [
      'inside of one',
      ['A: { required: [b], examples: [{ a: 1 }] }'],
      ['5 A.examples: Example must have the property `b`'],
    ],
    ['that are right', ['A: { type: string, examples: [a, b] }'], []],
    ['that are no list, which vacuum does not read', ['A: { type: string, examples: { a: 1 } }'], []],
    ['a property of that name', ['A: { type: object, properties: { examples: { type: string } } }'], []],
  ])('%s', (_name, schemas, expected) => {
    expect(run(asVacuum, schemas)).toEqual(expected)
  })

  const wrong = ['A: { type: string, examples: [1] }']
  it.each([
    ['with vacuum before 3.1', asVacuum, '3.0.3', ['5 A.examples: Example must be of type string, but is 1']],
    [
      "with gov's engine and vacuum's rules, at the example",
      builtIn,
      '3.1.0',
      ['5 A.examples.0: Example must be of type string, but is 1'],
    ],
    ["not with Spectral's rules, as in Spectral", spectral, '3.1.0', []],
  ])('%s', (_name, which, version, expected) => {
    expect(run(which, wrong, version)).toEqual(expected)
  })
})
