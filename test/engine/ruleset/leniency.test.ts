import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { evaluate } from '../../../src/engine/evaluate.ts'
import { loadRuleset } from '../../../src/engine/load-ruleset.ts'
import { type Files, load, problemsOf } from './load.ts'

const api = 'openapi: 3.1.0\ninfo: { title: T, title: U }\ntags: [{ name: a }, { name: b }]\n1: x\n'

/** What Spectral 6.16 finds in the same document, too, unless a name says otherwise. */
async function found(main: string, files: Files = {}, format: 'json' | 'yaml' = 'yaml') {
  const warnings: string[] = []
  const read = async (reference: string) => {
    const name = reference.replace(/^\.\//, '')
    const text = files[name]
    if (text === undefined) throw new Error(`${name} does not exist`)
    return { name, text }
  }
  const ruleset = await loadRuleset(
    { name: 'main', text: main, format },
    { read, warn: ({ reason }) => warnings.push(reason) },
  )
  const issues = evaluate(parseDocument(api, 'yaml'), ruleset, { name: 'd.yaml' }).map(
    ({ rule, path, message }) => `${rule.severity} ${rule.id} ${path.join('.')}: ${message}`,
  )
  return { issues: issues.filter((issue) => !issue.includes(' parser ')), parser: issues, warnings }
}

describe('a rule that is off', () => {
  const broken = {
    'base.yaml':
      'rules: { bad: { given: "$[?(", then: { function: casing, functionOptions: { type: x } } } }',
  }
  const off = { ...broken, 'off.yaml': 'extends: base.yaml\nrules: { bad: off }' }
  const bad = ['given', 'then.functionOptions.type']

  it.each([
    ['off', 'extends: base.yaml\nrules: { bad: off }'],
    ['false', 'extends: base.yaml\nrules: { bad: false }'],
    ['with a ruleset', 'extends: [[base.yaml, off]]'],
  ])('is not compiled: %s', async (_name, text) => {
    expect(await load(text, broken)).toEqual([])
  })

  it.each([
    ['on', 'extends: base.yaml'],
    ['on again', 'extends: off.yaml\nrules: { bad: warn }'],
    ['off by a severity that is misspelt', 'extends: base.yaml\nrules: { bad: { severity: of } }'],
    ['perhaps on by an override', 'extends: off.yaml\noverrides: [{ files: ["*"], rules: { bad: on } }]'],
  ])('is compiled: %s', async (_name, text) => {
    expect((await problemsOf(text, off)).map(({ key }) => key)).toEqual(expect.arrayContaining(bad))
  })

  it('has to be right itself', async () => {
    const text =
      'rules: { bad: { given: $, severity: off, then: { function: casing, functionOptions: { type: x } } } }'
    expect(await problemsOf(text)).toMatchObject([{ key: 'then.functionOptions.type' }])
  })

  it('is compiled when it is misspelt after it was off', async () => {
    expect(await problemsOf('extends: off.yaml\nrules: { bad: { severity: eror } }', off)).toHaveLength(3)
  })
})

describe('a built-in rule with another check', () => {
  it.each([
    ['says what the check says', '', '`x-owner` must be truthy, but is missing'],
    ['or its own message', 'message: own, ', 'own'],
    ['or its own description', 'description: own, ', 'own'],
  ])('%s', async (_name, words, message) => {
    const rule = `info-contact: { ${words}given: $.info, then: { field: x-owner, function: truthy } }`
    const { issues } = await found(`extends: [[spectral:oas, off]]\nrules: { ${rule} }`)
    expect(issues).toEqual([`warn info-contact info: ${message}`])
  })

  it('keeps its message with another severity', async () => {
    const { issues } = await found('extends: [[spectral:oas, off]]\nrules: { info-contact: error }')
    expect(issues).toEqual(['error info-contact info: Info object has no contact'])
  })
})

describe('parserOptions', () => {
  const rules = 'rules: { a: { given: $.nothing, then: { function: truthy } } }'
  const keys = (duplicate: string, other: string) => [
    ...(duplicate === ''
      ? []
      : [`${duplicate} parser info.title: Key \`title\` is duplicated: only its last value counts`]),
    ...(other === ''
      ? []
      : [`${other} parser 1: Key \`1\` is read as a number, not as a string: put it in quotes`]),
  ]

  it.each([
    ['absent', '', keys('error', 'error')],
    ['severities', '{ duplicateKeys: info, incompatibleValues: 1 }', keys('info', 'warn')],
    [
      'off, of which repeated keys make a hint, unlike in Spectral',
      '{ duplicateKeys: off, incompatibleValues: off }',
      keys('hint', ''),
    ],
  ])('%s', async (_name, options, expected) => {
    const { parser } = await found(options === '' ? rules : `parserOptions: ${options}\n${rules}`)
    expect(parser).toEqual(expected)
  })

  it('of an extended ruleset do not count', async () => {
    const { parser } = await found('extends: base.yaml', {
      'base.yaml': `parserOptions: { duplicateKeys: off }\n${rules}`,
    })
    expect(parser).toEqual(keys('error', 'error'))
  })

  const own = 'parserOptions: { duplicateKeys: hint, incompatibleValues: hint }'
  const override = (files: string, ...others: readonly string[]) =>
    `{ files: [${files}], rules: { a: warn }${others.map((other) => `, ${other}`).join('')} }`
  const inOverride = (options: string) => override('"*"', `parserOptions: ${options}`)

  it.each([
    ['one level', inOverride('{ duplicateKeys: error, incompatibleValues: warn }'), keys('error', 'warn')],
    ['what is not said is an error', inOverride('{ duplicateKeys: warn }'), keys('warn', 'error')],
    ['none', inOverride('{}'), keys('error', 'error')],
    [
      'the last that has any',
      `${inOverride('{ incompatibleValues: off }')}, ${inOverride('{ duplicateKeys: info }')}, ${override('"*"')}`,
      keys('info', 'error'),
    ],
    ['for another file', override('e.yaml', 'parserOptions: { duplicateKeys: error }'), keys('hint', 'hint')],
    ['of what an override extends', '{ files: ["*"], extends: base.yaml }', keys('hint', 'hint')],
  ])('of an override: %s', async (_name, overrides, expected) => {
    const { parser } = await found(`${own}\n${rules}\noverrides: [${overrides}]`, {
      'base.yaml': `parserOptions: { duplicateKeys: error }\n${rules}`,
    })
    expect(parser).toEqual(expected)
  })

  it.each(['{ duplicateKeys: never }', '{ other: off }', 'off'])('refused: %s', async (options) => {
    expect(await problemsOf(`parserOptions: ${options}\n${rules}`)).toHaveLength(1)
  })
})

describe('files in functionOptions.schema', () => {
  const rule = (schema: string) =>
    `rules: { a: { given: $.info, then: { function: schema, functionOptions: { schema: ${schema} } } } }`

  // Spectral passes anything by a schema with such a $ref.
  it.each([
    ['a whole file', '{ $ref: ./s.yaml }', 'required: [x-a]'],
    ['a place in a file', '{ $ref: "s.yaml#/definitions/s" }', 'definitions: { s: { required: [x-a] } }'],
    [
      'a file that names its own parts',
      '{ $ref: s.yaml }',
      '{ $ref: "#/d/s", d: { s: { required: [x-a] } } }',
    ],
    ['a file that names another', '{ allOf: [{ $ref: s.yaml }] }', '$ref: t.yaml'],
    [
      'a file that names itself',
      '{ $ref: s.yaml }',
      '{ required: [x-a], properties: { x: { $ref: s.yaml } } }',
    ],
  ])('%s', async (_name, schema, file) => {
    const files = { 's.yaml': file, 't.yaml': 'required: [x-a]' }
    const { issues } = await found(rule(schema), files)
    expect(issues).toEqual(['warn a info: `info` must have the property `x-a`'])
  })

  it('are named when they cannot be read', async () => {
    const [problem] = await problemsOf(rule('{ $ref: ./nowhere.yaml }'))
    expect(problem?.reason).toContain('"./nowhere.yaml" cannot be read')
  })
})

describe('JSON', () => {
  const rule = '"a": {"given": "$.info", "then": {"field": "x", "function": "truthy"}}'

  it('may have commas at the ends of lists, with a warning', async () => {
    const { issues, warnings } = await found(`{"rules": {${rule},},}`, {}, 'json')
    expect(issues).toEqual(['warn a info: `x` must be truthy, but is missing'])
    expect(warnings).toEqual([expect.stringMatching(/^cannot be read as JSON: .*; it was read as YAML$/)])
  })

  it.each([`{"rules": {${rule}}`, `{"rules": {${rule}, ${rule},}}`])('is refused: %s', async (text) => {
    await expect(found(text, {}, 'json')).rejects.toThrow(/JSON|duplicated/)
  })
})

describe('the length of an array', () => {
  const rule = (given: string) => `rules: { a: { given: "${given}", then: { function: falsy } } }`

  it.each(['$.tags.length', "$.tags['length']", '$.tags.length~'])('found by %s', async (given) => {
    expect((await found(rule(given))).issues).toHaveLength(1)
  })

  it.each(['$..tags.length', '$.info.title.length', '$.tags[*].length', '$[tags].length.x'])(
    'not found by %s',
    async (given) => {
      expect((await found(rule(given))).issues).toEqual([])
    },
  )
})
