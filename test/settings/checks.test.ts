import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadConfig } from '../../src/check/config/load-config.ts'
import { readFlags } from '../../src/settings/flags.ts'
import { listChecks, mergeSettings } from '../../src/settings/merge.ts'
import { listNamedPaths } from '../../src/settings/paths.ts'
import { checkSettings } from '../../src/settings/rules.ts'
import type { SettingFlags } from '../../src/settings/table.ts'
import { tempTree } from '../temp-tree.ts'

const checks = `checks:
  - name: pay
    definitions: [pay/*.yaml, { file: a.yaml, api_id: a }]
    ruleset_files: [pay-rules.yaml, shared.yaml]
  - name: shop
    definitions: [shop.yaml]
    ruleset_files: [shared.yaml, shop-rules.yaml]
`

async function merged(config: string, flags: SettingFlags = {}, profile?: string) {
  const cwd = await tempTree({ '.governance.yml': `version: 1\n${config}` })
  const loaded = await loadConfig({ cwd, profile })
  if (loaded === undefined) throw new Error('there is no config')
  return { settings: mergeSettings(readFlags(flags), loaded.layer), loaded, cwd }
}

const saved = `dashboard: { url: https://d.example }
checks:
  - { name: one, api_ids: [a, b], ruleset_ids: [r] }
  - { name: two, api_ids: [b, c], ruleset_ids: [s, r] }
`
const plain = 'definitions: [b.yaml]\nruleset_files: [rules.yaml]\n'

it.each<[string, string, SettingFlags, string | undefined, Record<string, unknown>]>([
  [
    'the rulesets of all checks',
    checks,
    {},
    undefined,
    { ruleset_files: ['pay-rules.yaml', 'shared.yaml', 'shop-rules.yaml'], api_ids: undefined },
  ],
  [
    'those of a chosen one',
    checks,
    { check: ['shop'] },
    undefined,
    { ruleset_files: ['shared.yaml', 'shop-rules.yaml'] },
  ],
  ['saved APIs, each once', saved, {}, undefined, { api_ids: ['a', 'b', 'c'], ruleset_ids: ['r', 's'] }],
  [
    'other rulesets of the caller',
    checks,
    { rulesetFile: ['x.yaml'] },
    undefined,
    { ruleset_files: ['x.yaml'], ruleset_ids: undefined },
  ],
  [
    'other APIs of the caller, and the rulesets of the checks',
    saved,
    { apiId: ['b'] },
    undefined,
    { api_ids: ['b'], ruleset_ids: ['r', 's'] },
  ],
  [
    'a definition of the caller, and no saved API',
    saved,
    { definition: ['x.yaml'] },
    undefined,
    { api_ids: undefined, ruleset_ids: ['r', 's'] },
  ],
  [
    'a profile with checks',
    `${plain}profiles:\n  p:\n    ${checks.trimEnd().replaceAll('\n', '\n    ')}\n`,
    {},
    'p',
    { definitions: undefined, ruleset_files: ['pay-rules.yaml', 'shared.yaml', 'shop-rules.yaml'] },
  ],
  [
    'a profile without, over checks',
    `${checks}profiles: { p: { ${plain.trim().replace('\n', ', ')} } }\n`,
    {},
    'p',
    { checks: undefined, ruleset_files: ['rules.yaml'] },
  ],
  [
    'a profile of something else',
    `${checks}profiles: { p: { policy: { fail_on: warn } } }\n`,
    {},
    'p',
    { ruleset_files: ['pay-rules.yaml', 'shared.yaml', 'shop-rules.yaml'] },
  ],
])('merges to %s', async (_what, config, flags, profile, expected) => {
  const { settings } = await merged(config, flags, profile)
  for (const [name, value] of Object.entries(expected))
    expect(settings[name as keyof typeof settings]?.value, name).toEqual(value)
})

it.each<[string, SettingFlags, string, string]>([
  [
    checks,
    { check: ['shp'] },
    'check-unknown',
    'checks (.governance.yml:2:1) has no "shp"; did you mean "shop"?',
  ],
  [plain, { check: ['pay'] }, 'check-unknown', '--check names the check "pay", but the config has no checks'],
  [
    checks.replace('ruleset_files: [shared.yaml, shop-rules.yaml]', 'categories: [public]'),
    {},
    'selector-ambiguous',
    'checks (.governance.yml:2:1) select rulesets in two ways: pay by ruleset_files, shop by categories',
  ],
  [
    `${checks}policy: { rulesets: { shop-rule: { fail_on: never } } }\n`,
    {},
    'policy-ruleset-unselected',
    'policy.rulesets (.governance.yml:9:11) names "shop-rule", which is not in ruleset_files; did you mean "shop-rules"?',
  ],
])('refuses %j %j', async (config, flags, code, message) => {
  const { settings } = await merged(config, flags)
  expect(() => checkSettings(settings)).toThrowError(expect.objectContaining({ code, message }))
})

it.each<[string, SettingFlags]>([
  [checks, {}],
  [saved, {}],
  // The other check has that ruleset.
  [`${checks}policy: { rulesets: { shop-rules: { fail_on: never } } }\n`, { check: ['pay'] }],
])('accepts %j %j', async (config, flags) => {
  const { settings } = await merged(config, flags)
  expect(() => checkSettings(settings)).not.toThrow()
})

it('has a place for each check, each saved API and each path', async () => {
  const { loaded, settings } = await merged(saved)
  expect([...loaded.checkPlaces]).toEqual([
    ['one', '.governance.yml:4:5'],
    ['two', '.governance.yml:5:5'],
  ])
  expect(loaded.apiLines).toEqual({ a: 4, b: 4, c: 5 })
  expect(listChecks(settings).map(({ name }) => name)).toEqual(['one', 'two'])
  const paths = listNamedPaths((await merged(checks)).loaded.layer).map(
    ({ at, path }) => `${at.join('.')} ${path}`,
  )
  expect(paths).toEqual([
    'checks.0.definitions.0 pay/*.yaml',
    'checks.0.definitions.1 a.yaml',
    'checks.0.ruleset_files.0 pay-rules.yaml',
    'checks.0.ruleset_files.1 shared.yaml',
    'checks.1.definitions.0 shop.yaml',
    'checks.1.ruleset_files.0 shared.yaml',
    'checks.1.ruleset_files.1 shop-rules.yaml',
  ])
})

it('keeps the paths of checks in the repository, and relative to the working folder', async () => {
  const cwd = await tempTree({ '.git/': '', '.governance.yml': `version: 1\n${checks}`, 'below/': '' })
  const loaded = await loadConfig({ cwd: join(cwd, 'below') })
  expect(listNamedPaths(loaded?.layer ?? {}).map(({ path }) => path)).toContain('../shop.yaml')
  const plainRows = 'version: 1\ndefinitions: [pay/, "!pay/old/", "!a.yaml"]\n'
  const config = await tempTree({ '.git/': '', '.governance.yml': plainRows, 'below/': '' })
  const rows = await loadConfig({ cwd: join(config, 'below') })
  expect(listNamedPaths(rows?.layer ?? {}).map(({ path }) => path)).toEqual([
    '../pay/',
    '!../pay/old/',
    '!../a.yaml',
  ])
  const outside = await tempTree({
    '.git/': '',
    '.governance.yml': `version: 1\n${checks.replace('shop.yaml', '../shop.yaml')}`,
  })
  await expect(loadConfig({ cwd: outside })).rejects.toThrow(
    /^\.governance\.yml:7:\d+: checks\[1\]\.definitions\[0\] "\.\.\/shop\.yaml"/,
  )
})
