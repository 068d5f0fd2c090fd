import { describe, expect, it } from 'vitest'
import { isCarried, selectAll, walkAll } from '../find-matches.ts'

const document = {
  openapi: '3.0.0',
  info: { title: 't', x: null },
  paths: {
    '/a': { get: { tags: ['x', 'y'], n: 1 }, post: { tags: [], n: 2 } },
    '/b/{id}': { get: { n: 3, '200': 'ok', 'x-y': true } },
  },
  list: [10, [20, { n: 4 }], 'ten'],
  n: 0,
}

/** Each runs through the walk, and by itself; both must agree. */
function find(query: string): string[] {
  const alone = selectAll(query, document)
  if (isCarried(query))
    expect(walkAll([query], document)[0]?.toSorted()).toEqual([...new Set(alone)].toSorted())
  return alone
}

describe('a query', () => {
  it.each<[string, readonly string[]]>([
    ['$.info.title', ['info|title = "t"']],
    ["$['info']['title']", ['info|title = "t"']],
    ['$["info"]["title"]', ['info|title = "t"']],
    ['$.info[title,x]', ['info|title = "t"', 'info|x = null']],
    ['$.info["title", x]', ['info|title = "t"', 'info|x = null']],
    ['$.nope.x', []],
    ['$.info.title.length', []],
    ['$.info.*', ['info|title = "t"', 'info|x = null']],
    ['$.info[*]', ['info|title = "t"', 'info|x = null']],
    ['$.info[ * ]', ['info|title = "t"', 'info|x = null']],
    ['$.paths./b/{id}.get.n', ['paths|/b/{id}|get|n = 3']],
    ['$.paths.*.get.x-y', ['paths|/b/{id}|get|x-y = true']],
    ['$.paths.*.get.200', ['paths|/b/{id}|get|200 = "ok"']],
    ['$.paths.*.get[200]', ['paths|/b/{id}|get|200 = "ok"']],
    ["$.paths.*.get['200']", ['paths|/b/{id}|get|200 = "ok"']],
    ['$.list[0]', ['list|0 = 10']],
    ['$.list.0', ['list|0 = 10']],
    ['$.list["0"]', ['list|0 = 10']],
    ['$.list[0,2]', ['list|0 = 10', 'list|2 = "ten"']],
    ['$.list[-1]', ['list|2 = "ten"']],
    ['$.list[-1:]', ['list|2 = "ten"']],
    ['$.list[:1]', ['list|0 = 10']],
    ['$.list[1:-1].0', ['list|1|0 = 20']],
    ['$.list[::2]', ['list|0 = 10', 'list|2 = "ten"']],
    ['$.list[(@.length-1)]', ['list|2 = "ten"']],
    ['$.list[( @["length"] - 3 )]', ['list|0 = 10']],
    ['$.info[0:1]', []],
    [
      '$..n',
      ['n = 0', 'paths|/a|get|n = 1', 'paths|/a|post|n = 2', 'paths|/b/{id}|get|n = 3', 'list|1|1|n = 4'],
    ],
    ['$.paths..n', ['paths|/a|get|n = 1', 'paths|/a|post|n = 2', 'paths|/b/{id}|get|n = 3']],
    ['$.list..[0]', ['list|0 = 10', 'list|1|0 = 20']],
    ['$.paths..tags[*]', ['paths|/a|get|tags|0 = "x"', 'paths|/a|get|tags|1 = "y"']],
    ['$..*.title', ['info|title = "t"']],
    [
      '$..*.n',
      ['n = 0', 'paths|/a|get|n = 1', 'paths|/a|post|n = 2', 'paths|/b/{id}|get|n = 3', 'list|1|1|n = 4'],
    ],
    [
      '$..get..*',
      [
        'paths|/a|get|tags = ["x","y"]',
        'paths|/a|get|n = 1',
        'paths|/b/{id}|get|200 = "ok"',
        'paths|/b/{id}|get|n = 3',
        'paths|/b/{id}|get|x-y = true',
        'paths|/a|get|tags|0 = "x"',
        'paths|/a|get|tags|1 = "y"',
      ],
    ],
    ['$.list[02]', ['list|2 = "ten"']],
    ['$.paths..get..[*][*]', ['paths|/a|get|tags|0 = "x"', 'paths|/a|get|tags|1 = "y"']],
    ['$..get..*.*', ['paths|/a|get|tags|0 = "x"', 'paths|/a|get|tags|1 = "y"']],
    ['$..*..title', ['info|title = "t"']],
    ['$.info..[*][*]', ['info|title = "t"', 'info|x = null']],
    ['$.paths[*]~', ['paths|/a = "/a"', 'paths|/b/{id} = "/b/{id}"']],
    ['$.paths[*~]', ['paths|/a = "/a"', 'paths|/b/{id} = "/b/{id}"']],
    ['$.paths.*.post^~', ['paths|/a = "/a"']],
    ['$.info.title^', ['info = {"title":"t","x":null}']],
    ['$.list[0]^^.n', ['n = 0']],
    ['$.info^^', []],
    ['$.paths[*].get^.post.n', ['paths|/a|post|n = 2']],
    ['$.list..', ['list = [10,[20,{"n":4}],"ten"]', 'list|1 = [20,{"n":4}]', 'list|1|1 = {"n":4}']],
    ['$.list[*]..', ['list|0 = 10', 'list|1 = [20,{"n":4}]', 'list|1|1 = {"n":4}', 'list|2 = "ten"']],
    ['$.info.title..', ['info|title = "t"']],
    ['$.info.*..^', ['info = {"title":"t","x":null}', 'info = {"title":"t","x":null}']],
    ['$.info.x..~', ['info|x = "x"']],
    ['$.list..~', ['list = "list"', 'list|1 = 1', 'list|1|1 = 1']],
    ...['~', '~.length', '~[*]', '~.*.title', '~^'].map<[string, readonly string[]]>((end) => [
      `$.info${end}`,
      ['info = "info"'],
    ]),
    ['$.info.title,x', ['info|title = "t"', 'info|x = null']],
    ['$.info.title, x', ['info|title = "t"', 'info|x = null']],
    ['$.info.title,', ['info|title = "t"']],
    ["$.info.'title','x'", ['info|title = "t"', 'info|x = null']],
    ['$.info.title,*', ['info|title = "t"', 'info|x = null']],
    ['$.list.~', ['list = "list"', 'list|1 = 1', 'list|1|1 = 1']],
    ['$.info.[title]', ['info|title = "t"']],
    ['$.paths.[n]', ['paths|/a|get|n = 1', 'paths|/a|post|n = 2', 'paths|/b/{id}|get|n = 3']],
    ['$.paths[[n]]', ['paths|/a|get|n = 1', 'paths|/a|post|n = 2', 'paths|/b/{id}|get|n = 3']],
    ['$.paths...n', ['paths|/a|get|n = 1', 'paths|/a|post|n = 2', 'paths|/b/{id}|get|n = 3']],
    ['$.info[title]]', ['info|title = "t"']],
    ["$.info.'title'", ['info|title = "t"']],
    ['$.info.', ['info = {"title":"t","x":null}']],
    ['$.paths[?(@.post)]get', ['paths|/a = {"get":{"tags":["x","y"],"n":1},"post":{"tags":[],"n":2}}']],
    [
      '$.paths.*[?(@parent["/a"])].n',
      ['paths|/a|get|n = 1', 'paths|/a|post|n = 2', 'paths|/b/{id}|get|n = 3'],
    ],
  ])('%s', (query, expected) => {
    expect(find(query).toSorted()).toEqual([...expected].toSorted())
  })

  it('finds the root', () => {
    expect(find('$')).toEqual([` = ${JSON.stringify(document)}`])
  })

  it('finds every object and array with ..', () => {
    expect(find('$..').map((found) => found.split(' ')[0])).toEqual([
      '',
      'info',
      'paths',
      'paths|/a',
      'paths|/a|get',
      'paths|/a|get|tags',
      'paths|/a|post',
      'paths|/a|post|tags',
      'paths|/b/{id}',
      'paths|/b/{id}|get',
      'list',
      'list|1',
      'list|1|1',
    ])
  })
})
