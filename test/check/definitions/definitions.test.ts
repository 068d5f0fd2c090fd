import { expect, it } from 'vitest'
import { createSources } from '../../../src/check/sources/sources.ts'
import { tempTree } from '../../temp-tree.ts'

const megabytes = (count: number) =>
  `openapi: 3.1.0\ninfo: { title: A, version: "1" }\nx-text: ${'a'.repeat(count * 1024 * 1024)}\n`

it.each([
  ['all that fit', ['one.yaml', 'two.yaml'], ['one.yaml', 'two.yaml']],
  ['the last alone of more than fit', ['one.yaml', 'two.yaml', 'three.yaml', 'four.yaml'], ['four.yaml']],
])('keeps %s', async (_name, files, kept) => {
  const cwd = await tempTree(Object.fromEntries(files.map((name) => [name, megabytes(1.9)])))
  const { readDefinition } = createSources(cwd)
  const first = new Map<string, object>()
  for (const file of files) first.set(file, await readDefinition(file))
  const again: string[] = []
  for (const file of files.toReversed())
    if ((await readDefinition(file)) === first.get(file)) again.unshift(file)
  expect(again).toEqual(kept)
})
