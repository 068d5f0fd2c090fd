import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../../src/check/config/load-config.ts'
import { check } from '../../../src/library/check.ts'
import { mergeSettings } from '../../../src/settings/merge.ts'
import type { SettingName } from '../../../src/settings/table.ts'
import { tempTree } from '../../temp-tree.ts'

const config = `version: 1
dashboard: { url: https://file.example, timeout: 10s }
api_ids: [a]
categories: [c]
policy: { fail_on: error, max: { warn: 20, info: 30 } }
profiles:
  staging:
    dashboard: { url: https://staging.example }
    ruleset_ids: [r]
    definitions: [b.yml]
    policy: { fail_on: warn }
  token-review: { policy: { rulesets: { rs-token: { fail_on: never } } } }
`

async function load(profile: string | undefined, content = config) {
  const cwd = await tempTree({ '.git/': '', '.governance.yml': content, 'sub/': '' })
  return loadConfig({ cwd: join(cwd, 'sub'), profile })
}

describe('a profile', () => {
  it.each<[string | undefined, SettingName, unknown, string | undefined]>([
    [undefined, 'dashboard.url', 'https://file.example', undefined],
    ['staging', 'dashboard.url', 'https://staging.example', 'staging'],
    ['staging', 'dashboard.timeout', 10_000, undefined],
    ['staging', 'ruleset_ids', ['r'], 'staging'],
    ['staging', 'categories', undefined, undefined],
    ['staging', 'api_ids', undefined, undefined],
    ['staging', 'definitions', [{ file: join('..', 'b.yml') }], 'staging'],
    ['staging', 'policy.fail_on', 'warn', 'staging'],
    ['staging', 'policy.max.warn', undefined, undefined],
    ['staging', 'policy.max.info', 30, undefined],
    ['token-review', 'policy.rulesets', { 'rs-token': { fail_on: 'never' } }, 'token-review'],
  ])('%j: %s is %j', async (profile, name, value, from) => {
    const setting = mergeSettings((await load(profile))?.layer ?? {})[name]
    expect(setting?.value).toEqual(value)
    expect(setting?.origin.profile).toBe(from)
  })

  it('has its places in the file', async () => {
    const place = (await load('staging'))?.layer['dashboard.url']?.origin.place
    expect(place).toBe(`${join('..', '.governance.yml')}:8:18`)
  })

  it.each([
    ['stagin', config, 'has no profile "stagin"; did you mean "staging"?'],
    ['constructor', config, 'has no profile "constructor"'],
    ['staging', 'version: 1', 'has no profile "staging"'],
    [undefined, 'version: 1\nprofiles: []', '2:1: profiles must be a mapping, not a list'],
    [undefined, 'version: 1\nprofiles: { a: 1 }', '2:13: profiles.a must be a mapping, not 1'],
    [undefined, 'version: 1\nprofiles: { a: { version: 1 } }', '2:18: unknown key "version"'],
    [undefined, 'version: 1\nprofiles: { a: { profiles: {} } }', '2:18: unknown key "profiles"'],
    [
      'a',
      'version: 1\nprofiles: { a: {}, b: { dashboard: { ulr: x } } }',
      '2:38: unknown key "ulr"; did you mean "url"?',
    ],
    [undefined, 'version: 1\nprofiles: { a: { api_ids: [] } }', '2:18: profiles.a.api_ids is an empty list'],
    [undefined, 'version: 1\nprofiles: { a: { token: x } }', '2:18: "token": secrets are not allowed'],
    [
      'a',
      'version: 1\nprofiles: { a: {}, b: { baseline: ../../x } }',
      '2:25: profiles.b.baseline "../../x" is outside',
    ],
  ])('%j of %j: %s', async (profile, content, message) => {
    await expect(load(profile, content)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(message),
    })
  })

  it('is never ignored', async () => {
    const cwd = await tempTree({})
    await expect(loadConfig({ cwd, profile: 'staging' })).rejects.toMatchObject({
      code: 'profile-without-config',
    })
    await expect(check({ cwd, profile: 'staging', definitions: ['a.yml'] })).rejects.toMatchObject({
      code: 'profile-without-config',
    })
    const loading = check({ cwd, env: { GOV_PROFILE: '' }, definitions: ['a.yml'] })
    await expect(loading).rejects.toMatchObject({ message: 'GOV_PROFILE is empty' })
  })

  it('has its places looked up only when it applies', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `  p${index}: { baseline: b }\n`).join('')
    expect((await load('p7', `version: 1\nprofiles:\n${many}`))?.layer.baseline?.origin.place).toContain(
      ':10:',
    )
  })
})
