import { expect, it } from 'vitest'
import { parseJsonPath } from '../../../src/engine/jsonpath/parse.ts'
import { describeQuery } from '../../../src/engine/jsonpath/words.ts'

it.each([
  ['$', 'the whole document'],
  ['$.info', '"info"'],
  ['$.info.contact', '"contact" of "info"'],
  ['$.paths[*]', 'each value of "paths"'],
  ['$.paths[*]~', 'the key of each value of "paths"'],
  ['$.paths[*][get,put]', 'each "get" or "put" of each value of "paths"'],
  ['$.servers[0]', 'item 0 of "servers"'],
  ['$.servers[1:3]', 'the items from 1 up to 3 of "servers"'],
  ['$.servers[::2]', 'every 2th item from 0 of "servers"'],
  ['$..enum', 'each "enum" at any depth'],
  ['$.paths..parameters', 'each "parameters" at any depth in "paths"'],
  ['$..[?(@ && @.type)]', 'each value where @.type at any depth'],
  ['$..[?(@.a && (@.b))]', 'each value where (@.a && (@.b)) at any depth'],
  ['$.info^', 'the parent of "info"'],
  ['$.info..', '"info" and every mapping and list in it'],
])('%s is %s', (path, words) => {
  expect(describeQuery(parseJsonPath(path))).toBe(words)
})
