import { expect, it } from 'vitest'
import { findHolder, isSecret } from '../../src/sandbox/http/credentials.ts'

it.each([
  ['secret', 'secret', true],
  ['secret', 'secreT', false],
  ['', 'secret', false],
  ['secret', '', false],
  ['secret\0', 'secret', false],
  ['secretsecret', 'secret', false],
  [null, 'secret', false],
  ['', undefined, false],
  [null, undefined, false],
])('%j against %j: %s', (given, secret, same) => {
  expect(isSecret(given, secret)).toBe(same)
})

it('compares with the key of every holder', () => {
  const asked: string[] = []
  const holders = ['a', 'b', 'c'].map((key) => ({
    get access_key() {
      asked.push(key)
      return key
    },
  }))
  expect(findHolder('a', holders)).toBe(holders[0])
  expect(asked).toEqual(['a', 'b', 'c'])
  expect(findHolder('d', holders)).toBeUndefined()
})
