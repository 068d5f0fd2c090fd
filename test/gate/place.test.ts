import { expect, it } from 'vitest'
import { findPath, placeIssue } from '../../src/gate/place.ts'
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
  expect(findPath(root, dotted)).toEqual(path)
})

it.each([
  ['the definition itself', 'api.yaml', undefined],
  ['a file that it refers to', 'parts/a.yaml', 'api.yaml'],
])('an issue in %s knows its definition', (_name, file, definition) => {
  const location = { start_line: 3, start_char: 5, end_line: 3, end_char: 9 }
  const placed = placeIssue(issueOf({ _id: '1', file, location }), {
    file: 'api.yaml',
    value: root,
    locate: () => location,
  })
  expect([placed.file, placed.definition, placed.line]).toEqual([file, definition, 3])
})
