import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createGit, GitError } from '../../src/check/git/git.ts'
import { gitRepository } from './git-repository.ts'

const files = {
  'empty.txt': '',
  'line.txt': 'one\n',
  'lines.txt': `\n\n${'ä blob 7\n'.repeat(3)}`,
  'large.txt': 'x'.repeat(3_000_000),
}

/** A repository, and a git that notes what it is asked and by which process. */
async function logged(contents: Readonly<Record<string, string>> = files) {
  const repository = await gitRepository({ files: contents })
  const { cwd, sh, write } = repository
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  const log = join(cwd, '.git/asked')
  write('.git/bin/git', `#!/bin/sh\necho "$$ $*" >> "${log}"\nexec ${real} "$@"\n`)
  chmodSync(join(cwd, '.git/bin/git'), 0o755)
  const env = { ...process.env, PATH: `${join(cwd, '.git/bin')}:${process.env.PATH}` }
  const listProcesses = () =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line.includes('cat-file'))
      .map((line) => [Number(line.split(' ')[0]), line.replace(/^\d+ /, '')] as const)
  const findId = async (name: string) => (await sh(`git rev-parse "HEAD:${name}"`)).stdout.trim()
  return { ...repository, git: createGit(cwd, env), listProcesses, findId }
}

describe('objects of git', () => {
  it('are read as they are, at once and through one process', async () => {
    const { git, findId, listProcesses } = await logged()
    const names = [...Object.keys(files), ...Object.keys(files)]
    const ids = await Promise.all(names.map(findId))
    const blobs = await Promise.all(ids.map((id) => git.blob(id)))
    expect(blobs.map((blob) => new TextDecoder().decode(blob))).toEqual([
      ...Object.values(files),
      ...Object.values(files),
    ])
    expect(listProcesses().map(([, asked]) => asked)).toEqual(['cat-file --batch'])
  })

  it('are refused where they are none, with the words of git, and the next one is read', async () => {
    const { git, findId } = await logged()
    const [missing, tree, line] = ['0'.repeat(40), await findId(''), await findId('line.txt')]
    const [first, second, third] = await Promise.allSettled([missing, tree, line].map((id) => git.blob(id)))
    expect(first).toMatchObject({ status: 'rejected', reason: expect.any(GitError) })
    expect(second).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('bad file') },
    })
    expect(third).toMatchObject({ status: 'fulfilled', value: new TextEncoder().encode('one\n') })
  })

  it('are read again after the process has ended, which it does by itself', async () => {
    const { git, findId, listProcesses } = await logged()
    const id = await findId('line.txt')
    await git.blob(id)
    const [[pid = 0] = []] = listProcesses()
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 20_000 })
    expect(new TextDecoder().decode(await git.blob(id))).toBe('one\n')
    expect(listProcesses()).toHaveLength(2)
  })
})

it('a check reads all objects of its base through one process', async () => {
  const path = (name: string) => `get: { operationId: ${name}, responses: { "200": { description: ok } } }\n`
  const names = ['a', 'b', 'c', 'd']
  const lines = names.map((name) => `  /${name}: { $ref: paths/${name}.yaml }\n`).join('')
  const { sh, write, listProcesses } = await logged({
    'api.yaml': `openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths:\n${lines}`,
    'rules.yaml':
      'rules: { named: { given: "$.paths.*.*", severity: error, then: { field: summary, function: truthy } } }\n',
    ...Object.fromEntries(names.map((name) => [`paths/${name}.yaml`, path(name)])),
  })
  write('paths/a.yaml', path('other'))
  const flags = '--base HEAD --base-policy touched --breaking error'
  const { exitCode, stdout } = await sh(
    `PATH="$PWD/.git/bin:$PATH" gov check api.yaml --ruleset-file rules.yaml ${flags}`,
  )
  expect([exitCode, stdout]).toEqual([1, expect.stringContaining('4 known at HEAD')])
  expect(listProcesses().map(([, asked]) => asked)).toEqual(['cat-file --batch'])
})
