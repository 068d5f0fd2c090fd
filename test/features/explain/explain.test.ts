import { describe, expect, it } from 'vitest'
import { breakingRules } from '../../../src/check/breaking/rules/index.ts'
import { builtinDrafts } from '../../../src/check/rulesets/known-rulesets.ts'
import { createSources } from '../../../src/check/sources/sources.ts'
import { documentRules } from '../../../src/engine/openapi/document-rules.ts'
import { explainRule } from '../../../src/features/explain/explain-rule.ts'
import { explanationView } from '../../../src/features/explain/views.ts'
import { runProgram } from '../../../src/main.ts'
import { unlimited } from '../../../src/sandbox/evaluation/limits.ts'
import { tempTree } from '../../temp-tree.ts'
import { testProcess } from '../../terminal/test-process.ts'

const known = await builtinDrafts()
const ids = known.flatMap(({ drafts }) => [...drafts.rules.keys()])

/** Dashboards ship it, but from OpenAPI 3.1 on a key beside a `$ref` counts, so no document can break it. */
const withoutIssues = new Set(['oas3-no-$ref-siblings'])

describe('every rule that comes with gov', () => {
  it.each([...ids, ...documentRules.map(({ id }) => id)])(
    '%s is explained in full, within 80 columns',
    async (id) => {
      const rule = await explainRule(id, known, [], createSources('/'), unlimited)
      if (rule === undefined) throw new Error('not explained')
      expect(rule).toMatchObject({ rule_id: id, why: expect.any(String) })
      expect(typeof rule.fails).toBe(withoutIssues.has(id) ? 'undefined' : 'string')
      expect(rule.passes).toBeDefined()
      expect([rule.description, rule.how_to_fix].filter((text) => text === '')).toEqual([])
      const wide = explanationView(rule, 80)
        .split('\n')
        .filter((line) => line.length > 80 && !line.includes('https://'))
      expect(wide).toEqual([])
    },
  )
})

it('lists the ids of 136 rules', () => expect(new Set(ids).size).toBe(136))

it('lists all rules in the order of their ids', async () => {
  const { context, stdout } = testProcess({ cwd: await tempTree({}) })
  expect(await runProgram(['explain'], context)).toBe(0)
  const listed = stdout()
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(' ')[0])
  expect(listed.length).toBeGreaterThan(50)
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed).toEqual(listed.toSorted())
})

it.each([
  ['a/team', 'RULE  SEVERITY  RULESET\ngood  warn      a/team.yaml\nown   warn      a/team.yaml\n'],
  ['good', expect.stringMatching(/^good \(warn\)\n/)],
])(
  'explains %s: a ruleset file by the id that its issues have, and a rule of such a name first',
  async (name, text) => {
    const rule = 'warn: { given: $, severity: warn, then: { function: truthy } }'
    const files = {
      '.governance.yml': 'version: 1\nruleset_files: [a/team.yaml, b/team.yaml, good.yaml]\n',
      'a/team.yaml': `rules:\n  ${rule.replace('warn', 'own')}\n  ${rule.replace('warn', 'good')}\n`,
      'b/team.yaml': `rules: { ${rule} }`,
      'good.yaml': `rules: { ${rule} }`,
    }
    const { context, stdout } = testProcess({ cwd: await tempTree(files) })
    expect(await runProgram(['explain', name], context)).toBe(0)
    expect(stdout()).toEqual(text)
  },
)

it('lists the rules of breaking changes by the name of their ruleset', async () => {
  const { context, stdout } = testProcess({ cwd: await tempTree({}) })
  expect(await runProgram(['explain', 'gov:breaking', '--json'], context)).toBe(0)
  const { rules } = JSON.parse(stdout())
  expect(rules).toEqual(
    breakingRules.map(({ id, severity }) => ({ rule_id: id, severity, ruleset: 'gov:breaking' })),
  )
})

it('gives a report why there are the rules that have issues, and where they are documented', async () => {
  const files = {
    'a.yaml':
      'openapi: 3.1.0\ninfo: { title: a, version: "1" }\npaths: {}\ncomponents: { schemas: { A: { $ref: "#/x" } } }\n',
    'rules.yaml': `extends: [[spectral:oas, off]]
rules:
  info-contact: true
  info-license: { given: $, then: { field: info.title, function: pattern, functionOptions: { match: b } } }
  own: { given: $.info, documentationUrl: 'https://a.example/own', then: { field: x, function: truthy } }
  bare: { given: $.info, then: { field: y, function: truthy } }
`,
    'rules.test.yaml': 'own: { why: We need an x. }\n',
  }
  const { context, stdout } = testProcess({ cwd: await tempTree(files) })
  await runProgram(['check', 'a.yaml', '--ruleset-file', 'rules.yaml', '--format', 'json'], context)
  const { rules } = JSON.parse(stdout())
  const builtin = 'https://meta.stoplight.io/docs/spectral/docs/reference/openapi-rules.md'
  expect(rules).toEqual(
    [
      {
        id: 'info-contact',
        why: expect.stringContaining('whom to ask'),
        documentation_url: `${builtin}#info-contact`,
      },
      { id: 'invalid-ref', why: expect.stringContaining('reference') },
      { id: 'own', why: 'We need an x.', documentation_url: 'https://a.example/own' },
    ].map((rule) => ({ ruleset_id: 'rules', ...rule })),
  )
})

describe('with an address of the site', () => {
  const site = 'https://docs.example/gov/'
  const files = {
    'old.yaml':
      'openapi: 3.1.0\ninfo: { title: b, version: "1", description: b, contact: {}, x: 1 }\npaths: { /a: { get: { responses: {} } } }\n',
    'a.yaml':
      'openapi: 3.1.0\ninfo: { title: a, version: "1" }\npaths: {}\ncomponents: { schemas: { A: { $ref: "#/x" } } }\n',
    'rules.yaml': `documentationUrl: https://own.example/rules
extends: [[spectral:oas, off], [vacuum:owasp, off]]
rules:
  info-contact: true
  info-description: { severity: warn, documentationUrl: 'https://own.example/description' }
  info-license: { given: $, then: { field: info.title, function: pattern, functionOptions: { match: b } } }
  own: { given: $.info, then: { field: x, function: truthy } }
`,
  }
  const pages = {
    'breaking-path-removed': `${site}rules/breaking-path-removed.html`,
    'info-contact': `${site}rules/info-contact.html`,
    'info-description': 'https://own.example/description',
    'info-license': 'https://own.example/rules#info-license',
    'invalid-ref': `${site}rules/invalid-ref.html`,
    own: 'https://own.example/rules#own',
  }
  const args = ['a.yaml', '--ruleset-file', 'rules.yaml', '--breaking', 'error', '--base', 'old.yaml']

  it('refers each rule that comes with gov to its page, and others to what their ruleset says', async () => {
    const { context, stdout } = testProcess({ cwd: await tempTree(files) })
    await runProgram(['check', ...args, '--format', 'sarif'], { ...context, site })
    const [{ tool }] = JSON.parse(stdout()).runs
    const found = tool.driver.rules.map(({ name, helpUri }: Record<string, string>) => [name, helpUri])
    expect(Object.fromEntries(found)).toEqual(pages)
  })

  it('links them in the HTML report', async () => {
    const { context, stdout } = testProcess({ cwd: await tempTree(files) })
    await runProgram(['check', ...args, '--format', 'html'], { ...context, site })
    for (const page of Object.values(pages)) expect(stdout()).toContain(`<a href="${page}" rel="noreferrer">`)
  })

  it.each(Object.entries(pages))('says where to read more of %s', async (id, page) => {
    const { context, stdout } = testProcess({ cwd: await tempTree(files) })
    await runProgram(['explain', id, '--ruleset-file', 'rules.yaml', '--json'], { ...context, site })
    expect(JSON.parse(stdout()).documentation_url).toBe(page)
  })
})

it.each(documentRules.map(({ id }) => id))(
  '%s, which no ruleset has, is known where a waiver names it',
  async (id) => {
    const cwd = await tempTree({
      '.governance.yml': 'version: 1\ndefinitions: [a.yaml]\nruleset_files: [r.yaml]\n',
      'r.yaml': 'extends: spectral:oas\n',
    })
    const { context, stderr } = testProcess({ cwd })
    const flags = ['--rule', id, '--reason', 'a', '--owner', 'b', '--expires', '2999-01-31']
    expect(await runProgram(['waiver', 'add', ...flags], context)).toBe(0)
    expect(stderr()).not.toContain('no known ruleset')
  },
)
