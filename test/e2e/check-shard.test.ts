import { readFileSync } from 'node:fs'
import { appendFile, cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { projectRoot, runGov } from './run-gov.ts'

const workspace = join(projectRoot, 'fixtures/workspace')
const definition = join(workspace, 'apis/orders/openapi.yaml')
const apis = ['billing-legacy', 'shipping', 'payments', 'identity', 'catalogue', 'orders', 'assistant-tools']
const config = (policy: string) => `version: 1
dashboard: { url: embedded, workspace: ${workspace} }
api_ids: [${apis.join(', ')}]
definitions: [${definition}]
categories: [public, agents]
policy: ${policy}
waivers:
  - { rule_id: response-401, reason: later, owner: team, expires: 2999-12-31 }
`

const parts = [1, 2, 3, 4]
const runs = parts.map((part) => `run-${part}.json`)

function check(cwd: string, output: string, argv: readonly string[] = []) {
  return runGov(['check', '--trust-paths', '--quiet', '--output', `json=${output}`, ...argv], { cwd })
}

function withoutRun(cwd: string, file: string): object {
  const saved = JSON.parse(readFileSync(join(cwd, file), 'utf8'))
  const { run: _run, elapsed_ms: _elapsed, checksum: _checksum, ...report } = saved
  return {
    ...report,
    // Not known of a part that is incomplete alone.
    issues: report.issues.map((issue: object) => ({ ...issue, created_at: '', fixable: undefined })),
  }
}

it.each([
  ['a budget that no part exceeds and the whole does', '{ fail_on: never, max: { warn: 20 } }'],
  ['a policy that is kept', '{ fail_on: never }'],
])('the merged parts give the verdict of the whole: %s', async (_name, policy) => {
  const cwd = await tempTree({ '.governance.yml': config(`${policy.slice(0, -1)}, on_unevaluated: pass }`) })
  const whole = await check(cwd, 'whole.json')
  await Promise.all(
    parts.map((part) => check(cwd, `run-${part}.json`, ['--shard', `${part}/4`, '--run', '7'])),
  )
  const merged = await runGov(
    ['report', 'merge', ...runs.toReversed(), '--quiet', '--output', 'json=merged.json'],
    { cwd },
  )
  expect(merged.stdout).toBe(whole.stdout)
  expect(merged.exitCode).toBe(whole.exitCode)
  expect(withoutRun(cwd, 'merged.json')).toEqual(withoutRun(cwd, 'whole.json'))
})

it('what is not exactly the parts of one run is refused', async () => {
  const cwd = await tempTree({ '.governance.yml': config('{}') })
  for (const part of parts) await check(cwd, `run-${part}.json`, ['--shard', `${part}/4`, '--run', '7'])
  await check(cwd, 'other.json', ['--shard', '4/4', '--run', '7', '--fail-on', 'hint'])
  await check(cwd, 'whole.json')
  const merge = (...files: string[]) => runGov(['report', 'merge', ...files], { cwd })
  const [one = '', two = '', three = '', four = ''] = runs
  const cases: [string[], string][] = [
    [[one, three], 'shards 2, 4 of 4 are missing'],
    [[one, two, three], 'shard 4 of 4 is missing'],
    [[one, two, three, four, two], 'shard 2/4 appears twice'],
    [[one, two, three, 'other.json'], 'are from different runs: their requests differ'],
    [[one, 'whole.json'], 'is not a shard'],
  ]
  for (const [files, message] of cases) {
    const { exitCode, stderr, stdout } = await merge(...files)
    expect(stderr).toContain(message)
    expect([exitCode, stdout]).toEqual([2, ''])
  }
  const whole = ['--output', 'json=merged.json', '--output', `junit=${two}`]
  expect((await merge(...runs, '--output', 'json=merged.json')).exitCode).toBe(5)
  expect((await merge(one, two, ...whole)).exitCode).toBe(2)
  expect(readFileSync(join(cwd, 'merged.json'), 'utf8')).toContain('"undecided"')
  expect(readFileSync(join(cwd, two), 'utf8')).toContain('"shard"')
})

const twoFiles = {
  'a.yaml': 'openapi: 3.1.0\ninfo: { title: t, version: v }\npaths: {}\n',
  'b.yaml': 'openapi: 3.1.0\ninfo: { title: t, version: v }\npaths: {}\n',
  'rules.yaml': 'rules: { a: { given: $, then: { field: openapi, function: truthy } } }\n',
  '.governance.yml': 'version: 1\ndefinitions: [a.yaml, b.yaml]\nruleset_files: [rules.yaml]\n',
}
const jenkins = (tag: string) => ({ JENKINS_URL: 'https://j.example/', BUILD_TAG: tag })
const teamcity = (number: string) => ({ TEAMCITY_VERSION: '2025.07', BUILD_NUMBER: number })
const github = (id: string, attempt: string) => ({
  GITHUB_ACTIONS: 'true',
  GITHUB_RUN_ID: id,
  GITHUB_RUN_ATTEMPT: attempt,
})

it.each<[string, Record<string, string>, Record<string, string>, string[], string]>([
  ['one build of Jenkins', jenkins('x-1'), jenkins('x-1'), [], ''],
  ['another build of Jenkins', jenkins('x-1'), jenkins('x-2'), [], 'different runs: x-1 and x-2'],
  ['another build of TeamCity', teamcity('1'), teamcity('2'), [], 'different runs: 1 and 2'],
  ['builds of TeamCity that say what they share', teamcity('1'), teamcity('2'), ['--run', 'chain-9'], ''],
  [
    'another pipeline of Bitbucket',
    { BITBUCKET_BUILD_NUMBER: '1' },
    { BITBUCKET_BUILD_NUMBER: '2' },
    [],
    '1 and 2',
  ],
  ['a second attempt of a job of GitHub', github('5', '1'), github('5', '2'), [], ''],
  ['no CI system', {}, {}, [], 'the run of shard 1/2 is not known'],
  ['no CI system, and --run', {}, {}, ['--run', '9'], ''],
  ['a job, and a shard from elsewhere', github('5', '1'), {}, [], 'the run of shard 2/2 is not known'],
])('shards of %s', async (_name, one, other, flags, refusal) => {
  const cwd = await tempTree(twoFiles)
  for (const [at, env] of [one, other].entries()) {
    const argv = [
      'check',
      '--ci',
      'none',
      '--quiet',
      '--shard',
      `${at + 1}/2`,
      '--output',
      `json=${at + 1}.json`,
    ]
    const { exitCode } = await runGov([...argv, ...flags], { cwd, env })
    expect(exitCode).toBe(0)
  }
  const { exitCode, stderr } = await runGov(['report', 'merge', '1.json', '2.json', '--quiet'], { cwd })
  expect(stderr).toContain(refusal)
  expect(exitCode).toBe(refusal === '' ? 0 : 2)
})

it.each<[string, Record<string, string>, string[], string]>([
  ['a later run of GitHub', github('6', '1'), [], 'shard 1/2 is from run 5, but this job belongs to run 6'],
  ['a later attempt of the same run', github('5', '2'), [], ''],
  ['a later run that names theirs', github('6', '1'), ['--run', '5'], ''],
  ['another CI system', jenkins('x-1'), [], 'but this job belongs to run x-1'],
  ['a laptop', {}, [], ''],
])('shards of a run of GitHub, merged by %s', async (_name, env, flags, refusal) => {
  const cwd = await tempTree(twoFiles)
  for (const part of [1, 2]) {
    const argv = ['check', '--ci', 'none', '--quiet', '--shard', `${part}/2`, '--output', `json=${part}.json`]
    await runGov(argv, { cwd, env: github('5', '1') })
  }
  const argv = ['report', 'merge', '1.json', '2.json', '--quiet', ...flags]
  const { exitCode, stderr } = await runGov(argv, { cwd, env })
  expect(stderr).toContain(refusal)
  expect(exitCode).toBe(refusal === '' ? 0 : 2)
})

it('a shard without a run says so at once', async () => {
  const cwd = await tempTree(twoFiles)
  const { stderr } = await runGov(['check', '--quiet', '--shard', '1/2'], { cwd })
  expect(stderr).toContain('warning: the run of this shard is not known; gov report merge needs it')
})

const referenced = { 'api/parts/a.yaml': 'type: string\n', 'rules/base.yaml': 'rules: {}\n' }
const local = {
  'api/openapi.yaml': `openapi: 3.1.0
info: { title: t, version: v }
paths: {}
components: { schemas: { a: { $ref: parts/a.yaml } } }
`,
  'api/other.yaml': 'openapi: 3.1.0\ninfo: { title: t, version: v }\npaths: {}\n',
  'rules/team.yaml': 'extends: base.yaml\nrules: { a: { given: $, then: { function: truthy } } }\n',
  '.governance.yml': `version: 1
definitions: [api/openapi.yaml, api/other.yaml]
ruleset_files: [rules/team.yaml]
`,
  ...referenced,
}
it.each(Object.keys(referenced))('a shard of another %s is refused', async (file) => {
  const cwd = await tempTree(local)
  const shard = (part: number) =>
    runGov(['check', '--quiet', '--shard', `${part}/2`, '--run', '7', '--output', `json=${part}.json`], {
      cwd,
    })
  const merge = () => runGov(['report', 'merge', '1.json', '2.json', '--quiet'], { cwd })
  await shard(1)
  await shard(2)
  expect((await merge()).stderr).toBe('')
  await appendFile(join(cwd, file), '# changed\n')
  await shard(2)
  expect((await merge()).stderr).toContain('are from different runs')
})

it('a shard by another engine is refused', async () => {
  const cwd = await tempTree(local)
  const engines = ['spectral', 'vacuum']
  for (const [index, engine] of engines.entries()) {
    const part = index + 1
    const output = ['--quiet', '--output', `json=${part}.json`]
    await runGov(['check', '--engine', engine, '--shard', `${part}/2`, '--run', '7', ...output], { cwd })
  }
  const { stderr } = await runGov(['report', 'merge', '1.json', '2.json'], { cwd })
  expect(stderr).toContain('are from different runs')
})

it('a shard of another workspace is refused', async () => {
  const cwd = await tempTree({
    '.governance.yml': config('{}').replace(workspace, 'ws').replace(definition, 'd.yaml'),
  })
  await cp(workspace, join(cwd, 'ws'), { recursive: true })
  await cp(definition, join(cwd, 'd.yaml'))
  await check(cwd, '1.json', ['--shard', '1/2', '--run', '7'])
  await writeFile(join(cwd, 'ws/rulesets/rs-docs/rules.yaml'), 'rules: {}\n')
  await check(cwd, '2.json', ['--shard', '2/2', '--run', '7'])
  const { stderr } = await runGov(['report', 'merge', '1.json', '2.json'], { cwd })
  expect(stderr).toContain('are from different runs')
})
