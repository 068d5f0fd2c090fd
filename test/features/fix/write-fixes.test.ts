import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeFixes } from '../../../src/features/fix/write-fixes.ts'
import { tempTree } from '../../temp-tree.ts'

const fixed = (file: string, before: string, after: string) => ({ file, mark: '', before, after, edits: [] })

it('writes nothing at all if one of the files changed meanwhile', async () => {
  const cwd = await tempTree({ 'a.yaml': 'a: 1\n', 'b.yaml': 'b: 1\n' })
  await writeFile(join(cwd, 'b.yaml'), 'b: 3\n')
  const files = [fixed('a.yaml', 'a: 1\n', 'a: 2\n'), fixed('b.yaml', 'b: 1\n', 'b: 2\n')]
  await expect(writeFixes(files, cwd)).rejects.toThrow('b.yaml changed while it was fixed')
  expect(await readFile(join(cwd, 'a.yaml'), 'utf8')).toBe('a: 1\n')
})
