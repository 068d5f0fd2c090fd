import { spawn } from 'node:child_process'
import { symlink, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeOutput } from '../../../src/check/reports/write-output.ts'
import { createSources } from '../../../src/check/sources/sources.ts'
import { tempTree } from '../../temp-tree.ts'

describe('read', () => {
  it.each([
    ['a.json', '{}', 'json', 'application/json'],
    ['a.yaml', 'a: 1', 'yaml', 'application/yaml'],
    ['a.YML', '\ufeffa: 1\r\n', 'yaml', 'application/yaml'],
  ])('reads %s', async (file, content, format, contentType) => {
    const cwd = await tempTree({ [file]: content })
    const source = await createSources(cwd).read(file, 'definition')
    expect(source).toMatchObject({ file, text: content.replace('\ufeff', ''), format, contentType })
    expect(Buffer.from(source.bytes)).toEqual(Buffer.from(content))
  })

  it.each<[string, string, string, string]>([
    [
      'missing.yml',
      'definition-not-found',
      'definition missing.yml does not exist',
      'Check the path. On the command line it is relative to the working directory.',
    ],
    [
      'folder.yml',
      'definition-is-folder',
      'definition folder.yml is a folder, not a file',
      'Name one JSON or YAML file.',
    ],
    [
      'empty.json',
      'definition-empty',
      'definition empty.json is empty',
      'Add content, or name another file.',
    ],
    [
      'binary.yml',
      'definition-not-text',
      'definition binary.yml is binary, not text',
      'Save the file as UTF-8 text.',
    ],
    [
      'pointer.yml',
      'definition-in-lfs',
      'definition pointer.yml is a pointer of Git LFS: its content is not here',
      'Fetch it: git lfs pull. In a CI job, check out with LFS (GitHub: lfs: true).',
    ],
    [
      'link.yml',
      'definition-is-link',
      'definition link.yml holds only a name, ../parts/a-b.yml: a symbolic link that git checked out as text',
      'Have git make links (git config core.symlinks true) and check it out again.',
    ],
    [
      'old.yml',
      'definition-in-lfs',
      'definition old.yml is a pointer of Git LFS: its content is not here',
      'Fetch it: git lfs pull. In a CI job, check out with LFS (GitHub: lfs: true).',
    ],
    ...['my link.yml', 'to-folder.yml'].map((file): [string, string, string, string] => [
      file,
      'definition-is-link',
      `definition ${file} holds only a name, ${file === 'my link.yml' ? 'sub/my {a}.yml' : './sub'}: a symbolic link that git checked out as text`,
      'Have git make links (git config core.symlinks true) and check it out again.',
    ]),
    [
      'latin.yml',
      'definition-not-text',
      'definition latin.yml:2:1: is not UTF-8',
      'Save the file as UTF-8 text.',
    ],
    [
      'notes.txt',
      'definition-format',
      'definition notes.txt needs a .json, .yaml or .yml extension',
      'Rename the file, or name another one.',
    ],
    [
      'none',
      'definition-format',
      'definition none needs a .json, .yaml or .yml extension',
      'Rename the file, or name another one.',
    ],
    [
      'notes.txt/a.yml',
      'definition-not-found',
      'definition notes.txt/a.yml does not exist: part of its path is a file, not a folder',
      'Check the path. On the command line it is relative to the working directory.',
    ],
    [
      'loop.yml',
      'definition-unreadable',
      'definition loop.yml cannot be read: circular symbolic links',
      'Allow the user running gov to read it.',
    ],
    [
      'huge.json',
      'definition-too-large',
      'definition huge.json is larger than 200 MB',
      'Split the file, or name another one.',
    ],
  ])('refuses %s', async (file, code, message, hint) => {
    const cwd = await tempTree({
      'folder.yml/': '',
      'empty.json': ' \n',
      'binary.yml': 'a\0',
      'pointer.yml': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n',
      'link.yml': '../parts/a-b.yml',
      'old.yml': 'version https://hawser.github.com/spec/v1\noid sha256:0\nsize 1\n',
      'my link.yml': 'sub/my {a}.yml\n',
      'to-folder.yml': './sub',
      'sub/my {a}.yml': 'a: 1',
      'latin.yml': Buffer.from('a: 1\nb: \xe9\n', 'latin1'),
      'notes.txt': 'a',
      none: 'a',
      'huge.json': '',
    })
    await symlink('loop.yml', join(cwd, 'loop.yml'))
    await truncate(join(cwd, 'huge.json'), 200 * 1024 * 1024 + 1)
    await expect(createSources(cwd).read(file, 'definition')).rejects.toMatchObject({
      code,
      message,
      hint,
      exitCode: 2,
    })
  })

  // As a shell names what `gov check <(...)` reads; only Linux has these names.
  it.runIf(process.platform === 'linux')('says that a pipe without a path is one', async () => {
    const child = spawn('cat')
    const name = `/proc/${child.pid}/fd/0`
    await expect(createSources('.').read(name, 'definition')).rejects.toMatchObject({
      code: 'definition-not-a-file',
      message: `definition ${name} is a pipe or a device, not a file`,
    })
    child.stdin.end()
  })

  it('names what it was asked to read', async () => {
    await expect(createSources(await tempTree()).read('r.yml', 'ruleset')).rejects.toMatchObject({
      code: 'ruleset-not-found',
      message: 'ruleset r.yml does not exist',
    })
  })
})

it('knows its inputs, also by a link to them, and no output replaces one', async () => {
  const cwd = await tempTree({ 'a.yaml': 'a: 1', 'b.yaml': 'b: 1', 'c.yaml': 'c: 1' })
  await symlink('a.yaml', join(cwd, 'link.yaml'))
  const sources = createSources(cwd)
  await sources.read('link.yaml', 'ruleset')
  await sources.note('b.yaml')
  await sources.note('gone.yaml')
  for (const file of ['a.yaml', 'link.yaml', 'b.yaml'])
    await expect(writeOutput(sources, file, 'x')).rejects.toMatchObject({ code: 'output-is-input' })
  await writeOutput(sources, 'c.yaml', 'x')
  await writeOutput(createSources(cwd), 'a.yaml', 'x')
})

it('stamps each file before it reads it, and also one that is not there', async () => {
  const cwd = await tempTree({ 'a.yaml': 'a: 1', 'folder.yaml/': '' })
  const sources = createSources(cwd)
  await sources.read('a.yaml', 'ruleset')
  for (const file of ['gone.yaml', 'folder.yaml'])
    await expect(sources.read(file, 'ruleset')).rejects.toThrow('ruleset')
  expect(sources.stampOf('a.yaml')).toMatch(/^\d+ 4 /)
  expect([sources.stampOf('gone.yaml'), sources.stampOf('folder.yaml')]).toEqual(['none', 'folder'])
})
