import { rename } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { runInProcess } from './in-process.ts'

const definition = 'openapi: 3.0.3\ninfo: {title: a, version: "1"}\npaths: {}\n'

/** One entry each of `a`, `b` and `c`; then `a` is renamed. */
async function moved() {
  const cwd = await tempTree({
    'conf/.governance.yml':
      'version: 1\nruleset_files: [r.yaml]\ndefinitions: ["../apis/*/api.yaml"]\nbaseline: known.json\n',
    'conf/r.yaml': 'rules: {r: {given: $, severity: error, then: {field: servers, function: truthy}}}\n',
    'apis/a/api.yaml': definition,
    'apis/b/api.yaml': definition,
    'apis/c/api.yaml': definition,
    '.git/': '',
  })
  const run = async (...argv: string[]) => {
    let [said, stdout] = ['', '']
    const code = await runInProcess([...argv, '--config', 'conf/.governance.yml'], {
      cwd,
      env: {},
      stdout: (text) => (stdout += text),
      stderr: (text) => (said += text),
    })
    return { code, said, stdout: stdout.replaceAll(/\s+/g, ' ') }
  }
  expect((await run('baseline', 'create')).code).toBe(0)
  await rename(`${cwd}/apis/a`, `${cwd}/apis/z`)
  return { cwd, run }
}

const lost =
  '1 stale baseline entry of ../apis/a/api.yaml, which does not exist any more; remove with gov baseline prune'

it('entries of a definition that was moved are stale', async () => {
  const { run } = await moved()
  const { code, said } = await run('check', '--fail-on', 'never')
  expect([code, said]).toEqual([0, `warning: ${lost}\n`])
  const strict = await run('check', '--fail-on', 'never', '--strict-baseline')
  expect([strict.code, strict.stdout]).toEqual([1, expect.stringContaining(lost)])
})

it.each([
  ['a named file', ['apis/b/api.yaml']],
  ['a shard', ['--shard', '1/2']],
])('they are not of a run of %s', async (_what, argv) => {
  const { run } = await moved()
  const { code, said, stdout } = await run('check', ...argv, '--fail-on', 'never', '--strict-baseline')
  expect([code, said + stdout]).toEqual([0, expect.not.stringContaining('stale')])
})

it('entries of a definition that is there and not checked are not stale', async () => {
  const { cwd, run } = await moved()
  await rename(`${cwd}/apis/z`, `${cwd}/apis/a`)
  await rename(`${cwd}/conf/.governance.yml`, `${cwd}/conf/old.yml`)
  const { writeFile, readFile } = await import('node:fs/promises')
  const config = await readFile(`${cwd}/conf/old.yml`, 'utf8')
  await writeFile(`${cwd}/conf/.governance.yml`, config.replace('*', 'b'))
  const { code, said } = await run('check', '--strict-baseline')
  expect([code, said]).toEqual([0, ''])
})

it('update leaves them and says what removes them', async () => {
  const { run } = await moved()
  expect((await run('baseline', 'update', '--add')).said).toContain(
    '4 entries (0 removed, 1 added); 1 entry of definitions that do not exist any more: remove with gov baseline prune',
  )
  expect((await run('baseline', 'prune')).said).toContain('3 entries (1 removed, 0 added)')
  expect((await run('check', '--strict-baseline')).code).toBe(0)
})
