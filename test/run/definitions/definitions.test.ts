import { expect, it } from 'vitest'
import { createSources } from '../../../src/run/sources.ts'
import { tempTree } from '../../temp-tree.ts'

const megabytes = (count: number) =>
  `openapi: 3.1.0\ninfo: { title: A, version: "1" }\nx-text: ${'a'.repeat(count * 1024 * 1024)}\n`

it.each([
  ['all that fit', ['one.yaml', 'two.yaml'], true],
  [
    'none of more than fit, as the first would take room to the end',
    ['one.yaml', 'two.yaml', 'three.yaml'],
    false,
  ],
])('keeps %s', async (_name, files, isKept) => {
  const cwd = await tempTree(
    Object.fromEntries(['one.yaml', 'two.yaml', 'three.yaml'].map((name) => [name, megabytes(1.9)])),
  )
  const { readDefinition } = createSources(cwd)
  const first: object[] = []
  for (const file of files) first.push(await readDefinition(file))
  const again: object[] = []
  for (const file of files) again.push(await readDefinition(file))
  expect(again.map((each, index) => each === first[index])).toEqual(files.map(() => isKept))
})
