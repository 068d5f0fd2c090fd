import { describe, expect, it } from 'vitest'
import { loadRuleset } from '../../src/engine/load-ruleset.ts'
import { compareRules } from '../../src/features/ruleset/impact/changed-rules.ts'
import { inlineExtends } from '../../src/sandbox/resources/inline-extends.ts'

const truthy = (given: string, field: string): object =>
  Object.fromEntries([
    ['given', given],
    ['then', { field, function: 'truthy' }],
  ])
const rule = (field: string, rest: object = {}) => ({ ...truthy('$.info', field), ...rest })
const off = rule('off', { severity: 'off' })

const files: Readonly<Record<string, object>> = {
  'base.yaml': {
    description: 'More than rules',
    rules: {
      a: rule('title', { severity: 'error', howToFix: 'so' }),
      b: rule('contact'),
      shy: rule('x', { recommended: false }),
    },
  },
  'other.yaml': { rules: { a: rule('version'), c: rule('license') } },
  'chain.yaml': { extends: './base.yaml', rules: { a: 'hint', d: rule('summary') } },
  'builtin.yaml': { extends: ['spectral:oas'], rules: { 'info-contact': 'error', a: rule('title') } },
  'off.yaml': { extends: [['spectral:oas', 'off']], rules: { 'info-contact': 'warn' } },
  'formats.yaml': { formats: ['oas3_1'], rules: { a: rule('title') } },
  'aliases.yaml': {
    aliases: { Info: ['$.info'] },
    rules: { a: truthy('#Info', 'title') },
  },
  'overrides.yaml': { rules: {}, overrides: [{ files: ['*'], rules: { a: rule('title') } }] },
  'loop.yaml': { extends: './loop.yaml', rules: {} },
  'text.yaml': { rules: { a: off } },
}

const read = async (reference: string) => {
  const name = reference.replace(/^\.\//, '')
  const file = files[name]
  if (file === undefined) throw new Error(`${name} is not there`)
  return { name, text: JSON.stringify(file) }
}

const load = (value: unknown) =>
  loadRuleset({ name: 'own.yaml', text: JSON.stringify(value), format: 'json' }, { read, folder: '/' })

describe('a ruleset with the files that it extends has the same rules', () => {
  it.each<[string, object]>([
    ['one file', { extends: './base.yaml', rules: {} }],
    ['no rules of its own', { extends: ['./base.yaml'] }],
    ['another severity', { extends: './base.yaml', rules: { a: 'hint', b: 'off' } }],
    [
      'a part of a rule',
      { extends: './base.yaml', rules: { a: { severity: 'info', message: 'no' }, b: { given: '$' } } },
    ],
    ['a rule of its own', { extends: './base.yaml', rules: { z: rule('z') } }],
    ['two files', { extends: ['./base.yaml', './other.yaml'], rules: { b: 'error' } }],
    ['two files, the other way round', { extends: ['./other.yaml', './base.yaml'], rules: { c: 'off' } }],
    ['a file of a file', { extends: './chain.yaml', rules: { a: 'warn', b: 'info' } }],
    [
      'a file with built-in rules',
      { extends: './builtin.yaml', rules: { 'info-contact': 'hint', 'info-license': 'off' } },
    ],
    ['a file that turns built-in rules on', { extends: './off.yaml', rules: { 'info-license': 'warn' } }],
    [
      'a built-in ruleset before a file',
      { extends: ['spectral:oas', './base.yaml'], rules: { a: 'info', 'info-contact': 'off' } },
    ],
    ['a rule that is off in the file', { extends: './text.yaml', rules: { a: 'warn' } }],
    ['a rule that is off by its own word', { extends: './base.yaml', rules: { shy: 'off' } }],
    ['a part that turns a rule off', { extends: './base.yaml', rules: { a: { severity: 'off' } } }],
    ['a number as severity', { extends: './base.yaml', rules: { a: { severity: 3 } } }],
    ['a rule that is not recommended', { extends: './base.yaml', rules: { shy: 'warn' } }],
    [
      'aliases of its own',
      {
        extends: './base.yaml',
        aliases: { Info: ['$.info'] },
        rules: { z: truthy('#Info', 'title') },
      },
    ],
  ])('%s', async (_, value) => {
    const inlined = await inlineExtends(value, 'own.yaml', read)
    expect(inlined).toBeDefined()
    expect(JSON.stringify(inlined)).not.toContain('.yaml')
    const compared = compareRules(await load(value), await load(inlined), '2026-01-01')
    expect([...compared.changes]).toEqual([])
    expect(compared.unchanged).toBeGreaterThan(0)
  })
})

it.each<[string, object]>([
  ['a mode', { extends: [['./base.yaml', 'all']], rules: {} }],
  ['a built-in ruleset behind a file', { extends: ['./base.yaml', 'spectral:oas'], rules: {} }],
  ['two files with built-in rules', { extends: ['./builtin.yaml', './off.yaml'], rules: {} }],
  ['formats of the file', { extends: './formats.yaml', rules: {} }],
  ['formats of its own', { extends: './base.yaml', formats: ['oas3_1'], rules: {} }],
  ['aliases of the file', { extends: './aliases.yaml', rules: {} }],
  ['overrides of the file', { extends: './overrides.yaml', rules: {} }],
  ['a loop', { extends: './loop.yaml', rules: {} }],
  ['a rule that is switched on', { extends: './base.yaml', rules: { shy: true } }],
  ['a part of one that is not recommended', { extends: './base.yaml', rules: { shy: { severity: 'warn' } } }],
  ['functions of its own', { extends: './text.yaml', functions: [] }],
  ['a part of a rule that is off', { extends: './text.yaml', rules: { a: { message: 'no' } } }],
  ['a part that recommends a rule no more', { extends: './base.yaml', rules: { a: { recommended: false } } }],
])('leaves a ruleset as it is for %s', async (_, value) => {
  expect(await inlineExtends(value, 'own.yaml', read)).toBeUndefined()
})

it.each([
  [{ extends: 'spectral:oas', rules: {} }],
  [{ extends: [['https://example.com/rules.yaml', 'all']] }],
  [{ rules: { a: off } }],
  ['not a ruleset'],
])('changes nothing where there is no file: %j', async (value) => {
  expect(await inlineExtends(value, 'own.yaml', read)).toBe(value)
})
