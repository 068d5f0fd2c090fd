import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '../../../src/cli/commands.ts'
import { kindOfArgument, kindOfOption } from '../../../src/cli/completion/kinds.ts'
import { createProgram } from '../../../src/cli/program.ts'
import { run } from '../../../src/main.ts'
import { formats } from '../../../src/model/formats.ts'
import { projectRoot } from '../../e2e/run-gov.ts'
import { tempTree } from '../../temp-tree.ts'
import { testProcess } from '../test-process.ts'

/** The words that the last one may become. */
async function completions(words: readonly string[], cwd = '/'): Promise<string[]> {
  const process = testProcess({ cwd })
  expect(await run(['__complete', '--', ...words], process.context)).toBe(0)
  expect(process.stderr()).toBe('')
  return process
    .stdout()
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t')[0] ?? '')
}

describe('completes', () => {
  it.each([
    ['commands', ['ch'], ['check']],
    ['their commands', ['ruleset', 'va'], ['validate']],
    ['flags', ['check', '--strict'], ['--strict-baseline', '--strictness']],
    ['flags of the program', ['--no'], ['--no-color']],
    ['choices', ['check', '--format', ''], [...formats]],
    ['choices that begin so', ['check', '--strictness', 's'], ['strict', 'standard']],
    ['choices behind =', ['check', '--format=t'], ['--format=table', '--format=teamcity']],
    ['severities', ['check', '--fail-on', ''], ['error', 'warn', 'info', 'hint', 'never']],
    ['files', ['check', '--definition', 'a'], [':files']],
    ['files behind =', ['check', '--definition=a'], [':files']],
    ['folders', ['check', '--workspace', ''], [':folders']],
    ['files as arguments', ['ruleset', 'validate', 'a.yaml', ''], [':files']],
    ['topics', ['help', 'str'], ['strictness']],
    ['shells', ['completion', ''], ['bash', 'zsh', 'fish']],
    ['rules', ['explain', 'oas3-unu'], ['oas3-unused-component']],
    ['rules with colons', ['explain', 'owasp:api5'], ['owasp:api5:2023-admin-security-unique']],
    ['nothing after what takes nothing', ['check', '--max-warn', ''], []],
    ['files after --', ['check', '--', '--f'], [':files']],
    ['nothing after --', ['token', '--', '--f'], []],
    ['flags of an alias', ['lint', '--fail'], ['--fail-on']],
    ['nothing of a command that there is not', ['chekc', '--fo'], []],
    ['a flag that may be there again', ['check', '--api-id', 'a', '--api'], ['--api-id']],
    ['no flag that is there', ['check', '--format', 'json', '--form'], []],
    ['help itself', ['check', '--hel'], ['--help']],
  ])('%s', async (_name, words, expected) => expect(await completions(words)).toEqual(expected))

  it('the profiles of the config', async () => {
    const profiles = 'profiles: { staging: {}, release: {}, review: {} }'
    const cwd = await tempTree({ '.git/': '', '.governance.yml': `version: 1\n${profiles}\n`, 'sub/': '' })
    expect(await completions(['check', '--profile', 're'], join(cwd, 'sub'))).toEqual(['release', 'review'])
    expect(await completions(['api', 'list', '--profile='], cwd)).toEqual([
      '--profile=release',
      '--profile=review',
      '--profile=staging',
    ])
  })

  it('leaves hidden flags and commands out', async () => {
    expect(await completions(['check', '--max-'])).toEqual(['--max-error', '--max-warn'])
    expect(await completions(['__'])).toEqual([])
  })
})

const workspace = join(projectRoot, 'fixtures/workspace')
const config = `version: 1
dashboard: { url: embedded, workspace: ${workspace} }
api_ids: [mine]
categories: [ours]
definitions: [{ file: a.yaml, api_id: local-api }]
baseline: known.json
reports: [{ format: json, output: last.json }]
`
const issue = {
  api_id: 'of-the-last-run',
  ruleset_id: 'rs-of-the-last-run',
  rule_id: 'rule-of-the-last-run',
}
const files = {
  '.governance.yml': config,
  'last.json': JSON.stringify({ issues: [issue, { rule_id: 3 }, null] }),
  'known.json': JSON.stringify({ issues: [{ rule_id: 'rule-known' }] }),
}

describe('names', () => {
  it.each([
    ['of APIs', ['api', 'get', ''], ['mine', 'local-api', 'payments', 'of-the-last-run']],
    ['of rulesets', ['check', '--ruleset-id', ''], ['rs-security', 'rs-of-the-last-run']],
    ['of categories', ['check', '--category', ''], ['ours', 'public', 'payments']],
    ['of rules', ['waiver', 'add', '--rule-id', ''], ['rule-known', 'rule-of-the-last-run', 'array-items']],
  ])('%s are those of config, workspace, baseline and last report', async (_name, words, expected) =>
    expect(await completions(words, await tempTree(files))).toEqual(expect.arrayContaining(expected)),
  )

  it('of a workspace that the command line names', async () => {
    expect(await completions(['check', '--workspace', workspace, '--api-id', 'pay'])).toEqual(['payments'])
  })

  it.each([
    ['broken', { '.governance.yml': 'a: [' }],
    ['not a mapping', { '.governance.yml': '3' }],
    ['not there', {}],
    ['one of two', { '.governance.yml': config, '.governance.json': '{}' }],
    ['of another shape', { '.governance.yml': 'api_ids: 3\nbaseline: [x]\nreports: {}\ndashboard: x' }],
    ['of an invalid report', { '.governance.yml': 'baseline: b.json', 'b.json': '{' }],
  ])('are none where the config is %s', async (_name, tree) =>
    expect(await completions(['check', '--api-id', ''], await tempTree(tree))).toEqual([]),
  )
})

it('knows of every flag and argument that takes a value what the value is', async () => {
  const { context } = testProcess()
  const names = commands.map(({ name }) => name)
  const program = await createProgram(names, context, { help: '', fault: '' }, () => {})
  const leaves = program.commands.flatMap((each) => (each.commands.length > 0 ? each.commands : [each]))
  const found = leaves.flatMap((leaf) => [
    ...leaf.options.filter((option) => kindOfOption(option) === 'files').map(({ long }) => long),
    ...leaf.registeredArguments
      .filter((each) => kindOfArgument(leaf, each) === 'files')
      .map((each) => each.name()),
  ])
  const named = [
    '--config',
    '--definition',
    '--ruleset-file',
    '--output',
    '--baseline',
    '--compare',
    '--examples',
  ]
  expect([...new Set(found)]).toEqual(expect.arrayContaining([...named, 'run.json', 'file']))
})
