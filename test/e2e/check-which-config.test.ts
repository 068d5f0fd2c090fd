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
