import { describe, expect, it } from 'vitest'
import { refuseUnsent } from '../../src/check/definitions/survey.ts'
import { localDefinition } from '../../src/check/sources/local-definition.ts'
import { isSplit } from '../../src/check/sources/local-files.ts'
import { createSourceFile } from '../../src/check/sources/source-file.ts'
import { findDocumentIssues } from '../../src/engine/openapi/document-issues.ts'
import { noFiles } from '../../src/engine/openapi/files.ts'

const definitionOf = (rest: string) =>
  localDefinition(
    createSourceFile('a.yaml', new TextEncoder().encode(`openapi: 3.1.0\n${rest}`), 'definition'),
  )

const sends = { sendsPlaceholders: false }
const issuesOf = (rest: string) => findDocumentIssues(definitionOf(rest).document, noFiles)

describe('a definition for a dashboard', () => {
  it.each([
    ['x: 1\nx: 2', 'a.yaml:3:1: the key x is duplicated'],
    ['x: "y\nz: 1"', 'a.yaml:3:1: the key z is read as text: close the " of line 2'],
    [
      'paths: {/a: {$ref: "#/x", put: {}}}\nx: {get: {}}',
      'a.yaml:2:31: `put` is beside a `$ref`, so no rule',
    ],
    ['x: {y: "TODO(gov-fix): describe it"}', 'a.yaml:2:8: Text is a placeholder'],
    ['x: 1 # \x85z: 1', 'a.yaml:2:8: the character U+0085 is a line break to other readers, before z: 1'],
    ['x: 1 # \x0b', 'a.yaml:2:8: the character U+000B is not allowed here'],
    ['x: [{y: 1, y: 2}]', 'a.yaml:2:12: the key y is duplicated'],
  ])('is refused where a part would go unchecked: %s', (rest, message) => {
    expect(() => refuseUnsent(definitionOf(rest), sends)).toThrow(message)
    expect(issuesOf(rest)).toHaveLength(1)
  })

  it.each([
    ['x: {$ref: "#/y"}\ny: 1', []],
    ['x: {$ref: "#/y"}', ['a.yaml:2:11: `#/y` does not resolve']],
    ['x: {$ref: "#/y"}\nz: {$ref: "#/z/z"}', ['a.yaml:2:11: `#/y` does not resolve (and 1 more problem)']],
    [
      'components: {schemas: {A: {$ref: "#/x", type: string}}}\nx: {}',
      ['a.yaml:2:47: `type` is beside a `$ref`, so no rule checks it'],
    ],
    ['200: x', ['a.yaml:2:1: Key `200` is read as a number, not as a string: put it in quotes']],
  ])('has a warning for what the sandbox would report: %s', (rest, warnings) => {
    expect(refuseUnsent(definitionOf(rest), sends)).toEqual(warnings)
    expect(issuesOf(rest).length > 0).toBe(warnings.length > 0)
  })

  it('is sent with a placeholder between fixes', () => {
    const definition = definitionOf('x: {y: "TODO(gov-fix): describe it"}')
    expect(refuseUnsent(definition, { sendsPlaceholders: true })).toEqual([
      'a.yaml:2:8: Text is a placeholder',
    ])
  })

  it.each([
    'responses: {default: {$ref: b.yaml}}',
    'properties: {example: {$ref: b.yaml}}',
    'properties: {examples: {properties: {value: {$ref: b.yaml}}}}',
    'properties: {examples: {value: {not: {$ref: b.yaml}}}}',
    'examples: {example: {$ref: b.yaml}}',
    'examples: {"0": {$ref: b.yaml}}',
    'examples: {a: {$ref: b.yaml}}',
    'callbacks: {a: {default: {$ref: b.yaml}}}',
    'properties: {enum: {$ref: b.yaml}, const: {$ref: b.yaml}}',
    'schemas: {default: {$ref: b.yaml}}',
    'x-schemas: {default: {$ref: b.yaml}}',
    'x-parts: {a: {example: {$ref: b.yaml}}}',
  ])('is split by a reference under a name that only looks like data: %s', (part) => {
    expect(isSplit(definitionOf(`x: {${part}}`).value)).toBe(true)
  })

  it.each([
    'schema: {example: {$ref: b.yaml}}',
    'schema: {default: [{$ref: b.yaml}]}',
    'schema: {const: {a: {$ref: b.yaml}}}',
    'schema: {enum: [{$ref: b.yaml}]}',
    'schema: {examples: [{$ref: b.yaml}]}',
    'examples: {a: {value: {$ref: b.yaml}}}',
    'schema: {example: {x-a: {$ref: b.yaml}}}',
    'headers: {x-a: {schema: {example: {$ref: b.yaml}}}}',
  ])('is sent with a $ref that is data, and a warning: %s', (part) => {
    expect(refuseUnsent(definitionOf(`x: {${part}}`), sends)).toEqual([expect.stringContaining('b.yaml')])
  })
})
