import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { check } from '../../src/library/check.ts'
import { tempTree } from '../temp-tree.ts'
import { runShell } from './run-gov.ts'

const rules =
  'rules: { described: { given: $.info, severity: warn, then: { field: description, function: truthy } } }\n'
const api = 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n'

function tree(policy: string, profile = '{}', definition = api) {
  return tempTree({
    'openapi.yaml': definition,
    'style.yaml': rules,
    '.git/': '',
    '.governance.yml': `version: 1
definitions: [openapi.yaml]
ruleset_files: [style.yaml]
policy: ${policy}
profiles: { nightly: ${profile} }
`,
  })
}

async function run(cwd: string, flags: string) {
  const { exitCode, stdout } = await runShell(`gov check --ci none --quiet ${flags}`, { cwd })
  return { exit: exitCode, text: stdout.replaceAll(/\s+/g, ' ') }
}

const lax = '{ fail_on: error, rulesets: { style: { fail_on: never } } }'

describe('a limit means the same wherever it is written', () => {
  it.each<[string, string, Readonly<Record<string, unknown>>, number]>([
    ['fail_on over an entry', lax, { fail_on: 'warn' }, 1],
    ['over a budget of an entry', '{ rulesets: { style: { max: { warn: 9 } } } }', { fail_on: 'warn' }, 1],
    ['over advisory rulesets', '{ advisory_actions: [warn] }', { fail_on: 'warn' }, 1],
    ['over a budget', '{ max: { warn: 9 } }', { fail_on: 'warn' }, 1],
    ['a budget over an entry', lax, { max: { warn: 0 } }, 1],
    ['one that lets it pass', lax, { max: { warn: 1 } }, 0],
    ['fail_on that lets it pass', lax, { fail_on: 'error' }, 0],
    ['never over a stricter entry', '{ rulesets: { style: { fail_on: warn } } }', { fail_on: 'never' }, 1],
  ])('%s', async (_, policy, own, exit) => {
    const cwd = await tree(policy, `{ policy: ${JSON.stringify(own)} }`)
    const budget = Object(own.max).warn
    const flag = own.fail_on ? `--fail-on ${own.fail_on}` : `--max-warn ${budget}`
    const byOption = await check({ cwd, config: '.governance.yml', policy: own })
    expect([
      (await run(cwd, flag)).exit,
      (await run(cwd, '--profile nightly')).exit,
      byOption.exitCode,
    ]).toEqual([exit, exit, exit])
  })

  it.each<[string, string, string, number]>([
    ['a file with both means its entry', lax.replace('error', 'warn'), '{}', 0],
    ['so does a profile', '{}', `{ policy: ${lax.replace('error', 'warn')} }`, 0],
    [
      'a profile with an entry alone',
      '{ fail_on: warn }',
      '{ policy: { rulesets: { style: { fail_on: never } } } }',
      0,
    ],
    ['a profile with advisory rulesets', '{ fail_on: warn }', '{ policy: { advisory_actions: [warn] } }', 0],
  ])('%s', async (_, policy, profile, exit) => {
    expect((await run(await tree(policy, profile), '--profile nightly')).exit).toBe(exit)
  })
})

const forSwagger = rules.replace('rules: {', 'formats: [oas2]\nrules: {')

describe('a preset sets what a config accepts', () => {
  it.each<[string, string, string, number, string]>([
    ['no ruleset', '{ on_unevaluated: pass }', 'strict', 5, 'incomplete'],
    ['no ruleset, standard', '{ on_unevaluated: pass }', 'standard', 5, 'incomplete'],
    ['no ruleset, permissive', '{ on_unevaluated: pass }', 'permissive', 5, 'incomplete'],
  ])('%s', async (_, policy, preset, exit, text) => {
    const cwd = await tree(policy)
    await writeFile(join(cwd, 'style.yaml'), forSwagger)
    expect((await run(cwd, '')).exit).toBe(0)
    expect(await run(cwd, `--strictness ${preset}`)).toEqual({ exit, text: expect.stringContaining(text) })
  })

  it.each<[string, string, number]>([
    ['entries', lax, 1],
    ['budgets', '{ max: { warn: 9, error: 9 } }', 1],
    ['fail_on', '{ fail_on: never }', 1],
    ['advisory rulesets, but for those of no action', '{ advisory_actions: [warn] }', 1],
    ['x-lint-ignore', '{ inline_waivers: x-lint-ignore }', 1],
  ])('%s', async (_, policy, exit) => {
    const cwd = await tree(policy, '{}', api.replace('info: {', 'info: { x-lint-ignore: described,'))
    const { text, ...found } = await run(cwd, '--strictness strict')
    expect(found).toEqual({ exit })
    expect(text).not.toContain('weakens')
    expect((await run(cwd, '--strictness permissive')).exit).toBe(0)
  })

  it('and keeps what a config refuses', async () => {
    const cwd = await tree('{ inline_waivers: refuse, max_waiver_days: 9 }')
    const { stdout } = await runShell('gov check --ci none --strictness strict --format json', { cwd })
    expect(JSON.parse(stdout).run.policy).toMatchObject({ inline_waivers: 'refuse', max_waiver_days: 9 })
  })
})
