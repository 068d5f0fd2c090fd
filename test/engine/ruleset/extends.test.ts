import { describe, expect, it } from 'vitest'
import { loadRuleset } from '../../../src/engine/load-ruleset.ts'
import { load, problemsOf } from './load.ts'

const base = `documentationUrl: https://base.example
aliases: { Info: $.info }
rules:
  on: { given: $.on, severity: error, description: Base, then: { function: truthy } }
  optional: { given: $.optional, recommended: false, then: { function: truthy } }
  off: { given: $.off, severity: off, then: { function: truthy } }
`
const load2 = async (text: string) =>
  (await load(text, { 'base.yaml': base })).map((rule) => `${rule.id} ${rule.severity}`)

describe('what is on', () => {
  it.each([
    ['extends: base.yaml', ['on error']],
    ['extends: [./base.yaml]', ['on error']],
    ['extends: [[base.yaml, recommended]]', ['on error']],
    ['extends: [[base.yaml, all]]', ['on error', 'optional warn']],
    ['extends: [[base.yaml, off]]', []],
    ['extends: [[base.yaml, off]]\nrules: { on: true }', ['on error']],
    ['extends: [[base.yaml, off]]\nrules: { optional: info }', ['optional info']],
    ['extends: base.yaml\nrules: { on: off }', []],
    ['extends: base.yaml\nrules: { on: "off" }', []],
    ['extends: base.yaml\nrules: { on: -1 }', []],
    ['extends: base.yaml\nrules: { on: false }', []],
    ['extends: base.yaml\nrules: { on: hint }', ['on hint']],
    ['extends: base.yaml\nrules: { on: 2 }', ['on info']],
    ['extends: base.yaml\nrules: { optional: true }', ['on error', 'optional warn']],
    ['extends: base.yaml\nrules: { off: true }', ['on error', 'off warn']],
    ['extends: base.yaml\nrules: { on: { description: Mine } }', ['on error']],
  ])('%s', async (text, expected) => expect(await load2(text)).toEqual(expected))
})

describe('rulesets for other kinds of documents', () => {
  it.each(['spectral:asyncapi', 'spectral:arazzo'])('%s is there, and never applies', async (name) => {
    const rules = await load(`extends: ${name}`)
    expect(rules.length).toBeGreaterThan(20)
    expect(rules.flatMap(({ formats }) => formats)).toEqual([])
  })

  it('can have their rules changed', async () => {
    const text = 'extends: spectral:asyncapi\nrules: { asyncapi-servers: off, asyncapi-tags: error }'
    const rules = await load(text)
    expect(rules.find(({ id }) => id === 'asyncapi-servers')).toBeUndefined()
    expect(rules.find(({ id }) => id === 'asyncapi-tags')).toMatchObject({ severity: 'error', formats: [] })
  })
})

describe('the formats of a file', () => {
  const inherited = 'rules: { based: { given: $.info, then: { function: truthy } } }'
  it.each<[string, string, readonly string[] | undefined]>([
    ['a change of severity', 'error', undefined],
    ['turning it on', 'true', undefined],
    ['a change of its words', '{ description: Mine }', undefined],
    ['formats of its own', '{ formats: [oas2] }', ['oas2']],
  ])('are not those of a rule that it inherits: %s', async (_, change, expected) => {
    const text = `extends: base.yaml\nformats: [oas3]\nrules: { based: ${change} }`
    for (const top of ['', 'formats: [oas3.1]\n']) {
      const [rule] = await load(text, { 'base.yaml': top + inherited })
      expect(rule?.formats).toEqual(expected ?? (top === '' ? undefined : ['oas3.1']))
    }
  })
})

describe('a rule without formats', () => {
  const own = 'mine: { given: $.info, then: { function: truthy } }'
  const scoped = 'mine: { given: $.info, formats: [oas3], then: { function: truthy } }'
  const asyncBase = { 'base.yaml': `extends: spectral:asyncapi\nrules: { ${own.replace('mine', 'based')} }` }

  it.each<[string, string, string, readonly string[] | undefined]>([
    ['never applies beside rules for AsyncAPI alone', 'spectral:asyncapi', own, []],
    ['nor beside such that are off', '[[spectral:asyncapi, off]]', own, []],
    ['nor beside rules for Arazzo', '[spectral:arazzo, spectral:asyncapi]', own, []],
    ['nor if a file brings them in', 'base.yaml', own, []],
    ['applies if it is for OpenAPI', 'spectral:asyncapi', scoped, ['oas3']],
    ['applies beside rules for OpenAPI', '[spectral:asyncapi, spectral:oas]', own, undefined],
    ['nor do those have to be on', '[base.yaml, [vacuum:owasp, off]]', own, undefined],
    ['applies by itself', '[]', own, undefined],
  ])('%s', async (_name, extended, rule, formats) => {
    const rules = await load(`extends: ${extended}\nrules: { ${rule} }`, asyncBase)
    expect(rules.find(({ id }) => id === 'mine')?.formats).toEqual(formats)
    const based = rules.find(({ id }) => id === 'based')
    if (based) expect(based.formats).toEqual(formats)
  })
})

describe('merging', () => {
  it('changes only what is said', async () => {
    const [rule] = await load('extends: base.yaml\nrules: { on: { severity: info, message: Mine } }', {
      'base.yaml': base,
    })
    expect(rule).toMatchObject({
      severity: 'info',
      message: 'Mine',
      description: 'Base',
      documentationUrl: 'https://base.example#on',
      given: [{ text: '$.on' }],
    })
  })

  it('replaces the parts that are redefined', async () => {
    const text = 'extends: base.yaml\nrules: { on: { given: "#Info", then: { function: falsy } } }'
    const [rule] = await load(text, { 'base.yaml': base })
    expect(rule).toMatchObject({ severity: 'error', given: [{ text: '$.info' }] })
    expect(rule?.then).toMatchObject([{ function: { name: 'falsy' } }])
  })

  it('lets the later of two rulesets win, and keeps the order of the first', async () => {
    const files = {
      'base.yaml': base,
      'late.yaml': 'extends: base.yaml\nrules: { on: hint, new: { given: $, then: { function: truthy } } }',
    }
    const rules = await load('extends: [base.yaml, late.yaml]', files)
    expect(rules.map((rule) => `${rule.id} ${rule.severity}`)).toEqual(['on hint', 'new warn'])
  })

  it('turns off what an extended ruleset itself inherits', async () =>
    expect(
      await load('extends: [[middle.yaml, off]]', { 'base.yaml': base, 'middle.yaml': 'extends: base.yaml' }),
    ).toEqual([]))

  it('takes built-in rulesets from the registry', async () => {
    const builtin = async () => ({ name: 'spectral:oas', text: base, format: 'yaml' as const })
    const rules = await load('extends: spectral:oas', {}, new Map([['spectral:oas', builtin]]))
    expect(rules).toMatchObject([{ id: 'on' }])
  })
})

const withSchema = (schema: string) =>
  `rules: { a: { given: $, then: { function: schema, functionOptions: { schema: ${schema} } } } }`

it.each(['urn:x:y', 'other.json', 'https://a.example/b'])(
  'a schema finds %s in itself by its $id',
  async (id) =>
    expect(await load(withSchema(`{ $ref: "${id}", $defs: { a: { $id: "${id}" } } }`))).toMatchObject([
      { id: 'a' },
    ]),
)

it.each(['//[', 'http:', '%', 'none.json'])('a schema that refers to %s is at fault', async (file) => {
  const problems = await problemsOf(withSchema(`{ $ref: "${file}" }`), {})
  expect(problems[0]?.reason).toContain(`"${file}" cannot be read: `)
})

describe('what cannot be extended', () => {
  it.each([
    ['extends: spectral:oaz', 'unknown built-in ruleset "spectral:oaz"; did you mean "spectral:oas"?', 1],
    [
      'rules: {}\nextends:\n  - https://a.example/rules.yaml',
      'rulesets are read only from files, not URLs',
      3,
    ],
    [
      'extends: https://a.example/rules.mjs',
      '"https://a.example/rules.mjs" is code from a URL, which gov does not run: save it next to this ruleset',
      1,
    ],
    ['extends: none.yaml', '"none.yaml" cannot be read: no such file', 1],
    ['extends: main.yaml', 'extends itself: main.yaml -> main.yaml', 1],
    ['extends: [spectral:oas, off]', 'write [[spectral:oas, off]]', 1],
    ['extends: [[base.yaml, some]]', 'unknown mode "some"', 1],
    ['extends: [[base.yaml]]', 'must be a name, or a pair', 1],
    ['extends: 3', 'must be the name of a ruleset', 1],
    [
      'extends: base.yaml\nrules:\n  onn: off',
      'no inherited rule to override: unknown rule "onn"; did you mean "on"?',
      3,
    ],
    [
      'extends: base.yaml\nrules:\n  new: { severity: error }',
      'needs "given" and "then", because no rule of that name is inherited',
      3,
    ],
  ])('%s', async (text, reason, line) => {
    const problems = await problemsOf(text, { 'base.yaml': base, 'main.yaml': text })
    expect(problems.map((problem) => problem.reason)).toContainEqual(expect.stringContaining(reason))
    expect(problems.find((problem) => problem.reason.includes(reason))).toMatchObject({
      file: 'main.yaml',
      line,
    })
  })

  it('names the way of a longer circle', async () => {
    const files = { 'a.yaml': 'extends: b.yaml', 'b.yaml': 'extends: a.yaml' }
    expect(await problemsOf('extends: a.yaml', files)).toMatchObject([
      { file: 'b.yaml', reason: 'extends itself: a.yaml -> b.yaml -> a.yaml' },
    ])
  })

  it('does not blame rules for what could not be read', async () =>
    expect(await problemsOf('extends: none.yaml\nrules: { x: off }')).toHaveLength(1))

  it('reports a file that is reached twice once', async () => {
    const files = {
      'a.yaml': 'extends: bad.yaml',
      'b.yaml': 'extends: [[bad.yaml, all]]',
      'bad.yaml': 'rulez: {}\nrules: {}',
    }
    expect(await problemsOf('extends: [a.yaml, b.yaml]', files)).toMatchObject([
      { file: 'bad.yaml', line: 1 },
    ])
  })
})

it('gives a mode the last word on what the extended ruleset itself turned on and off', async () => {
  const middle = 'extends: base.yaml\nrules: { on: false, optional: error }'
  const files = { 'base.yaml': base, 'middle.yaml': middle }
  const ids = async (text: string) => (await load(text, files)).map((rule) => rule.id)
  expect(await ids('extends: middle.yaml')).toEqual(['optional'])
  expect(await ids('extends: [[middle.yaml, recommended]]')).toEqual(['on'])
  expect(await ids('extends: [[middle.yaml, all]]')).toEqual(['on', 'optional'])
})

it('stops at a chain of files without end', async () => {
  const read = async (_reference: string, from: string) => ({ name: `${from}x`, text: 'extends: next.yaml' })
  const loading = loadRuleset({ name: 'x', text: 'extends: next.yaml', format: 'yaml' }, { read })
  await expect(loading).rejects.toThrow('extends more than 100 rulesets')
})

describe('URLs, where they are fetched', () => {
  const web: Readonly<Record<string, string>> = {
    'https://a.example/rules/all.yaml': 'extends: [[../base.yaml, all]]',
    'https://a.example/base.yaml': base,
    'https://a.example/outward.yaml': 'extends: main.yaml',
    'https://a.example/round.yaml': 'extends: ./round.yaml',
    'https://a.example/set?as=.json': '{"rules": {"json": {"given": "$", "then": {"function": "truthy"}}}}',
    'https://a.example/tab.json?v=1': '{"rules": \n{"json": {"given": "$"}}}',
  }
  const fetch = async (url: string) => {
    const text = web[url]
    if (text === undefined) throw new Error('no such page')
    return text
  }
  const read = async (): Promise<never> => {
    throw new Error('no file is asked for')
  }
  const loadWith = (text: string) => loadRuleset({ name: 'main.yaml', text, format: 'yaml' }, { read, fetch })

  it.each([
    ['extends: [[https://a.example/base.yaml, recommended]]', ['on']],
    ['extends: https://a.example/rules/all.yaml', ['on', 'optional']],
    ['extends: https://a.example/set?as=.json', ['json']],
  ])('%s', async (text, ids) => expect((await loadWith(text)).rules.map(({ id }) => id)).toEqual(ids))

  it.each([
    ['extends: https://a.example/none.yaml', 'cannot be read: no such page'],
    [
      'extends: https://a.example/outward.yaml',
      'https://a.example/outward.yaml:1:10: "extends": "main.yaml" cannot be read: no such page',
    ],
    ['extends: https://a.example/round.yaml', 'extends itself'],
    ['extends: https://a.example/tab.json?v=1', 'https://a.example/tab.json?v=1:2'],
    ['extends: https://[', 'cannot be read'],
  ])('%s', async (text, reason) => expect(loadWith(text)).rejects.toThrow(reason))
})
