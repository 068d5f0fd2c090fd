import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSources } from '../../../src/check/sources/sources.ts'
import { GovError } from '../../../src/core/model/errors.ts'
import { createLiveCheck, type LiveCheck, type OpenText } from '../../../src/features/lsp/live-reader.ts'
import { checkRequest } from '../../../src/terminal/flags/ask-flags.ts'
import { effort } from '../../effort.ts'
import { tempTree } from '../../temp-tree.ts'
import { testProcess } from '../../terminal/test-process.ts'

/** `GOV_TEST_LIVE_EDITS=2000` makes this ten thousand edits and more. */
const edits = Number(process.env.GOV_TEST_LIVE_EDITS ?? 12 * effort)

const paths = (ref: string) => `
  /pets/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
    get:
      operationId: getPet
      tags: [pets]
      summary: A pet
      security: [{ key: [] }]
      parameters:
        - name: limit
          in: query
          schema: { type: integer, enum: [1, 1, a] }
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: { $ref: '${ref}' }
              example: { name: 1 }
        default: { description: 'a fault' }
    put:
      operationId: getPet
      description: Writes <script>eval()</script>
      responses: { '500': { description: no } }
  /pets/:
    get: { responses: {} }
`
const schemas = `
    Pet:
      type: object
      required: [name]
      properties:
        name: { type: string, example: 7 }
        parent: { $ref: '#/components/schemas/Pet' }
        owner:
          $ref: '#/components/schemas/Owner'
          description: beside
      example: { name: rex }
    Owner:
      type: object
      properties: { age: { type: integer, format: int8, default: x } }
    Unused: { type: array }
`
const yaml = (version: string, ref = '#/components/schemas/Pet') => `openapi: ${version}
info: { title: Pets, version: '1', description: A text }
servers: [{ url: 'http://example.com/{v}' }]
tags: [{ name: pets }, { name: more }]
paths:${paths(ref)}components:
  securitySchemes: { key: { type: apiKey, in: query, name: k } }
  schemas:${schemas}`

const swagger = {
  swagger: '2.0',
  info: { title: 'Old', version: '1' },
  host: 'example.com/',
  schemes: ['http'],
  paths: {
    '/a/{id}': {
      get: {
        operationId: 'a b',
        parameters: [{ name: 'x', in: 'body', schema: { $ref: '#/definitions/A' } }],
        responses: { 200: { description: 'ok', schema: { $ref: '#/definitions/A' } } },
      },
    },
  },
  definitions: { A: { type: 'object', properties: { a: { type: 'string', example: 1 } } }, B: { type: 'x' } },
}
const json = {
  openapi: '3.0.3',
  info: { title: 'Pets "two"', version: '1' },
  paths: {
    '/a/{id}': {
      get: {
        responses: {
          200: {
            description: 'ok',
            content: { 'a/b': { schema: { $ref: '#/components/schemas/A' }, example: 1 } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      A: { type: 'object', nullable: true, properties: { b: { $ref: '#/components/schemas/B' } } },
      B: { enum: [1, 1], allOf: [{ $ref: '#/components/schemas/A' }], default: {} },
    },
  },
}

const rules = `extends: [[spectral:oas, recommended]]
aliases:
  Operation: [ '$.paths[*][get,put]' ]
functions: [met]
parserOptions: { duplicateKeys: warn }
rules:
  tag-description: warn
  own-summary: { given: '#Operation', severity: error, then: { field: summary, function: truthy } }
  own-deep: { given: '$..[?(@ && @.type && @.properties)]', then: { function: xor, functionOptions: { properties: [example, title] } } }
  own-key: { given: '$.components.schemas[*]~', then: { function: casing, functionOptions: { type: camel } } }
  own-parent: { given: "$.paths[*]..[?(@parentProperty == 'schema')]", then: { function: falsy } }
  own-schema: { given: '$.paths[*][*].responses', then: { function: schema, functionOptions: { allErrors: true, schema: { required: ['200'], additionalProperties: { required: [description, headers] } } } } }
  own-written: { given: '$..$ref', resolved: false, then: { function: pattern, functionOptions: { notMatch: Owner } } }
  own-code: { given: '$.paths[*][*]', then: { function: met } }
overrides:
  - files: ['**/api.yaml#/paths/~1pets~1']
    rules: { own-summary: off, own-schema: hint }
  - files: ['*.yaml']
    rules: { own-key: info }
`
const met = `const met = []
export default (operation) => {
  met.push(operation?.operationId)
  return [{ message: 'met ' + met.join() }]
}
`

interface Case {
  readonly name: string
  readonly config: string
  readonly files: Readonly<Record<string, string>>
  /** What is edited; the first is what is checked. */
  readonly open: readonly string[]
}

const configOf = (...lines: readonly string[]) =>
  ['version: 1', 'policy: { fail_on: error }', ...lines, ''].join('\n')
const builtIn = configOf('ruleset_files: ["spectral:oas", "spectral:owasp"]')
const cases: readonly Case[] = [
  { name: 'YAML, 3.1', config: builtIn, files: { 'api.yaml': yaml('3.1.0') }, open: ['api.yaml'] },
  { name: 'YAML, 3.0', config: builtIn, files: { 'api.yaml': yaml('3.0.3') }, open: ['api.yaml'] },
  { name: 'JSON', config: builtIn, files: { 'api.json': JSON.stringify(json, null, 2) }, open: ['api.json'] },
  { name: 'Swagger', config: builtIn, files: { 'api.json': JSON.stringify(swagger) }, open: ['api.json'] },
  {
    name: 'several files',
    config: builtIn,
    files: {
      'api.yaml': yaml('3.1.0', './parts/pet.yaml#/components/schemas/Pet'),
      'parts/pet.yaml': `components:\n  schemas:${schemas}`,
    },
    open: ['api.yaml', 'parts/pet.yaml'],
  },
  {
    name: 'own rules, overrides and code',
    config: configOf('ruleset_files: [rules.yaml]'),
    files: { 'api.yaml': yaml('3.1.0'), 'rules.yaml': rules, 'functions/met.js': met },
    open: ['api.yaml'],
  },
  {
    name: 'vacuum',
    config: configOf('engine: vacuum', 'ruleset_files: ["vacuum:all"]'),
    files: { 'api.yaml': yaml('3.0.3') },
    open: ['api.yaml'],
  },
]

/** What people type, paste and delete: also what leaves no YAML or JSON, and no OpenAPI document. */
const pieces = [
  ...[
    '',
    'a',
    ' ',
    '\n',
    '\r\n',
    ': ',
    '- ',
    '"',
    "'",
    '{',
    '}',
    '[',
    ']',
    ',',
    '#',
    '|',
    '&a ',
    '*a',
    '😀',
    '\t',
    '~',
  ],
  ...[
    '\n      x: 1\n',
    '\n      summary: no\n',
    '$ref: "#/x"',
    '"$ref": "#/components/schemas/A",',
    '# c\n',
    '3.0.3',
    '/x',
  ],
]
const editOf = fc.record({
  file: fc.nat(),
  at: fc.noBias(fc.nat(9999)),
  length: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(3), fc.nat(60)),
  piece: fc.oneof(fc.constantFrom('a', 'b c', '7'), fc.constantFrom(...pieces)),
})

it.each(cases)(
  'says after each edit what a fresh run says: $name',
  { timeout: 60_000 + edits * 500 },
  async (each) => {
    const cwd = await tempTree({ ...each.files, '.governance.yml': each.config })
    const texts = new Map<string, OpenText>()
    let count = 0
    const readable = new Map(Object.entries(each.files))
    const type = (file: string, text: string) => {
      count += 1
      const path = join(cwd, file)
      texts.set(path, { path, realPath: path, text, stamp: `open ${count}` })
    }
    const start = () => {
      for (const file of each.open) type(file, each.files[file] ?? '')
    }
    const world = { ...testProcess({ cwd }).context, cwd, sources: createSources(cwd) }
    const openCheck = () =>
      createLiveCheck(
        join(cwd, each.open[0] ?? ''),
        (files) => checkRequest({}, {}, files),
        world,
        (path) => texts.get(path),
      )
    const live = openCheck()
    let [issues, faults] = [0, 0]
    start()
    for (const [index, { file, at, length, piece }] of fc.sample(editOf, edits).entries()) {
      // What is broken beyond repair says little more.
      if (index % 15 === 14) start()
      const name = each.open[file % each.open.length] ?? ''
      const text = texts.get(join(cwd, name))?.text ?? ''
      const from = Math.floor((at / 10_000) * text.length)
      const next = text.slice(0, from) + piece + text.slice(from + length)
      type(name, next)
      const wanted = await told(openCheck())
      expect(await told(live), next).toEqual(wanted)
      if ('issues' in wanted) issues += wanted.issues.length
      else faults += 1
      // One edit goes on from a text that cannot be read, so that reading begins again, and the others from the last that could.
      if (!('error' in wanted)) readable.set(name, next)
      else if (index % 5 !== 0) type(name, readable.get(name) ?? '')
    }
    expect(issues).toBeGreaterThan(edits / 2)
    if (edits > 100) expect(faults).toBeGreaterThan(0)
  },
)

async function told(live: LiveCheck) {
  try {
    const { report, warnings } = await live.check()
    const { issues, outcome, total, rule_matches } = { rule_matches: undefined, ...report }
    return {
      issues: issues.map(({ created_at: _, ...issue }) => issue),
      outcome,
      total,
      rule_matches,
      warnings,
    }
  } catch (error) {
    if (error instanceof GovError) return { error: `${error.code} ${error.message}` }
    throw error
  }
}
