import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { evaluate, type UncheckedReason } from '../../../src/engine/evaluate.ts'
import { loadRuleset } from '../../../src/engine/load-ruleset.ts'
import { readReferencedFiles } from '../../../src/engine/openapi/files.ts'
import { problemsOf } from './load.ts'

const document = parseDocument(
  `openapi: 3.0.3
info: {title: b}
paths:
  /a: {get: {summary: x}}
  /b: {get: {summary: x}}
  /c: {$ref: part.yaml}
`,
  'yaml',
)
const files = await readReferencedFiles(document, 'd.yaml', async () => ({
  name: 'part.yaml',
  text: 'get: {summary: x}',
}))

const rule = (more = '') =>
  `need: {given: "$.paths[*].get", then: {field: description, function: truthy}${more}}`
const on = `rules: {${rule()}}`
const extended: Readonly<Record<string, string>> = {
  'on.yaml': on,
  'off.yaml': `rules: {${rule(', severity: off')}}`,
}

async function run(ruleset: string) {
  const read = async (reference: string) => ({ name: reference, text: extended[reference] ?? '' })
  const loaded = await loadRuleset({ name: 'r.yaml', text: ruleset, format: 'yaml' }, { read })
  const [unchecked, turnedOff]: [UncheckedReason[], string[]] = [[], []]
  const issues = evaluate(
    document,
    loaded,
    { name: 'd.yaml', files },
    {
      onUnchecked: (_rule, why) => unchecked.push(why),
      onTurnedOff: (place) => turnedOff.push(place.replace(/^r\.yaml:\d+ /, '')),
    },
  ).map(({ rule: { severity }, file, path }) => `${severity} ${file ?? path[1]}`)
  return { issues, unchecked, turnedOff }
}

const overrides = (...entries: readonly string[]) => `\noverrides: [${entries.join(', ')}]`
const at = (where: string, severity: string) => `{files: ["${where}"], rules: {need: ${severity}}}`
const all = ['warn /a', 'warn /b', 'warn part.yaml']

// Spectral 6.15 reports the same, unless a name says otherwise.
describe('a rule that is off is on where an override says so', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'off',
      `rules: {${rule(', severity: off')}}${overrides(at('d.yaml#/paths/~1a', 'error'))}`,
      ['error /a'],
    ],
    [
      'off, as a number',
      `rules: {${rule(', severity: -1')}}${overrides(at('d.yaml#/paths/~1a', '0'))}`,
      ['error /a'],
    ],
    [
      'not recommended; Spectral reports it elsewhere, too',
      `rules: {${rule(', recommended: false')}}${overrides(at('d.yaml#/paths/~1a', 'error'))}`,
      ['error /a'],
    ],
    [
      'off by extends; Spectral reports it elsewhere, too',
      `extends: [[on.yaml, off]]${overrides(at('d.yaml#/paths/~1a', 'error'))}`,
      ['error /a'],
    ],
    [
      'off in what is extended',
      `extends: off.yaml${overrides(at('d.yaml#/paths/~1a', 'error'))}`,
      ['error /a'],
    ],
    [
      'turned off',
      `extends: on.yaml\nrules: {need: off}${overrides(at('d.yaml#/paths/~1a', 'hint'))}`,
      ['hint /a'],
    ],
    [
      'off in the file',
      `${on}${overrides(at('*.yaml', 'off'), at('d.yaml#/paths/~1a', 'error'))}`,
      ['error /a'],
    ],
    [
      'off in the file, said last',
      `${on}${overrides(at('d.yaml#/paths/~1a', 'error'), at('*.yaml', 'off'))}`,
      ['error /a'],
    ],
    [
      'at two places, one in the other',
      `extends: off.yaml${overrides(at('*#/paths', 'error'), at('*#/paths/~1a', 'off'))}`,
      ['error /b'],
    ],
    [
      'in the whole file',
      `extends: off.yaml${overrides(at('**#', 'error'))}`,
      ['error /a', 'error /b', 'error part.yaml'],
    ],
    [
      'in another file, for which the glob is',
      `extends: off.yaml${overrides(at('**#/get', 'error'))}`,
      ['error part.yaml'],
    ],
    ['not in another file alone', `extends: off.yaml${overrides(at('part.yaml#/get', 'error'))}`, []],
    ['not for another definition', `extends: off.yaml${overrides(at('e.yaml#/paths/~1a', 'error'))}`, []],
    [
      'a rule that is on keeps its severity elsewhere',
      `${on}${overrides(at('d.yaml#/paths/~1a', 'error'))}`,
      ['error /a', ...all.slice(1)],
    ],
  ])('%s', async (_name, ruleset, expected) => {
    expect((await run(ruleset)).issues).toEqual(expected)
  })

  it.each([
    [
      'a misspelt name',
      `${on}${overrides('{files: ["*#/a"], rules: {needd: error}}')}`,
      'unknown rule "needd"; did you mean "need"?',
    ],
    [
      'one that is off',
      `${on}${overrides('{files: ["*#/a"], rules: {other: off}}')}`,
      'unknown rule "other"',
    ],
    ['one in except', `${on}\nexcept: {"*#/a": [other]}`, 'unknown rule "other"'],
  ])('%s is refused, which Spectral ignores', async (_name, ruleset, reason) => {
    expect((await problemsOf(ruleset)).map((problem) => problem.reason)).toEqual([
      expect.stringContaining(reason),
    ])
  })

  it('knows a rule that another override brings in', async () => {
    const added = `{files: ["*.yaml"], rules: {${rule().replace('need', 'added')}}}`
    const ruleset = `rules: {}${overrides('{files: ["*#/paths/~1a"], rules: {added: error}}', added)}`
    expect((await run(ruleset)).issues).toEqual(['error /a', ...all.slice(1)])
  })
})

describe('what overrides turn off', () => {
  it.each<[string, string, Awaited<ReturnType<typeof run>>]>([
    ['all, in the file', at('**#', 'off'), { issues: [], unchecked: [], turnedOff: [] }],
    ['all, with an empty pointer', at('**#/', 'off'), { issues: [], unchecked: [], turnedOff: [] }],
    [
      'one place',
      at('*#/paths/~1a', 'off'),
      { issues: all.slice(1), unchecked: [], turnedOff: ['*#/paths/~1a'] },
    ],
    [
      'two places',
      `${at('*#/paths/~1a', 'off')}, ${at('*#/paths/~1b', 'off')}`,
      { issues: all.slice(2), unchecked: [], turnedOff: ['*#/paths/~1a', '*#/paths/~1b'] },
    ],
    [
      'every place',
      `${at('*#/paths', 'off')}, ${at('**#/get', 'off')}`,
      { issues: [], unchecked: ['off'], turnedOff: ['*#/paths', '*#/paths', '**#/get'] },
    ],
    [
      'every place but one',
      `${at('*#/paths', 'off')}, ${at('*#/paths/~1b', 'info')}, ${at('**#/get', 'off')}`,
      { issues: ['info /b'], unchecked: [], turnedOff: ['*#/paths', '**#/get'] },
    ],
    ['nothing that is there', at('*#/paths/~1z', 'off'), { issues: all, unchecked: [], turnedOff: [] }],
    [
      'nothing, with another severity',
      at('*#/paths', 'hint'),
      { issues: ['hint /a', 'hint /b', 'warn part.yaml'], unchecked: [], turnedOff: [] },
    ],
  ])('%s', async (_name, entries, expected) => {
    const found = await run(`${on}${overrides(entries)}`)
    expect({ ...found, issues: found.issues.sort(), turnedOff: found.turnedOff }).toEqual({
      ...expected,
      issues: [...expected.issues].sort(),
    })
  })

  it('does not hide a rule that finds nothing', async () => {
    const ruleset = `rules: {${rule().replace('paths[*].get', 'nothing')}}${overrides(at('*#/paths', 'off'))}`
    expect((await run(ruleset)).unchecked).toEqual(['missing'])
  })
})
