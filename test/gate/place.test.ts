import { expect, it } from 'vitest'
import type { Issue } from '../../src/core/model/issue.ts'
import { addPointer, findPaths, placeIssue } from '../../src/gate/place.ts'
import { issueOf } from './builders.ts'

const root = {
  info: { title: 't' },
  paths: { '/v1.0/pets': { get: { tags: ['a'] } }, '/v1': { '0/pets': 1 } },
  $self: { url: 1 },
  'a.b': { c: 1 },
  a: { b: { d: 1 } },
}

it.each<[string, string, (string | number)[]]>([
  ['a plain path', 'info.title', ['info', 'title']],
  ['the root', '', []],
  ['a leading $.', '$.info.title', ['info', 'title']],
  ['the root as $', '$', []],
  ['an array index', 'paths./v1.0/pets.get.tags.0', ['paths', '/v1.0/pets', 'get', 'tags', 0]],
  ['a dot inside a key', 'paths./v1.0/pets.get', ['paths', '/v1.0/pets', 'get']],
  ['a grouping that only fits later', 'a.b.c', ['a.b', 'c']],
  ['the other grouping', 'a.b.d', ['a', 'b', 'd']],
  ['a missing end', 'info.contact.email', ['info']],
  ['a key that begins with a dollar sign', '$self.url', ['$self', 'url']],
  ['nothing fits', 'nowhere.at.all', []],
  ['prototype members are not keys', 'info.constructor', ['info']],
])('%s', (_name, dotted, path) => {
  const { paths, deepest } = findPaths(root, dotted)
  expect(paths[0] ?? deepest).toEqual(path)
})

it('a path into 20,000 lists', () => {
  let deep: unknown = { bad: 1 }
  for (let depth = 0; depth < 20_000; depth++) deep = [deep]
  const { paths } = findPaths({ x: deep }, `x${'.0'.repeat(20_000)}.bad`)
  expect(paths).toHaveLength(1)
  expect(paths[0]).toHaveLength(20_002)
})

const twice = { a: { 'b.c': { 'd.e': 1 }, b: { c: { d: 1 } } }, 'x.y': 1 }
const location = { start_line: 3, start_char: 5, end_line: 3, end_char: 9 }
const source = { file: 'api.yaml', value: twice, locate: () => location, locateKey: () => location }

it.each<[string, Partial<Issue>, string | undefined, true | undefined]>([
  ['a path without dots in keys', { path: 'a.b' }, undefined, undefined],
  ['a key with a dot, from a dashboard', { path: 'x.y' }, '/x.y', undefined],
  ['two keys with dots, from a dashboard', { path: 'a.b.c.d.e' }, '/a/b.c/d.e', undefined],
  ['a path that fits nothing', { path: 'a.z' }, undefined, undefined],
  ['two nodes, from a dashboard', { path: 'a.b.c' }, undefined, true],
  ['what two nodes lack, from a dashboard', { path: 'a.b.c.z' }, undefined, true],
  ['what a key with a dot lacks', { path: 'a.b.c.d.e.z' }, '/a/b.c/d.e/z', undefined],
  ['two nodes, the plain one from here', { path: 'a.b.c', file: 'api.yaml', location }, '/a/b/c', true],
  [
    'two nodes, the dotted one from here',
    { path: 'a.b.c', pointer: '/a/b.c', file: 'api.yaml', location },
    '/a/b.c',
    true,
  ],
  [
    'a key with a dot, in another file',
    { path: 'p.b.c', pointer: '/p/b.c', file: 'parts/a.yaml', location },
    '/p/b.c',
    true,
  ],
  ['no dots, in another file', { path: 'p.b.c', file: 'parts/a.yaml', location }, undefined, undefined],
])('%s: its pointer', (_name, issue, pointer, ambiguous) => {
  const placed = placeIssue(issueOf({ _id: '1', ...issue }), source)
  expect([placed.pointer, placed.ambiguous]).toEqual([pointer, ambiguous])
})

it.each([
  ['the definition itself', 'api.yaml', undefined],
  ['a file that it refers to', 'parts/a.yaml', 'api.yaml'],
])('an issue in %s knows its definition', (_name, file, definition) => {
  const placed = placeIssue(issueOf({ _id: '1', file, location }), {
    file: 'api.yaml',
    value: root,
    locate: () => location,
    locateKey: () => location,
  })
  expect([placed.file, placed.definition, placed.line]).toEqual([file, definition, 3])
})

it("replaces a service's range by that of the user's own file", () => {
  const other = { start_line: 99, start_char: 1, end_line: 99, end_char: 2 }
  const issue = issueOf({ _id: '1', path: 'x.y', location: other })
  expect(placeIssue(issue, source).location).toEqual(location)
  const writtenAt = () => ({
    file: 'part.yaml',
    path: ['y'],
    key: location,
    location: { ...location, end_line: 8 },
  })
  const placed = placeIssue(issue, { ...source, writtenAt })
  expect([placed.file, placed.line, placed.location?.end_line]).toEqual(['part.yaml', 3, 8])
})

it.each<[string, string, string | undefined]>([
  ['plain keys', 'a.b', '/a/b'],
  ['a key with a dot', 'x.y', '/x.y'],
  ['two nodes', 'a.b.c', undefined],
  ['a field that is missing', 'a.z', '/a/z'],
  ['a field that two nodes lack', 'a.b.c.z', undefined],
  ['a field that one of two nodes has', 'a.b.c.d', '/a/b/c/d'],
  ['nothing that is there', 'q.r', '/q/r'],
  ['the root', '', ''],
])("a saved API's issue at %s", (_name, path, pointer) => {
  const { pointer: found, ambiguous } = addPointer(twice, issueOf({ _id: '1', path }))
  expect([found, ambiguous]).toEqual([pointer, pointer === undefined ? true : undefined])
})

it('an issue in a file that the definition refers to is at its key, where the sandbox names that', () => {
  const issue = issueOf({ _id: '1', file: 'parts/a.yaml', location })
  const places = [issue, { ...issue, line: 2, column: 7 }].map((each) => placeIssue(each, source))
  expect(places.map(({ line, column }) => [line, column])).toEqual([
    [location.start_line, location.start_char],
    [2, 7],
  ])
})
