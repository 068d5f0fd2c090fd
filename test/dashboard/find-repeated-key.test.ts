import { expect, it } from 'vitest'
import { findRepeatedKey } from '../../src/dashboard/find-repeated-key.ts'

it.each<[string, string | undefined]>([
  ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}', undefined],
  ['{"a":"a","b":"a"}', undefined],
  ['["a","a",{"b":"b"}]', undefined],
  ['{"a":"\\"a\\":1,\\\\","b":"{[\\\\\\"","c":0}', undefined],
  ['"a"', undefined],
  ['{}', undefined],
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"b":[1,{"c":2}],"a":2}', 'a'],
  ['[{"x":{"a":1 , "a" \n\t: 2}}]', 'a'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"a\\\\":1,"a\\\\":2}', 'a\\'],
  ['{"":1,"":2}', ''],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
])('%s repeats %j', (text, key) => {
  expect(findRepeatedKey(text)).toBe(key)
})

it.each<[string, string | undefined]>([
  ['', undefined],
  [',"a":2', 'a'],
])('looks through a text that is nested deeper than can be written, and goes on with %j', (rest, key) => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  expect(findRepeatedKey(`{"a":${deep}${rest}}`)).toBe(key)
})

it('takes time in proportion to the text', () => {
  expect(findRepeatedKey(JSON.stringify({ a: '\\'.repeat(200_000), b: '"'.repeat(200_000) }))).toBe(undefined)
})
