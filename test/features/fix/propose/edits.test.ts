import { expect, it } from 'vitest'
import type { Change } from '../../../../src/check/fixable/change.ts'
import type { Path } from '../../../../src/core/model/location.ts'
import { edited } from './edit.ts'

type Row = readonly [what: string, before: string, change: Change, after: string]

const yaml: readonly Row[] = [
  ['a plain scalar', 'a: 1 # one\nb: 2\n', { op: 'set', path: ['a'], value: 'x' }, 'a: x # one\nb: 2\n'],
  [
    'a scalar in single quotes',
    "a: 'it''s'\n",
    { op: 'set', path: ['a'], value: "it's not" },
    "a: 'it''s not'\n",
  ],
  ['a scalar in double quotes', 'a: "x"\n', { op: 'set', path: ['a'], value: 'y' }, 'a: "y"\n'],
  ['a string that reads as a number', 'a: x\n', { op: 'set', path: ['a'], value: '1' }, "a: '1'\n"],
  ['an absent value', 'a:\nb: 2\n', { op: 'set', path: ['a'], value: 1 }, 'a: 1\nb: 2\n'],
  ['a block scalar', 'a: |\n  x\n  y\nb: 1\n', { op: 'set', path: ['a'], value: 'z' }, 'a: z\nb: 1\n'],
  ['a block', 'a:\n  b: 1\n  c: 2\nd: 1\n', { op: 'set', path: ['a'], value: false }, 'a: false\nd: 1\n'],
  ['a flow map', 'a: {b: 1, c: 2} # x\n', { op: 'set', path: ['a'], value: false }, 'a: false # x\n'],
  ['an item', 'a:\n  - x\n  - y\n', { op: 'set', path: ['a', 1], value: 2 }, 'a:\n  - x\n  - 2\n'],
  [
    'an anchored scalar',
    'a: &n x\nb: *n\n',
    { op: 'set', path: ['a'], value: 'y' },
    'it has an anchor or a tag',
  ],
  [
    'an alias',
    'a: &n x\nb: *n\n',
    { op: 'set', path: ['b'], value: 'y' },
    'it is an alias of what is written elsewhere',
  ],
  [
    'what an alias stands for',
    'a: &n {x: 1}\nb: *n\n',
    { op: 'set', path: ['a', 'x'], value: 2 },
    'it is used at other places too, through an alias',
  ],
  [
    'what is behind an alias',
    'a: &n {x: 1}\nb: *n\n',
    { op: 'insert', path: ['b'], key: 'y', value: 2 },
    'it is used at other places too, through an alias',
  ],
  [
    'a merged member',
    'a: &n {x: 1}\nb:\n  <<: *n\n  y: 1\n',
    { op: 'set', path: ['b', 'x'], value: 2 },
    'it is written elsewhere: behind an alias or a merge key',
  ],
  [
    'beside a merge key',
    'a: &n {x: 1}\nb:\n  <<: *n\n  y: 1\n',
    { op: 'set', path: ['b', 'y'], value: 2 },
    'a: &n {x: 1}\nb:\n  <<: *n\n  y: 2\n',
  ],

  ['a member', 'a: 1\n# about b\nb: 2 # two\nc: 3\n', { op: 'remove', path: ['b'] }, 'a: 1\nc: 3\n'],
  [
    'the first member, not the comment above',
    '# all\na: 1\nb: 2\n',
    { op: 'remove', path: ['a'] },
    '# all\nb: 2\n',
  ],
  ['the last member', 'a: 1\nb:\n  c: |\n    x\n    y\n', { op: 'remove', path: ['b'] }, 'a: 1\n'],
  ['the last line without a break', 'a: 1\nb: 2', { op: 'remove', path: ['b'] }, 'a: 1'],
  ['the only member', 'a:\n  b: 1 # x\nc: 2\n', { op: 'remove', path: ['a', 'b'] }, 'a: {} # x\nc: 2\n'],
  ['the only item', 'a:\n- b\nc: 2\n', { op: 'remove', path: ['a', 0] }, 'a: []\nc: 2\n'],
  [
    'the member behind a dash',
    'a:\n  - b: 1\n    c: 2\n',
    { op: 'remove', path: ['a', 0, 'b'] },
    'a:\n  - c: 2\n',
  ],
  [
    'the last member of an item',
    'a:\n  - b: 1\n    c: 2\n  - d\n',
    { op: 'remove', path: ['a', 0, 'c'] },
    'a:\n  - b: 1\n  - d\n',
  ],
  [
    'an item of a list that is not indented',
    'a:\n- b: 1\n  c: 2\n- d\ne: 1\n',
    { op: 'remove', path: ['a', 0] },
    'a:\n- d\ne: 1\n',
  ],
  ['the first of a flow', 'a: {b: 1, c: 2}\n', { op: 'remove', path: ['a', 'b'] }, 'a: {c: 2}\n'],
  ['the last of a flow', 'a: [b, c , d]\n', { op: 'remove', path: ['a', 2] }, 'a: [b, c]\n'],
  ['the only one of a flow', 'a: { b: 1 }\n', { op: 'remove', path: ['a', 'b'] }, 'a: {}\n'],
  ['with CRLF', 'a: 1\r\nb: 2\r\nc: 3\r\n', { op: 'remove', path: ['b'] }, 'a: 1\r\nc: 3\r\n'],
  [
    'one whose alias stays',
    'a: &n 1\nb: *n\n',
    { op: 'remove', path: ['a'] },
    'the text could not be edited without changing something else',
  ],
  [
    'one that another of its name would replace',
    'a: 1\nb: 0\na: 2\n',
    { op: 'remove', path: ['a'] },
    'the text could not be edited without changing something else',
  ],

  [
    'a key',
    "/a/:\n  get: 1\n'/b/': 1\n",
    { op: 'rename', path: ['/a/'], to: '/a' },
    "/a:\n  get: 1\n'/b/': 1\n",
  ],
  ['a quoted key', "'/b/': 1\n", { op: 'rename', path: ['/b/'], to: '/b' }, "'/b': 1\n"],
  [
    'a key that is there',
    '/a/: 1\n/a: 2\n',
    { op: 'rename', path: ['/a/'], to: '/a' },
    'there is a /a already',
  ],

  [
    'a last member',
    'a:\n    b: 1 # one\nc: 2\n',
    { op: 'insert', path: ['a'], key: 'd', value: 'x' },
    'a:\n    b: 1 # one\n    d: x\nc: 2\n',
  ],
  [
    'a nested member',
    'a:\n    b: 1\n',
    { op: 'insert', path: [], key: 'd', value: { e: { $ref: '#/x' }, f: [1, { g: 2 }] } },
    "a:\n    b: 1\nd:\n    e:\n        $ref: '#/x'\n    f:\n        - 1\n        - g: 2\n",
  ],
  [
    'a list as the text has lists',
    'a:\n- b\n',
    { op: 'insert', path: [], key: 'd', value: ['x'] },
    'a:\n- b\nd:\n- x\n',
  ],
  [
    'a member before another',
    'a: 1\n# about b\nb: 2\n',
    { op: 'insert', path: [], key: 'c', value: 3, before: 'b' },
    'a: 1\nc: 3\n# about b\nb: 2\n',
  ],
  [
    'a member before the one behind a dash',
    'a:\n  - b: 1\n',
    { op: 'insert', path: ['a', 0], key: 'c', value: 3, before: 'b' },
    'a:\n  - c: 3\n    b: 1\n',
  ],
  [
    'an item',
    'a:\n  - b: 1\n    c: 2\nd: 1\n',
    { op: 'insert', path: ['a'], value: { b: 2, c: 3 } },
    'a:\n  - b: 1\n    c: 2\n  - b: 2\n    c: 3\nd: 1\n',
  ],
  ['into a flow', 'a: {b: 1}\n', { op: 'insert', path: ['a'], key: 'c', value: 'x' }, 'a: {b: 1, c: x}\n'],
  [
    'into a flow of JSON',
    'a: {"b": 1}\n',
    { op: 'insert', path: ['a'], key: 'c', value: 'x' },
    'a: {"b": 1, "c": "x"}\n',
  ],
  [
    'into a flow on lines',
    'a: [\n    x,\n    y\n  ]\n',
    { op: 'insert', path: ['a'], value: 'z' },
    'a: [\n    x,\n    y,\n    z\n  ]\n',
  ],
  ['behind a last comma', 'a: [x, y,]\n', { op: 'insert', path: ['a'], value: 'z' }, 'a: [x, y, z,]\n'],
  [
    'into an empty flow',
    'a: []\n',
    { op: 'insert', path: ['a'], value: { name: 'x' } },
    'a: [{ name: x }]\n',
  ],
  [
    'behind a block scalar',
    'a:\n  b: |\n    x\n\nc: 1\n',
    { op: 'insert', path: ['a'], key: 'd', value: 1 },
    'a:\n  b: |\n    x\n  d: 1\n\nc: 1\n',
  ],
  [
    'behind one whose blank lines count',
    'a:\n  b: |+\n    x\n\nc: 1\n',
    { op: 'insert', path: ['a'], key: 'd', value: 1 },
    'a:\n  b: |+\n    x\n\n  d: 1\nc: 1\n',
  ],
  ['a key that exists', 'a: 1\n', { op: 'insert', path: [], key: 'a', value: 1 }, 'there is a a already'],
  [
    'with CRLF and no last break',
    'a: 1\r\nb: 2',
    { op: 'insert', path: [], key: 'c', value: { d: 1 } },
    'a: 1\r\nb: 2\r\nc:\r\n  d: 1',
  ],
  [
    'words that YAML reads as something else',
    'a: x\n',
    { op: 'insert', path: [], key: 'b', value: ['no', '1.0', 'a: b', ''] },
    "a: x\nb:\n  - 'no'\n  - '1.0'\n  - 'a: b'\n  - ''\n",
  ],

  [
    'items with their comments',
    't:\n  - b # two\n  # one\n  - a\n  - c\n',
    { op: 'sort', path: ['t'], order: [1, 0, 2] },
    't:\n  # one\n  - a\n  - b # two\n  - c\n',
  ],
  [
    'objects',
    't:\n- n: b\n  d: |\n    x\n\n- n: a\n',
    { op: 'sort', path: ['t'], order: [1, 0] },
    't:\n- n: a\n\n- n: b\n  d: |\n    x\n',
  ],
  ['a flow', 't: [b, a]\n', { op: 'sort', path: ['t'], order: [1, 0] }, 't: [a, b]\n'],
  [
    'the last line without a break',
    't:\n  - b\n  - a',
    { op: 'sort', path: ['t'], order: [1, 0] },
    't:\n  - a\n  - b',
  ],
  ...[
    't:\n  # about b, or about all\n  - b\n  - a\n',
    't:\n  - b\n\n  # a part\n\n  - a\n',
    't:\n  - b\n  - a\n  # the end\n',
    't:\n- b\n- a\n# the end\nu: 1\n',
    't:\n  - n: b\n    # more of b\n  - n: a\n',
    't: [\n  b, # of b\n  a # of a\n]\n',
    't: [ # all\n  b,\n  a\n]\n',
  ].map(
    (text): Row => [
      `not with a comment that may stay behind: ${JSON.stringify(text)}`,
      text,
      { op: 'sort', path: ['t'], order: [1, 0] },
      'a comment among them may be about all of them',
    ],
  ),
  [
    'a comment in what is moved goes along, and one below the list stays',
    't:\n  - n: b\n    # deep\n    d: 1\n  - n: a\n\n# the end\nu: 1\n',
    { op: 'sort', path: ['t'], order: [1, 0] },
    't:\n  - n: a\n  - n: b\n    # deep\n    d: 1\n\n# the end\nu: 1\n',
  ],
]

const json: readonly Row[] = [
  ['a scalar', '{"a": "x", "b": 1}', { op: 'set', path: ['a'], value: 'y"' }, '{"a": "y\\"", "b": 1}'],
  [
    'a member with its comma',
    '{\n\t"a": 1,\n\t"b": 2\n}\n',
    { op: 'remove', path: ['a'] },
    '{\n\t"b": 2\n}\n',
  ],
  [
    'the last member',
    '{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n',
    { op: 'remove', path: ['b'] },
    '{\r\n  "a": 1\r\n}\r\n',
  ],
  ['a key', '{"/a/" : 1}', { op: 'rename', path: ['/a/'], to: '/a' }, '{"/a" : 1}'],
  [
    'a member in tabs',
    '{\n\t"a": 1\n}',
    { op: 'insert', path: [], key: 'b', value: { c: [1] } },
    '{\n\t"a": 1,\n\t"b": {\n\t\t"c": [\n\t\t\t1\n\t\t]\n\t}\n}',
  ],
  [
    'a member on one line',
    '{"a":1,"b":{"c":2}}',
    { op: 'insert', path: ['b'], key: 'd', value: { e: [1, 2] } },
    '{"a":1,"b":{"c":2,"d":{"e":[1,2]}}}',
  ],
  [
    'into an empty object',
    '{\n  "a": {}\n}',
    { op: 'insert', path: ['a'], key: 'b', value: 1 },
    '{\n  "a": {\n    "b": 1\n  }\n}',
  ],
  [
    'into an empty list on one line',
    '{"a":[]}',
    { op: 'insert', path: ['a'], value: { b: 1 } },
    '{"a":[{"b":1}]}',
  ],
  [
    'before another',
    '{\n  "a": 1,\n  "b": 2\n}',
    { op: 'insert', path: [], key: 'c', value: 3, before: 'b' },
    '{\n  "a": 1,\n  "c": 3,\n  "b": 2\n}',
  ],
  ['items', '[\n  "b",\n  "a"\n]', { op: 'sort', path: [], order: [1, 0] }, '[\n  "a",\n  "b"\n]'],
  [
    'a value behind a blank before the colon',
    '{"a" : {"b" : 1}}',
    { op: 'set', path: ['a', 'b'], value: 2 },
    '{"a" : {"b" : 2}}',
  ],
]

it.each(yaml.map((row) => [row[2].op, ...row] as const))(
  '%s, YAML: %s',
  (_op, _what, before, change, after) => {
    expect(edited(before, 'yaml', change)).toBe(after)
  },
)

it.each(json.map((row) => [row[2].op, ...row] as const))(
  '%s, JSON: %s',
  (_op, _what, before, change, after) => {
    expect(edited(before, 'json', change)).toBe(after)
  },
)

const added = { name: 'c' }

it.each<[what: string, before: string, path: Path, key: string | undefined, value: unknown, after: string]>([
  ['braces without blanks', 'a: [{n: x}]\n', ['a'], undefined, added, 'a: [{n: x}, {name: c}]\n'],
  ['braces with blanks', 'a: [ { n: x } ]\n', ['a'], undefined, added, 'a: [ { n: x }, { name: c } ]\n'],
  ['braces elsewhere', 'x: {n: x}\na: []\n', ['a'], undefined, added, 'x: {n: x}\na: [{name: c}]\n'],
  ['a flow object', 'a: {n: {x: 1}}\n', ['a'], 'b', added, 'a: {n: {x: 1}, b: {name: c}}\n'],
  ['items in braces', 'a:\n  - {n: x}\n', ['a'], undefined, added, 'a:\n  - {n: x}\n  - {name: c}\n'],
  ['items of several lines', 'a:\n  - n: x\n', ['a'], undefined, added, 'a:\n  - n: x\n  - name: c\n'],
  [
    'a wide dash',
    'a:\n  -   n: x\n      d: y\n',
    ['a'],
    undefined,
    { ...added, d: 'z' },
    'a:\n  -   n: x\n      d: y\n  -   name: c\n      d: z\n',
  ],
  [
    'blank lines between entries',
    'a:\n  - n: x\n\n  - n: y\nb: 1\n',
    ['a'],
    undefined,
    added,
    'a:\n  - n: x\n\n  - n: y\n\n  - name: c\nb: 1\n',
  ],
  ['quoted items', 'a: ["x", "y"]\n', ['a'], undefined, 'z', 'a: ["x", "y", "z"]\n'],
  [
    'quoted lines',
    'a:\n- \'x\'\nb: "y"\nc: "z"\n',
    ['a'],
    undefined,
    'z',
    'a:\n- \'x\'\n- \'z\'\nb: "y"\nc: "z"\n',
  ],
  ['quoted keys', "'a': {}\n'b': 1\n", [], 'c', 'x', "'a': {}\n'b': 1\n'c': x\n"],
  [
    'keys that need quotes',
    'a:\n  "200": x\nb: \'y\'\n',
    ['a'],
    '401',
    1,
    'a:\n  "200": x\n  "401": 1\nb: \'y\'\n',
  ],
  ['numbers for keys', 'a:\n  200: x\n', ['a'], '401', 1, 'a:\n  200: x\n  401: 1\n'],
  ['strings that need quotes', "a: 'x: y'\n", [], 'b', 'z', "a: 'x: y'\nb: z\n"],
  [
    'the indentation here',
    'x:\n  y: 1\na:\n    b:\n        c: 1\n',
    ['a'],
    'd',
    added,
    'x:\n  y: 1\na:\n    b:\n        c: 1\n    d:\n        name: c\n',
  ],
  [
    'lists as far in as their keys here',
    'x:\n  - 1\na:\n  b:\n  - 1\n',
    ['a'],
    'd',
    [1],
    'x:\n  - 1\na:\n  b:\n  - 1\n  d:\n  - 1\n',
  ],
  [
    'a list farther in here',
    'x:\n- 1\na:\n  b:\n    - 1\n',
    ['a'],
    'd',
    [1],
    'x:\n- 1\na:\n  b:\n    - 1\n  d:\n    - 1\n',
  ],
  ['a comma at the end', 'a: [\n  x,\n  y,\n]\n', ['a'], undefined, 'z', 'a: [\n  x,\n  y,\n  z,\n]\n'],
])('what is added is written like its neighbours: %s', (_what, before, path, key, value, after) => {
  expect(edited(before, 'yaml', { op: 'insert', path, key, value })).toBe(after)
})

it.each<[before: string, path: Path, key: string | undefined, value: unknown, after: string]>([
  ['{"a":{"b":1}}', ['a'], 'c', added, '{"a":{"b":1,"c":{"name":"c"}}}'],
  ['{"a": {"b": 1}}', ['a'], 'c', added, '{"a": {"b": 1, "c": {"name": "c"}}}'],
  ['{ "a": [ { "n": 1 } ] }', ['a'], undefined, added, '{ "a": [ { "n": 1 }, { "name": "c" } ] }'],
  ['{"a" : 1}', [], 'b', added, '{"a" : 1, "b" : {"name" : "c"}}'],
  ['{\n\t"a": [{"n": 1}]\n}', ['a'], undefined, added, '{\n\t"a": [{"n": 1}, {"name": "c"}]\n}'],
  ['{\n\t"a": []\n}', ['a'], undefined, added, '{\n\t"a": [\n\t\t{\n\t\t\t"name": "c"\n\t\t}\n\t]\n}'],
])('also in JSON: %s', (before, path, key, value, after) => {
  expect(edited(before, 'json', { op: 'insert', path, key, value })).toBe(after)
})

it('of fixes that overlap the first is made, and the same one is made once', () => {
  const before = 'a: [x]\nb: 1\n'
  const insert: Change = { op: 'insert', path: ['a'], value: 'w' }
  expect(edited(before, 'yaml', insert, insert)).toBe('a: [x, w]\nb: 1\n')
  expect(
    edited(before, 'yaml', { op: 'remove', path: ['a'] }, { op: 'set', path: ['a', 0], value: 'z' }),
  ).toBe('b: 1\n')
})
