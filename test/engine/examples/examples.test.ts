import { describe, expect, it } from 'vitest'
import { readExamples } from '../../../src/engine/examples/read-examples.ts'
import { runExample } from '../../../src/engine/examples/run-example.ts'
import { RulesetError } from '../../../src/engine/ruleset/ruleset-source.ts'
import { load } from '../ruleset/load.ts'

const rules = `
rules:
  summary:
    severity: error
    given: $.paths[*][get,post]
    then: { field: summary, function: truthy }
  old:
    formats: [oas2]
    given: $
    then: { field: host, function: truthy }
  middle:
    formats: [oas3.0]
    given: $
    then: { field: servers, function: truthy }
  foreign:
    formats: [asyncapi2]
    given: $
    then: { field: servers, function: truthy }
`

const examplesOf = (text: string) => readExamples({ name: 'e.yaml', text, format: 'yaml' })

/** The fault of each example, in order. */
async function faultsOf(text: string): Promise<(string | undefined)[]> {
  const loaded = await load(rules)
  return examplesOf(text)
    .flatMap(({ examples }) => examples)
    .map(
      (example) =>
        runExample(
          example,
          loaded.filter(({ id }) => id === example.rule),
        ).fault,
    )
}

const get = (text: string) => `{ paths: { /a: { get: { ${text} } } } }`
const bad = get('')
const good = get('summary: s')

describe('an example holds', () => {
  it.each([
    [`summary: { passes: ${good}, fails: ${bad} }`],
    [`summary: [{ passes: ${good} }, { fails: ${bad} }]`],
    [`summary: { fails: ${bad}, issues: [paths./a.get] }`],
    [`summary: { fails: ${bad}, issues: [{ path: paths./a.get, severity: error, message: summary }] }`],
    ['summary:\n  fails: |\n    openapi: 3.0.0\n    paths: { /a: { get: {} } }'],
    ['summary:\n  fails: |\n    { "paths": { "/a": { "get": {} } },\n    "x": 1 }'],
    ['old: { fails: { info: {} }, passes: { host: h } }'],
    ['middle: { fails: { info: {} }, passes: { servers: [1] } }'],
    ['summary: { why: w }'],
  ])('%s', async (text) => expect((await faultsOf(text)).filter(Boolean)).toEqual([]))
})

describe('an example does not hold', () => {
  it.each([
    ['finds', `summary: { passes: ${bad} }`, 'it found error at paths./a.get ("'],
    ['finds nothing', `summary: { fails: ${good} }`, 'it found nothing'],
    ['sees nothing', 'summary: { fails: { paths: {} } }', 'its given matches no node'],
    [
      'elsewhere',
      `summary: { fails: ${bad}, issues: [paths./b.get] }`,
      'it did not find an issue at paths./b.get, and',
    ],
    [
      'other severity',
      `summary: { fails: ${bad}, issues: [{ severity: warn }] }`,
      'it did not find warn, and it',
    ],
    ['other message', `summary: { fails: ${bad}, issues: [{ message: zzz }] }`, 'an issue that says "zzz"'],
    ['too few', `summary: { fails: ${bad}, issues: [paths./a.get, paths./a.get] }`, 'it did not find'],
    ['other version', 'old: { fails: { openapi: 3.1.0 } }', 'does not apply to this version (formats: oas2)'],
    ['no version', 'foreign: { fails: { info: {} } }', 'formats: none for OpenAPI'],
    ['off', 'unheard: { fails: { info: {} } }', 'the rule is off'],
    ['no document', 'summary:\n  fails: "a: [\\nb"', 'its document cannot be read: line'],
    ['root', 'old: { fails: { info: {} }, issues: [x] }', 'it found warn at the root'],
  ])('%s', async (_name, text, fault) => expect((await faultsOf(text)).join()).toContain(fault))

  it('shows three of many issues', async () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((name) => `/${name}: { get: {} }`).join(', ')
    expect((await faultsOf(`summary: { passes: { paths: { ${many} } } }`))[0]).toMatch(/; .*; .* and 2 more$/)
  })
})

describe('examples are refused', () => {
  it.each([
    ['- a', 'examples must map rule ids', 1],
    ['a: 3', 'must be a mapping', 1],
    ['a:\n  - {}', 'needs a document under "passes" or "fails"', 2],
    ['a:\n  fials: {}', 'unknown key "fials"; did you mean "fails"?', 2],
    ['a: { fails: 3 }', 'must be a document, its text, or its file name', 1],
    ['a: { passes: {},\n  issues: [x] }', 'need a document under "fails"', 2],
    ['a: { fails: {},\n  issues: [] }', 'must not be empty', 2],
    ['a: { fails: {},\n  issues: [{ paht: x }] }', 'unknown key "paht"', 2],
    ['a: {}\na: {}', 'is duplicated', 2],
    ['a: [', 'cannot be read as YAML', 1],
  ])('%j', (text, reason, line) => {
    try {
      examplesOf(text)
      expect.unreachable()
    } catch (error) {
      if (!(error instanceof RulesetError)) throw error
      expect(error.problems).toContainEqual(
        expect.objectContaining({ line, reason: expect.stringContaining(reason) }),
      )
    }
  })
})

it('examples without names are counted', () => {
  const [found] = examplesOf(`a: [{ fails: ${bad} }, { fails: ${bad} }, { name: n, fails: ${bad} }]`)
  expect(found?.examples.map(({ name }) => name)).toEqual(['fails', 'fails (2)', 'fails: n'])
})
