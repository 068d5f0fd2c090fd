import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { startAgent } from './agent.ts'
import { runGov } from './run-gov.ts'

const deep = '['.repeat(20_000) + ']'.repeat(20_000)
const start = 'version: 1\ndashboard: { url: embedded }\ndefinitions: [api.yaml]\n'
const json = `"version":1,"dashboard":{"url":"embedded"},"definitions":["api.yaml"]`
const configs = {
  '.governance.yml': `${start}waivers: ${deep}\n`,
  '.governance.yaml': `${start}x:\n  ${'- '.repeat(20_000)}a\n`,
  '.governancerc': `${start}x: ${'['.repeat(20_000)}`,
  '.governancerc.json': `{${json},"waivers":${deep}}`,
  'package.json': `{"name":"a","governance":{${json},"x":${deep}}}`,
}
const rules = 'rules: { a: { given: $.info, then: { field: contact, function: truthy } } }\n'
const files = {
  'api.yaml': 'openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths: {}\n',
  'rules.yaml': rules,
  'deep.json': `{"rules":{"a":{"given":"$","then":{"function":"schema","functionOptions":{"schema":{"allOf":${deep}}}}}}}`,
  'schema.json': `{"allOf":${deep}}`,
  'far.yaml':
    'rules: { a: { given: $, then: { function: schema, functionOptions: { schema: { $ref: ./schema.json } } } } }\n',
  'policy.json': `{"fail_on":${deep}}`,
}
const day = new Date(Date.now() + 86_400_000 * 30).toISOString().slice(0, 10)
const waiver = { rule_id: 'a', reason: 'r', owner: 'o', expires: day }
const add = ['waiver', 'add', '--rule', 'a', '--reason', 'r', '--owner', 'o', '--expires', day]

it.each(Object.entries(configs))('no command takes a stack for what is in %s', async (config, text) => {
  const folder = await tempTree({ ...files, [config]: text })
  const named = (...argv: string[]) => [...argv, '--config', config]
  for (const argv of [named(...add), named('waiver', 'list'), named('check'), named('config', 'show')]) {
    const { exitCode, stderr } = await runGov(argv, { cwd: folder })
    expect([argv[0], exitCode, stderr.replaceAll(/\s+/g, ' ')]).toEqual([
      argv[0],
      2,
      expect.stringMatching(/:\d+:\d+: invalid (YAML|JSON): it is nested more than 300 deep hint: /),
    ])
  }
  expect(await readFile(join(folder, config), 'utf8')).toBe(text)
})

it('says so to an agent, too', async () => {
  const folder = await tempTree({ ...files, '.governance.yml': start })
  const agent = await startAgent(folder, ['--allow-write'])
  await writeFile(join(folder, '.governance.yml'), configs['.governance.yml'])
  for (const tool of ['propose_waiver', 'add_waiver']) {
    const { isError, text } = await agent.call(tool, waiver)
    expect([isError, text]).toEqual([true, expect.stringContaining('nested more than 300 deep')])
  }
  await agent.client.close()
})

it.each([
  ['a comment', `${start}# ${deep}\n`],
  [
    'a text without quotes',
    `${start}waivers:\n  - { rule_id: b, reason: r, owner: o, expires: ${day} }\n# x${deep}`,
  ],
  ['a text in quotes', `${start.replace('api.yaml', `"${deep}"`)}`],
])('takes a waiver into a config with many brackets in %s', async (_name, text) => {
  const folder = await tempTree({ ...files, '.governance.yml': text })
  const { exitCode, stderr } = await runGov(add, { cwd: folder })
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('.governance.yml: added the waiver of a\n')])
  expect(await readFile(join(folder, '.governance.yml'), 'utf8')).toContain('rule_id: a')
})

it.each([
  ['a ruleset', ['ruleset', 'validate', 'deep.json']],
  ['a schema beside one', ['ruleset', 'validate', 'far.yaml']],
  ['a ruleset to import', ['ruleset', 'import', 'deep.json']],
  ['a ruleset of a check', ['check', 'api.yaml', '--ruleset-file', 'deep.json']],
  ['a policy', ['check', 'api.yaml', '--ruleset-file', 'rules.yaml', '--policy', 'policy.json']],
  [
    'a ruleset to compare',
    [
      'ruleset',
      'impact',
      'rules.yaml',
      'deep.json',
      '--definition',
      'api.yaml',
      '--write-waivers',
      'w.yaml',
      '--expires',
      day,
    ],
  ],
])('says so of %s', async (_name, argv) => {
  const folder = await tempTree(files)
  const { exitCode, stdout, stderr } = await runGov(argv, { cwd: folder })
  expect([exitCode, (stdout + stderr).replaceAll(/\s+/g, ' ')]).toEqual([
    2,
    expect.stringContaining('nested more than 300 deep'),
  ])
})

it('leaves such a ruleset out of a new config, and says so', async () => {
  const folder = await tempTree({ ...files, '.spectral.json': files['deep.json'] })
  const { exitCode, stderr } = await runGov(['init', '--yes'], { cwd: folder })
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining('left out: .spectral.json:1:')])
})
