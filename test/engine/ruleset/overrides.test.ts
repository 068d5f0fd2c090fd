import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { toRelativeName } from '../../../src/core/text/relative-name.ts'
import { evaluate } from '../../../src/engine/evaluate.ts'
import { loadRuleset } from '../../../src/engine/load-ruleset.ts'
import { readReferencedFiles } from '../../../src/engine/openapi/files.ts'
import { type Files, problemsOf } from './load.ts'

const document = parseDocument(
  `openapi: 3.0.3
info: {title: a}
paths:
  /x: {get: {title: b}}
  /x/y: {get: {title: c}}
`,
  'yaml',
)

const base = `rules:
  t: {given: $..title, severity: warn, then: {function: pattern, functionOptions: {match: "^z"}}}
overrides:
`

async function run(overrides: string, name: string | undefined = 'rules/d.yaml'): Promise<string[]> {
  const read = async (reference: string) => ({
    name: reference,
    text: 'rules: {n: {given: $.info, then: {field: nope, function: truthy}}}',
  })
  const source = { name: 'rules/r.yaml', text: base + overrides, format: 'yaml' } as const
  const ruleset = await loadRuleset(source, { read })
  return evaluate(document, ruleset, { name }).map(
    ({ rule, path }) => `${rule.id} ${rule.severity} ${path.join('|')}`,
  )
}

const [title, first, second] = ['info|title', 'paths|/x|get|title', 'paths|/x/y|get|title']
const all = (severity: string) => [title, first, second].map((path) => `t ${severity} ${path}`)

describe('an override', () => {
  it.each<[string, string, string, readonly string[]]>([
    ['by name', "- {files: ['*.yaml'], rules: {t: error}}", 'api/deep/a.yaml', all('error')],
    ['by folder', "- {files: ['../api/*.yaml'], rules: {t: error}}", 'api/b.yaml', all('error')],
    ['of another folder', "- {files: ['../api/*.yaml'], rules: {t: error}}", 'api/deep/b.yaml', all('warn')],
    ['** is not ..', "- {files: ['**/*.yaml'], rules: {t: error}}", 'api/b.yaml', all('warn')],
    ['any below', "- {files: ['**/*.yaml'], rules: {t: error}}", 'rules/e/d.yaml', all('error')],
    ['off', "- {files: ['*.yaml'], rules: {t: off}}", 'rules/d.yaml', []],
    [
      'the last of several',
      "- {files: ['*'], rules: {t: error}}\n- {files: ['d.*'], rules: {t: hint}}",
      'rules/d.yaml',
      all('hint'),
    ],
    [
      'a new rule',
      "- {files: ['*.yaml'], rules: {t: off, n: {given: $.info, then: {field: nope, function: truthy}}}}",
      'rules/d.yaml',
      ['n warn info'],
    ],
    [
      'extends',
      "- {files: ['*.yaml'], extends: more.yaml, rules: {t: off, n: info}}",
      'd.yaml',
      ['n info info'],
    ],
    [
      'a place',
      "- {files: ['**/*.yaml#/paths/~1x'], rules: {t: off}}\n- {files: ['d.yaml#/info'], rules: {t: hint}}",
      'rules/d.yaml',
      [`t hint ${title}`, `t warn ${second}`],
    ],
    [
      'the deepest place',
      "- {files: ['*#/paths/~1x/get'], rules: {t: hint}}\n- {files: ['*#/paths'], rules: {t: info}}\n- {files: ['*'], rules: {t: error}}",
      'rules/d.yaml',
      [`t error ${title}`, `t hint ${first}`, `t info ${second}`],
    ],
    ['the root', "- {files: ['*#/'], rules: {t: error}}", 'rules/d.yaml', all('error')],
  ])('%s', async (_name, overrides, name, expected) => {
    expect(await run(overrides, name)).toEqual(expected)
  })

  it.each([
    ['*#/a', []],
    ['p/*.yaml#/a', ['t warn a|title']],
    ['d.yaml#/a', ['t warn a|title']],
    ["d.yaml#/x-a', 'p/*.yaml#/a", ['t warn a|title']],
  ])('of a place in a file that the definition uses, as %s', async (glob, expected) => {
    const text = `${base}- {files: ['${glob}'], rules: {t: off}}`
    const source = { name: 'rules/r.yaml', text, format: 'yaml' } as const
    const ruleset = await loadRuleset(source, { read: () => Promise.reject(new Error('none')) })
    const whole = parseDocument('openapi: 3.0.3\nx-a: {$ref: p/s.yaml#/a}', 'yaml')
    const part = { name: 'rules/p/s.yaml', text: 'a: {title: b}' }
    const files = await readReferencedFiles(whole, 'rules/d.yaml', async () => part)
    const issues = evaluate(whole, ruleset, { name: 'rules/d.yaml', files })
    expect(issues.map(({ rule, path }) => `${rule.id} ${rule.severity} ${path.join('|')}`)).toEqual(expected)
  })

  it('is what except stands for', async () => {
    const text = `${base.replace('overrides:', 'except:')}  'd.yaml#/paths/~1x': [t]\n  'e.yaml': [t]\n  '#/paths/~1x~1y': [t]\n`
    const source = { name: 'r.yaml', text, format: 'yaml' } as const
    const ruleset = await loadRuleset(source, { read: async () => ({ name: '', text: '' }) })
    const pathsIn = (name: string) => evaluate(document, ruleset, { name }).map(({ path }) => path.join('|'))
    expect([pathsIn('d.yaml'), pathsIn('e.yaml')]).toEqual([[title], []])
  })

  it('needs the name of the document', async () => {
    const ruleset = await loadRuleset(
      { name: 'r.yaml', text: `${base}- {files: ['*'], rules: {t: off}}`, format: 'yaml' },
      { read: async () => ({ name: '', text: '' }) },
    )
    expect(() => evaluate(document, ruleset)).toThrow('the ruleset has overrides')
  })

  it.each<[string, string, string]>([
    ['- {files: [], rules: {t: off}}', 'overrides.0.files', 'must be a non-empty list'],
    ["- {files: ['*'], formats: [oas2]}", 'overrides.0', 'needs "rules", "extends" or both'],
    ["- {files: ['*#/a']}", 'overrides.0', 'needs "rules"'],
    ["- {files: ['*#a'], rules: {t: off}}", 'overrides.0.files.0', 'JSON pointer'],
    ["- {files: ['@(a|b)'], rules: {t: off}}", 'overrides.0.files.0', 'is not a glob'],
    ["- {files: ['*#/a'], extends: x.yaml, rules: {t: off}}", 'overrides.0.extends', 'can only have "rules"'],
    ["- {files: ['*#/a'], rules: {t: true}}", '', 'can only be a severity'],
    ["- {files: ['*'], rules: {tt: off}}", '', 'no inherited rule to override'],
    ["- {files: ['*'], rules: {t: {givn: x}}}", 'givn', 'unknown key'],
    ["- {files: ['*'], rules: {}, except: {'*': [t]}}", 'overrides.0.except', 'cannot have overrides'],
  ])('%s is refused', async (overrides, key, reason) => {
    const [problem] = await problemsOf(base + overrides)
    expect(problem?.key).toBe(key)
    expect(problem?.reason).toContain(reason)
    expect(problem?.line).toBe(4)
  })
})

// As in Spectral 6.16.
describe('the overrides of what a ruleset extends do not count', () => {
  const rule = 'rules: {t: {given: $.info, severity: error, then: {field: nope, function: truthy}}}\n'
  const off = 'overrides: [{files: [d.yaml], rules: {t: off}}]\n'
  const at = (key: string, file = 'b.yaml', line = 2) =>
    `${file}:${line} : r.yaml extends this ruleset, whose "${key}" has no effect there, as in Spectral`

  it.each<[string, string, Files, readonly string[], readonly string[]]>([
    ['in a file', 'extends: b.yaml', { 'b.yaml': rule + off }, ['t error'], [at('overrides')]],
    [
      'at a place, on',
      'extends: [[b.yaml, off]]',
      { 'b.yaml': rule + off.replace('d.yaml', '"*#/info"').replace('off', 'warn') },
      [],
      [at('overrides')],
    ],
    [
      'except',
      'extends: b.yaml\nrules: {t: warn}',
      { 'b.yaml': `${rule}except: {'d.yaml': [t]}` },
      ['t warn'],
      [at('except')],
    ],
    [
      'beside its own, at each step of a chain',
      'extends: b.yaml\noverrides: [{files: [d.yaml], rules: {t: hint}}]',
      { 'b.yaml': `extends: c.yaml\n${off}`, 'c.yaml': rule + off },
      ['t hint'],
      [at('overrides', 'c.yaml'), at('overrides')],
    ],
    [
      'of a file that is extended twice',
      'extends: [[b.yaml, all], c.yaml]',
      { 'b.yaml': rule + off, 'c.yaml': 'extends: b.yaml' },
      ['t error'],
      [at('overrides')],
    ],
    [
      'of what an override extends',
      'rules: {}\noverrides: [{files: ["*"], extends: b.yaml}]',
      { 'b.yaml': rule + off },
      ['t error'],
      [at('overrides')],
    ],
    [
      'in JSON, with a rule that is not there',
      'extends: b.json',
      {
        'c.yaml': rule,
        'b.json': '{"extends": "c.yaml",\n"overrides": [{"files": ["*"], "rules": {"x": "off"}}]}',
      },
      ['t error'],
      [at('overrides', 'b.json')],
    ],
  ])('%s', async (_name, text, files, issues, warnings) => {
    const warned: string[] = []
    const ruleset = await loadRuleset(
      { name: 'r.yaml', text, format: 'yaml' },
      {
        read: async (name) => ({ name, text: files[name] ?? '' }),
        warn: ({ file, line, key, reason }) => warned.push(`${file}:${line} ${key}: ${reason}`),
      },
    )
    const found = evaluate(document, ruleset, { name: 'd.yaml' })
    expect(found.map((issue) => `${issue.rule.id} ${issue.rule.severity}`)).toEqual(issues)
    expect(warned).toEqual(warnings)
  })
})

describe('a relative name', () => {
  it.each([
    ['a/b.yaml', 'a/r.yaml', 'b.yaml'],
    ['./a/b.yaml', 'r.yaml', 'a/b.yaml'],
    ['b.yaml', 'a/c/r.yaml', '../../b.yaml'],
    ['/w/b.yaml', '/w/a/r.yaml', '../b.yaml'],
    ['../b.yaml', 'a/r.yaml', '../../b.yaml'],
  ])('%s from %s is %s', (name, from, expected) => {
    expect(toRelativeName(name, from)).toBe(expected)
  })

  it.each([
    ['/w/a/b.yaml', 'r.yaml', 'a/b.yaml'],
    ['a/b.yaml', '/w/rules/r.yaml', '../a/b.yaml'],
    ['/v/b.yaml', 'rules/r.yaml', '../../v/b.yaml'],
    ['/w/b.yaml', 'https://a.example/r.yaml', 'w/b.yaml'],
  ])('in /w, %s from %s is %s', (name, from, expected) => {
    expect(toRelativeName(name, from, '/w')).toBe(expected)
  })
})
