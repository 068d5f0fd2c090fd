import { join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { createRowTest } from '../../../src/check/definitions/expand-definitions.ts'
import { compileFileTest, findMatches } from '../../../src/check/sources/find-matches.ts'
import { createSources } from '../../../src/check/sources/sources.ts'
import { tempTree } from '../../temp-tree.ts'

const files = ['a.yaml', 'pay/a.yaml', 'pay/b.json', 'pay/v1/a.yaml', 'shop/a.yaml', 'shop/v1/[a].yaml']
const tree = Object.fromEntries(files.map((file) => [file, 'openapi: 3.1.0\n']))

it.each([
  '*.yaml',
  './*.yaml',
  'pay/*',
  'pay/**/a.yaml',
  '**/a.yaml',
  '**/*.{json,yaml}',
  '../*/pay/*',
  '{pay,shop}/*.yaml',
  'pay/../shop/*.yaml',
  '{a.yaml,pay/*.json}',
  'p?y/[ab].*',
  'shop/v1/[a].yaml',
])('a glob fits the files that a search for it finds: %s', async (glob) => {
  const cwd = await tempTree(tree)
  const found = (await findMatches(glob, cwd)).map((file) => relative(cwd, resolve(cwd, file)))
  expect(files.filter((file) => compileFileTest(glob, cwd)(file))).toEqual(
    found.filter((file) => file !== 'shop/v1/[a].yaml' || compileFileTest(glob, cwd)(file)),
  )
  expect(found.length).toBeGreaterThan(0)
  const absolute = files.filter((file) => compileFileTest(join(cwd, glob), cwd)(file))
  expect(absolute).toEqual(files.filter((file) => compileFileTest(glob, cwd)(file)))
})

it.each<[string, string, readonly string[]]>([
  ['', 'pay/', ['pay/a.yaml', 'pay/b.json', 'pay/v1/a.yaml']],
  ['', './', files],
  ['pay', '../shop/**', ['../shop/a.yaml', '../shop/v1/[a].yaml']],
  ['pay', '../', ['../a.yaml', '../shop/a.yaml', '../shop/v1/[a].yaml', 'a.yaml', 'b.json', 'v1/a.yaml']],
])('from %j, what is in %s', async (folder, glob, expected) => {
  const cwd = join(await tempTree(tree), folder)
  const from = (file: string) =>
    folder === '' ? file : file.startsWith('pay/') ? file.slice(4) : `../${file}`
  expect(
    files
      .map(from)
      .filter((file) => compileFileTest(glob, cwd)(file))
      .sort(),
  ).toEqual([...expected].sort())
})

it.each<[readonly string[], readonly string[]]>([
  [['pay/a.yaml'], ['pay/a.yaml']],
  [['./pay/../pay/a.yaml'], ['pay/a.yaml']],
  [['pay/*', '!pay/b.json'], ['pay/a.yaml']],
  // As in a run of the whole, what is named is checked.
  [['pay/**', 'pay/a.yaml', '!pay'], ['pay/a.yaml']],
  [['shop/v1/[a].yaml'], ['shop/v1/[a].yaml']],
])('rows %j name %j', async (rows, expected) => {
  const sources = createSources(await tempTree(tree))
  const hasRow = await createRowTest(
    rows.map((file) => ({ file })),
    sources,
  )
  expect(files.filter(hasRow)).toEqual(expected)
})
