import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { evaluate } from '../../../src/engine/evaluate.ts'
import { load } from '../ruleset/load.ts'

const rules = await load(
  'extends: [[vacuum:oas, off]]\nrules: { info-contact: true }',
  {},
  undefined,
  'vacuum',
)

function rowsOf(text: string): string[] {
  const issues = evaluate(parseDocument(text, 'yaml'), { rules })
  return issues
    .filter(({ rule }) => rule.id !== 'info-contact')
    .map(({ rule, location }) => `${rule.id} ${rule.severity} ${location.start_line}`)
    .sort()
}

const head = ["openapi: '3.0.3'", "info: { title: Orders, version: '1' }"]
const media = (ref: string) => `{ description: x, content: { a/b: { schema: { $ref: '#/${ref}' } } } }`
const schema = (name: string) => `{ $ref: '#/components/schemas/${name}' }`

/** The lines are those of vacuum 0.29.9. */
describe('what vacuum says about references', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    [
      'outside of choices the first that does not resolve, inside the last, and all in what is referred to',
      [
        'paths:',
        '  /a:',
        '    get:',
        '      responses:',
        `        '200': ${media('components/schemas/A')}`,
        `        '201': ${media('components/schemas/Gone')}`,
        `        '202': ${media('components/schemas/Gone')}`,
        "        '203':",
        '          content:',
        '            a/b:',
        '              schema:',
        '                oneOf:',
        `                  - ${schema('Lost')}`,
        `                  - ${schema('Lost')}`,
        'components:',
        '  schemas:',
        '    A:',
        '      properties:',
        `        b: ${schema('Gone')}`,
        `        c: { anyOf: [${schema('Absent')}] }`,
        "        d: { $ref: '' }",
      ],
      [
        'resolving-references error 16',
        'resolving-references error 21',
        'resolving-references error 22',
        'resolving-references error 23',
        'resolving-references error 8',
      ],
    ],
    [
      'what only an extension or an example refers to is an error of the document',
      [
        'paths:',
        '  /a:',
        '    get:',
        `      x-a: ${schema('Gone')}`,
        "      responses: { '200': { description: x, content: { a/b: { example: { a: { $ref: '#/b' } } } } } }",
      ],
      ['invalid-ref error 6', 'invalid-ref error 7'],
    ],
    [
      'circles that begin in a choice, beside it and in themselves',
      [
        'paths: {}',
        'components:',
        '  schemas:',
        '    A:',
        '      properties:',
        '        b:',
        '          anyOf:',
        `            - ${schema('B')}`,
        `            - ${schema('C')}`,
        `        c: ${schema('D')}`,
        `    B: { properties: { a: ${schema('A')} } }`,
        `    C: { properties: { a: ${schema('C')} } }`,
        `    D: { properties: { a: ${schema('D')} } }`,
      ],
      ['circular-references warn 13', 'circular-references warn 14', 'circular-references warn 15'],
    ],
  ])('%s', (_what, lines, rows) => {
    expect(rowsOf([...head, ...lines].join('\n'))).toEqual(rows)
  })
})
