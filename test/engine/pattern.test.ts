import { describe, expect, it } from 'vitest'
import { allFunctions as functions } from '../../src/engine/functions/all-functions.ts'
import { compileSchema } from '../../src/engine/json-schema/compile.ts'
import { compilePattern, readPattern } from '../../src/engine/pattern.ts'
import { selectAll } from './find-matches.ts'
import { runFunction } from './functions/run-function.ts'

/** The third column is what the `pattern` function of Spectral 6.16 says of it on Node 20. */
describe('pattern, as the reference', () => {
  it.each<[string, string, boolean]>([
    ['\\u{61}', 'a', false],
    ['\\u{61}', 'u'.repeat(61), true],
    ['/\\u{61}/u', 'a', true],
    ['\\p{L}', 'p{L}', true],
    ['\\p{L}', 'é', false],
    ['/^\\p{L}+$/u', 'é', true],
    ['\\cA', '\x01', true],
    ['[\\c]', '\\', true],
    ['(?<=x)y', 'xy', true],
    ['(?<=x)y', 'ay', false],
    ['(?<!x)y', 'xy', false],
    ['^(?=.*\\d)(?!.*\\s).+$', 'a1', true],
    ['^(a+)\\1$', 'aaaa', true],
    ['^(a)(b)\\2\\1$', 'abba', true],
    ['(?<n>a)\\k<n>', 'aa', true],
    ['\\k<n>', 'k<n>', true],
    ['/b/g', 'ab', true],
    ['/b/y', 'ab', false],
    ['/a/y', 'ab', true],
    ['/^x$/m', 'a\nx\nb', true],
    ['/a\nb/', 'a\nb', false],
    ['/a\nb/', '/a\nb/', true],
    ['[\\w-\\d]', '-', true],
    ['[\\b]', '\b', true],
    ['\\8', '8', true],
    ['a{,2}', 'a{,2}', true],
    ['/^[^\\p{Lu}]$/v', 'a', true],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'aabBc', true],
  ])('%s on %j: %s', (match, input, expected) => {
    for (const _again of [1, 2]) {
      expect(runFunction('pattern', input, { match }).length === 0).toBe(expected)
      expect(runFunction('pattern', input, { notMatch: match }).length === 0).toBe(!expected)
    }
  })

  it.each(['(', '/x/q', '[z-a]', '/\\p{Nothing}/u'])('%s is refused', (match) => {
    expect(functions.get('pattern')?.options().safeParse({ match }).success).toBe(false)
  })
})

/** Spectral has ajv compile patterns without the `u` flag, which is not ajv's own default. */
describe('pattern of a schema, as the reference', () => {
  it.each<[string, string, boolean]>([
    ['^\\u{61}$', 'a', false],
    ['^\\p{L}$', 'é', false],
    ['^\\p{L}$', 'p{L}', true],
    ['\\-', '-', true],
    ['^\\cA$', '\x01', true],
    ['(?<=x)y', 'xy', true],
    ['^(a+)\\1$', 'aaa', false],
    ['^.$', '😀', false],
    ['^[\\w-\\.]+$', 'a-b', true],
  ])('%s on %j: %s', (pattern, input, expected) => {
    expect(compileSchema({ pattern })(input).length === 0).toBe(expected)
    const absent = { patternProperties: { [pattern]: false } }
    expect(compileSchema(absent)({ [input]: 1 }).length === 0).toBe(!expected)
  })
})

describe('a pattern in a filter starts at the beginning of each text', () => {
  const root = { a: ['xb', 'ab', 'b', 'ab'] }
  it.each<[string, number]>([
    ['$.a[?(@.match(/b/g))]', 4],
    ['$.a[?(@.match(/a/y))]', 2],
    ['$.a[?(/a/y.test(@))]', 2],
    ['$.a[?(/b/g.exec(@))]', 4],
    ['$.a[?(@.search(/b/) == 1)]', 3],
    ['$.a[?(@.split(/b/g).length == 2)]', 4],
    ["$.a[?(@.match('(?<=a)b'))]", 2],
    ['$.a[?(@.match(/^(.)(.)$/)[2] == "b")]', 3],
    ['$.a[?(@.match(/^(a+)+\\1?b$/))]', 2],
  ])('%s', (query, count) => {
    expect(selectAll(query, root)).toHaveLength(count)
  })
})

it('takes flags in front, as rulesets for other engines have them', () => {
  expect(readPattern('(?i)^ab').test('ABC')).toBe(true)
  expect(compilePattern('(?s).$', 'i').flags).toBe('is')
})
