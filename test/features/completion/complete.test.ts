import { join } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { commands } from '../../../src/cli/commands.ts'
import { createProgram } from '../../../src/cli/run-command-line.ts'
import { formats } from '../../../src/core/model/formats.ts'
import {
  type CompletionKind,
  findArgumentKind,
  findOptionKind,
} from '../../../src/features/completion/complete.ts'
import { runProgram } from '../../../src/main.ts'
import { projectRoot } from '../../e2e/run-gov.ts'
import { tempTree } from '../../temp-tree.ts'
import { testProcess } from '../../terminal/test-process.ts'

/** The words that the last one may become. */
async function completions(words: readonly string[], cwd = '/'): Promise<string[]> {
  const process = testProcess({ cwd })
  expect(await runProgram(['__complete', '--', ...words], process.context)).toBe(0)
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
    ['formats of reports', ['check', '--output', 's'], ['sarif=']],
    ['formats of reports behind =', ['check', '--output=j'], ['--output=json=', '--output=junit=']],
    ['all formats of reports', ['check', '--output', ''], formats.map((format) => `${format}=`)],
    ['files of reports', ['check', '--output', 'sarif=go'], [':files']],
    ['files of reports behind =', ['check', '--output=sarif='], [':files']],
    ['files of reports without a format', ['check', '--output', 'out/'], [':files']],
    ['files of other outputs', ['bundle', '--output', 's'], [':files']],
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
    ['a flag that may be there again', ['check', '--api-id', 'a', '--api-i'], ['--api-id']],
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
    ['of rules', ['waiver', 'add', '--rule', ''], ['rule-known', 'rule-of-the-last-run', 'array-items']],
  ])('%s are those of config, workspace, baseline and last report', async (_name, words, expected) =>
    expect(await completions(words, await tempTree(files))).toEqual(expect.arrayContaining(expected)),
  )

  it('leaves out what a shell would run, or take for something else', async () => {
    const unsafe =
      '$(id>PWN) `id` x;id x|id x&id x>y x$HOME {a,b} ~root !! #c -flag :files :folders =ls'.split(' ')
    const names = [...unsafe, 'a b', "it's", 'esc\u001b[31m', '\u202eabc', 'plain', 'ä-1.2/x:y=z']
    const folder = await tempTree({ '.governance.yml': JSON.stringify({ version: 1, api_ids: names }) })
    expect(await completions(['check', '--api-id', ''], folder)).toEqual(['plain', 'ä-1.2/x:y=z'])
  })

  it('of rules are also those of ruleset files, workspace and the report that is named', async () => {
    const own = (id: string) => `rules: { ${id}: { given: $.info, then: { function: truthy } } }`
    const cwd = await tempTree({
      ...files,
      'a.yaml': own('rule-of-flag'),
      'broken.yaml': 'rules: [',
      'run.json': JSON.stringify({ issues: [{ rule_id: 'rule-of-run' }] }),
      '.governance.yml': `${config}ruleset_files: [b.yaml, broken.yaml, gone.yaml]\n`,
      'b.yaml': own('rule-of-config'),
    })
    expect(await completions(['check', '--rule', 'rule-'], cwd)).toEqual([
      'rule-known',
      'rule-of-config',
      'rule-of-the-last-run',
    ])
    const flag = ['fix', '--ruleset-file', 'a.yaml', '--rule', 'rule-of-f']
    expect(await completions(flag, cwd)).toEqual(['rule-of-flag'])
    expect(await completions(['report', 'render', 'run.json', '--rule=rule-of-r'], cwd)).toEqual([
      '--rule=rule-of-run',
    ])
    expect(await completions(['check', '--workspace', workspace, '--rule', 'summary-'], cwd)).toContain(
      'summary-length',
    )
    expect(await completions(['explain', 'operation-id'], cwd)).not.toEqual([])
  })

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

/** What takes a value of which nothing is known before it is typed. */
const free: Readonly<Record<string, string>> = {
  '--max-error': 'a number',
  '--max-warn': 'a number',
  '--max-info': 'a number',
  '--max-hint': 'a number',
  '--concurrency': 'a number',
  '--retries': 'a number',
  '--limit': 'a number',
  '--port': 'a number',
  '--max-apis': 'a number',
  '--max-rulesets': 'a number',
  '--max-categories': 'a number',
  '--max-issues': 'a number',
  '--max-body': 'a number',
  '--max-memory': 'a number',
  '--max-saved': 'a number',
  '--max-saved-bytes': 'a number',
  '--max-time': 'a duration',
  '--grace': 'a duration',
  '--timeout': 'a duration',
  '--deadline': 'a duration',
  '--header': 'a secret, perhaps',
  '--path': 'a place in a definition',
  '--strip-prefix': 'a place in a definition',
  '--message': 'what an issue says',
  '--issue': 'known to the report only',
  '--run': 'a new name',
  '--reason': 'a sentence',
  '--owner': 'a person',
  '--until': 'a day',
  '--expires': 'a day',
  '--query': 'a part of a name',
  '--org-id': 'known to the dashboard only',
  '--group-id': 'known to the dashboard only',
  '--email': 'a person',
  '--display-name': 'a person',
  '--developer': 'known to the dashboard only',
  'portal request --policy': 'known to the dashboard only',
  '--field': 'the fields of a portal, known to the dashboard only',
  'token revoke key': 'a secret',
  'key import id': 'a new name',
  'user get user': 'known to the dashboard only',
  'portal approve id': 'known to the dashboard only',
  'open user id': 'known to the dashboard only',
}

async function valuesOfProgram() {
  const { context } = testProcess()
  const names = commands.map(({ name }) => name)
  const program = await createProgram(names, context, { help: '', fault: '' }, () => {})
  const walk = (command: Command, name: string): (readonly [string, string, CompletionKind])[] => [
    ...command.options
      .filter(({ required, optional }) => required || optional)
      .map((option) => [name, option.long ?? '', findOptionKind(option)] as const),
    ...command.registeredArguments.map(
      (argument) => [name, argument.name(), findArgumentKind(command, argument)] as const,
    ),
    ...command.commands.flatMap((each) => walk(each, `${name} ${each.name()}`.trim())),
  ]
  const walked = walk(program, '')
  return walked.filter(([name]) => !name.startsWith('dashboard '))
}

it('knows of every flag and argument what its value can be, or why nobody can know', async () => {
  const values = await valuesOfProgram()
  const unknown = values.filter(([, , kind]) => Array.isArray(kind) && kind.length === 0)
  const reasonOf = ([command, name]: (typeof values)[number]) => free[`${command} ${name}`] ?? free[name]
  expect(
    unknown.filter((each) => reasonOf(each) === undefined).map(([command, name]) => `${command} ${name}`),
  ).toEqual([])
  const named = new Set(unknown.flatMap(([command, name]) => [name, `${command} ${name}`]))
  expect(Object.keys(free).filter((name) => !named.has(name))).toEqual([])
})
