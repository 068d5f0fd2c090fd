import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, link, lstat, open, readdir, readFile, stat, symlink, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { readSource, writeOutput } from '../../src/run/files.ts'
import { tempTree } from '../temp-tree.ts'

describe('readSource', () => {
  it.each([
    ['a.json', '{}', 'json', 'application/json'],
    ['a.yaml', 'a: 1', 'yaml', 'application/yaml'],
    ['a.YML', '\ufeffa: 1\r\n', 'yaml', 'application/yaml'],
  ])('reads %s', async (file, content, format, contentType) => {
    const cwd = await tempTree({ [file]: content })
    const source = await readSource(cwd, file, 'definition')
    expect(source).toMatchObject({ file, text: content.replace('\ufeff', ''), format, contentType })
    expect(Buffer.from(source.bytes)).toEqual(Buffer.from(content))
  })

  it.each<[string, string, string, string]>([
    [
      'missing.yml',
      'definition-not-found',
      'definition missing.yml does not exist',
      'Check the path; on the command line it is relative to the working directory.',
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
      'Write the document, or name another file.',
    ],
    [
      'binary.yml',
      'definition-not-text',
      'definition binary.yml is binary, not text',
      'Save the file as UTF-8 text.',
    ],
    [
      'latin.yml',
      'definition-not-text',
      'definition latin.yml:2:1: is not UTF-8',
      'Save the file as UTF-8 text.',
    ],
    [
      'notes.txt',
      'definition-format',
      'definition notes.txt is neither JSON nor YAML by its name',
      'Name a file that ends in .json, .yaml or .yml.',
    ],
    [
      'none',
      'definition-format',
      'definition none is neither JSON nor YAML by its name',
      'Name a file that ends in .json, .yaml or .yml.',
    ],
    [
      'notes.txt/a.yml',
      'definition-not-found',
      'definition notes.txt/a.yml does not exist: a part of its path is a file, not a folder',
      'Check the path; on the command line it is relative to the working directory.',
    ],
    [
      'loop.yml',
      'definition-unreadable',
      'definition loop.yml cannot be read: its symbolic links lead in a circle',
      'Give the user that runs gov the right to read it.',
    ],
    [
      'huge.json',
      'definition-too-large',
      'definition huge.json is larger than 200 MB',
      'Split the file, or name the right one.',
    ],
  ])('refuses %s', async (file, code, message, hint) => {
    const cwd = await tempTree({
      'folder.yml/': '',
      'empty.json': ' \n',
      'binary.yml': 'a\0',
      'latin.yml': Buffer.from('a: 1\nb: \xe9\n', 'latin1'),
      'notes.txt': 'a',
      none: 'a',
      'huge.json': '',
    })
    await symlink('loop.yml', join(cwd, 'loop.yml'))
    await truncate(join(cwd, 'huge.json'), 200 * 1024 * 1024 + 1)
    await expect(readSource(cwd, file, 'definition')).rejects.toMatchObject({
      code,
      message,
      hint,
      exitCode: 2,
    })
  })

  it('names what it was asked to read', async () => {
    await expect(readSource(await tempTree(), 'r.yml', 'ruleset')).rejects.toMatchObject({
      code: 'ruleset-not-found',
      message: 'ruleset r.yml does not exist',
    })
  })
})

describe('writeOutput', () => {
  it('writes a new file and leaves nothing beside it', async () => {
    const cwd = await tempTree()
    await writeOutput(cwd, 'a.json', 'new')
    expect(await readFile(join(cwd, 'a.json'), 'utf8')).toBe('new')
    expect(await readdir(cwd)).toEqual(['a.json'])
  })

  it('takes the place of the old file at once, with its permissions', async () => {
    const cwd = await tempTree({ 'a.json': 'old' })
    await chmod(join(cwd, 'a.json'), 0o640)
    await link(join(cwd, 'a.json'), join(cwd, 'kept'))
    await writeOutput(cwd, 'a.json', 'new')
    expect(await readFile(join(cwd, 'a.json'), 'utf8')).toBe('new')
    expect(await readFile(join(cwd, 'kept'), 'utf8')).toBe('old')
    expect((await stat(join(cwd, 'a.json'))).mode & 0o777).toBe(0o640)
  })

  it('writes pieces one after the other, on a device too', async () => {
    const cwd = await tempTree()
    await writeOutput(cwd, 'a.json', ['one ', '', 'two \u00e9'])
    expect(await readFile(join(cwd, 'a.json'), 'utf8')).toBe('one two \u00e9')
    await writeOutput(cwd, '/dev/null', ['one', 'two'])
    expect(await readdir(cwd)).toEqual(['a.json'])
  })

  it('keeps the old file when a piece cannot be made', async () => {
    const cwd = await tempTree({ 'a.json': 'old' })
    const pieces = function* () {
      yield 'new'
      throw new Error('no more')
    }
    await expect(writeOutput(cwd, 'a.json', pieces())).rejects.toThrow('no more')
    expect(await readFile(join(cwd, 'a.json'), 'utf8')).toBe('old')
    expect(await readdir(cwd)).toEqual(['a.json'])
  })

  it('writes where a symbolic link leads', async () => {
    const cwd = await tempTree({ 'to/a.json': 'old' })
    await symlink('to/a.json', join(cwd, 'link'))
    await writeOutput(cwd, 'link', 'new')
    expect(await readFile(join(cwd, 'to/a.json'), 'utf8')).toBe('new')
    expect((await lstat(join(cwd, 'link'))).isSymbolicLink()).toBe(true)
  })

  it.each([
    [
      'gone/a.json',
      'output-folder-missing',
      'output gone/a.json cannot be written: its folder does not exist',
    ],
    [
      'file/a.json',
      'output-folder-missing',
      'output file/a.json cannot be written: a part of its path is a file, not a folder',
    ],
    ['folder', 'output-is-folder', 'output folder is a folder, not a file'],
  ])('refuses %s', async (file, code, message) => {
    const cwd = await tempTree({ file: 'x', 'folder/': '' })
    const hint = 'Name a file in a folder that exists and may be written to.'
    await expect(writeOutput(cwd, file, 'x')).rejects.toMatchObject({ code, message, hint, exitCode: 2 })
    expect((await readdir(cwd)).sort()).toEqual(['file', 'folder'])
  })

  it.runIf(existsSync('/dev/full'))('says that a disk is full', async () => {
    await expect(writeOutput('/', '/dev/full', 'x')).rejects.toMatchObject({
      code: 'output-unwritable',
      message: 'output /dev/full cannot be written: the disk is full',
    })
  })

  it('writes into a pipe', async () => {
    const cwd = await tempTree()
    const pipe = join(cwd, 'pipe')
    await promisify(execFile)('mkfifo', [pipe])
    const reading = readFile(pipe, 'utf8')
    await writeOutput(cwd, 'pipe', 'through')
    expect(await reading).toBe('through')
    expect((await lstat(pipe)).isFIFO()).toBe(true)
  })

  it('adds to a file that a device of the process stands for', async () => {
    const cwd = await tempTree({ 'out.txt': 'before ' })
    const handle = await open(join(cwd, 'out.txt'), 'a')
    await writeOutput(cwd, `/dev/fd/${handle.fd}`, 'after')
    await handle.close()
    expect(await readFile(join(cwd, 'out.txt'), 'utf8')).toBe('before after')
  })
})
