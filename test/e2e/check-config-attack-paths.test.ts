import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { type Attack, canary, config, only, openapi, openService, outside, rules, run } from './attack.ts'
import { runGov } from './run-gov.ts'

const report = (output: string) => config(`reports: [{ format: json, output: "${output}" }]`)
const leaves = 'is outside the repository '

const paths: readonly (readonly [string, Attack])[] = [
  [
    'a definition by .. in braces',
    {
      files: only('definitions: ["{../outside/secret,a}.yml"]'),
      exit: 2,
      says: 'matches ../outside/secret.yml, which is outside the repository',
    },
  ],
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
  ['a definition in .git', { files: only('definitions: [.git/x.yml]'), exit: 2, says: 'is inside .git' }],
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
  ['a report by ..', { files: report('../outside/report.json'), exit: 2, says: leaves }],
  [
    'a report over a link',
    { files: report('r.json'), links: { 'r.json': '../outside/report.json' }, exit: 2, says: leaves },
  ],
  [
    'a report over a dangling link',
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
  ['a report as a hook of git', { files: report('.git/hooks/pre-push'), exit: 2, says: 'is inside .git' }],
  ['the same in capitals', { files: report('.GIT/hooks/pre-push'), exit: 2, says: 'is inside .git' }],
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
    [
      'a flag',
      {
        files: only(''),
        argv: ['--definition', '../outside/secret.yml'],
        exit: 0,
        says: 'note: rulesets from --ruleset-file, policy from .governance.yml\n',
      },
    ],
    [
      'a link that stays in it',
      { files: only('definitions: [a.yml]'), links: { 'a.yml': 'openapi.yml' }, exit: 0, says: '' },
    ],
  ])('unless by %s', async (_name, allowed) => {
    const { exitCode, stderr } = await run(allowed)
    expect([exitCode, stderr]).toEqual([allowed.exit, allowed.says])
  })
})

it('a report is written where its path leads at the end of the run, and not outside', async () => {
  const root = await tempTree({ ...outside, 'shop/.git/': '', 'shop/out/': '' })
  const cwd = join(root, 'shop')
  const { url } = await openService(() => {
    rmSync(join(cwd, 'out'), { recursive: true })
    symlinkSync('../outside', join(cwd, 'out'))
  })
  const lines = `dashboard: { url: "${url}", retries: 0 }\napi_ids: [a]\nruleset_ids: [b]`
  writeFileSync(
    join(cwd, '.governance.yml'),
    `version: 1\n${lines}\nreports: [{ format: json, output: out/report.json }]\n`,
  )
  const { exitCode } = await runGov(['check'], { cwd, env: { GOV_TOKEN: 'x' } })
  expect([exitCode, readFileSync(join(root, 'outside/report.json'), 'utf8')]).toEqual([4, canary])
})
