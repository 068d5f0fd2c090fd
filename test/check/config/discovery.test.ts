import { execFile } from 'node:child_process'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadConfig } from '../../../src/check/config/load-config.ts'
import { tempTree } from '../../temp-tree.ts'

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
    ...[
      ['.governancerc', good],
      ['.governancerc.json', '{"version": 1}'],
      ['.governancerc.yaml', good],
      ['.governancerc.yml', good],
      ['.config/governance.yml', good],
      ['.config/.governance.json', '{"version": 1}'],
      ['.config/governancerc', '{"version": 1}'],
      ['.config/governancerc.yml', good],
    ].map(([name = '', text = '']): [string, Record<string, string>, string, string] => [
      name,
      { '.git/': '', [name]: text, 'a/': '' },
      'a',
      name,
    ]),
    [
      'no code in .config',
      { '.config/governance.config.js': 'throw 1', '.config/governancerc.js': '' },
      '.',
      undefined,
    ],
    [
      'nothing of the home or the system',
      { '.git/': '', 'governance/config': good, config: good },
      '.',
      undefined,
    ],
    [
      'an empty package.json',
      { '.git/': '', '.governance.yml': good, 'a/package.json': ' ' },
      'a',
      '.governance.yml',
    ],
    ['the word in package.json', { 'package.json': '{"keywords": ["governance"]}' }, '.', undefined],
    ['nothing', {}, '.', undefined],
  ])('%s', async (_what, files, from, expected) => {
    const root = await tempTree(files)
    const loaded = await loadConfig({ cwd: join(root, from) })
    expect(loaded?.file).toBe(expected && join(root, expected))
  })

  it.each([
    ['.governance.yml', '.governance.json'],
    ['.governance.yaml', '.governancerc'],
    ['.governancerc.json', '.config/governance.yml'],
    ['.config/governancerc', '.config/.governance.yml'],
  ])('refuses two files in one folder: %s and %s', async (one, two) => {
    const cwd = await tempTree({ [one]: '{"version": 1}', [two]: '{"version": 1}' })
    await expect(loadConfig({ cwd })).rejects.toMatchObject({
      code: 'config-ambiguous',
      message: `${one} and ${two} are both configs in one folder`,
      hint: 'Keep one, or choose one with --config.',
    })
  })

  it.each([
    ['.governancerc', 'version: 1\nnope: 1\n', '2:1'],
    ['.config/governance.yml', 'version: 1\nnope: 1\n', '2:1'],
    ['.config/governancerc.json', '{"version": 1,\n  "nope": 1}', '2:3'],
    ['package.json', '{"name": "x",\n  "governance": {"version": 1,\n    "nope": 1}}', '3:5'],
  ])('names the place of a key in %s', async (name, text, place) => {
    const cwd = await tempTree({ [name]: text })
    await expect(loadConfig({ cwd })).rejects.toMatchObject({
      message: `${name}:${place}: unknown key "nope"`,
    })
  })

  it('takes the paths of a config in .config from the folder above', async () => {
    const cwd = await tempTree({ '.config/governance.yml': 'version: 1\nbaseline: b.json\n' })
    for (const explicit of [undefined, '.config/governance.yml'])
      expect((await loadConfig({ cwd, explicit }))?.layer.baseline?.value).toBe('b.json')
  })

  it('does not wait for a package.json that is a pipe', async () => {
    const cwd = await tempTree({ '.git/': '', '.governance.yml': good, 'a/': '' })
    await promisify(execFile)('mkfifo', [join(cwd, 'a/package.json')])
    expect((await loadConfig({ cwd: join(cwd, 'a') }))?.file).toBe(join(cwd, '.governance.yml'))
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

it('reports a link to itself', async () => {
  const cwd = await tempTree({})
  await symlink('.governance.yml', join(cwd, '.governance.yml'))
  await expect(loadConfig({ cwd })).rejects.toMatchObject({ code: 'config-unreadable' })
})
