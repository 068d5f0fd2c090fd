import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { runInProcess } from './in-process.ts'

const definition = 'openapi: 3.0.3\ninfo: {title: a, version: "1"}\npaths: {}\n'
const config = 'version: 1\nruleset_files: ["spectral:oas"]\npolicy: {fail_on: never}\n'
/** How a check exits, and what it says beside its report. */
async function check(argv: readonly string[], cwd: string): Promise<[code: number, stderr: string]> {
  let stderr = ''
  const code = await runInProcess(['check', ...argv], {
    cwd,
    env: {},
    stdout: () => undefined,
    stderr: (text) => (stderr += text),
  })
  return [code, stderr]
}

const used = 'note: rulesets and policy from .governance.yml\n'
const warned = (nearer: string, files: string) =>
  `warning: ${nearer} is nearer to ${files} than .governance.yml, which is used; to use it instead: --config ${nearer}\n`
const strict = { 'a/.governance.yml': 'version: 1\n' }

/** The nearest config is looked for from the working folder: a team's own, which may be stricter, is passed over. */
it.each<[string, Record<string, string>, string[], string]>([
  ['between', strict, ['a/b/x.yaml'], used + warned('a/.governance.yml', 'a/b/x.yaml')],
  [
    'between, of several files',
    strict,
    ['a/b/x.yaml', 'a/y.yaml', 'c/z.yaml'],
    used + warned('a/.governance.yml', 'a/b/x.yaml and 1 more'),
  ],
  ['between, of a folder', strict, ['a/b'], used + warned('a/.governance.yml', 'a/b/x.yaml')],
  ['by --definition', strict, ['--definition', 'a/b/x.yaml'], warned('a/.governance.yml', 'a/b/x.yaml')],
  ['in another folder', strict, ['c/z.yaml'], used],
  ['that is named', strict, ['a/b/x.yaml', '--config', '.governance.yml'], used],
  [
    'in .config',
    { 'a/.config/governance.yml': 'version: 1\n' },
    ['a/b/x.yaml'],
    used + warned('a/.config/governance.yml', 'a/b/x.yaml'),
  ],
  [
    'in package.json',
    { 'a/package.json': '{}', 'a/b/package.json': '{"governance": {}}' },
    ['a/b/x.yaml'],
    used + warned('a/b/package.json', 'a/b/x.yaml'),
  ],
  [
    'twice in a folder',
    { ...strict, 'a/.governance.json': '{}' },
    ['a/b/x.yaml'],
    used + warned('a/.governance.yml', 'a/b/x.yaml'),
  ],
])('a nearer config %s', async (_what, files, argv, said) => {
  const cwd = await tempTree({
    '.git/': '',
    '.governance.yml': config,
    'a/b/x.yaml': definition,
    'a/y.yaml': definition,
    'c/z.yaml': definition,
    ...files,
  })
  expect(await check(argv, cwd)).toEqual([0, said])
})

it('a nearer config below a folder without one', async () => {
  const cwd = await tempTree({ ...strict, 'a/x.yaml': definition })
  const [, stderr] = await check(['a/x.yaml'], cwd)
  expect(stderr).toContain(
    'warning: a/.governance.yml is nearer to a/x.yaml and is not used; to use it instead: --config a/.governance.yml\n',
  )
})

const outside = (file: string) =>
  `error: ${file} may be the config, but it is above this folder, and no .git shows that both are in one repository\n` +
  `  hint: To use it, add --config ${file}. To check by built-in rules instead, add --ruleset-file spectral:oas.\n`

/** An image or an archive of a repository often lacks `.git`: the team's rules must not give way to the built-in ones. */
it.each<[string, Record<string, string>, string[], number, string]>([
  ['no repository', { '.governance.yml': config }, [], 2, outside('../../.governance.yml')],
  [
    'no repository, a nearer one',
    { '.governance.yml': config, 'a/package.json': '{"governance": {}}' },
    [],
    2,
    outside('../package.json'),
  ],
  ['a ruleset is named', { '.governance.yml': config }, ['--ruleset-file', 'spectral:oas'], 0, ''],
  [
    'it is named',
    { '.governance.yml': config },
    ['--config', '../../.governance.yml'],
    0,
    'note: rulesets and policy from ../../.governance.yml\n',
  ],
  [
    'another repository',
    { '.governance.yml': config, 'a/.git/': '' },
    [],
    0,
    'note: no config: checking with the built-in ruleset spectral:oas\n',
  ],
])('a config above the folder: %s', async (_what, files, argv, code, said) => {
  const cwd = await tempTree({ ...files, 'a/b/api.yaml': definition })
  expect(await check(['api.yaml', ...argv], `${cwd}/a/b`)).toEqual([code, said])
})
