import { describe, expect, it } from 'vitest'
import { readFlags } from '../../src/settings/flags.ts'
import { mergeSettings } from '../../src/settings/merge.ts'
import { checkSettings, createRulesetId, oneSelector } from '../../src/settings/rules.ts'
import type { Layer } from '../../src/settings/setting.ts'
import type { SettingFlags } from '../../src/settings/table.ts'

const complete: SettingFlags = { url: 'https://d.example', apiId: ['a'], rulesetId: ['r'] }

function settingsOf(flags: SettingFlags, file: Layer = {}) {
  return mergeSettings(readFlags(flags), file)
}

const listAt = (value: readonly string[], line: number) =>
  ({ value, origin: { source: 'file', place: `.governance.yml:${line}:1` } }) as const

describe('checkSettings', () => {
  it.each<[string, SettingFlags]>([
    ['an API and a ruleset', complete],
    [
      'a definition and a category',
      { url: 'embedded', workspace: 'w', definition: ['a.yml'], category: ['c'] },
    ],
    ['a definition and a local ruleset', { definition: ['a.yml'], rulesetFile: ['r.yml'] }],
  ])('accepts %s', (_what, flags) => {
    expect(() => checkSettings(settingsOf(flags))).not.toThrow()
  })

  it.each<[SettingFlags, string, string]>([
    [{ ...complete, url: undefined }, 'dashboard-missing', 'no dashboard configured'],
    [
      { ...complete, url: 'embedded' },
      'workspace-missing',
      'the dashboard is embedded (--url), but no workspace is configured',
    ],
    [{ ...complete, category: ['c'] }, 'selector-ambiguous', 'both --ruleset-id and --category are set'],
    [{ ...complete, rulesetId: undefined }, 'selector-missing', 'no rulesets selected'],
    [
      { ...complete, apiId: undefined },
      'target-missing',
      'nothing to check: no APIs or definitions configured',
    ],
  ])('%j', (flags, code, message) => {
    expect(() => checkSettings(settingsOf(flags))).toThrowError(expect.objectContaining({ code, message }))
  })

  it.each<[Layer, SettingFlags, string]>([
    [
      { api_ids: listAt(['a'], 3) },
      {},
      'ruleset_files (.governance.yml:9:1) runs a local ruleset here, and api_ids (.governance.yml:3:1) names saved APIs, which only a dashboard can evaluate',
    ],
    [
      { definitions: { ...listAt([], 3), value: [{ file: 'a' }] } },
      { url: 'https://d.example' },
      'ruleset_files (.governance.yml:9:1) runs a local ruleset here, and --url names a dashboard, which has its own rulesets',
    ],
    [
      { definitions: { ...listAt([], 3), value: [{ file: 'a' }] }, categories: listAt(['c'], 4) },
      {},
      'both categories (.governance.yml:4:1) and ruleset_files (.governance.yml:9:1) are set',
    ],
    [
      {
        definitions: { ...listAt([], 3), value: [{ file: 'a' }] },
        'policy.rulesets': { ...listAt([], 5), value: { style: { fail_on: 'never' } } },
      },
      {},
      'policy.rulesets (.governance.yml:5:1) names "style", which is not in ruleset_files; did you mean "styles"?',
    ],
  ])('local rulesets of the file exclude other selections: %#', (file, flags, message) => {
    const settings = settingsOf(flags, { ...file, ruleset_files: listAt(['rules/styles.yaml'], 9) })
    expect(() => checkSettings(settings)).toThrowError(message)
  })

  it('a selection on the command line replaces local rulesets of the file', () => {
    const settings = settingsOf(complete, { ruleset_files: listAt(['r.yml'], 9) })
    expect(() => checkSettings(settings)).not.toThrow()
    expect(settings.ruleset_files).toBeUndefined()
  })

  it('names both places in the file', () => {
    const file = { ruleset_ids: listAt(['r'], 7), categories: listAt(['c'], 8) }
    expect(() => checkSettings(settingsOf({ url: 'https://d.example', apiId: ['a'] }, file))).toThrowError(
      'both ruleset_ids (.governance.yml:7:1) and categories (.governance.yml:8:1) are set',
    )
  })

  it('refuses a policy entry for a ruleset that the same file does not select', () => {
    const overrides = { value: { 'rs-stlye': { fail_on: 'never' } }, origin: listAt([], 9).origin } as const
    const file = { ruleset_ids: listAt(['rs-style'], 7), 'policy.rulesets': overrides }
    const flags = { url: 'https://d.example', apiId: ['a'] }
    expect(() => checkSettings(settingsOf(flags, file))).toThrowError(
      'policy.rulesets (.governance.yml:9:1) names "rs-stlye", which is not in ruleset_ids; did you mean "rs-style"?',
    )
    expect(() => checkSettings(settingsOf({ ...flags, rulesetId: ['other'] }, file))).not.toThrow()
  })

  it('tells all that is missing at once', () => {
    expect(() => checkSettings(settingsOf({}))).toThrowError(
      expect.objectContaining({
        code: 'settings-incomplete',
        message:
          'no dashboard configured\nno rulesets selected\nnothing to check: no APIs or definitions configured',
      }),
    )
  })

  it('applies only the rules it is given', () => {
    expect(() => checkSettings(settingsOf({ category: ['c'] }), [oneSelector])).not.toThrow()
  })
})

it.each([
  ['rules/team.yaml', 'team'],
  ['spectral:oas', 'spectral:oas'],
  ['vacuum:owasp', 'vacuum:owasp'],
  ['governance.yaml', 'governance'],
  ['gov-breaking.yaml', 'gov-breaking'],
  ['gov.breaking.yaml', 'gov.breaking'],
  ['team:gov:breaking.yaml', 'team:gov:breaking'],
  ['spectral:oas2.yaml', 'spectral:oas2'],
])('the ruleset of %s has the id %s', (file, id) => {
  expect(createRulesetId(file)).toBe(id)
})

it.each([
  [
    ['a/rules.yaml', 'b/rules.yaml', 'b/team.yaml'],
    ['a/rules', 'b/rules', 'team'],
  ],
  [
    ['rules.yaml', 'a/rules.yaml', './a/rules.yaml'],
    ['rules', 'a/rules', 'a/rules'],
  ],
  [
    ['x/a/rules.yaml', 'a\\rules.json', 'y/a/rules.js'],
    ['x/a/rules', 'a/rules', 'y/a/rules'],
  ],
  [
    ['rules.yaml', 'rules.json'],
    ['rules', 'rules'],
  ],
])('the rulesets of %s have the ids %s', (files, ids) => {
  expect(files.map((file) => createRulesetId(file, files))).toEqual(ids)
})

it.each([
  'gov:breaking.yaml',
  'x/gov:breaking.yml',
  './gov:breaking.json',
  'gov:breaking.js',
  'gov:breaking',
  'GOV:Breaking.yaml',
  ' gov:breaking.yaml',
  'gov:placeholder.yaml',
  'gov:.yaml',
  'x\\gov:breaking.yaml',
  'spectral:oas.yaml',
  './spectral:oas',
  'x/Vacuum:All.yaml',
])('a ruleset file %s is refused: its id is reserved', (file) => {
  expect(() => createRulesetId(file)).toThrowError(expect.objectContaining({ code: 'ruleset-id-reserved' }))
})
