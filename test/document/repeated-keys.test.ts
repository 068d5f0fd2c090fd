import { describe, expect, it } from 'vitest'
import { findRepeatedKeys } from '../../src/document/repeated-keys.ts'

describe('findRepeatedKeys', () => {
  it.each<[string, readonly (readonly (string | number)[])[]]>([
    ['a: 1\nb: 2\n', []],
    ['a: 1\na: 2\na: 3\n', [['a']]],
    ['a: { x: 1, x: 2 }\nb: { x: 1 }\n', [['a', 'x']]],
    ['a:\n  - x: 1\n  - x: 1\n    y: [1, { z: 1, z: 2 }]\n', [['a', 1, 'y', 1, 'z']]],
    ['a: 1\n"a": 2\n', [['a']]],
    ['a: &x { y: 1 }\nb: *x\nc: { <<: *x, <<: *x, y: 2 }\n', []],
    ['{\n\t"a": 1,\n\t"\\u0061": 2\n}', [['a']]],
    ['? { k: 1, k: 2 }\n: 1\na: 1\n', [['k']]],
    ['text', []],
  ])('%j', (text, paths) => {
    expect(findRepeatedKeys(text)).toEqual(paths)
  })
})
