import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { projectRoot, runGov } from './run-gov.ts'

const config = ['--config', join(projectRoot, '.governance.example.yml')]
const failing = ['check', ...config, '--api-id', 'shipping']
const passing = ['check', ...config, '--api-id', 'payments']
const undecided = ['check', ...config, '--api-id', 'no-such-api']

const environments: readonly (readonly [string, Record<string, string>])[] = [
  ['no CI', {}],
  ['any CI', { CI: 'true' }],
  ['GitHub', { CI: 'true', GITHUB_ACTIONS: 'true' }],
  [
    'GitHub, with a summary that cannot be written',
    { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '/no/such/folder/s' },
  ],
  ['GitLab', { CI: 'true', GITLAB_CI: 'true' }],
  ['Azure', { TF_BUILD: 'True' }],
  ['TeamCity', { TEAMCITY_VERSION: '2025.07' }],
  ['Jenkins', { JENKINS_URL: 'https://jenkins.example.com/' }],
  ['Bitbucket', { CI: 'true', BITBUCKET_BUILD_NUMBER: '3' }],
]

it.each(environments)(
  'in %s the exit codes are those of a run by hand, and the table is there',
  async (_, env) => {
    const runs = await Promise.all([passing, failing, undecided].map((argv) => runGov(argv, { env })))
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 1, 6])
    expect(runs[0]?.stdout).toContain('\nPASS  1 API x 3 rulesets checked')
    expect(runs[1]?.stdout).toMatch(/FAIL {2}6 errors \(fail_on: error\)\n$/)
    expect(runs[2]?.stderr).toContain('error: ')
  },
)

it.each(environments)('in %s a report for programs has standard output to itself', async (_, env) => {
  const { exitCode, stdout } = await runGov([...failing, '--format', 'json'], { env })
  expect(exitCode).toBe(1)
  expect(JSON.parse(stdout).outcome.kind).toBe('failed')
})

interface Marks {
  readonly stdout: string | undefined
  readonly stderr: string | undefined
}

const command = /^(?:::error|##vso\[|##teamcity\[|note: )/m

it.each<[string, readonly string[], Record<string, string>, Marks]>([
  ['GitHub annotates', [], { GITHUB_ACTIONS: 'true' }, { stdout: undefined, stderr: '::error' }],
  [
    'beside JSON too',
    ['--format', 'json'],
    { GITHUB_ACTIONS: 'true' },
    { stdout: undefined, stderr: '::error' },
  ],
  [
    'but not twice',
    ['--format', 'github'],
    { GITHUB_ACTIONS: 'true' },
    { stdout: '::error', stderr: undefined },
  ],
  [
    'not when told so',
    ['--ci', 'none'],
    { GITHUB_ACTIONS: 'true' },
    { stdout: undefined, stderr: undefined },
  ],
  ['Azure annotates', [], { TF_BUILD: 'True' }, { stdout: '##vso[', stderr: undefined }],
  [
    'Azure gets no commands with JSON',
    ['--format', 'json'],
    { TF_BUILD: 'True' },
    { stdout: undefined, stderr: undefined },
  ],
  ['TeamCity annotates', [], { TEAMCITY_VERSION: '1' }, { stdout: '##teamcity[', stderr: undefined }],
  ['forced', ['--ci', 'teamcity'], {}, { stdout: '##teamcity[', stderr: undefined }],
  ['GitLab has a note', [], { GITLAB_CI: 'true' }, { stdout: undefined, stderr: 'note: ' }],
  ['and none when quiet', ['--quiet'], { GITLAB_CI: 'true' }, { stdout: undefined, stderr: undefined }],
  ['by hand nothing', [], {}, { stdout: undefined, stderr: undefined }],
])('%s', async (_, flags, env, marks) => {
  const { stdout, stderr } = await runGov([...failing, ...flags], { env })
  const markOf = (text: string) => command.exec(text)?.[0]
  expect({ stdout: markOf(stdout), stderr: markOf(stderr) }).toEqual(marks)
})

it('GitLab has no note when one of its reports is written, and no file that is not named', async () => {
  const cwd = await tempTree()
  const { stderr } = await runGov([...failing, '--output', `junit=${join(cwd, 'j.xml')}`], {
    env: { GITLAB_CI: 'true' },
  })
  expect(stderr).toBe('')
})

describe('the summary of a GitHub job', () => {
  it.each([
    ['passes', passing, '✅ Governance: pass'],
    ['fails', failing, '❌ Governance: fail'],
    ['could not be decided', undecided, '❌ Governance: not decided'],
  ])('is added to, and once, when the check %s', async (_, argv, words) => {
    const cwd = await tempTree({ 'summary.md': 'of the step before\n' })
    const summary = join(cwd, 'summary.md')
    await runGov(argv, { env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary } })
    const text = await readFile(summary, 'utf8')
    expect(text).toMatch(/^of the step before\n/)
    expect(text.split('<!-- gov report -->')).toHaveLength(2)
    expect(text).toContain(words)
  })

  it('is left as it is where it would grow beyond 1 MB, with a warning', async () => {
    const full = 'x'.repeat(1024 * 1024 - 100_000)
    const cwd = await tempTree({ 'summary.md': full })
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') }
    const { exitCode, stderr } = await runGov(failing, { env })
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('cannot write the job summary: this step'),
    ])
    expect(await readFile(join(cwd, 'summary.md'), 'utf8')).toBe(full)
  })
})

it('a fault is annotated, and told on standard error as everywhere', async () => {
  const { stderr } = await runGov(undecided, { env: { GITHUB_ACTIONS: 'true' } })
  expect(stderr).toContain('::error title=gov%3A ')
  expect(stderr).toContain('\nerror: ')
})

it.each([
  ['with .git', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/objects/x': '', '.git/refs/x': '' }],
  ['without', {}],
])('GitHub is given the file from the root of the checkout, wherever the step works: %s', async (_, git) => {
  const root = await tempTree({
    ...git,
    'sub/api.yaml': 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\n',
    'sub/rules.yaml':
      'rules: { d: { given: $.info, severity: warn, then: { field: description, function: truthy } } }\n',
  })
  const argv = ['check', '--definition', 'api.yaml', '--ruleset-file', 'rules.yaml']
  const env = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: root }
  const { stderr } = await runGov(argv, { cwd: join(root, 'sub'), env })
  expect(stderr).toContain('::warning file=sub/api.yaml,line=2')
  const asked = await runGov([...argv, '--format', 'github'], { cwd: join(root, 'sub'), env })
  expect(asked.stdout).toContain('::warning file=sub/api.yaml,line=2')
  await rename(join(root, 'sub/api.yaml'), join(root, 'api.yaml'))
  const other = await runGov(
    [...argv.map((each) => (each === 'api.yaml' ? '../api.yaml' : each)), '--format', 'github'],
    { cwd: join(root, 'sub'), env },
  )
  expect(other.stdout).toContain('::warning file=api.yaml,line=2')
})
