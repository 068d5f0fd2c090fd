import { expect, it } from 'vitest'
import { formats } from '../../../src/model/formats.ts'
import { type ConfigNames, completeConfig, explainInConfig } from '../../../src/run/editor/config-help.ts'
import { configKeys } from '../../../src/settings/check-config.ts'
import { placed, taken } from './complete.ts'

const names: ConfigNames = {
  named: async (noun) => [`a-${noun}`],
  files: async (start) => [`${start}x.yaml`],
  today: '2026-12-24',
}

async function proposed(marked: string) {
  const { text, offset } = placed(marked)
  return completeConfig(text, offset, 'yaml', names)
}

async function labels(marked: string): Promise<string[]> {
  return (await proposed(marked)).map(({ label }) => label)
}

it('names every key', async () => {
  const top = [...new Set(configKeys.map((key) => key.replace(/\..*$/, '')))]
  expect((await labels('|')).sort()).toEqual(['$schema', 'version', 'profiles', ...top].sort())
  const policy = configKeys.flatMap((key) => /^policy\.(\w+)$/.exec(key)?.[1] ?? [])
  expect((await labels('policy:\n  |\n')).sort()).toEqual(['max', ...policy].sort())
  expect((await labels('profiles:\n  ci:\n    policy:\n      |\n')).sort()).toEqual(['max', ...policy].sort())
})

it.each([
  ['levels', 'policy:\n  fail_on: |\n', ['error', 'warn', 'info', 'hint', 'never']],
  [
    'levels of a profile',
    'profiles: { ci: { policy: { fail_on: | } } }',
    ['error', 'warn', 'info', 'hint', 'never'],
  ],
  [
    'levels of a ruleset',
    'policy:\n  rulesets:\n    a:\n      fail_on: |\n',
    ['error', 'warn', 'info', 'hint', 'never'],
  ],
  ['engines', 'engine: |', ['spectral', 'vacuum']],
  ['the version', 'version: |', ['1']],
  ['where the dashboard is', 'dashboard:\n  url: |\n', ['embedded', 'https://']],
  ['formats of reports', 'reports:\n  - format: |\n', formats],
  [
    'keys of a waiver',
    'waivers:\n  - rule_id: a\n    |\n',
    ['api_id', 'ruleset_id', 'path', 'reason', 'owner', 'expires'],
  ],
  ['rules', 'waivers:\n  - rule_id: |\n', ['a-rule']],
  ['a last day', 'waivers:\n  - expires: |\n', ['2027-03-24']],
  ['saved APIs', 'api_ids: [|]', ['a-api']],
  ['rulesets', 'ruleset_ids:\n  - |\n', ['a-ruleset']],
  ['categories', 'categories: [ | ]', ['a-category']],
  ['definitions', 'definitions:\n  - apis/|\n', ['file', 'api_id', 'api_name', 'apis/x.yaml']],
  ['definitions as mappings', 'definitions:\n  - file: ap|\n', ['apx.yaml']],
  ['ruleset files', 'ruleset_files: [ru|]', ['rux.yaml']],
  ['a workspace', 'dashboard: { workspace: w| }', ['wx.yaml']],
  ['a report', 'reports: [{ format: json, output: o| }]', ['ox.yaml']],
  ['nothing in a reason', 'waivers:\n  - reason: |\n', []],
])('proposes %s', async (_name, text, expected) => {
  expect(await labels(text)).toEqual(expected)
})

it('writes the version', async () => {
  expect(taken('ver|', await proposed('ver|'), 'version')).toBe('version: ')
})

it.each([
  [
    'a setting',
    'policy: { fail|_on: warn }',
    /lowest severity that fails.*\n\nWrite one of: error.*\n\nDefault: `error`\n\nAlso set by `--fail-on`/s,
  ],
  ['one with a variable', 'dashboard: { u|rl: embedded }', /GOV_URL/],
  ['a duration', 'dashboard: { time|out: 5s }', /Default: `30s`/],
  ['a group', 'poli|cy: {}', /Write fail_on/],
  ['a key of a list', 'waivers:\n  - exp|ires: 2027-01-31\n', /last day/],
  ['the version', 'vers|ion: 1', /version: 1/],
])('explains %s', (_name, marked, expected) => {
  const { text, offset } = placed(marked)
  expect(explainInConfig(text, offset)?.markdown).toMatch(expected)
})

it('leaves what explains a rule to that', () => {
  const { text, offset } = placed('waivers: [{ rule_id: op|-tags }]')
  expect(explainInConfig(text, offset)).toMatchObject({ rule: 'op-tags', markdown: undefined })
})
