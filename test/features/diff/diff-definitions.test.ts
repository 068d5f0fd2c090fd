import { expect, it } from 'vitest'
import { type PathSelection, selectPaths } from '../../../src/features/diff/diff-definitions.ts'

const oldNames = ['/v1/pets', '/v1/pets/{id}', '/v10/cats', 'paid']
const newNames = ['/v2/pets', '/v2/pets/{id}', '/v10/cats', '/v2']

function select(selection: PathSelection): readonly (string | undefined)[][] {
  const { renameOldPath = (path) => path, renameNewPath = (path) => path } = selectPaths(
    selection,
    oldNames,
    newNames,
  )
  return [oldNames.map(renameOldPath), newNames.map(renameNewPath)]
}

it.each<[name: string, selection: PathSelection, old: (string | undefined)[], next: (string | undefined)[]]>([
  [
    'all without a flag',
    {},
    ['/v1/pets', '/v1/pets/{id}', '/v10/cats', 'paid'],
    ['/v2/pets', '/v2/pets/{id}', '/v10/cats', '/v2'],
  ],
  [
    'a prefix for each version, whole segments of it',
    { stripPrefix: '/v1=/v2/' },
    ['/pets', '/pets/{id}', '/v10/cats', 'paid'],
    ['/pets', '/pets/{id}', '/v10/cats', '/'],
  ],
  [
    'a prefix of one version',
    { stripPrefix: '/v1=' },
    ['/pets', '/pets/{id}', '/v10/cats', 'paid'],
    ['/v2/pets', '/v2/pets/{id}', '/v10/cats', '/v2'],
  ],
  [
    'one prefix wherever it is',
    { stripPrefix: '/v2' },
    ['/v1/pets', '/v1/pets/{id}', '/v10/cats', 'paid'],
    ['/pets', '/pets/{id}', '/v10/cats', '/'],
  ],
  [
    'a glob with what is in braces',
    { paths: ['*/{id}'] },
    [undefined, '/v1/pets/{id}', undefined, undefined],
    [undefined, '/v2/pets/{id}', undefined, undefined],
  ],
  [
    'all but some',
    { paths: ['!/v1*'] },
    [undefined, undefined, undefined, 'paid'],
    ['/v2/pets', '/v2/pets/{id}', undefined, '/v2'],
  ],
  [
    'some but others, by the names without the prefix',
    { stripPrefix: '/v1=/v2', paths: ['/pets*', '!*{id}'] },
    ['/pets', undefined, undefined, undefined],
    ['/pets', undefined, undefined, undefined],
  ],
])('selects %s', (_name, selection, old, next) => {
  expect(select(selection)).toEqual([old, next])
})

it.each<[selection: PathSelection, message: string]>([
  [{ paths: ['/pets'] }, '--path /pets fits no path'],
  [{ paths: ['/v1*', '!/dogs'] }, '--path /dogs fits no path'],
  [{ paths: [''] }, '--path  fits no path'],
  [{ stripPrefix: '/v3' }, '--strip-prefix /v3 fits no path'],
  [{ stripPrefix: '/v1=/v3' }, '--strip-prefix /v1=/v3 fits no path'],
  [{ stripPrefix: '' }, '--strip-prefix  fits no path'],
  [{ stripPrefix: '=' }, '--strip-prefix = fits no path'],
])('refuses what selects nothing: %j', (selection, message) => {
  expect(() => select(selection)).toThrow(message)
})

it('refuses a prefix without which two paths have one name', () => {
  expect(() => selectPaths({ stripPrefix: '/v1' }, ['/v1/pets', '/pets'], [])).toThrow(
    '--strip-prefix /v1 gives two paths the name /pets',
  )
})

it('says what there is', () => {
  expect(() => selectPaths({ paths: ['/a'] }, [], [])).toThrow(
    expect.objectContaining({ hint: 'Neither version has a path.' }),
  )
  expect(() => select({ paths: ['/v1/pet'] })).toThrow(
    expect.objectContaining({ hint: 'There is /v1/pets, for example.' }),
  )
})
