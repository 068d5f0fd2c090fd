import { describe, expect, it } from 'vitest'
import { readEnvironment } from '../../src/check/config/environment.ts'
import { loadConfig } from '../../src/check/config/load-config.ts'
import { readFlags } from '../../src/settings/flags.ts'
import { mergeSettings, readPolicy } from '../../src/settings/merge.ts'
import type { SettingFlags, SettingName } from '../../src/settings/table.ts'
import { tempTree } from '../temp-tree.ts'

const yaml = `version: 1
dashboard: { url: https://file.example, timeout: 10s, workspace: w }
api_ids: [a]
definitions: [a.yml]
ruleset_ids: [r]
policy: { fail_on: warn, max: { warn: 2, info: 3 } }
`

async function settingsFrom(flags: SettingFlags, env: Record<string, string>, content: string) {
  const cwd = await tempTree({ '.governance.yml': content })
  const file = await loadConfig({ cwd })
  return mergeSettings(readFlags(flags), await readEnvironment({ env, cwd }), file?.layer ?? {})
}

describe('precedence', () => {
  it.each<[SettingName, SettingFlags, Record<string, string>, string, unknown, string | undefined]>([
    [
      'dashboard.url',
      { url: 'https://flag.example' },
      { GOV_URL: 'https://env.example' },
      yaml,
      'https://flag.example',
      '--url',
    ],
    ['dashboard.url', {}, { GOV_URL: 'https://env.example' }, yaml, 'https://env.example', 'GOV_URL'],
    ['dashboard.url', {}, {}, yaml, 'https://file.example', '.governance.yml:2:14'],
    ['dashboard.url', {}, {}, 'version: 1', undefined, undefined],
    ['policy.max.warn', { failOn: 'warn' }, {}, yaml, undefined, undefined],
    ['policy.max.info', { failOn: 'warn' }, {}, yaml, 3, '.governance.yml:6:42'],
    ['policy.max.warn', { failOn: 'error' }, {}, yaml, 2, '.governance.yml:6:33'],
    ['policy.max.warn', { failOn: 'never' }, {}, yaml, 2, '.governance.yml:6:33'],
    ['dashboard.workspace', { workspace: 'x' }, {}, yaml, 'x', '--workspace'],
    ['dashboard.timeout', { timeout: '1m' }, {}, yaml, 60_000, '--timeout'],
    ['dashboard.timeout', {}, {}, yaml, 10_000, '.governance.yml:2:41'],
    ['dashboard.timeout', {}, {}, 'version: 1', 30_000, 'default'],
    ['dashboard.deadline', {}, {}, yaml, 300_000, 'default'],
    ['dashboard.retries', { retries: '0' }, {}, yaml, 0, '--retries'],
    ['dashboard.retries', {}, {}, yaml, 7, 'default'],
    ['policy.fail_on', { failOn: 'hint' }, {}, yaml, 'hint', '--fail-on'],
    ['policy.fail_on', {}, {}, yaml, 'warn', '.governance.yml:6:11'],
    ['policy.fail_on', {}, {}, 'version: 1', 'error', 'default'],
    [
      'policy.on_unevaluated',
      {},
      {},
      'version: 1\npolicy: { on_unevaluated: pass }',
      'pass',
      '.governance.yml:2:11',
    ],
    ['policy.on_unevaluated', {}, {}, yaml, 'fail', 'default'],
    [
      'policy.functions',
      {},
      {},
      'version: 1\npolicy: { functions: refuse }',
      'refuse',
      '.governance.yml:2:11',
    ],
    ['policy.functions', {}, {}, yaml, 'allow', 'default'],
    ['engine', {}, {}, yaml, 'spectral', 'default'],
    ['engine', { engine: 'vacuum' }, {}, yaml, 'vacuum', '--engine'],
    ['engine', {}, {}, 'version: 1\nengine: vacuum', 'vacuum', '.governance.yml:2:1'],
    ['policy.max.warn', {}, {}, yaml, 2, '.governance.yml:6:33'],
    ['policy.max.info', { failOn: 'error' }, {}, yaml, 3, '.governance.yml:6:42'],
    ['policy.max.error', {}, {}, yaml, undefined, undefined],
    ['policy.max.error', { maxError: '4' }, {}, yaml, 4, '--max-error'],
    ['policy.max.warn', { maxWarn: '0' }, {}, yaml, 0, '--max-warn'],
    ['ruleset_ids', { rulesetId: ['x'] }, {}, yaml, ['x'], '--ruleset-id'],
    ['ruleset_ids', { category: ['x'] }, {}, yaml, undefined, undefined],
    ['categories', { category: ['x'] }, {}, yaml, ['x'], '--category'],
    ['ruleset_ids', { apiId: ['x'] }, {}, yaml, ['r'], '.governance.yml:5:1'],
    ['api_ids', { apiId: ['x'] }, {}, yaml, ['x'], '--api-id'],
    ['definitions', { apiId: ['x'] }, {}, yaml, undefined, undefined],
    ['api_ids', { definition: ['b.yml'] }, {}, yaml, undefined, undefined],
    ['definitions', { definition: ['b.yml'] }, {}, yaml, [{ file: 'b.yml' }], '--definition'],
    ['definitions', { rulesetId: ['x'] }, {}, yaml, [{ file: 'a.yml' }], '.governance.yml:4:1'],
  ])('%s with flags %j, environment %j and file %j', async (name, flags, env, content, value, place) => {
    const setting = (await settingsFrom(flags, env, content))[name]
    expect(setting?.value).toEqual(value)
    expect(setting?.origin.place).toBe(place)
  })

  it('says the kind of every origin', async () => {
    const settings = await settingsFrom({ failOn: 'error' }, { GOV_URL: 'embedded' }, yaml)
    expect(settings['policy.fail_on'].origin.source).toBe('flag')
    expect(settings['dashboard.url']?.origin.source).toBe('environment')
    expect(settings['dashboard.timeout'].origin.source).toBe('file')
    expect(settings['dashboard.retries'].origin.source).toBe('default')
  })
})

const ordinary = {
  fail_on: 'error',
  max: {},
  rulesets: {},
  advisory_actions: [],
  on_truncation: 'fail',
  on_unevaluated: 'fail',
}

describe('policyOf', () => {
  it.each([
    ['version: 1', {}],
    [yaml, { fail_on: 'warn', max: { warn: 2, info: 3 } }],
    ['version: 1\npolicy: { max: { error: 0 } }', { max: { error: 0 } }],
    [
      'version: 1\npolicy: { rulesets: { r.1: { fail_on: never, max: { hint: 1 } } }, advisory_actions: [none] }',
      { rulesets: { 'r.1': { fail_on: 'never', max: { hint: 1 } } }, advisory_actions: ['none'] },
    ],
    ['version: 1\npolicy: { on_truncation: split }', { on_truncation: 'split' }],
  ])('%j', async (content, policy) => {
    expect(readPolicy(await settingsFrom({}, {}, content))).toEqual({ ...ordinary, ...policy })
  })
})

describe('readFlags', () => {
  it.each<[SettingFlags, string]>([
    [{ timeout: '30' }, '--timeout must be a duration of up to 24 hours, not "30"'],
    [{ retries: '3.5' }, '--retries must be a whole number from 0 to 10, not "3.5"'],
    [{ retries: '11' }, '--retries must be a whole number from 0 to 10, not 11'],
    [{ retries: '' }, '--retries must be a whole number from 0 to 10, not ""'],
    [{ maxWarn: '-1' }, '--max-warn must be a whole number from 0 up, not "-1"'],
    [{ url: '' }, '--url is empty'],
    [{ url: 'https://a:b@c.example' }, '--url must not contain a user name or password'],
    [{ apiId: ['a', ''] }, '--api-id is empty'],
    [{ apiId: ['a', 'a'] }, '--api-id repeats "a"'],
    [{ definition: [''] }, '--definition is empty'],
    [
      { failOn: 'errors' },
      '--fail-on must be one of error, warn, info, hint, never, not "errors"; did you mean "error"?',
    ],
    [
      { timeout: 'x', deadline: 'y' },
      '--timeout must be a duration of up to 24 hours, not "x"\n--deadline must be a duration of up to 24 hours, not "y"',
    ],
  ])('%j', (flags, message) => {
    expect(() => readFlags(flags)).toThrowError(expect.objectContaining({ code: 'flag-invalid', message }))
  })
})
