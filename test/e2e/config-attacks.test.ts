import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { type Finished, runGov } from './run-gov.ts'

/**
 * A change under review may hold anything in the files of its repository. `outside` stands beside the repository and
 * holds what it must neither read nor change; gov runs in the repository, as a CI job does.
 */
const canary = 'canary-5a1f'
const openapi = 'openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths: {}\n'
const rules = 'rules:\n  title: { given: $.info, then: { field: title, function: truthy } }\n'

const outside = {
  'outside/secret.yml': `openapi: 3.1.0\ninfo: { title: ${canary} }\npaths: {}\n`,
  'outside/rules.yml': `rules:\n  ${canary}: { given: $, then: { function: truthy } }\n`,
  'outside/baseline.json': '{ "version": 1, "issues": [] }',
  'outside/report.json': canary,
  'outside/governance.yml': 'version: 1\n',
  'outside/workspace/workspace.yml': `organisation: ${canary}\n`,
}

interface Attack {
  readonly files?: Readonly<Record<string, string>>
  /** Link, and where it leads. */
  readonly links?: Readonly<Record<string, string>>
  readonly argv?: readonly string[]
  readonly exit: number
  readonly says: string
}

async function run({ files, links = {}, argv = [] }: Attack): Promise<Finished & { readonly root: string }> {
  const repository = { '.git/hooks/': '', 'openapi.yml': openapi, 'rules.yml': rules, ...files }
  const inside = Object.fromEntries(Object.entries(repository).map(([name, text]) => [`shop/${name}`, text]))
  const root = await tempTree({ ...outside, ...inside })
  for (const [link, target] of Object.entries(links)) {
    mkdirSync(join(root, 'shop', link, '..'), { recursive: true })
    symlinkSync(target, join(root, 'shop', link))
  }
  const withRules = ['check', '--ruleset-file', 'rules.yml']
  return { root, ...(await runGov([...withRules, ...argv], { cwd: join(root, 'shop') })) }
}

const config = (lines: string) => ({
  '.governance.yml': `version: 1\ndefinitions: [openapi.yml]\n${lines}\n`,
})
const only = (lines: string) => ({ '.governance.yml': `version: 1\n${lines}\n` })
const report = (output: string) => config(`reports: [{ format: json, output: "${output}" }]`)
const leaves = 'leads out of the repository '

const paths: readonly (readonly [string, Attack])[] = [
  ['a definition by ..', { files: only('definitions: [../outside/secret.yml]'), exit: 2, says: leaves }],
  ['a definition by an absolute path', { files: only('definitions: [/etc/gov.yml]'), exit: 2, says: leaves }],
  [
    'a definition that is a link',
    {
      files: only('definitions: [a.yml]'),
      links: { 'a.yml': '../outside/secret.yml' },
      exit: 2,
      says: leaves,
    },
  ],
  [
    'a definition in a folder that is a link',
    { files: only('definitions: [specs/secret.yml]'), links: { specs: '../outside' }, exit: 2, says: leaves },
  ],
  [
    'a definition over a link to a link',
    { files: only('definitions: [a/secret.yml]'), links: { a: 'b', b: '../outside' }, exit: 2, says: leaves },
  ],
  ['a ruleset by ..', { files: only('ruleset_files: [../outside/rules.yml]'), exit: 2, says: leaves }],
  [
    'a ruleset that is a link',
    {
      files: only('ruleset_files: [r.yml]'),
      links: { 'r.yml': '../outside/rules.yml' },
      exit: 2,
      says: leaves,
    },
  ],
  ['a definition in .git', { files: only('definitions: [.git/x.yml]'), exit: 2, says: 'leads into .git' }],
  ['a device', { files: only('definitions: [/dev/zero]'), exit: 2, says: leaves }],
  ['a baseline by ..', { files: config('baseline: ../outside/baseline.json'), exit: 2, says: leaves }],
  [
    'a baseline that is a link',
    {
      files: config('baseline: b.json'),
      links: { 'b.json': '../outside/baseline.json' },
      exit: 2,
      says: leaves,
    },
  ],
  [
    'a baseline that is a link to a device',
    { files: config('baseline: b.json'), links: { 'b.json': '/dev/zero' }, exit: 2, says: leaves },
  ],
  [
    'a workspace by ..',
    { files: config('dashboard: { url: embedded, workspace: ../outside }'), exit: 2, says: leaves },
  ],
  [
    'a workspace that is a link',
    {
      files: config('dashboard: { url: embedded, workspace: w }'),
      links: { w: '../outside/workspace' },
      exit: 2,
      says: leaves,
    },
  ],
  ...['ca_file', 'cert_file', 'key_file'].map((key) => {
    const files = config(`dashboard: { url: "https://d.example", ${key}: ../outside/secret.yml }`)
    return [`a ${key} by ..`, { files, exit: 2, says: leaves }] as const
  }),
  ['a ruleset file by ..', { files: config('ruleset_files: [../outside/rules.yml]'), exit: 2, says: leaves }],
  ['a report by ..', { files: report('../outside/report.json'), exit: 2, says: leaves }],
  [
    'a report over a link',
    { files: report('r.json'), links: { 'r.json': '../outside/report.json' }, exit: 2, says: leaves },
  ],
  [
    'a report over a link that leads nowhere yet',
    { files: report('r.json'), links: { 'r.json': '../outside/new.json' }, exit: 2, says: leaves },
  ],
  [
    'a report over a link in the repository',
    { files: report('r.json'), links: { 'r.json': 'openapi.yml' }, exit: 2, says: 'is a symbolic link' },
  ],
  [
    'a report in a folder that is a link',
    { files: report('out/report.json'), links: { out: '../outside' }, exit: 2, says: leaves },
  ],
  ['a report as a hook of git', { files: report('.git/hooks/pre-push'), exit: 2, says: 'leads into .git' }],
  ['the same in capitals', { files: report('.GIT/hooks/pre-push'), exit: 2, says: 'leads into .git' }],
  ['a report over the definition', { files: report('openapi.yml'), exit: 2, says: 'is what this run reads' }],
  [
    'a config that is a link',
    { links: { '.governance.yml': '../outside/governance.yml' }, exit: 2, says: leaves },
  ],
  [
    'a ruleset that extends a file by ..',
    {
      files: { ...config(''), 'rules.yml': `extends: ../outside/rules.yml\n${rules}` },
      exit: 2,
      says: leaves,
    },
  ],
  [
    'a ruleset that extends an absolute path',
    { files: { ...config(''), 'rules.yml': `extends: /etc/rules.yml\n${rules}` }, exit: 2, says: leaves },
  ],
  [
    'a ruleset that extends a link',
    {
      files: { ...config(''), 'rules.yml': `extends: ./r.yml\n${rules}` },
      links: { 'r.yml': '../outside/rules.yml' },
      exit: 2,
      says: leaves,
    },
  ],
  [
    'a reference of a definition by ..',
    {
      files: { ...config(''), 'openapi.yml': `${openapi}x: { $ref: ../outside/secret.yml }\n` },
      exit: 1,
      says: 'invalid-ref',
    },
  ],
]

describe('a path cannot lead out of the repository', () => {
  it.each(paths)('%s', async (_name, attack) => {
    const { exitCode, stdout, stderr, root } = await run(attack)
    expect(`exit ${exitCode}\n${stdout}${stderr}`).toContain(`exit ${attack.exit}\n`)
    expect(stdout + stderr).toContain(attack.says)
    expect(stdout + stderr).not.toContain(canary)
    expect(readFileSync(join(root, 'outside/report.json'), 'utf8')).toBe(canary)
    expect(existsSync(join(root, 'outside/new.json'))).toBe(false)
    expect(existsSync(join(root, 'shop/.git/hooks/pre-push'))).toBe(false)
  })

  it.each<[string, Attack]>([
    [
      '--trust-paths',
      { files: only('definitions: [../outside/secret.yml]'), argv: ['--trust-paths'], exit: 0, says: '' },
    ],
    ['a flag', { files: only(''), argv: ['--definition', '../outside/secret.yml'], exit: 0, says: '' }],
    [
      'a link that stays in it',
      { files: only('definitions: [a.yml]'), links: { 'a.yml': 'openapi.yml' }, exit: 0, says: '' },
    ],
  ])('unless by %s', async (_name, allowed) => {
    const { exitCode, stderr } = await run(allowed)
    expect([exitCode, stderr]).toEqual([allowed.exit, ''])
  })
})

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
        says: 'the aliases stand for more nodes than can be evaluated',
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
      { files: config('policy: { <<: { fail_on: never } }'), exit: 0, says: 'accepts more than the' },
    ],
    ['a waiver without a reason', { files: waiver(noReason), exit: 2, says: 'reason is missing' }],
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
    ['a token in it', { files: config('dashboard: { token: abc }'), exit: 2, says: 'names a secret' }],
    [
      'two configs',
      {
        files: { ...config(''), '.governance.yaml': 'version: 1' },
        exit: 2,
        says: 'both configs of one folder',
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
    expect(stdout + stderr).toContain(attack.says)
    expect(stdout + stderr).not.toMatch(/\p{Cc}(?<![\n])/u)
    expect(stderr.length).toBeLessThan(10_000)
  })

  it('a config beside the repository is not found', async () => {
    const root = await tempTree({ '.governance.yml': `version: 1\n${canary}: 1`, 'shop/.git/': '' })
    const { exitCode, stderr } = await runGov(['check'], { cwd: join(root, 'shop') })
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('there is no config')])
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

describe('the token goes where the caller says', () => {
  const open = async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.headers.authorization ?? '')
      response.writeHead(503).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    return { asked, url: `http://127.0.0.1:${port}` }
  }

  it.each([
    ['GOV_URL', (url: string) => ({ argv: [], env: { GOV_URL: url } })],
    ['--url', (url: string) => ({ argv: ['--url', url], env: {} })],
  ])('%s wins over the address in the config', async (_name, naming) => {
    const [caller, change] = [await open(), await open()]
    const files = only(`dashboard: { url: "${change.url}" }\napi_ids: [a]\nruleset_ids: [b]`)
    const cwd = await tempTree({ '.git/': '', ...files })
    const { argv, env } = naming(caller.url)
    await runGov(['check', '--retries', '0', ...argv], { cwd, env: { ...env, GOV_TOKEN: canary } })
    expect(caller.asked).toEqual([`Bearer ${canary}`])
    expect(change.asked).toEqual([])
  })
})
