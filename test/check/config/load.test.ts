import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../../src/check/config/load-config.ts'
import { parseDocument } from '../../../src/core/document/document.ts'
import { GovError } from '../../../src/core/model/errors.ts'
import { inspectConfig } from '../../../src/settings/check-config.ts'
import { findHeaderSecret } from '../../../src/settings/secret.ts'
import { tempTree } from '../../temp-tree.ts'

/** The error of loading `content`, as the file that is found, in the shape that the tables use. */
async function faultOf(content: string | Uint8Array, name = '.governance.yml') {
  const cwd = await tempTree({ [name]: content })
  return caught(loadConfig({ cwd }))
}

async function caught(loading: Promise<unknown>) {
  const error = await loading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof GovError)) throw new Error('no GovError', { cause: error })
  expect(error.exitCode).toBe(2)
  return { code: error.code, message: error.message, hint: error.hint }
}

function indexed(count: number, lineOf: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => lineOf(index)).join('')
}

const topKeys =
  'The keys at the top of the file are version, dashboard, gateway, api_ids, api_categories, definitions, ruleset_ids, categories, ruleset_files, checks, engine, policy, baseline, waivers, reports, profiles.'
const dashboardKeys =
  'The keys under dashboard are url, workspace, timeout, deadline, retries, concurrency, ca_file, cert_file, key_file, headers.'
const duration = 'Write a number with its unit, such as "500ms", "30s", "5m" or "2h".'
const number = 'Write a whole number, without quotes.'
const address = 'Write "embedded", or a URL such as https://dashboard.example.com.'
const version = 'Write "version: 1", the version of this file\'s format.'
const id = 'Write each id once, as a string; quote it if it is all digits.'
const secret =
  'Delete it here, revoke the secret if it was real, and set the new one in GOV_TOKEN or GOV_TOKEN_FILE.'
const utf8 = 'Save the file as UTF-8 text.'
const nothing = 'Write "version: 1" and what to check, or delete the file.'
const there = 'Fix the file there, or in a line above.'
const jsonMarks =
  'Put double quotes around keys and texts, and a comma between entries, none behind the last.'

describe('a value that cannot be', () => {
  it.each([
    [
      'version: 1\nrulesets_ids: [a]',
      '2:1: unknown key "rulesets_ids"; did you mean "ruleset_ids"?',
      topKeys,
    ],
    ['version: 1\ntimeout: 30s', '2:1: unknown key "timeout"; did you mean "dashboard.timeout"?', topKeys],
    ['version: 1\nprofils: {}', '2:1: unknown key "profils"; did you mean "profiles"?', topKeys],
    ['version: 1\ndashboard: { ca_path: x }', '2:14: unknown key "ca_path"', dashboardKeys],
    [
      'version: 1\ndashboard:\n  # url: later\n  ulr: x',
      '4:3: unknown key "ulr"; did you mean "url"?',
      dashboardKeys,
    ],
    ['version: 1\n"foo": foo', '2:1: unknown key "foo"', topKeys],
    [
      'version: 1\npolicy: { max: { warning: 2 } }',
      '2:18: unknown key "warning"; did you mean "warn"?',
      'The keys under policy.max are error, warn, info, hint.',
    ],
    [
      'version: 1\ndefinitions: [{ file: a.yml, name: b }]',
      '2:30: unknown key "name"',
      'The keys under definitions[0] are file, api_id, api_name.',
    ],
    ['api_ids: [a]', '1:1: version is missing', version],
    ['version: 2', '1:1: version must be 1, not 2', version],
    ['version: "1"', '1:1: version must be 1, not "1"', version],
    [
      '- a',
      '1:1: the config must be a mapping, not a list',
      'Write keys and values, starting with "version: 1".',
    ],
    [
      'hello',
      '1:1: the config must be a mapping, not text',
      'Write keys and values, starting with "version: 1".',
    ],
    [
      'version: 1\ndashboard:\n',
      '2:1: dashboard must be a mapping, not empty',
      'Write url and other keys under dashboard, or delete the key.',
    ],
    [
      'version: 1\ndashboard: { url: dash.example.com }',
      '2:14: dashboard.url is not a complete URL',
      address,
    ],
    [
      'version: 1\ndashboard: { url: "https://d.example?q=1" }',
      '2:14: dashboard.url must not have a query or fragment',
      address,
    ],
    [
      'version: 1\ndashboard: { url: ftp://d.example }',
      '2:14: dashboard.url must begin with https:// or http://',
      address,
    ],
    [
      'version: 1\ndashboard: { timeout: 30 }',
      '2:14: dashboard.timeout must be a duration, not 30',
      duration,
    ],
    [
      'version: 1\ndashboard: { timeout: 0s }',
      '2:14: dashboard.timeout must be a duration of up to 24 hours, not "0s"',
      duration,
    ],
    [
      'version: 1\ndashboard: { deadline: 5 min }',
      '2:14: dashboard.deadline must be a duration of up to 24 hours, not "5 min"',
      duration,
    ],
    [
      'version: 1\ndashboard: { retries: 11 }',
      '2:14: dashboard.retries must be a whole number from 0 to 10, not 11',
      number,
    ],
    [
      'version: 1\ndashboard: { retries: "3" }',
      '2:14: dashboard.retries must be a whole number from 0 to 10, not "3"',
      number,
    ],
    [
      'version: 1\ndashboard: { retries: 1.5 }',
      '2:14: dashboard.retries must be a whole number from 0 to 10, not 1.5',
      number,
    ],
    [
      'version: 1\napi_ids: []',
      '2:1: api_ids is an empty list',
      'Write a list with at least one API id or pattern of names, each once, or delete the key.',
    ],
    [
      'version: 1\ncategories: payments',
      '2:1: categories must be a list, not text',
      'Write a list with at least one category, each once, or delete the key.',
    ],
    ['version: 1\napi_ids: [12]', '2:11: api_ids[0] must be text, not 12', id],
    ['version: 1\napi_ids: [a, ""]', '2:14: api_ids[1] is empty', id],
    ['version: 1\napi_ids: [" a"]', '2:11: api_ids[0] begins or ends with a space', id],
    ...['200b', '2060', '00ad', '3164', '2800', 'fe0f'].map((invisible) => [
      `version: 1\napi_ids: ["\\u${invisible}"]`,
      '2:11: api_ids[0] contains no visible characters',
      id,
    ]),
    ['version: 1\napi_ids: ["a\\eb"]', '2:11: api_ids[0] contains a control character', id],
    ['version: 1\nruleset_ids:\n  - a\n  - b\n  - a', '5:5: ruleset_ids[2] repeats "a"', id],
    [
      'version: 1\ndefinitions: [a.yml, { file: a.yml }]',
      '2:22: definitions[1] repeats "a.yml"',
      'Write the path of a file, a glob such as apis/**/openapi.yaml, or a mapping with file and, optionally, api_id and api_name.',
    ],
    [
      'version: 1\npolicy: { fail_on: warning }',
      '2:11: policy.fail_on must be one of error, warn, info, hint, never, not "warning"; did you mean "warn"?',
      'Write one of: error, warn, info, hint, never.',
    ],
    [
      'version: 1\npolicy: { rulesets: { r.1: { fail_one: warn } } }',
      '2:30: unknown key "fail_one"; did you mean "fail_on"?',
      'The keys under policy.rulesets.r.1 are fail_on, max.',
    ],
    [
      'version: 1\npolicy: { rulesets: { r: {} } }',
      '2:23: policy.rulesets.r is an empty mapping',
      "Write fail_on or max under the ruleset's id, or delete the entry.",
    ],
    [
      'version: 1\npolicy: { advisory_actions: [none, none] }',
      '2:36: policy.advisory_actions[1] repeats "none"',
      'Write ruleset actions, such as "none", each once.',
    ],
    [
      'version: 1\npolicy: { on_truncation: halve }',
      '2:11: policy.on_truncation must be one of fail, split, not "halve"',
      'Write one of: fail, split.',
    ],
    [
      'version: 1\npolicy: { on_unevaluated: true }',
      '2:11: policy.on_unevaluated must be one of fail, pass, not true',
      'Write one of: fail, pass.',
    ],
    [
      'version: 1\npolicy: { max: { warn: -1 } }',
      '2:18: policy.max.warn must be a whole number from 0 up, not -1',
      number,
    ],
    [
      'version: 1\npolicy: { fail_on: warn }\npolicy: {}',
      '3:1: duplicate key "policy"',
      'Remove one: only the last would count.',
    ],
  ])('%j', async (content, message, hint) => {
    expect(await faultOf(content)).toEqual({
      code: 'config-invalid',
      message: `.governance.yml:${message}`,
      hint,
    })
  })

  it('is reported with all others, in the order of the text', async () => {
    const content =
      'dashboard:\n  timeout: 30\nruleset: [a]\npolicy:\n  fail_on: always\n  max: { warn: x }\n'
    expect((await faultOf(content)).message.split('\n')).toEqual([
      '.governance.yml:1:1: version is missing',
      '.governance.yml:2:3: dashboard.timeout must be a duration, not 30',
      '.governance.yml:3:1: unknown key "ruleset"',
      '.governance.yml:5:3: policy.fail_on must be one of error, warn, info, hint, never, not "always"',
      '.governance.yml:6:10: policy.max.warn must be a whole number from 0 up, not "x"',
    ])
  })

  it.each([
    ['unknown keys', (count: number) => indexed(count, (index) => `zz${index}: 1\n`)],
    ['equal ids', (count: number) => `api_ids:\n${indexed(count, () => '  - a\n')}`],
  ])('is looked up a hundred times at most, and read few times, in %s', (_, textOf) => {
    const count = 5_000
    const document = parseDocument(`version: 1\n${textOf(count)}`, 'yaml')
    let [located, read] = [0, 0]
    const locate: typeof document.locate = (path) => {
      located += 1
      return document.locate(path)
    }
    const counted = <Whole extends object>(whole: Whole): Whole =>
      new Proxy(whole, {
        get: (target, key, self) => {
          read += 1
          const value: unknown = Reflect.get(target, key, self)
          return typeof value === 'object' && value !== null ? counted(value) : value
        },
      })
    const value = counted(Object(document.value))
    const source = { document: { ...document, locate }, root: [], value, name: 'x' }
    expect(inspectConfig(source).problems.length).toBeGreaterThan(count - 10)
    expect(located).toBe(100)
    expect(read).toBeGreaterThan(count - 10)
    expect(read).toBeLessThan(20 * count)
  })

  it('is reported twenty times at most', async () => {
    const content = Array.from({ length: 30 }, (_, index) => `zz${index}: 1\n`).join('')
    const lines = (await faultOf(`version: 1\n${content}`)).message.split('\n')
    expect(lines).toHaveLength(21)
    expect(lines.at(-1)).toBe('and 10 more')
  })
})

describe('a secret in the config', () => {
  it.each([
    ['token: abc', '2:1: "token": secrets are not allowed in the config'],
    ['dashboard: { api_key: abc }', '2:14: "api_key": secrets are not allowed in the config'],
    ['dashboard: { password: abc }', '2:14: "password": secrets are not allowed in the config'],
    [
      'definitions: [{ file: a.yml, clientSecret: abc }]',
      '2:30: "clientSecret": secrets are not allowed in the config',
    ],
    ['policy: { Authorization: abc }', '2:11: "Authorization": secrets are not allowed in the config'],
    [
      'dashboard: { url: "https://me:abc@d.example" }',
      '2:14: dashboard.url must not contain a user name or password',
    ],
    ['api_ids: ["https://abc@d.example"]', '2:11: api_ids[0] must not contain a user name or password'],
  ])('%j is refused and not shown', async (line, message) => {
    const fault = await faultOf(`version: 1\n${line}\n`)
    expect(fault).toEqual({ code: 'config-secret', message: `.governance.yml:${message}`, hint: secret })
    expect(JSON.stringify(fault)).not.toContain('abc')
  })

  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
  // Written in parts, or scanners of repositories take them for real.
  const key = (prefix: string) => `${prefix}${'Ab3'.repeat(12)}`

  const pem = '-----BEGIN RSA PRIVATE KEY-----'

  /** Forms that are secrets everywhere. */
  const everywhere: readonly (readonly [string, string])[] = [
    [jwt, 'a JSON Web Token'],
    [`session=${jwt}; path=/`, 'a JSON Web Token'],
    [`Bearer ${jwt}`, 'a JSON Web Token'],
    [jwt.replace(/\..*\./, '..'), 'a JSON Web Token'],
    [`https://d.example/${jwt}`, 'a JSON Web Token'],
    [pem, 'a private key'],
    ...[
      ...[
        'ghp_',
        'github_pat_',
        'glpat-',
        'glrt-',
        'gldt-',
        'sk-',
        'sk_' + 'live_',
        'sk-ant-api03-',
        'npm_',
        'hf_',
      ],
      ...['pypi-AgE', 'hvs.', 'ATATT3x', 'lin_api_', 'dp.st.dev.', `SG.${'Ab3'.repeat(7)}.`],
    ].map((prefix) => [key(prefix), 'an access key'] as const),
    [`ASIA${'AB3C'.repeat(4)}`, 'an access key'],
    [`AKIA${'AB3C'.repeat(4)}`, 'an access key'],
    [`dop_v1_${'a1b2'.repeat(16)}`, 'an access key'],
    [`shpat_${'a1b2'.repeat(8)}`, 'an access key'],
    [`SK${'a1b2'.repeat(8)}`, 'an access key'],
    [`dapi${'a1b2'.repeat(8)}`, 'an access key'],
    [`token ${key('xoxb-')}`, 'an access key'],
    [`https://d.example/a.yaml?access_token=${key('ghp_')}`, 'an access key'],
  ]
  /** Forms that are secrets as the value of a header. */
  const inHeaders = [
    ['Bearer abcdefghijklmnop', 'a bearer token'],
    ['bearer  AbC/+=._~-9 ', 'a bearer token'],
    ['Bearer abc1', 'a bearer token'],
    ['x; Bearer abcdefghijklmnop', 'a credential'],
    ['Bearer:abcdefghijklmnop', 'a credential'],
    ['bearer=abcdefghijklmnop', 'a credential'],
    ['Token abcdefghijklmnop', 'a credential'],
    ['ApiKey abcdefghijklmnop', 'a credential'],
    ['access_token=abcdefghijkl', 'a credential'],
    ['password=hunter2hunter2', 'a credential'],
    ['Digest username="m", realm="x"', 'a credential'],
    ['Negotiate YIIJvwYGKwYBBQUC', 'a credential'],
    [`Basic ${btoa('me:secret')}`, 'a user name and password'],
    [btoa('user:password'), 'a user name and password'],
    [btoa('user:p??>>>ssword').replaceAll('/', '_'), 'a user name and password'],
    [btoa('user:passwor').replaceAll('=', ''), 'a user name and password'],
  ] as const

  it.each([...everywhere, ...inHeaders])('is known by the form of a header: %j', async (value, form) => {
    const fault = await faultOf(`version: 1\ndashboard: { headers: { X-B: ${JSON.stringify(value)} } }\n`)
    expect(fault).toMatchObject({
      code: 'config-secret',
      message: `.governance.yml:2:25: dashboard.headers.X-B contains ${form}: secrets are not allowed in the config`,
      hint: expect.stringContaining('GOV_TOKEN'),
    })
    expect(JSON.stringify(fault)).not.toContain(value.trim())
    const profiled = `version: 1\nprofiles: { a: { dashboard: { headers: { X-B: ${JSON.stringify(value)} } } } }\n`
    expect(await faultOf(profiled)).toMatchObject({ code: 'config-secret' })
  })

  it.each(everywhere)('is known by the form of any text: %j', async (value, form) => {
    const text = JSON.stringify(value)
    const lines = [
      `dashboard: { url: ${text} }`,
      `definitions: [${text}]`,
      `$schema: ${text}`,
      `waivers: [{ rule_id: a, reason: ${text} }]`,
      `dashboard: { headers: { ${text}: x } }`,
      `${text}: x`,
    ]
    const message = `contains ${form}: secrets are not allowed in the config`
    for (const line of lines) {
      const fault = await faultOf(`version: 1\n${line}\n`)
      expect(fault.message).toContain(message)
      expect(fault.message).not.toContain(value)
    }
  })

  it('is known by the name of a header', async () => {
    const fault = await faultOf('version: 1\ndashboard: { headers: { Cookie: a=b } }\n')
    expect(fault.message).toBe('.governance.yml:2:25: "Cookie": secrets are not allowed in the config')
  })

  /** Neither a header nor any other text with one of them is refused. */
  const harmless = [
    'payments',
    'Bearer',
    'Basic',
    'Basic customers',
    'Basic checks of the platform team',
    'bearer of news',
    'Token-based',
    'eyJ',
    'sk-payments',
    'sk-customer-accounts-of-the-bank',
    'desk-payments-production-two',
    'npm_packages_of_the_platform_team',
    'hf_customer_onboarding.yaml',
    'pypi-mirror-of-the-company',
    'ASIAPACIFIC-payments-production',
    'SG.customer-onboarding.yaml',
    'dapi-of-the-platform-team-in-europe',
    'AKIA',
    'hvb.payments.v1.openapi.yaml',
    'https://hvb.payments.example.com',
    'components.schemas.Patient.properties.ghs_patient.properties.name',
    'ghs_customer-accounts.yaml',
    'gldt-customer-accounts-v1.yaml',
    'lin_api_naming-conventions',
    'dp.st.settlement-payments.yaml',
    'sk-internationalpayments2024.yaml',
    'sk_550e8400e29b41d4a716446655440000',
    'SG.payments-gateway-v1.customer-accounts-x',
    'a customer token service-internal-api',
    '123e4567-e89b-12d3-a456-426614174000',
    'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
    'b84fe1a04e5648927971c0557971565c',
    'b006a009',
    btoa('a text of some length'),
    btoa('{"team": "payments"}'),
    btoa('https://d.example/a'),
    '-----BEGIN CERTIFICATE-----',
    'a=b; c=d',
    'token=on',
  ]

  it.each(harmless)('is not every header: %j', async (value) => {
    const text = `version: 1\ndashboard: { headers: { X-B: ${JSON.stringify(value)} } }\nzz: 1\n`
    expect(await faultOf(text)).toMatchObject({
      code: 'config-invalid',
      message: expect.stringMatching(/^[^\n]+"zz"/),
    })
  })

  it.each([
    ...harmless,
    'Bearer authentication is checked elsewhere',
    'password=changeme2changeme in an example',
    'team-token:required-by-the-platform',
  ])('is not every text: %j', async (value) => {
    const text = `version: 1\nwaivers: [{ rule_id: a, reason: ${JSON.stringify(value)}, expires: 2099-01-01 }]\nzz: 1\n`
    expect(await faultOf(text)).toMatchObject({ code: 'config-invalid' })
  })

  it('is looked for in linear time', () => {
    const started = performance.now()
    for (const text of [
      'eyJ',
      'eyJ-',
      'eyJaaaaaaaa.',
      'bearer ',
      'token=',
      'digest a',
      'sk-',
      ' sk-a1-',
      'SG.',
      ' ',
      'a:',
    ])
      findHeaderSecret(`x${text.repeat(300_000)}!`)
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  it('is found in mappings that are unknown themselves', async () => {
    const fault = await faultOf('version: 1\ngate_way:\n  headers:\n    - { x-api-key: abc }\n')
    expect(fault.message.split('\n')).toEqual([
      '.governance.yml:2:1: unknown key "gate_way"; did you mean "gateway"?',
      '.governance.yml:4:9: "x-api-key": secrets are not allowed in the config',
    ])
  })
})

describe('a file that is not a config', () => {
  it.each<[string, string, string | Uint8Array, string, string, string]>([
    ['empty', '.governance.yml', '', 'config-empty', '.governance.yml is empty', nothing],
    ['blank', '.governance.yml', ' \r\n\n', 'config-empty', '.governance.yml is empty', nothing],
    [
      'only comments',
      '.governance.yml',
      '# later\n---\n',
      'config-empty',
      '.governance.yml is empty',
      nothing,
    ],
    ['empty JSON', '.governance.json', '', 'config-empty', '.governance.json is empty', nothing],
    [
      'binary',
      '.governance.yml',
      'version: 1\0',
      'config-not-text',
      '.governance.yml is binary, not text',
      utf8,
    ],
    [
      'UTF-16',
      '.governance.yml',
      Buffer.from('\ufeffversion: 1', 'utf16le'),
      'config-not-text',
      '.governance.yml is UTF-16, not UTF-8',
      utf8,
    ],
    [
      'Latin-1',
      '.governance.yml',
      Buffer.from('version: 1\n# caf\xe9\n', 'latin1'),
      'config-not-text',
      '.governance.yml:2:1: is not UTF-8',
      utf8,
    ],
    [
      'too large',
      '.governance.yml',
      `version: 1\n#${'x'.repeat(1024 * 1024)}`,
      'config-too-large',
      '.governance.yml is larger than 1 MB',
      'Name the right file; a config has only a few lines.',
    ],
    [
      'a folder',
      '.governance.yml/',
      '',
      'config-is-folder',
      '.governance.yml is a folder, not a file',
      'Name the file itself.',
    ],
    [
      'two documents',
      '.governance.yml',
      'version: 1\n---\nversion: 1\n',
      'config-syntax',
      '.governance.yml:3:1: invalid YAML: found a second document (---)',
      there,
    ],
    [
      'broken JSON',
      '.governance.json',
      '{"version": 1,}',
      'config-syntax',
      expect.stringMatching(/^\.governance\.json:1:15: invalid JSON: /),
      jsonMarks,
    ],
    [
      'a tab',
      '.governance.yml',
      'version: 1\ndashboard:\n\turl: x\n',
      'config-syntax',
      '.governance.yml:3:1: invalid YAML: a tab in the indentation; YAML indents with spaces',
      'Replace it by spaces.',
    ],
    [
      'a lost quote',
      '.governance.yml',
      'version: 1\ndashboard:\n  url: "embedded\npolicy: {}\n"',
      'config-syntax',
      '.governance.yml:4:1: invalid YAML: the key policy is read as text: close the " of line 3, or indent this line if text is meant',
      'Lines of a text in quotes are indented further than its key.',
    ],
    [
      'a code tag',
      '.governance.yml',
      'version: !!js/function "x"',
      'config-syntax',
      expect.stringMatching(/^\.governance\.yml:1:10: invalid YAML: the tag !!js\/function is unknown/),
      there,
    ],
    [
      'broken package.json',
      'package.json',
      '{"governance": {',
      'config-syntax',
      expect.stringMatching(/^package\.json:1:17: invalid JSON: /),
      jsonMarks,
    ],
    [
      'null in package.json',
      'package.json',
      '{"governance": null}',
      'config-invalid',
      'package.json:1:2: the config must be a mapping, not empty',
      'Write keys and values, starting with "version: 1".',
    ],
  ])('%s', async (_what, name, content, code, message, hint) => {
    expect(await faultOf(content, name)).toEqual({ code, message, hint })
  })

  it.each([
    ['missing.yml', 'config-not-found', 'missing.yml does not exist'],
    ['folder', 'config-is-folder', 'folder is a folder, not a file'],
    ['empty.yml', 'config-empty', 'empty.yml is empty'],
    ['package.json', 'config-empty', 'package.json has no key "governance"'],
    [
      'empty.yml/x.yml',
      'config-not-found',
      'empty.yml/x.yml does not exist: part of its path is a file, not a folder',
    ],
    ['', 'config-not-found', '--config is empty'],
  ])('named by --config: %j, and no other replaces it', async (explicit, code, message) => {
    const files = { '.governance.yml': 'version: 1', 'folder/': '', 'empty.yml': '', 'package.json': '{}' }
    const fault = await caught(loadConfig({ cwd: await tempTree(files), explicit }))
    expect(fault).toMatchObject({ code, message })
  })
})

describe('a good config', () => {
  const yaml =
    'version: 1\ndashboard:\n  url: https://d.example/base\n  timeout: 500ms\ndefinitions: [specs/a.yml, { file: /b.json, api_id: b }]\n'
  const layer = {
    'dashboard.url': {
      value: 'https://d.example/base',
      origin: { source: 'file', place: '.governance.yml:3:3' },
    },
    'dashboard.timeout': { value: 500, origin: { source: 'file', place: '.governance.yml:4:3' } },
    definitions: {
      value: [{ file: join('specs', 'a.yml') }, { file: '/b.json', api_id: 'b' }],
      origin: { source: 'file', place: '.governance.yml:5:1' },
    },
  }

  it.each([
    ['as it is', yaml],
    ['with a byte order mark', `\ufeff${yaml}`],
    ['with CRLF', yaml.replaceAll('\n', '\r\n')],
  ])('gives its values and their places, %s', async (_how, content) => {
    const cwd = await tempTree({ '.governance.yml': content })
    expect(await loadConfig({ cwd, trustPaths: true })).toEqual({
      file: join(cwd, '.governance.yml'),
      name: '.governance.yml',
      apiLines: {},
      checkPlaces: new Map(),
      layer,
    })
  })

  it('says files from the working directory', async () => {
    const content = 'version: 1\ndashboard: { workspace: . }\ndefinitions: [a/b.yml, a.yml]\n'
    const root = await tempTree({ '.git/': '', '.governance.yml': content, 'a/': '' })
    const loaded = await loadConfig({ cwd: join(root, 'a') })
    expect(loaded?.name).toBe(join('..', '.governance.yml'))
    expect(loaded?.layer.definitions?.value).toEqual([{ file: 'b.yml' }, { file: join('..', 'a.yml') }])
    expect(loaded?.layer['dashboard.workspace']?.value).toBe('..')
  })

  it.each([
    ['.governance.json', '{"$schema": "gov.schema.json", "version": 1}'],
    [
      '.governance.yml',
      'version: 1\npolicy: { rulesets: { rs-token: { fail_on: warn }, bearer: { max: { hint: 0 } } } }\n',
    ],
  ])('may say %s: %s', async (name, content) => {
    expect(await loadConfig({ cwd: await tempTree({ [name]: content }) })).toMatchObject({ name })
  })

  it('named by --config is read whatever its name', async () => {
    const cwd = await tempTree({ conf: 'version: 1', '.governance.yml': 'version: 2' })
    expect(await loadConfig({ cwd, explicit: 'conf' })).toMatchObject({ name: 'conf' })
  })
})
