import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, link, lstat, mkdtemp, open, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writeOutput } from '../../../src/check/reports/write-output.ts'
import { createSources } from '../../../src/check/sources/sources.ts'
import { tempTree } from '../../temp-tree.ts'

describe('writeOutput', () => {
  it('writes a new file and leaves nothing beside it', async () => {
    const cwd = await tempTree()
    await writeOutput(createSources(cwd), 'a.json', 'new')
    expect(await readFile(join(cwd, 'a.json'), 'utf8')).toBe('new')
    expect(await readdir(cwd)).toEqual(['a.json'])
  })

  it('takes the place of the old file at once, with its permissions', async () => {
    const cwd = await tempTree({ 'a.json': 'old' })
    await chmod(join(cwd, 'a.json'), 0o640)
    await link(join(cwd, 'a.json'), join(cwd, 'kept'))
    await writeOutput(createSources(cwd), 'a.json', 'new')
    expect(await readFile(join(cwd, 'a.json'), 'utf8')).toBe('new')
    expect(await readFile(join(cwd, 'kept'), 'utf8')).toBe('old')
    expect((await stat(join(cwd, 'a.json'))).mode & 0o777).toBe(0o640)
  })

  it('writes pieces one after the other, on a device too', async () => {
    const cwd = await tempTree()
    await writeOutput(createSources(cwd), 'a.json', ['one ', '', 'two \u00e9'])
    expect(await readFile(join(cwd, 'a.json'), 'utf8')).toBe('one two \u00e9')
    await writeOutput(createSources(cwd), '/dev/null', ['one', 'two'])
    expect(await readdir(cwd)).toEqual(['a.json'])
  })

  it.runIf(existsSync('/dev/shm'))(
    'replaces a file in /dev/shm, where plain files are in memory',
    async () => {
      const folder = await mkdtemp('/dev/shm/gov-test-')
      onTestFinished(() => rm(folder, { recursive: true }))
      for (const text of ['longer', 'new'])
        await writeOutput(createSources('/'), join(folder, 'a.json'), text)
      expect(await readFile(join(folder, 'a.json'), 'utf8')).toBe('new')
    },
  )

  it('keeps the old file when a piece cannot be made', async () => {
    const cwd = await tempTree({ 'a.json': 'old' })
    const pieces = function* () {
      yield 'new'
      throw new Error('no more')
    }
    await expect(writeOutput(createSources(cwd), 'a.json', pieces())).rejects.toThrow('no more')
    expect(await readFile(join(cwd, 'a.json'), 'utf8')).toBe('old')
    expect(await readdir(cwd)).toEqual(['a.json'])
  })

  it('writes where a symbolic link leads', async () => {
    const cwd = await tempTree({ 'to/a.json': 'old' })
    await symlink('to/a.json', join(cwd, 'link'))
    await writeOutput(createSources(cwd), 'link', 'new')
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
      'output file/a.json cannot be written: part of its path is a file, not a folder',
    ],
    ['folder', 'output-is-folder', 'output folder is a folder, not a file'],
  ])('refuses %s', async (file, code, message) => {
    const cwd = await tempTree({ file: 'x', 'folder/': '' })
    const hint = 'Name a file in an existing, writable folder.'
    await expect(writeOutput(createSources(cwd), file, 'x')).rejects.toMatchObject({
      code,
      message,
      hint,
      exitCode: 2,
    })
    expect((await readdir(cwd)).sort()).toEqual(['file', 'folder'])
  })

  it.runIf(existsSync('/dev/full'))('says that a disk is full', async () => {
    await expect(writeOutput(createSources('/'), '/dev/full', 'x')).rejects.toMatchObject({
      code: 'output-unwritable',
      message: 'output /dev/full cannot be written: the disk is full',
    })
  })

  it('writes into a pipe', async () => {
    const cwd = await tempTree()
    const pipe = join(cwd, 'pipe')
    await promisify(execFile)('mkfifo', [pipe])
    const reading = readFile(pipe, 'utf8')
    await writeOutput(createSources(cwd), 'pipe', 'through')
    expect(await reading).toBe('through')
    expect((await lstat(pipe)).isFIFO()).toBe(true)
  })

  it('adds to a file that a device of the process stands for', async () => {
    const cwd = await tempTree({ 'out.txt': 'before ' })
    const handle = await open(join(cwd, 'out.txt'), 'a')
    await writeOutput(createSources(cwd), `/dev/fd/${handle.fd}`, 'after')
    await handle.close()
    expect(await readFile(join(cwd, 'out.txt'), 'utf8')).toBe('before after')
  })
})
