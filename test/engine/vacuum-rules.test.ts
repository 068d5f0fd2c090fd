import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../src/core/document/document.ts'
import { evaluate } from '../../src/engine/evaluate.ts'
import { loadDrafts } from '../../src/engine/load-ruleset.ts'
import { readReferencedFiles } from '../../src/engine/openapi/files.ts'
import { findParsedRule } from '../../src/engine/ruleset/parsed-rule.ts'
import { load } from './ruleset/load.ts'

type Engine = 'vacuum' | 'spectral'

async function find(ruleset: string, document: string, engine: Engine) {
  return evaluate(parseDocument(document, 'yaml'), { rules: await load(ruleset, {}, undefined, engine) })
}

describe('an operation without a 401 response', () => {
  const findMissing = async (operation: string, engine: Engine, code = 401) => {
    const rule = `rules: { r: { given: $, then: { function: owaspCheckErrorResponse, functionOptions: { code: ${code} } } } }`
    const document = `{ openapi: 3.0.3, security: [{ key: [] }], paths: { /a: { get: ${operation} } } }`
    return (await find(rule, document, engine)).length
  }

  /** As vacuum 0.29.9 counts them. */
  it.each([
    ['{ responses: {} }', 1],
    ['{ responses: {}, security: [] }', 0],
    ['{ responses: {}, security: [{}] }', 0],
    ['{ responses: {}, security: [{}, { key: [] }] }', 1],
    ['{ responses: {}, security: [{ key: [] }] }', 1],
    ["{ responses: { '401': { description: none } }, security: [] }", 0],
  ])('%s is an issue with engine: vacuum %i times', async (operation, count) => {
    expect(await findMissing(operation, 'vacuum')).toBe(count)
    expect(await findMissing(operation, 'spectral')).toBe(1)
    expect(await findMissing('{ responses: {}, security: [] }', 'vacuum', 500)).toBe(1)
  })
})

describe('a rule with an id', () => {
  const ruleset = `
rules:
  named: { id: stated, given: $.info, then: { field: summary, function: truthy } }
  plain: { id: '', given: $.info, then: { field: contact, function: truthy } }`

  it.each([
    ['vacuum', ['stated', 'plain']],
    ['spectral', ['named', 'plain']],
  ] as const)('has it in its issues with engine: %s', async (engine, ids) => {
    const issues = await find(ruleset, 'openapi: 3.0.3\ninfo: {}', engine)
    expect(issues.map(({ rule }) => rule.id)).toEqual(ids)
  })

  it('is explained by either', async () => {
    const source = { name: 'main.yaml', text: ruleset, format: 'yaml' } as const
    const drafts = await loadDrafts(source, { read: () => Promise.reject(new Error('no such file')) })
    expect(findParsedRule(drafts.rules, 'stated')).toBe(drafts.rules.get('named'))
    expect(findParsedRule(drafts.rules, 'named')).toBe(drafts.rules.get('named'))
    expect(findParsedRule(drafts.rules, '')).toBeUndefined()
  })
})

describe('a rule without a message', () => {
  const listed = `
rules:
  r:
    description: Kinds are simple.
    given: $.info
    then:
      - { field: a, function: pattern, functionOptions: { match: ^x } }
      - { field: a, function: pattern, functionOptions: { match: ^y } }
      - { field: a, function: pattern, functionOptions: { notMatch: z } }`
  const document = 'openapi: 3.0.3\ninfo: { a: z }'

  it('says what is wrong after its description with engine: vacuum, so that no two issues are one', async () => {
    expect((await find(listed, document, 'vacuum')).map(({ message }) => message)).toEqual([
      'Kinds are simple.: `a` must match ^x, but is `z`',
      'Kinds are simple.: `a` must match ^y, but is `z`',
      'Kinds are simple.: `a` must not match z, but is `z`',
    ])
  })

  it('has its description by default, and then its own message counts for both', async () => {
    expect((await find(listed, document, 'spectral')).map(({ message }) => message)).toEqual([
      'Kinds are simple.',
    ])
    const messages = (await find(`${listed}\n    message: Write x.`, document, 'vacuum')).map(
      ({ message }) => message,
    )
    expect(messages).toEqual(['Write x.'])
  })
})

/** The lines on which vacuum 0.29.9 and 0.30.3 have issues, and those of the default engine. */
describe('what vacuum sees otherwise', () => {
  const findLines = async (rule: string, document: string, engine: Engine) => {
    const extended = rule.startsWith('owasp') ? 'vacuum:owasp' : 'vacuum:oas'
    const issues = await find(`{ extends: [[${extended}, off]], rules: { ${rule}: true } }`, document, engine)
    return [
      ...new Set(issues.filter((issue) => issue.rule.id === rule).map(({ location }) => location.start_line)),
    ]
  }

  const patterns = (version: string) => `${version}
info: { title: t, version: '1' }
paths: {}
components:
  schemas:
    A: { type: string, pattern: '(?=a)b' }
    B: { type: string, pattern: '^a(?!b)' }
    C: { type: string, pattern: '^(?<name>a)\\k<name>' }
    D: { type: string, pattern: 'a{1,1001}' }
    E: { type: string, pattern: '\\u0041' }
    F: { type: string, pattern: '\\w+(a|b){2,3}?\\p{L}\\d' }
    G: { type: string, pattern: '[\\w-.]' }
    H: { type: string, pattern: '\\/a\\-\\_\\!\\\\(?:b)' }
    I: { type: string, pattern: '[(?=]{1000}' }
    J: { type: string, pattern: '[' }`

  const references = (version: string) => `openapi: ${version}
info: { title: t, version: '1' }
components:
  schemas:
    S: { type: string }
    O:
      type: object
      properties:
        a: { $ref: '#/components/schemas/S', description: beside }
        b: { $ref: '#/components/schemas/S' }
        c: { $ref: '#/components/schemas/S', type: string }
        d: { $ref: '#/components/schemas/S', enum: [a] }
        e: { $ref: '#/components/schemas/S', properties: {} }
        f: { $ref: '#/components/schemas/S', x-f: 1 }
        g: { type: array, items: { $ref: '#/components/schemas/S', title: beside } }
      additionalProperties: { $ref: '#/components/schemas/S', title: beside }`

  const examples = `openapi: 3.0.3
info: { title: t, version: '1' }
paths: {}
components:
  schemas:
    A: { type: object, properties: { p: { nullable: true, oneOf: [{ type: string }] } }, example: { p: null } }
    B: { type: object, properties: { p: { nullable: true, minimum: 3 } }, example: { p: 1 } }
    C: { type: object, properties: { p: { nullable: true, minimum: 3 } }, example: { p: null } }
    D: { type: object, properties: { p: { nullable: true, allOf: [{ type: string }] } }, example: { p: null } }
    E: { type: object, properties: { p: { nullable: true, enum: [a] } }, example: { p: null } }
    F: { type: object, properties: { p: { nullable: true, anyOf: [{ type: string }] } }, example: { p: null } }
    G: { type: object, properties: { p: { nullable: true, anyOf: [{ type: string }] } }, example: { p: 1 } }
    H: { type: string, enum: [a, a], example: a }
    I: { type: string, enum: [a, a], example: x }
    J: { type: object, properties: { p: { type: string, nullable: true, enum: [a] } }, example: { p: null } }`

  const limits = `openapi: 3.0.3
paths:
  /a:
    get:
      responses:
        '429':
          description: none
    put:
      responses:
        '429':
          description: none
          headers: {}`

  const shared = `openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /a:
    get:
      summary: get
      requestBody: { $ref: '#/components/requestBodies/R' }
      responses:
        '429': { $ref: '#/components/responses/T' }
        '401': { $ref: '#/components/responses/T' }
    put:
      summary: put
      responses:
        '401':
          description: none
          content: {}
        '2XX':
          description: none
components:
  requestBodies:
    R: { content: {} }
  responses:
    T: { description: '', headers: {} }`

  const numbers = (version: string) => `${version}
info: { title: t, version: '1' }
paths:
  /a:
    get:
      responses:
        200: { description: one }
        404: { description: two }
    put:
      responses:
        404: { description: three }
    post:
      responses:
        '200': { description: four }
        404: { description: four }`

  const exemplified = `openapi: 3.0.3
info: { title: t, version: '1' }
paths:
  /a:
    get:
      responses:
        '200':
          description: one
          content:
            application/json:
              schema:
                type: object
                properties:
                  a: { type: boolean, example: true }
                  b: { type: boolean }
                example: { a: true }`

  it.each<[string, string, readonly number[], readonly number[]]>([
    ['operation-description', shared, [7, 9, 10], [21, 23]],
    ['operation-success-response', shared, [8, 13], [8]],
    ['owasp-rate-limit-retry-after', shared, [9], [23]],
    ['owasp-define-error-responses-401', shared, [10, 16], [14, 23]],
    ['operation-success-response', numbers('openapi: 3.0.3'), [6, 10, 13], [10]],
    ['operation-success-response', numbers("swagger: '2.0'"), [6, 10], [10]],
    ['description-duplication', numbers('openapi: 3.0.3'), [15], [15]],
    ['oas3-schema', numbers('openapi: 3.0.3'), [7], []],
    ['oas2-schema', numbers("swagger: '2.0'"), [7], []],
    ['oas3-missing-example', exemplified, [15], []],
    ['oas3-schema', patterns('openapi: 3.0.3'), [6, 7, 8, 9, 10, 15], [15]],
    ['oas3-schema', patterns('openapi: 3.1.0'), [], [15]],
    ['oas-missing-type', references('3.1.0'), [9, 14], []],
    ['oas-missing-type', references('3.0.3'), [], []],
    ['oas3-valid-schema-example', examples, [6, 7, 11, 12, 14], [6, 7, 8, 9, 10, 11, 12, 13, 14, 15]],
    ['owasp-rate-limit-retry-after', limits, [10], [6, 10]],
    [
      'owasp-no-additionalProperties',
      "swagger: '2.0'\ndefinitions: { S: { type: object, additionalProperties: true } }",
      [],
      [2],
    ],
  ])('%s', async (rule, document, lines, byDefault) => {
    expect(await findLines(rule, document, 'vacuum')).toEqual(lines)
    expect(await findLines(rule, document, 'spectral')).toEqual(byDefault)
  })
})

/** Vacuum sees what is inside of a schema in another file that a reference names, and not that schema. */
describe('schemas in other files', () => {
  const schemas = `A:
  type: object
  additionalProperties: true
  properties:
    in: { type: object, additionalProperties: true, minLength: 3 }
    ref: { $ref: '#/B' }
B:
  type: integer
  minLength: 3
C:
  description: none
  additionalProperties:
    description: none
`
  const document = `openapi: 3.0.3
components:
  schemas:
    L: { properties: { a: { $ref: './s.yaml#/A' }, c: { $ref: './s.yaml#/C' } } }
    M: { type: integer, minLength: 3 }
`
  it.each<[Engine, readonly string[]]>([
    [
      'vacuum',
      [
        'oas-missing-type s.yaml:13',
        'oas-schema-check :5',
        'oas-schema-check s.yaml:5',
        'owasp-integer-format :5',
        'owasp-no-additionalProperties s.yaml:5',
      ],
    ],
    [
      'spectral',
      [
        'oas-missing-type s.yaml:12',
        'oas-schema-check :5',
        'oas-schema-check s.yaml:5',
        'oas-schema-check s.yaml:9',
        'owasp-integer-format :5',
        'owasp-integer-format s.yaml:7',
        'owasp-no-additionalProperties s.yaml:1',
        'owasp-no-additionalProperties s.yaml:5',
      ],
    ],
  ])('with engine: %s', async (engine, places) => {
    const parsed = parseDocument(document, 'yaml')
    const files = await readReferencedFiles(parsed, 'api.yaml', async () => ({
      name: 's.yaml',
      text: schemas,
    }))
    const ids = [
      'oas-missing-type',
      'oas-schema-check',
      'owasp-integer-format',
      'owasp-no-additionalProperties',
    ]
    const rules = await load(
      `extends: [[vacuum:oas, off], [vacuum:owasp, off]]\nrules: { ${ids.map((id) => `${id}: true`).join(', ')} }`,
      {},
      undefined,
      engine,
    )
    const issues = evaluate(parsed, { rules }, { name: 'api.yaml', files })
    const found = issues
      .filter(({ rule }) => ids.includes(rule.id))
      .map(({ rule, file = '', location }) => `${rule.id} ${file}:${location.start_line}`)
    expect(found.sort()).toEqual(places)
  })
})

it('says what a type is that is none, whatever it is', async () => {
  const schemas = '{ A: { type: strin }, B: { type: { $ref: "#/x" } }, C: { type: [string, null, [a]] } }'
  const document = `{ openapi: 3.1.0, components: { schemas: ${schemas} } }`
  const rules = 'extends: [[vacuum:oas, off]]\nrules: { oas-schema-check: true }'
  const issues = (await find(rules, document, 'spectral')).filter(
    ({ rule }) => rule.id === 'oas-schema-check',
  )
  expect(issues.map(({ message }) => message)).toEqual([
    '`strin` is not a type',
    '`an object` is not a type',
    '`an array` is not a type',
  ])
})
