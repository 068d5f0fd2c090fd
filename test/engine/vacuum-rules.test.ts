import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../src/core/document/document.ts'
import { evaluate } from '../../src/engine/evaluate.ts'
import { loadDrafts } from '../../src/engine/ruleset/load-ruleset.ts'
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
      'Kinds are simple.: "a" must match ^x, but is "z"',
      'Kinds are simple.: "a" must match ^y, but is "z"',
      'Kinds are simple.: "a" must not match z, but is "z"',
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
