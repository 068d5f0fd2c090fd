import { execFile } from 'node:child_process'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadConfig } from '../../src/settings/load/load-config.ts'
import { tempTree } from '../temp-tree.ts'

const good = 'version: 1\n'

describe('discovery', () => {
  it.each<[string, Record<string, string>, string, string | undefined]>([
    ['the working directory', { '.governance.yml': good }, '.', '.governance.yml'],
    ['.yaml', { '.governance.yaml': good }, '.', '.governance.yaml'],
    ['.json', { '.governance.json': '{"version": 1}' }, '.', '.governance.json'],
    ['package.json', { 'package.json': '{"governance": {"version": 1}}' }, '.', 'package.json'],
    [
      'a file before package.json',
      { '.governance.yml': good, 'package.json': '{"governance": 1}' },
      '.',
      '.governance.yml',
    ],
    [
      'a package.json of others is passed',
      { '.git/': '', '.governance.yml': good, 'a/package.json': '{"name": "a"}' },
      'a',
      '.governance.yml',
    ],
    [
      'the nearest folder',
      { '.git/': '', '.governance.yml': good, 'a/.governance.json': '{"version": 1}' },
      'a',
      'a/.governance.json',
    ],
    ['up to the root', { '.git/': '', '.governance.yml': good, 'a/b/c/': '' }, 'a/b/c', '.governance.yml'],
    [
      'a worktree, whose .git is a file',
      { '.git': 'gitdir: x', '.governance.yml': good, 'a/': '' },
      'a',
      '.governance.yml',
    ],
    [
      'not beyond the root',
      { '.git/': '', '.governance.yml': good, 'a/.git/': '', 'a/b/': '' },
      'a/b',
      undefined,
    ],
    ['not upward outside a repository', { '.governance.yml': good, 'a/': '' }, 'a', undefined],
    [
      'no code',
      { '.governance.js': 'throw 1', '.governance.ts': '', 'governance.config.js': '' },
      '.',
      undefined,
    ],
    ['no rc files', { '.governancerc': good, '.config/governancerc.yml': good }, '.', undefined],
    ['nothing', {}, '.', undefined],
  ])('%s', async (_what, files, from, expected) => {
    const root = await tempTree(files)
    const loaded = await loadConfig({ cwd: join(root, from) })
    expect(loaded?.file).toBe(expected && join(root, expected))
  })

  it('refuses two files in one folder', async () => {
    const cwd = await tempTree({ '.governance.yml': good, '.governance.json': '{"version": 1}' })
    await expect(loadConfig({ cwd })).rejects.toMatchObject({
      code: 'config-ambiguous',
      message: '.governance.yml and .governance.json are both configs of one folder',
      hint: 'Keep one of them, or name one with --config.',
    })
  })

  it('stops at a bad file, though a folder above has a good one', async () => {
    const root = await tempTree({ '.git/': '', '.governance.yml': good, 'a/.governance.yml': '' })
    await expect(loadConfig({ cwd: join(root, 'a') })).rejects.toMatchObject({ code: 'config-empty' })
  })

  it('stops at a folder or a dead link of that name, too', async () => {
    const root = await tempTree({ '.git/': '', '.governance.yml': good, 'a/': '', 'b/.governance.yaml/': '' })
    await symlink('gone.yml', join(root, 'a/.governance.yml'))
    await expect(loadConfig({ cwd: join(root, 'a') })).rejects.toMatchObject({ code: 'config-not-found' })
    await expect(loadConfig({ cwd: join(root, 'b') })).rejects.toMatchObject({ code: 'config-is-folder' })
  })

  it('does not follow imports of other files', async () => {
    const cwd = await tempTree({
      '.governance.yml': 'version: 1\n$import: other.yml\n',
      'other.yml': 'api_ids: [a]',
    })
    await expect(loadConfig({ cwd })).rejects.toMatchObject({
      message: '.governance.yml:2:1: unknown key "$import"',
    })
  })

  it.each(['js', 'cjs', 'mjs', 'ts', 'json'])(
    'never reads .config/config.%s of the working directory',
    async (kind) => {
      const trap = kind === 'json' ? '{"searchPlaces": ["evil.yml"]}' : 'globalThis.ranCode = true'
      const cwd = await tempTree({
        [`.config/config.${kind}`]: trap,
        'evil.yml': good,
        '.governance.yaml': good,
      })
      const before = process.cwd()
      onTestFinished(() => process.chdir(before))
      process.chdir(cwd)
      expect((await loadConfig({ cwd }))?.name).toBe('.governance.yaml')
      expect(globalThis).not.toHaveProperty('ranCode')
    },
  )
})

it('does not wait for a pipe or a device', async () => {
  const cwd = await tempTree({})
  await promisify(execFile)('mkfifo', [join(cwd, '.governance.yml')])
  await expect(loadConfig({ cwd })).rejects.toMatchObject({ code: 'config-not-a-file' })
  await expect(loadConfig({ cwd, explicit: '/dev/zero' })).rejects.toMatchObject({
    code: 'config-not-a-file',
  })
})

it('tells of a link to itself', async () => {
  const cwd = await tempTree({})
  await symlink('.governance.yml', join(cwd, '.governance.yml'))
  await expect(loadConfig({ cwd })).rejects.toMatchObject({ code: 'config-unreadable' })
})
