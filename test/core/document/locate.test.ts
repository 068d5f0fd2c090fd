import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import type { Path } from '../../../src/core/model/location.ts'

/** `line:char-line:char` */
function locate(text: string, format: 'json' | 'yaml', path: Path): string {
  const { start_line, start_char, end_line, end_char } = parseDocument(text, format).locate(path)
  return `${start_line}:${start_char}-${end_line}:${end_char}`
}

const json = `{
  "a": "x",
  "b": { "c": [1, {"d": null}], "e\\"f": true },
  "g": {},
  "h": [],
  "twice": 1,
  "twice": 22
}
`

const yaml = `# c
openapi: "q"
b: |
  lit
  two
b2: >- # why | not
  folded

c:
d: {}
e: [1, {x: y}]
f: &an
  k: v
g: *an
h:
  <<: *an
  d: 2020-01-01
"j k" : 'it''s'
l:
  - a: 1
    b: 2
  - - n
  - &z q
  -
n: plain
  multi
  # com
merged:
  <<: [*an, {z: 1}]
twice: 1
twice: 22
`

describe('a place in JSON', () => {
  it.each<[Path, string]>([
    [[], '1:1-7:14'],
    [['a'], '2:8-2:11'],
    [['b'], '3:7-3:45'],
    [['b', 'c'], '3:14-3:29'],
    [['b', 'c', 0], '3:16-3:17'],
    [['b', 'c', '0'], '3:16-3:17'],
    [['b', 'c', 1], '3:19-3:29'],
    [['b', 'c', 1, 'd'], '3:25-3:29'],
    [['b', 'e"f'], '3:41-3:45'],
    [['g'], '4:7-4:10'],
    [['h'], '5:7-5:10'],
    [['twice'], '7:12-7:14'],
    [['b', 'nope', 'x'], '3:7-3:45'],
    [['a', 'length'], '2:8-2:11'],
    [['b', 'c', 7], '3:14-3:29'],
    [['toString'], '1:1-7:14'],
  ])('%j is at %s', (path, place) => {
    expect(locate(json, 'json', path)).toBe(place)
  })

  it('is found without a stack, however deep', () => {
    const depth = 10_000
    const text = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
    const path = Array.from({ length: depth }, () => 'a')
    expect(locate(text, 'json', path)).toBe(`1:${depth * 5 + 1}-1:${depth * 5 + 2}`)
  })
})

describe('a place in YAML', () => {
  it.each<[Path, string]>([
    [[], '1:1-31:10'],
    [['openapi'], '2:10-2:13'],
    [['b'], '3:4-5:6'],
    [['b2'], '6:5-7:9'],
    [['c'], '9:3-9:3'],
    [['d'], '10:3-10:6'],
    [['e'], '11:3-11:13'],
    [['e', 1, 'x'], '11:12-11:13'],
    [['f'], '12:3-13:7'],
    [['f', 'k'], '13:6-13:7'],
    [['g'], '14:3-14:7'],
    [['g', 'k'], '14:3-14:7'],
    [['h', 'k'], '13:6-13:7'],
    [['h', 'd'], '17:6-17:16'],
    [['j k'], '18:9-18:16'],
    [['l', 0], '20:5-21:9'],
    [['l', 1, 0], '22:7-22:8'],
    [['l', 2], '23:8-23:9'],
    [['n'], '25:4-26:8'],
    [['merged', 'z'], '29:17-29:18'],
    [['merged', 'k'], '13:6-13:7'],
    [['twice'], '31:8-31:10'],
    [['nope'], '1:1-31:10'],
  ])('%j is at %s', (path, place) => {
    expect(locate(yaml, 'yaml', path)).toBe(place)
  })
})

describe('positions', () => {
  it.each<[string, 'json' | 'yaml', Path, string]>([
    ['{\r\n  "a": 1\r\n}', 'json', ['a'], '2:8-2:9'],
    ['a:\r\n  b: 1\r\n  c: |\r\n    x\r\n', 'yaml', ['a', 'b'], '2:6-2:7'],
    ['a:\r\n  b: 1\r\n  c: |\r\n    x\r\nd: 1\r\n', 'yaml', ['d'], '5:4-5:5'],
    ['\ufeff{"a": 1}', 'json', ['a'], '1:7-1:8'],
    ['\ufeffa: 1', 'yaml', ['a'], '1:4-1:5'],
    ['---\na: 1\n', 'yaml', [], '1:1-2:5'],
    ['# one\n# two\na: 1\n', 'yaml', [], '3:1-3:5'],
    ['a: 1\rb:\r  c: 2\r', 'yaml', ['b', 'c'], '3:6-3:7'],
    ['a: 1\rb: 2\r\nc: 3\nd: 4', 'yaml', ['d'], '4:4-4:5'],
    ['# one\r- a\r- # two\r- b\r', 'yaml', [1], '3:2-3:2'],
    ['{\r"a": 1,\r\n"b": 2}', 'json', ['b'], '3:6-3:7'],
    ['"text"', 'json', ['a', 0], '1:1-1:7'],
  ])('of %j as %s %j are %s', (text, format, path, place) => {
    expect(locate(text, format, path)).toBe(place)
  })
})

/** Each is read by the reader of simple YAML, and, behind an anchor, by the other. */
describe('what is absent', () => {
  const rows: readonly (readonly [string, Path, string])[] = [
    ['l:\n  - a\n  -\n  - b', ['l', 1], '3:4-3:4'],
    ['l:\n  - # c\n  -   # d\n\n  -\n', ['l', 0], '2:4-2:4'],
    ['l:\n  - # c\n  -   # d\n\n  -\n', ['l', 1], '3:4-3:4'],
    ['l:\n  - # - c\n  -   # d\n# - e\n  -\n', ['l', 2], '5:4-5:4'],
    ['l:\n- a: # c\n-\n', ['l', 1], '3:2-3:2'],
    ['l:\n- - a\n  -\n-\n', ['l', 0, 1], '3:4-3:4'],
    ['l:\n- - a\n  -\n-\n', ['l', 1], '4:2-4:2'],
    ['l:\n- "a # b"\n-\n', ['l', 1], '3:2-3:2'],
    ['l:\n- [a, {b: c}] # d\n-\n', ['l', 1], '3:2-3:2'],
    ['l:\n- |\n  a\n  # b\n-\n', ['l', 1], '5:2-5:2'],
    ['l:\n- []\n-\nm: 1', ['l', 1], '3:2-3:2'],
  ]
  const anchored = rows.map(([text, path, place]) => [`${text}\nz: &z 1`, path, place] as const)
  it.each([
    ...rows,
    ...anchored,
    ['---\n-\n- &a b', [0], '2:2-2:2'],
    ['---\n# c\n-\n-\n- &a b', [1], '4:2-4:2'],
    ['l:\n- &a\n- !!null\n-\n', ['l', 0], '2:2-2:2'],
    ['l:\n- &a\n- !!null\n-\n', ['l', 1], '3:2-3:2'],
    ['l:\n- &a\n- !!null\n-\n', ['l', 2], '4:2-4:2'],
    ['l:\n- &a b\n- *a\n-\n', ['l', 2], '4:2-4:2'],
    ['m:\n  ? \n  : a\n', ['m', 'null'], '3:5-3:6'],
    ['m:\n  b: c\n  ? # d\n  ? e\n', ['m', 'null'], '3:4-3:4'],
  ] as const)('%j at %j is at %s', (text, path, place) => {
    expect(locate(text, 'yaml', path)).toBe(place)
  })
})

describe('the place that a person looks for', () => {
  it.each<['json' | 'yaml', Path, string]>([
    ['json', [], '1:1-7:14'],
    ['json', ['a'], '2:8-2:11'],
    ['json', ['b'], '3:3-3:6'],
    ['json', ['b', 'c', 1], '3:19-3:29'],
    ['json', ['g'], '4:3-4:6'],
    ['yaml', ['openapi'], '2:10-2:13'],
    ['yaml', ['c'], '9:1-9:2'],
    ['yaml', ['d'], '10:1-10:2'],
    ['yaml', ['g'], '14:1-14:2'],
    ['yaml', ['h', 'k'], '13:6-13:7'],
    ['yaml', ['j k'], '18:9-18:16'],
    ['yaml', ['l', 0], '20:5-21:9'],
  ])('in %s at %j is %s', (format, path, place) => {
    const { start_line, start_char, end_line, end_char } = parseDocument(
      format === 'json' ? json : yaml,
      format,
    ).locateKey(path)
    expect(`${start_line}:${start_char}-${end_line}:${end_char}`).toBe(place)
  })

  it('is the value itself in minified JSON', () => {
    expect(parseDocument('{"a":1,"b":{}}', 'json').locateKey(['a'])).toMatchObject({ start_char: 6 })
    expect(parseDocument('{"a":1,"b":{}}', 'json').locateKey(['b'])).toMatchObject({ start_char: 8 })
  })
})
