import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  api,
  checked,
  config,
  outcome,
  passes,
  repository,
  rules,
  withFunction,
  withHook,
} from './hook-repository.ts'

const policy = 'version: 1\npolicy: { fail_on: never }\n'
const strict = 'version: 1\n'
const ownRules = rules.replace('severity: error', 'severity: hint')
const packageFiles = (rulesText: string) => ({
  'package.json': '{ "name": "@shop/rules", "main": "rules.yaml" }',
  'rules.yaml': rulesText,
})

const push = 'git push -q origin main'

/** Files that git does not know are written last; what is pushed has a definition that breaks the rule `described`. */
describe('what the work tree gives besides the commit', () => {
  type Row = [
    name: string,
    committed: Readonly<Record<string, string>>,
    others: Readonly<Record<string, string>>,
    push: string,
    expected: ReturnType<typeof outcome>,
  ]
  const installed = (text: string) =>
    Object.fromEntries(
      Object.entries(packageFiles(text)).map(([name, each]) => [`node_modules/@shop/rules/${name}`, each]),
    )
  const extending = { 'rules.yaml': 'extends: "@shop/rules"\n' }
  it.each<Row>([
    ['a policy above it', {}, { '../policy.yml': policy }, `GOV_POLICY=../policy.yml ${push}`, passes],
    ['a policy that git does not know', {}, { 'own.yml': policy }, `GOV_POLICY=own.yml ${push}`, passes],
    [
      'a policy of the commit, which is weaker in the work tree',
      { 'own.yml': strict },
      { 'own.yml': policy },
      `GOV_POLICY=own.yml ${push}`,
      checked,
    ],
    [
      'no policy beside the folder of temporary files',
      {},
      { '../tmp/gov-own.yml': policy },
      `GOV_POLICY=../../gov-own.yml TMPDIR=$(cd ../tmp && pwd) ${push}`,
      { ...checked, ran: 0, code: '2' },
    ],
    ['no policy of that name', {}, {}, `GOV_POLICY=../none.yml ${push}`, { ...checked, ran: 0, code: '2' }],
    [
      'a certificate',
      {},
      { '../ca.pem': 'none\n' },
      `GOV_POLICY=../policy.yml GOV_CA_FILE=../ca.pem ${push}`,
      { ...checked, ran: 0, code: '2' },
    ],
    ['an installed ruleset', extending, installed(ownRules), push, passes],
    ['an installed ruleset that finds an error', extending, installed(rules), push, checked],
    ['a ruleset that is not installed', extending, {}, push, { ...checked, ran: 0, code: '2' }],
    [
      'an installed ruleset by its path',
      { '.governance.yml': config.replace('rules.yaml', 'node_modules/@shop/rules/rules.yaml') },
      installed(rules),
      push,
      checked,
    ],
    [
      'an installed ruleset above the folder of the ruleset',
      {
        '.governance.yml': config.replace('rules.yaml', 'a/rules.yaml'),
        'a/rules.yaml': extending['rules.yaml'],
      },
      installed(ownRules),
      push,
      passes,
    ],
    [
      'an installed ruleset beside it, which comes first',
      {
        '.governance.yml': config.replace('rules.yaml', 'a/rules.yaml'),
        'a/rules.yaml': extending['rules.yaml'],
      },
      {
        ...installed(ownRules),
        ...Object.fromEntries(Object.entries(installed(rules)).map(([name, text]) => [`a/${name}`, text])),
      },
      push,
      checked,
    ],
    [
      'an installed module of a function',
      {
        'functions/described.js':
          'import { check } from "@shop/check"\nexport default (info) => check(info)\n',
        'rules.yaml': withFunction,
      },
      {
        'node_modules/@shop/check/package.json': '{ "main": "index.mjs" }',
        'node_modules/@shop/check/index.mjs':
          'import { text } from "./text.mjs"\nexport const check = () => [{ message: text }]\n',
        'node_modules/@shop/check/text.mjs': 'export const text = "bad"\n',
      },
      push,
      checked,
    ],
    [
      'a workspace, which is read as it is in the commit',
      {
        ...extending,
        ...Object.fromEntries(
          Object.entries(packageFiles(rules)).map(([name, text]) => [`packages/rules/${name}`, text]),
        ),
      },
      { 'packages/rules/rules.yaml': ownRules },
      `mkdir -p node_modules/@shop && ln -s ../../packages/rules node_modules/@shop/rules && ${push}`,
      checked,
    ],
    [
      'a package out of the repository, as in a check',
      extending,
      { '../linked/package.json': '{ "main": "rules.yaml" }', '../linked/rules.yaml': ownRules },
      `mkdir -p node_modules/@shop && ln -s ../../../linked node_modules/@shop/rules && ! gov check --quiet && ${push}`,
      { ...checked, ran: 0, code: '2' },
    ],
    [
      'a file that is in no package',
      { 'rules.yaml': 'extends: ./other.yaml\n' },
      { 'other.yaml': ownRules },
      push,
      { ...checked, ran: 0, code: '2' },
    ],
  ])('%s', async (_, committed, others, line, expected) => {
    const { sh, write } = await withHook()
    write('openapi.yaml', api)
    write('.gitignore', 'node_modules\n')
    for (const [name, text] of Object.entries(committed)) write(name, text)
    expect((await sh('git add -A && git commit -qm two')).exitCode).toBe(0)
    for (const [name, text] of Object.entries(others)) write(name, text)
    expect(outcome(await sh(line))).toEqual(expected)
  })

  it('takes a policy from the folder in which it checks', async () => {
    const { sh, write } = await repository()
    for (const [name, text] of Object.entries({
      'openapi.yaml': api,
      'rules.yaml': rules,
      '.governance.yml': config,
    }))
      write(`svc/${name}`, text)
    await sh('cd svc && gov hook install && git add -A && git commit -qm svc')
    write('own.yml', policy)
    expect(outcome(await sh('GOV_POLICY=../own.yml git push -q origin main'))).toEqual(passes)
  })

  it('starts the gov that a relative entry of the PATH means here', async () => {
    const { cwd, sh, write } = await withHook()
    write('tools/gov', '#!/bin/sh\necho gov of the commit\n')
    await sh('chmod +x tools/gov && git add -A && git commit -qm tools')
    write('tools/gov', '#!/bin/sh\necho gov of the work tree\nexit 5\n')
    const { stdout } = await sh(`PATH=tools:$PATH ${push}`)
    expect([existsSync(join(cwd, 'tools/gov')), stdout]).toEqual([true, 'gov of the work tree\n'])
  })
})

describe('a hook that goes over into another push', () => {
  const inner = (line: string) => `#!/bin/sh\n[ -n "$again" ] || again=1 exec ${line}\n`
  it.each<[string, string]>([
    ['to another remote', 'git push -q mirror bad'],
    ['of another branch to the same', 'git push -q origin bad'],
  ])('%s has that checked, too', async (_, line) => {
    const { cwd, sh, write } = await repository()
    write('.git/hooks/pre-push', inner(`env again=1 ${line}`))
    chmodSync(join(cwd, '.git/hooks/pre-push'), 0o755)
    await sh('gov hook install && git init -q --bare ../mirror.git && git remote add mirror ../mirror.git')
    await sh(
      `git checkout -qb bad && printf '%s' '${api}' >openapi.yaml && git commit -qam bad && git checkout -q main`,
    )
    const { stdout } = await sh('git push -q origin main; git ls-remote origin bad; git ls-remote mirror bad')
    expect(stdout).toMatch(/PASS[\s\S]*FAIL/)
    expect(stdout).not.toContain('refs/heads/bad')
  })

  it('takes a push of more refs than a variable holds', async () => {
    const { sh } = await withHook()
    const finished = await sh(
      'for n in $(seq 1500); do echo "create refs/tags/a-name-that-is-as-long-as-those-of-releases-$n HEAD"; done | git update-ref --stdin && git push -q --tags origin',
    )
    expect(outcome(finished)).toEqual(passes)
  })
})
