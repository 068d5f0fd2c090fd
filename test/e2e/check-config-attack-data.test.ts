import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { type Attack, canary, config, only, openapi, run } from './attack.ts'
import { runGov } from './run-gov.ts'

const bomb = (entry: (depth: number) => string) =>
  ['a: &a0 [x, x, x, x, x, x, x, x, x]', ...Array.from({ length: 12 }, (_, depth) => entry(depth + 1))].join(
    '\n',
  )
const aliases = bomb(
  (depth) =>
    `a${depth}: &a${depth} [${Array(9)
      .fill(`*a${depth - 1}`)
      .join(', ')}]`,
)
const stars = '*a'.repeat(30)
const waiver = (fields: string) => config(`waivers: [{ ${fields} }]`)
const noReason = 'rule_id: title, owner: me, expires: 2999-01-01'

/** The name of a definition and the reason of a waiver reach every report: they hold what each reader would act on. */
const hostile = '::error::x <script>alert(1)</script> ![i](http://x) | \u202e'

describe('what a config says is data', () => {
  it.each<[string, Attack]>([
    [
      'a tag that makes code',
      { files: { '.governance.yml': 'version: !!js/function "x"' }, exit: 2, says: 'unknown' },
    ],
    [
      'a bomb of aliases',
      {
        files: { '.governance.yml': `version: 1\n${aliases}\n` },
        exit: 2,
        says: 'the aliases expand to too many nodes',
      },
    ],
    [
      '2 MB',
      {
        files: { '.governance.yml': `version: 1\n#${'x'.repeat(2 ** 21)}` },
        exit: 2,
        says: 'larger than 1 MB',
      },
    ],
    ['a million brackets', { files: { '.governance.yml': '['.repeat(1_000_000) }, exit: 2, says: 'nest' }],
    [
      'a key __proto__',
      { files: config('__proto__: { fail_on: never }'), exit: 2, says: 'unknown key "__proto__"' },
    ],
    [
      'a key __proto__ deeper down',
      {
        files: config('policy: { __proto__: { fail_on: never } }'),
        exit: 2,
        says: 'unknown key "__proto__"',
      },
    ],
    [
      'a ruleset __proto__',
      {
        files: config('policy: { rulesets: { __proto__: { fail_on: never } } }'),
        exit: 2,
        says: '__proto__',
      },
    ],
    ['a key constructor', { files: config('constructor: x'), exit: 2, says: 'unknown key "constructor"' }],
    [
      'a policy by a merged mapping, which is said',
      { files: config('policy: { <<: { fail_on: never } }'), exit: 0, says: 'weakens the default policy' },
    ],
    [
      'a waiver with an empty reason',
      { files: waiver(`${noReason}, reason: " "`), exit: 2, says: 'reason is empty' },
    ],
    [
      'a waiver without an end',
      { files: waiver('rule_id: title, owner: me, reason: r'), exit: 2, says: 'expires is missing' },
    ],
    [
      'a waiver that never ends',
      { files: waiver('rule_id: a, owner: me, reason: r, expires: never'), exit: 2, says: 'must be a day' },
    ],
    [
      'a waiver until a day that is not in its month',
      {
        files: waiver('rule_id: a, owner: me, reason: r, expires: 2027-02-30'),
        exit: 2,
        says: 'a day that its month does not have',
      },
    ],
    [
      'escapes in a reason',
      { files: waiver(`${noReason}, reason: "a\\e[2Jb"`), exit: 2, says: 'control character' },
    ],
    [
      'escapes in a name',
      {
        files: only('definitions: [{ file: openapi.yml, api_name: "a\\e]0;x\\ab" }]'),
        exit: 2,
        says: 'control character',
      },
    ],
    ['escapes in a key', { files: config('"a\\e[2J": 1'), exit: 2, says: 'unknown key' }],
    [
      'two configs',
      {
        files: { ...config(''), '.governance.yaml': 'version: 1' },
        exit: 2,
        says: 'both configs in one folder',
      },
    ],
    [
      'a config in package.json',
      {
        files: { 'package.json': '{ "governance": { "version": 1, "policy": { "fail_on": "x" } } }' },
        exit: 2,
        says: 'policy.fail_on must be one of',
      },
    ],
  ])('%s', async (_name, attack) => {
    const { exitCode, stdout, stderr } = await run(attack)
    expect(`exit ${exitCode}\n${stdout}${stderr}`).toContain(`exit ${attack.exit}\n`)
    expect((stdout + stderr).replaceAll(/\s+/g, ' ')).toContain(attack.says)
    expect(stdout + stderr).not.toMatch(/\p{Cc}(?<![\n])/u)
    expect(stderr.length).toBeLessThan(10_000)
  })

  it('a config beside the repository is not found', async () => {
    const root = await tempTree({ '.governance.yml': `version: 1\n${canary}: 1`, 'shop/.git/': '' })
    const { exitCode, stderr } = await runGov(['check'], { cwd: join(root, 'shop') })
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('no config found')])
  })

  it('the patterns of a waiver take no time that grows faster than the text', async () => {
    const files = {
      ...waiver(`${noReason}, reason: r, path: "${stars}b"`),
      'openapi.yml': `${openapi}components: { schemas: { ${'a'.repeat(50_000)}: {} } }\n`,
      'rules.yml':
        'rules:\n  title: { given: "$.components.schemas[*]", severity: error, then: { field: title, function: truthy } }\n',
    }
    const { exitCode, stdout } = await run({ files, exit: 1, says: '' })
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining('1 error (fail_on: error)')])
  })

  it.each(['table', 'github', 'azure', 'teamcity', 'markdown', 'html', 'json'])(
    'names and reasons start nothing in %s',
    async (format) => {
      const files = {
        '.governance.yml': JSON.stringify({
          version: 1,
          definitions: [{ file: 'openapi.yml', api_id: hostile, api_name: hostile }],
          waivers: [{ rule_id: '*', reason: hostile, owner: hostile, expires: '2999-01-01' }],
        }),
        'rules.yml':
          'rules:\n  title: { given: $.info, severity: error, then: { field: summary, function: truthy } }\n',
      }
      const { exitCode, stdout } = await run({
        files,
        argv: ['--format', format, '--show-waived'],
        exit: 0,
        says: '',
      })
      expect(exitCode).toBe(0)
      expect(stdout).not.toMatch(/^\s*::error::x/m)
      if (['markdown', 'html'].includes(format)) expect(stdout).not.toContain('<script>alert')
      if (format !== 'json') expect(stdout).not.toContain('\u202e')
      if (format === 'markdown') expect(stdout).not.toContain('![i](http://x)')
    },
  )
})
