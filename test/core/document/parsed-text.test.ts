import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'

type Paths = readonly (readonly (string | number)[])[]

describe('keys that occur again', () => {
  it.each<['json' | 'yaml', string, Paths]>([
    ['yaml', 'a: 1\nb: 2\n', []],
    ['yaml', 'a: 1\na: 2\na: 3\n', [['a'], ['a']]],
    ['yaml', 'a: { x: 1, x: 2 }\nb: { x: 1 }\n', [['a', 'x']]],
    ['yaml', 'a:\n  - x: 1\n  - x: 1\n    y: [1, { z: 1, z: 2 }]\n', [['a', 1, 'y', 1, 'z']]],
    ['yaml', 'a: 1\n"a": 2\n', [['a']]],
    ['yaml', 'a: &x { y: 1 }\nb: *x\nc: { <<: *x, <<: *x, y: 2 }\n', []],
    ['yaml', 'a: &x { y: 1 }\nb: *x\nc: 1\nc: 2\n', [['c']]],
    ['yaml', '{\n  "a": 1,\n  "\\u0061": 2\n}', [['a']]],
    ['yaml', 'text', []],
    ['json', '{\n\t"a": 1,\n\t"\\u0061": 2\n}', [['a']]],
    ['json', '{ "a": [{ "x": 1 }, { "x": 1, "y": 1, "x": 2 }], "x": 1 }', [['a', 1, 'x']]],
    ['json', '{ "a": 1, "b": { "a": 1 } }', []],
    ['json', '{ "<<": 1, "<<": 2 }', [['<<']]],
    ['yaml', '&k a: 1\n*k : 2\n', [['a']]],
  ])('%s %j', (format, text, paths) => {
    const faults = parseDocument(text, format).keyFaults()
    expect(faults.filter(({ kind }) => kind === 'repeated').map(({ path }) => path)).toEqual(paths)
  })
})

it.each([
  ['~: 1\n', 'null'],
  ['? \n: 1\n', 'null'],
  [': 1\n', 'null'],
  [': b\n', 'null'],
  ['x:\n  : b\n', 'null'],
  ['x: { c: 1, : d }\n', 'null'],
  ['x: { a,: b }\n', 'null'],
  ['x: [: b, c]\n', 'null'],
  ['x:\n  &a : b\n', 'null'],
  ['x:\n  !!str : b\n', 'null'],
  ['1.0: 1\n', 'number'],
  ['"": 1\n', undefined],
  ["'~': 1\n", undefined],
])('the key of %j is not a string, but %s', (text, kind) => {
  expect(parseDocument(text, 'yaml').keyFaults()[0]?.kind).toBe(kind)
})

it.each([
  ['{"a\\\\": 1, "a\\\\" : 2, "b": "\\":"}', 'a\\'],
  ['{"a": 1, "a": 2, "b": ":", "c": "\\":\\":"}', 'a'],
  ['{"a": [{"b"\n: 1, "b": ":x"}]}', 'b'],
])('a key that is repeated beside strings with colons: %s', (text, key) => {
  expect(
    parseDocument(text, 'json')
      .keyFaults()
      .map(({ path }) => path.at(-1)),
  ).toEqual([key])
})
