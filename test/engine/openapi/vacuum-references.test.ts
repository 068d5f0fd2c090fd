import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { evaluate } from '../../../src/engine/evaluate.ts'
import { readReferencedFiles } from '../../../src/engine/openapi/files.ts'
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

describe('a circle through files', () => {
  const use = '/a: { get: { responses: { "200": { description: x, content: { a/b: { schema: '
  const whole = (ref: string, more = '') =>
    `openapi: '3.0.3'\ninfo: { title: a, version: '1' }\npaths:\n  ${use}{ $ref: '${ref}' } } } } } } }\n${more}`
  const shared = (text: string) => `components:\n  schemas:\n    A: ${text}\n`

  it.each<[string, string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      'in one other file',
      whole('b.yaml#/B'),
      { 'b.yaml': "B:\n  properties:\n    b: { $ref: '#/B' }\n" },
      ['circular-references warn b.yaml:3'],
    ],
    [
      'there and back',
      whole('#/components/schemas/A', shared("{ properties: { b: { $ref: 'b.yaml#/B' } } }")),
      { 'b.yaml': "B:\n  properties:\n    a: { $ref: 'd.yaml#/components/schemas/A' }\n" },
      ['circular-references warn b.yaml:3'],
    ],
    [
      'of two other files',
      whole('b.yaml#/B'),
      {
        'b.yaml': "B: { properties: { c: { $ref: 'c.yaml#/C' } } }\n",
        'c.yaml': "C:\n  properties:\n    b: { $ref: 'b.yaml#/B' }\n",
      },
      ['circular-references warn c.yaml:3'],
    ],
    [
      'by a whole file',
      whole('b.yaml'),
      { 'b.yaml': 'properties:\n  b: { $ref: b.yaml }\n' },
      ['circular-references warn b.yaml:2'],
    ],
    [
      'through a choice',
      whole('b.yaml#/B'),
      { 'b.yaml': "B:\n  anyOf:\n    - { $ref: '#/B' }\n" },
      ['circular-references warn b.yaml:2'],
    ],
    [
      'all required',
      whole('b.yaml#/B'),
      { 'b.yaml': "B:\n  required: [b]\n  properties:\n    b: { $ref: '#/B' }\n" },
      ['resolving-references error b.yaml:4'],
    ],
    [
      'that is none',
      whole('b.yaml#/B'),
      { 'b.yaml': "B: { properties: { c: { $ref: 'c.yaml' } } }\n", 'c.yaml': 'type: string\n' },
      [],
    ],
    [
      'that leads to what is not there',
      whole('b.yaml#/B'),
      { 'b.yaml': "B: { properties: { c: { $ref: '#/C' } } }\n" },
      ['invalid-ref error b.yaml:1'],
    ],
  ])('%s', async (_name, text, parts, rows) => {
    const document = parseDocument(text, 'yaml')
    const files = await readReferencedFiles(document, 'd.yaml', async (name) => ({
      name,
      text: parts[name] ?? '',
    }))
    const issues = evaluate(document, { rules }, { files }).filter(({ rule }) => rule.id !== 'info-contact')
    expect(
      issues.map(
        ({ rule, file, location }) => `${rule.id} ${rule.severity} ${file ?? ''}:${location.start_line}`,
      ),
    ).toEqual(rows)
  })
})
