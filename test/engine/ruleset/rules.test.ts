import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadRuleset } from '../../../src/engine/load-ruleset.ts'
import { load } from './load.ts'

const one = (body: string) => `rules:\n  a:\n    given: $.info\n    then: { function: truthy }\n${body}`

describe('a rule of its own', () => {
  it('has defaults for what it does not say', async () => {
    const [rule] = await load(one(''))
    expect(rule).toMatchObject({
      id: 'a',
      severity: 'warn',
      description: '',
      howToFix: '',
      message: undefined,
      documentationUrl: undefined,
      formats: undefined,
      resolved: true,
    })
    expect(rule?.then).toMatchObject([{ field: undefined, function: { name: 'truthy' } }])
  })

  it('keeps what it says', async () => {
    const [rule] = await load(
      one(`    severity: hint
    description: What it is
    message: "{{error}}"
    howToFix: Do this
    documentationUrl: https://a.example/a
    formats: [oas2, oas3_0, oas3.0, oas3_1, asyncapi2]
    resolved: false
    type: style
    tags: [x]
    id: b
    category: { id: c }
    x-status: draft
`),
    )
    expect(rule).toMatchObject({
      id: 'a',
      severity: 'hint',
      description: 'What it is',
      message: '{{error}}',
      howToFix: 'Do this',
      documentationUrl: 'https://a.example/a',
      formats: ['oas2', 'oas3.0', 'oas3.1'],
      resolved: false,
    })
  })

  it.each([
    ['error', 'error'],
    ['warn', 'warn'],
    ['info', 'info'],
    ['hint', 'hint'],
    ['0', 'error'],
    ['1', 'warn'],
    ['2', 'info'],
    ['3', 'hint'],
  ])('of severity %s is %s', async (written, severity) =>
    expect(await load(one(`    severity: ${written}\n`))).toMatchObject([{ severity }]),
  )

  it.each(['severity: off', 'severity: -1', 'recommended: false'])('is not on with %s', async (line) =>
    expect(await load(one(`    ${line}\n`))).toEqual([]),
  )

  it.each([
    "$.paths[?(@.a == ', $.b')]",
    "$['a, $.b']",
    '$.a[b,$c]',
    '$.a[0,1]',
    '$.a, $b',
    '$.a[?(@.x || $.y)]',
  ])('takes %s for one expression', async (given) => {
    const [rule] = await load(`rules: {a: {given: ${JSON.stringify(given)}, then: {function: truthy}}}`)
    expect(rule?.given.map((query) => query.text)).toEqual([given])
  })

  it('takes lists of given and then', async () => {
    const [rule] = await load(`rules:
  a:
    given: [$.info, $.tags]
    then:
      - { field: title, function: truthy }
      - { field: 201, function: pattern, functionOptions: { match: '^[a-z]+$' } }
`)
    expect(rule?.given.map((query) => query.text)).toEqual(['$.info', '$.tags'])
    expect(rule?.then.map(({ field, function: named }) => [field, named.name])).toEqual([
      ['title', 'truthy'],
      ['201', 'pattern'],
    ])
  })

  it('takes the documentation and the formats of its ruleset where it has none', async () => {
    const rules = await load(`documentationUrl: https://a.example/rules
formats: [oas3]
rules:
  a: { given: $, then: { function: truthy } }
  b: { given: $, then: { function: truthy }, formats: [oas2], documentationUrl: https://b.example }
`)
    expect(rules).toMatchObject([
      { documentationUrl: 'https://a.example/rules#a', formats: ['oas3'] },
      { documentationUrl: 'https://b.example', formats: ['oas2'] },
    ])
  })

  it.each([
    'asyncapi2, asyncapi3, aas2_6, arazzo1, arazzo1.0, arazzo1_0',
    'json-schema, json-schema-loose, json-schema-draft4, json-schema-2019-09, json-schema-draft-2020-12',
    'jsonSchema, jsonSchemaLoose, jsonSchemaDraft7, jsonSchemaDraft2019_09',
  ])('of foreign formats only is for no document: %s', async (foreign) =>
    expect(await load(one(`    formats: [${foreign}]\n`))).toMatchObject([{ formats: [] }]),
  )
})

describe('a ruleset without rules', () => {
  it.each(['rules: {}', 'extends: []', `${one('')}    severity: off`])('is what %j says', async (text) =>
    expect(await load(text)).toEqual([]),
  )
})

it('is read from JSON as well', async () => {
  const text = '{"rules": {"a": {"given": "$", "then": {"function": "truthy"}}}}'
  for (const format of ['json', 'yaml'] as const) {
    const { rules } = await loadRuleset(
      { name: 'r', text, format },
      { read: () => Promise.reject(new Error('none')) },
    )
    expect(rules).toMatchObject([{ id: 'a' }])
  }
})

describe('aliases', () => {
  const given = async (aliases: string, expression: string) => {
    const rules = await load(
      `aliases:\n${aliases}\nrules:\n  a:\n    given: ${expression}\n    then: { function: truthy }\n`,
    )
    return rules.map((rule) => [rule.formats, rule.given.map((query) => query.text)])
  }

  it.each([
    ['  Info: $.info', '"#Info"', ['$.info']],
    ['  Info: [$.info, $.other]', '"#Info.title"', ['$.info.title', '$.other.title']],
    ['  Path: [$.paths.*]\n  Get: ["#Path.get"]', '["#Get.tags", $.tags]', ['$.paths.*.get.tags', '$.tags']],
  ])('%s in %s', async (aliases, expression, expected) =>
    expect(await given(aliases, expression)).toEqual([[undefined, expected]]),
  )

  const scoped = `  Shared:
    description: d
    targets:
      - { formats: [oas2], given: [$.parameters] }
      - { formats: [oas3], given: $.components }
      - { formats: [oas3_1], given: [$.webhooks] }`

  it('that differ by format make a rule for each', async () =>
    expect(await given(scoped, '["#Shared.a", $.b]')).toEqual([
      [['oas2'], ['$.parameters.a', '$.b']],
      [
        ['oas3.0', 'oas3.2'],
        ['$.components.a', '$.b'],
      ],
      [['oas3.1'], ['$.webhooks.a', '$.b']],
    ]))

  it('are kept apart from the formats of the rule', async () => {
    const rules = await load(
      `aliases:\n${scoped}\nrules:\n  a: { given: "#Shared", formats: [oas3], then: { function: truthy } }\n`,
    )
    expect(rules.map((rule) => rule.formats)).toEqual([[], ['oas3.0', 'oas3.2'], ['oas3.1']])
  })
})

it('does not depend on the order of rules that do not build on one another', async () => {
  const bodies = {
    a: '{ given: $.a, then: { function: truthy } }',
    b: '{ given: "#T", severity: error, then: { function: length, functionOptions: { min: 1 } } }',
    c: '{ given: $.c, formats: [oas3], then: { function: falsy } }',
    d: '{ given: $.d, recommended: false, then: { function: falsy } }',
  }
  const plain = async (ids: readonly string[]) => {
    const rules = await load(
      `aliases: { T: $.t }\nrules:\n${ids.map((id) => `  ${id}: ${bodies[id as keyof typeof bodies]}`).join('\n')}\n`,
    )
    return new Map(rules.map((rule) => [rule.id, JSON.stringify(rule)]))
  }
  const ids = Object.keys(bodies)
  const expected = await plain(ids)
  expect([...expected.keys()]).toEqual(['a', 'b', 'c'])
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(ids, { minLength: ids.length }), async (order) => {
      const found = await plain(order)
      expect([...found.keys()]).toEqual(order.filter((id) => id !== 'd'))
      for (const [id, rule] of found) expect(rule).toBe(expected.get(id))
    }),
    { numRuns: 24 },
  )
})
