import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { runInProcess } from './in-process.ts'

const definition = 'openapi: 3.0.3\ninfo: {title: a, version: "1"}\npaths: {}\n'
const config = 'version: 1\nruleset_files: ["spectral:oas"]\npolicy: {fail_on: never}\n'
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
  let stderr = ''
  const code = await runInProcess(['check', ...argv], {
    cwd,
    env: {},
    stdout: () => undefined,
    stderr: (text) => (stderr += text),
  })
  expect([code, stderr]).toEqual([0, said])
})

it('a nearer config below a folder without one', async () => {
  const cwd = await tempTree({ ...strict, 'a/x.yaml': definition })
  let stderr = ''
  await runInProcess(['check', 'a/x.yaml'], {
    cwd,
    env: {},
    stdout: () => undefined,
    stderr: (text) => (stderr += text),
  })
  expect(stderr).toContain(
    'warning: a/.governance.yml is nearer to a/x.yaml and is not used; to use it instead: --config a/.governance.yml\n',
  )
})
