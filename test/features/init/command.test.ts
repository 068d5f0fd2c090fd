import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../../../src/check/config/load-config.ts'
import { runProgram } from '../../../src/main.ts'
import { tempTree } from '../../temp-tree.ts'
import { testProcess } from '../../terminal/test-process.ts'

const terminals = ['stdin', 'stdout', 'stderr'] as const
const api = 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n'
const two = { 'a.yaml': api, 'b.yaml': api }
const rules = 'rules:\n  title: { given: $.info, then: { field: title, function: truthy } }\n'

async function answer(
  files: Readonly<Record<string, string>>,
  answers: readonly string[],
  argv: readonly string[] = [],
) {
  const cwd = await tempTree(files)
  const stdin = answers.map((each) => `${each}\n`).join('')
  const { context, stderr } = testProcess({ stdin, terminals, cwd })
  const exitCode = await runProgram(['init', ...argv], context)
  return { cwd, exitCode, stderr: stderr(), files: (await readdir(cwd)).sort() }
}

const teams = { 'apis/pay/a.yaml': api, 'apis/shop/a.yaml': api }

describe('answers', () => {
  it.each<[string, Readonly<Record<string, string>>, readonly string[], object]>([
    [
      'Enter to all',
      two,
      ['', '', '', ''],
      {
        definitions: ['a.yaml', 'b.yaml'],
        ruleset_files: ['governance-rules.yaml'],
        'policy.fail_on': 'error',
      },
    ],
    ['a number', two, ['embedded', '2', '', 'WARN'], { definitions: ['b.yaml'], 'policy.fail_on': 'warn' }],
    ['names and numbers', two, ['', 'b.yaml, 1 1', '', ''], { definitions: ['b.yaml', 'a.yaml'] }],
    [
      'slips, and then right',
      two,
      ['x', 'embedded', '3', '1', 'no.yaml', '', 'eror', 'error'],
      { definitions: ['a.yaml'] },
    ],
    [
      'a path',
      { 'api.txt.yaml': 'x: 1', 'c/.hidden/api.yaml': api },
      ['', 'no.yaml', 'api.txt.yaml', 'c/.hidden/api.yaml', '', ''],
      { definitions: ['c/.hidden/api.yaml'] },
    ],
    [
      'a ruleset that is here',
      { ...two, '.spectral.yaml': rules },
      ['', '', '', ''],
      { ruleset_files: ['.spectral.yaml'] },
    ],
    [
      'a ruleset by name',
      { ...two, 'r/team.yaml': rules, 'bad.yaml': 'rules: 7' },
      ['', '', 'bad.yaml', 'r/team.yaml', ''],
      { ruleset_files: ['r/team.yaml'] },
    ],
    [
      'a check for each folder',
      teams,
      ['', '', '', 'maybe', 'y', ''],
      {
        definitions: undefined,
        checks: ['pay', 'shop'].map((name) => {
          const definitions = [{ file: `apis/${name}/a.yaml` }]
          return { name, definitions, ruleset_files: ['governance-rules.yaml'] }
        }),
      },
    ],
    [
      'no check for each folder',
      teams,
      ['', '', '', '', ''],
      { definitions: ['apis/pay/a.yaml', 'apis/shop/a.yaml'], ruleset_files: ['governance-rules.yaml'] },
    ],
    ['one of the folders', teams, ['', '1', '', ''], { definitions: ['apis/pay/a.yaml'] }],
  ])('%s', async (_what, files, answers, expected) => {
    const { cwd, exitCode, stderr } = await answer(files, answers)
    expect({ exitCode, end: stderr.split('\n').at(-2) }).toEqual({ exitCode: 0, end: 'Next: gov check' })
    const layer = (await loadConfig({ cwd }))?.layer
    const values = Object.entries(layer ?? {}).map(([name, setting]) => [name, setting?.value])
    const plain = {
      ...Object.fromEntries(values),
      definitions: layer?.definitions?.value.map(({ file }) => file),
    }
    expect(plain).toMatchObject(expected)
  })

  it('that end early leave nothing behind', async () => {
    for (const answers of [[], [''], ['', ''], ['', '', '']]) {
      const { exitCode, files, stderr } = await answer(two, answers)
      expect([exitCode, files]).toEqual([2, ['a.yaml', 'b.yaml']])
      expect(stderr).toContain('error: input ended before the last question')
    }
  })

  it.each([
    [[''], 'gov check'],
    [['y', ''], 'gov check --base auto'],
    [['y', 'y'], 'gov check --base auto --breaking error'],
  ])('about a pipeline and its base (%j) come where the repository can run it', async (base, check) => {
    const package_ = { 'package.json': '{"devDependencies": {"@gov-cli/gov": "*"}}', '.git/': '' }
    const { cwd, exitCode } = await answer({ ...two, ...package_ }, [
      '',
      '',
      '',
      '',
      'gihub',
      'github',
      ...base,
    ])
    expect(exitCode).toBe(0)
    const text = await readFile(join(cwd, '.github/workflows/governance.yml'), 'utf8')
    expect(text).toContain(`npm exec --no -- ${check} --output sarif=gov.sarif`)
  })
})

it.each([
  [['--breaking'], '--breaking needs --pipeline'],
  [['--breaking', '--base'], '--base needs --pipeline'],
])('%j do not fit together', async (flags, message) => {
  const { exitCode, files, stderr } = await answer(two, [], ['--yes', ...flags])
  expect([exitCode, files]).toEqual([2, ['a.yaml', 'b.yaml']])
  expect(stderr).toContain(message)
})

it('compares where --breaking is asked for', async () => {
  const { cwd, exitCode } = await answer(
    { ...two, '.git/': '' },
    [],
    ['--yes', '--pipeline', 'github', '--breaking'],
  )
  expect(exitCode).toBe(0)
  const text = await readFile(join(cwd, '.github/workflows/governance.yml'), 'utf8')
  expect(text).toContain(' check --base auto --breaking error')
})

describe('the hook', () => {
  it.each([
    [['', 'n'], false],
    [['', 'x', 'yes'], true],
    [['', ''], false],
  ])('is offered in a repository: %j', async (last, isThere) => {
    const cwd = await tempTree(two)
    execFileSync('git', ['init', '-q'], { cwd })
    const stdin = ['', '', '', '', ...last].map((each) => `${each}\n`).join('')
    const { context } = testProcess({ stdin, terminals, cwd })
    expect(await runProgram(['init'], context)).toBe(0)
    expect(existsSync(join(cwd, '.git/hooks/pre-push'))).toBe(isThere)
  })
})

describe('what is there', () => {
  const package_ = { 'package.json': '{"devDependencies": {"@gov-cli/gov": "*"}}', '.git/': '' }

  it.each([
    ['github', '.github/workflows/governance.yml'],
    ['gitlab', '.gitlab/governance.yml'],
    ['azure', 'azure-pipelines-governance.yml'],
    ['bitbucket', 'bitbucket-pipelines.yml'],
    ['jenkins', 'Jenkinsfile'],
  ])('of a pipeline for %s is not changed; else it is written', async (pipeline, file) => {
    const argv = ['--yes', '--pipeline', pipeline]
    const there = await answer({ ...two, ...package_, [file]: 'keep' }, [], argv)
    expect([there.exitCode, there.stderr]).toEqual([
      2,
      expect.stringMatching(`cannot write the job for ${pipeline}:\\s+${file}\\s+already\\s+exists`),
    ])
    expect(there.stderr).toMatch(/npm\s+exec\s+--no\s+--\s+gov\s+check/)
    expect(there.files).not.toContain('.governance.yml')
    expect(await readFile(join(there.cwd, file), 'utf8')).toBe('keep')
    const { exitCode, cwd } = await answer({ ...two, ...package_ }, [], argv)
    expect(exitCode).toBe(0)
    expect(await readFile(join(cwd, file), 'utf8')).toContain('npm exec --no -- gov check')
  })

  it.each([
    ['.governance.yml', 2, /a config already exists: \.governance\.yml/],
    ['.governance.json', 2, /a config already exists: \.governance\.json/],
  ])('%s is not written over', async (name, code, message) => {
    const { exitCode, stderr, cwd } = await answer({ ...two, [name]: 'keep' }, [], ['--yes'])
    expect([exitCode, stderr]).toEqual([code, expect.stringMatching(message)])
    expect(await readFile(join(cwd, name), 'utf8')).toBe('keep')
  })

  it('gives way to --force, but for the rules and the pipeline', async () => {
    const before = { '.governance.yml': 'old', 'governance-rules.yaml': rules }
    const { exitCode, stderr, cwd } = await answer({ ...two, ...before }, [], ['--yes', '--force'])
    expect([exitCode, stderr]).toEqual([0, 'Wrote .governance.yml.\nNext: gov check\n'])
    expect(await readFile(join(cwd, 'governance-rules.yaml'), 'utf8')).toBe(rules)
  })

  it('of another name stays in the way of --force', async () => {
    const { exitCode, stderr } = await answer({ ...two, '.governance.json': '{}' }, [], ['--yes', '--force'])
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('.governance.json')])
  })

  it('of a second tool is named, since its rules are not taken over', async () => {
    const both = { '.spectral.yaml': rules, 'vacuum.conf.yaml': 'ruleset: own.yaml\n' }
    const { exitCode, stderr } = await answer({ ...two, ...both }, [], ['--yes'])
    expect(exitCode).toBe(0)
    expect(stderr).toMatch(/not taken over: vacuum\.conf\.yaml: gov\s+ruleset\s+import\s+vacuum\.conf\.yaml/)
  })

  it('in submodules is named beside a pipeline, and what git left in LFS with the way to fetch it', async () => {
    const cwd = await tempTree({
      ...two,
      'sub/api.yaml': api,
      'sub/.git': 'gitdir: ../.git/modules/sub\n',
      'big.yaml': `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 9\n`,
    })
    execFileSync('git', ['init', '-q'], { cwd })
    const { context, stderr } = testProcess({ cwd })
    expect(await runProgram(['init', '--yes', '--pipeline', 'github', '--base'], context)).toBe(0)
    const said = stderr().replaceAll(/\s+/g, ' ')
    expect(said).toContain('submodules: true')
    expect(said).toContain('sub/api.yaml. --base counts all of their issues as new')
    expect(said).toMatch(/left out: definition big\.yaml .*git lfs pull/)
  })

  it('names the schemas that are there', async () => {
    const docs = 'node_modules/@gov-cli/gov/docs'
    const schemas = { [`${docs}/config.schema.json`]: '{}', [`${docs}/ruleset.schema.json`]: '{}' }
    const { cwd } = await answer({ ...two, ...schemas }, [], ['--yes'])
    for (const [file, kind] of [
      ['.governance.yml', 'config'],
      ['governance-rules.yaml', 'ruleset'],
    ] as const) {
      const [line] = (await readFile(join(cwd, file), 'utf8')).split('\n')
      expect(line).toBe(`# yaml-language-server: $schema=${docs}/${kind}.schema.json`)
    }
  })
})
