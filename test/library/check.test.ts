import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GovError } from '../../src/core/model/errors.ts'
import type { CheckOptions } from '../../src/library/check-options.ts'
import { render } from '../../src/library/render.ts'
import { check, type Report } from '../../src/library.ts'
import { runProgram } from '../../src/main.ts'
import { testProcess } from '../terminal/test-process.ts'

const cwd = resolve(import.meta.dirname, '../..')
const orders = 'fixtures/workspace/apis/orders/openapi.yaml'
const rules = 'fixtures/workspace/rulesets/rs-docs/rules.yaml'
const demo = '.governance.example.yml'
const embedded = { url: 'embedded', workspace: 'fixtures/workspace' }

/** What differs from run to run, and who it says has set what. */
function comparable(report: Report): unknown {
  const text = JSON.stringify(report, (key, value) =>
    [
      'started',
      'created_at',
      'took_ms',
      'elapsed_ms',
      'origin',
      'dashboard_origin',
      'gov',
      'checksum',
      // Only the command knows fixes, and explains rules.
      'fixable',
      'rules',
    ].includes(key)
      ? undefined
      : value,
  )
  return JSON.parse(text)
}

describe('a check', () => {
  it.each<[name: string, argv: string[], options: CheckOptions]>([
    ['of a config', ['--config', demo], { config: demo }],
    [
      'of a config, under a stricter policy',
      ['--config', demo, '--fail-on', 'warn'],
      { config: demo, policy: { fail_on: 'warn' } },
    ],
    [
      'of a file',
      ['--definition', orders, '--ruleset-file', rules],
      { definitions: [orders], ruleset_files: [rules] },
    ],
    [
      'of saved APIs, under a budget',
      [
        '--url',
        'embedded',
        '--workspace',
        'fixtures/workspace',
        '--api-id',
        'shipping',
        '--category',
        'public',
        '--max-error',
        '0',
      ],
      { dashboard: embedded, api_ids: ['shipping'], categories: ['public'], policy: { max: { error: 0 } } },
    ],
    [
      'of an API that the rulesets are not for',
      [
        '--url',
        'embedded',
        '--workspace',
        'fixtures/workspace',
        '--api-id',
        'payments',
        '--category',
        'none-such',
      ],
      { dashboard: embedded, api_ids: ['payments'], categories: ['none-such'] },
    ],
  ])('%s is the one of the command', async (_name, argv, options) => {
    const { context, stdout } = testProcess({ cwd })
    const ended = await runProgram(['check', ...argv, '--format', 'json'], context)
    const { exitCode, passed, report } = await check({ ...options, cwd })
    const printed: Report = JSON.parse(await render(report, 'json'))
    expect(comparable(printed)).toEqual(comparable(JSON.parse(stdout())))
    expect([exitCode, passed]).toEqual([ended, ended === 0])
  })

  it('of what is at hand places issues in its text, and follows references from its folder', async () => {
    const content = readFileSync(join(cwd, orders))
    const options = { cwd, ruleset_files: [rules] }
    const read = await check({ ...options, definitions: [orders] })
    const given = await check({ ...options, definitions: [{ file: orders, content }] })
    expect(comparable(given.report)).toEqual(comparable(read.report))
    expect(given.report.issues.map(({ file, line }) => [file, typeof line])).toContainEqual([
      orders,
      'number',
    ])
    const folder = mkdtempSync(join(tmpdir(), 'gov-library-'))
    writeFileSync(join(folder, 'info.yaml'), 'title: t\nversion: "1"\n')
    const text = 'openapi: 3.1.0\ninfo: { $ref: info.yaml }\npaths: { /a: { $ref: "absent.yaml" } }\n'
    const { report } = await check({
      cwd: folder,
      definitions: [{ file: 'new.yaml', content: text }],
      ruleset_files: [join(cwd, rules)],
    })
    expect(report.issues.filter(({ rule_id }) => rule_id === 'invalid-ref')).toHaveLength(1)
  })

  it('keeps nothing from another running check', async () => {
    const content = readFileSync(join(cwd, orders))
    const options = { cwd, ruleset_files: [rules] }
    const alone = await check({ ...options, definitions: [orders] })
    const running = [1, 2, 3].map(() => check({ ...options, definitions: [{ file: orders, content }] }))
    const other = check({ ...options, definitions: ['fixtures/workspace/apis/payments/openapi.yaml'] })
    content.fill(0)
    for (const { report } of await Promise.all(running))
      expect(comparable(report)).toEqual(comparable(alone.report))
    expect(comparable((await other).report)).not.toEqual(comparable(alone.report))
  })

  it('tells what the command says on standard error', async () => {
    const waiver = { rule_id: 'none-such', reason: 'r', owner: 'o', expires: '2999-01-01' }
    const options = { cwd, definitions: [orders], ruleset_files: [rules], waivers: [waiver] }
    expect((await check(options)).warnings).toEqual([expect.stringContaining('none-such')])
  })

  it('reads only the environment that it is given', async () => {
    const options = { cwd, config: demo }
    process.env.GOV_URL = 'http://127.0.0.1:1'
    try {
      expect((await check(options)).passed).toBe(true)
      await expect(check({ ...options, env: process.env })).rejects.toMatchObject({ code: 'token-missing' })
    } finally {
      delete process.env.GOV_URL
    }
  })
})

describe('what is wrong', () => {
  const file = { definitions: [orders], ruleset_files: [rules] }
  const saved = { api_ids: ['a'], ruleset_ids: ['b'] }
  it.each<[code: string, exitCode: number, options: unknown, message: string]>([
    ['option-invalid', 2, undefined, 'the options must be an object'],
    [
      'option-invalid',
      2,
      { ...file, rulesetFiles: [rules] },
      'unknown key "rulesetFiles"; did you mean "ruleset_files"?',
    ],
    ['option-invalid', 2, { ...file, reports: [] }, 'unknown key "reports"'],
    ['option-invalid', 2, { ...file, config: false }, 'config must be a file or true'],
    ['option-invalid', 2, { ...file, policy: { fail_on: 'warning' } }, 'policy.fail_on must be one of'],
    [
      'option-invalid',
      2,
      { definitions: [{ file: 'a.yaml', content: {} }] },
      'definitions[0].content must be text or bytes',
    ],
    [
      'option-invalid',
      2,
      { definitions: [{ file: orders, content: undefined }] },
      'definitions[0].content must be',
    ],
    ['option-invalid', 2, { definitions: [] }, 'definitions is an empty list'],
    ['option-invalid', 2, { ...file, signal: {} }, 'signal must be an AbortSignal'],
    ['option-invalid', 2, { ...saved, token: 'a\nb' }, 'token contains an invalid character'],
    ['settings-incomplete', 2, {}, 'nothing to check'],
    [
      'ruleset-file-conflict',
      2,
      { ...file, dashboard: { url: 'https://a.example' } },
      'dashboard.url names a dashboard',
    ],
    [
      'policy-ruleset-unselected',
      2,
      { ...file, policy: { rulesets: { x: { fail_on: 'warn' } } } },
      'names "x"',
    ],
    ['config-not-found', 2, { config: true, cwd: tmpdir() }, 'no config found'],
    ['config-not-found', 2, { config: 'none-such.yml' }, 'none-such.yml'],
    [
      'definition-empty',
      2,
      { ...file, definitions: [{ file: 'a.yaml', content: '' }] },
      'definition a.yaml is empty',
    ],
    [
      'definition-not-text',
      2,
      { ...file, definitions: [{ file: 'a.yaml', content: Buffer.from([255, 0]) }] },
      'a.yaml',
    ],
    ['definition-syntax', 2, { ...file, definitions: [{ file: 'a.yaml', content: 'a: [' }] }, 'a.yaml:'],
    [
      'definition-not-openapi',
      2,
      { ...file, definitions: [{ file: 'a.json', content: '{}' }] },
      'a.json is not an',
    ],
    [
      'definition-format',
      2,
      { ...file, definitions: [{ file: 'a.txt', content: 'a: 1' }] },
      'needs a .json, .yaml or .yml extension',
    ],
    ['definition-not-found', 2, { ...file, definitions: ['none-such.yaml'] }, 'none-such.yaml'],
    [
      'token-missing',
      3,
      { ...saved, dashboard: { url: 'https://a.example' } },
      'no token for https://a.example',
    ],
    [
      'token-missing',
      3,
      { ...saved, token: '', dashboard: { url: 'https://a.example' } },
      'no token for https://a.example',
    ],
    ['insecure-http', 2, { ...saved, token: 'secret', dashboard: { url: 'http://a.example' } }, 'plain http'],
    [
      'no-connection',
      4,
      { ...saved, token: 'secret', dashboard: { url: 'http://127.0.0.1:1', retries: 0 } },
      '127.0.0.1',
    ],
  ])('is a GovError: %s, %i, %j', async (code, exitCode, options, message) => {
    const given = typeof options === 'object' ? { cwd, ...options } : options
    const error: unknown = await Reflect.apply(check, undefined, [given]).catch((fault: unknown) => fault)
    expect(error).toBeInstanceOf(GovError)
    expect(error).toMatchObject({ code, exitCode, message: expect.stringContaining(message) })
    expect(JSON.stringify(error)).not.toContain('secret')
  })

  it('of the callback is its own', async () => {
    const fault = new Error('mine')
    const onProgress = () => {
      throw fault
    }
    await expect(check({ cwd, ...file, onProgress })).rejects.toBe(fault)
  })
})

describe('what cannot be right', () => {
  it('is a cwd that is not a folder, and not the files in it', async () => {
    const options = { cwd: join(cwd, 'package.json'), definitions: [orders], ruleset_files: [rules] }
    await expect(check(options)).rejects.toMatchObject({
      code: 'option-invalid',
      message: expect.stringMatching(/^cwd: /),
    })
  })

  it.each([
    [{}, {}, 'report-invalid'],
    [null, {}, 'report-invalid'],
    [{}, { colour: true }, 'option-invalid'],
    [{}, { width: '80' }, 'option-invalid'],
  ])('is render(%j, table, %j)', async (report, options, code) => {
    // @ts-expect-error: a script without types may pass anything.
    await expect(render(report, 'table', options)).rejects.toMatchObject({ code, exitCode: 2 })
  })
})
