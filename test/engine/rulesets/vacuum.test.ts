import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { evaluate } from '../../../src/engine/evaluate.ts'
import { load } from '../ruleset/load.ts'

const document = `
openapi: 3.0.3
info: { title: Orders }
paths:
  /getOrders/:
    post: { responses: {} }
  /a?b: {}
  /x/{}: {}
components:
  schemas:
    Size: { type: integer, enum: [1, two] }
    Extended: { $ref: '#/components/schemas/Size', title: lost }
`

describe('rulesets in the words of the dashboards', () => {
  it.each([
    ['vacuum:oas', 55],
    ['[[vacuum:oas, recommended]]', 55],
    ['[[vacuum:oas, all]]', 69],
    ['[[vacuum:oas, off]]', 0],
    ['vacuum:all', 92],
    ['[[vacuum:all, all]]', 92],
  ])('extends: %s has %i rules on', async (reference, count) => {
    expect(await load(`extends: ${reference}`)).toHaveLength(count)
  })

  it('gives inherited rules another severity', async () => {
    const rules = await load(
      'extends: vacuum:oas\nrules: { paths-kebab-case: error, oas3-missing-example: off }',
    )
    expect(rules.find(({ id }) => id === 'paths-kebab-case')?.severity).toBe('error')
    expect(rules).toHaveLength(54)
  })

  /** Generated rulesets give `$` or `$.paths` to functions that are also given the part itself. */
  it.each([
    ['$', 'typedEnum', ['components.schemas.Size.enum.1']],
    ['$', 'refSiblings', ['components.schemas.Extended.title']],
    ['$.paths', 'oasOpParams', []],
    ['$', 'oasOpErrorResponse', ['paths./getOrders/.post.responses']],
  ])('%s with %s looks below', async (given, name, places) => {
    const rules = await load(`rules: { r: { given: ${given}, then: { function: ${name} } } }`)
    const issues = evaluate(parseDocument(document, 'yaml'), { rules })
    expect(issues.map(({ path }) => path.join('.'))).toEqual(places)
  })

  it('looks at the keys of paths', async () => {
    const rules = await load('extends: vacuum:oas')
    const issues = evaluate(parseDocument(document, 'yaml'), { rules })
    const found = issues
      .filter(({ rule }) => rule.id.startsWith('path-'))
      .map(({ rule, path }) => [rule.id, path[1]])
    expect(found).toEqual([
      ['path-declarations-must-exist', '/x/{}'],
      ['path-keys-no-trailing-slash', '/getOrders/'],
      ['path-not-include-query', '/a?b'],
    ])
  })
})
