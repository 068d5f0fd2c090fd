import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createSources } from '../../../src/check/sources/sources.ts'
import {
  configProblems,
  isDefinitionText,
  kindOfFile,
  rulesetProblems,
} from '../../../src/features/lsp/file-problems.ts'
import { tempTree } from '../../temp-tree.ts'

it.each([
  ['.governance.yml', '', 'config'],
  ['.governancerc', '', 'config'],
  ['.config/governance.yaml', '', 'config'],
  ['governance.yaml', '', undefined],
  ['.spectral.yaml', '', 'ruleset'],
  ['rules.yaml', 'extends: spectral:oas\n', 'ruleset'],
  ['rules.yaml', '# ours\nrules:\n  a:\n    given: $\n', 'ruleset'],
  ['rules.json', '{ "rules": { "a": { "given": "$" } } }', 'ruleset'],
  ['rules.json', '{\n  "extends": ["vacuum:oas"]\n}', 'ruleset'],
  ['tsconfig.json', '{ "extends": "./base.json" }', undefined],
  ['.eslintrc.json', '{ "extends": "a", "rules": { "b": "off" } }', undefined],
  ['alerts.yaml', 'groups:\n  - rules: []\n', undefined],
  ['openapi.yaml', 'openapi: 3.1.0\nx-a: { rules: { given: 1 } }\n', undefined],
  ['notes.md', 'extends: spectral:oas\n', undefined],
])('knows %s (%s) as %s', (path, text, kind) => {
  expect(kindOfFile(path, text)).toBe(kind)
})

it.each([
  ['api.yaml', '# ours\nopenapi: 3.1.0\n', true],
  ['api.yaml', 'info: {}\r\n"swagger" : "2.0"\r\n', true],
  ['api.json', '\n{\n  "openapi": "3.1.0"', true],
  ['rules.yaml', 'rules:\n  a:\n    example: |\n      openapi: 3.1.0\n', false],
  ['rules.json', '{\n"rules": {\n"openapi": {} } }', false],
  ['rules.yaml', '', false],
])('knows whether %s (%j) can be nothing but a definition', (path, text, is) => {
  expect(isDefinitionText(path, text)).toBe(is)
})

const worldIn = (cwd: string) => ({ cwd, now: () => new Date('2026-11-23'), sources: createSources(cwd) })

it('says of a ruleset what gov ruleset validate says, at its places', async () => {
  const cwd = await tempTree({
    'rules.yaml':
      'extends: ./base.yaml\nrules:\n  a:\n    given: $.pathss\n    then: { function: truthyy }\n',
    'base.yaml': 'rules:\n  b: { given: "$[", then: { function: truthy } }\n',
    'doubtful.yaml': `rules:
  a:
    given: $
    then: { function: schema, functionOptions: { schema: { require: [info] } } }
`,
  })
  const found = await rulesetProblems('rules.yaml', worldIn(cwd), false)
  expect(found.map(({ line, severity, message }) => `${line} ${severity} ${message}`).sort()).toEqual([
    expect.stringMatching(/^5 error .* did you mean "truthy"\?/),
    expect.stringMatching(/^undefined error base\.yaml:2:\d+: rule "b", "given"/),
  ])
  expect(await rulesetProblems('doubtful.yaml', worldIn(cwd), false)).toEqual([
    expect.objectContaining({
      line: 4,
      severity: 'warn',
      message: expect.stringContaining('did you mean "required"?'),
    }),
  ])
})

const complete = 'version: 1\ndashboard: { url: embedded }\ndefinitions: [a.yaml]\nruleset_files: [a.yaml]\n'

it.each([
  [
    'a bad value',
    'version: 1\npolicy:\n  fail_on: often\n',
    { code: 'config-invalid', line: 3, column: 3, severity: 'error' },
  ],
  [
    'an unknown key',
    'version: 1\npolicies: {}\n',
    { line: 2, column: 1, message: expect.stringContaining('policy') },
  ],
  ['text that YAML does not allow', 'version: 1\na: [\n', { code: 'config-syntax', line: 2 }],
  ['nothing', '', { code: 'config-empty', severity: 'error' }],
  [
    'a path outside',
    'version: 1\nruleset_files: [../x.yaml]\n',
    { code: 'config-path-outside', severity: 'error' },
  ],
  [
    'a file that is not there',
    'version: 1\ndashboard: { url: embedded }\ndefinitions: [x.yaml]\nruleset_files: [r.yaml]\n',
    {
      code: 'file-absent',
      severity: 'warn',
      line: 3,
      message: expect.stringMatching(/^definitions is x\.yaml/),
    },
  ],
  [
    'a waiver that is over',
    'version: 1\ndashboard: { url: embedded }\ndefinitions: [a.yaml]\nruleset_files: [a.yaml]\nwaivers: [{ rule_id: a, reason: b, owner: c, expires: 2020-01-01 }]\n',
    { code: 'waiver-expired', severity: 'warn', line: 5 },
  ],
  [
    'a misspelt rule of breaking changes',
    `${complete}policy: { breaking_rules: { breaking-path-remvd: warn } }\n`,
    {
      code: 'breaking-rule-unknown',
      severity: 'error',
      line: 5,
      message: expect.stringContaining('did you mean "breaking-path-removed"?'),
    },
  ],
])('says of a config what gov config validate says: %s', async (_name, text, expected) => {
  const cwd = await tempTree({ 'a.yaml': 'a', '.git/': '' })
  const world = worldIn(cwd)
  const found = await configProblems(join(cwd, '.governance.yml'), text, false, world)
  expect(found[0]).toMatchObject(expected)
})

it('finds nothing wrong with what is right', async () => {
  const cwd = await tempTree({ 'a.yaml': 'a', 'rules.yaml': 'extends: spectral:oas\n' })
  const text =
    'version: 1\ndashboard: { url: embedded }\ndefinitions: [a.yaml]\nruleset_files: [rules.yaml]\n'
  const world = worldIn(cwd)
  expect(await configProblems(join(cwd, '.governance.yml'), text, false, world)).toEqual([])
  expect(await rulesetProblems('rules.yaml', worldIn(cwd), false)).toEqual([])
})
