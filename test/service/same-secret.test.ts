import { expect, it } from 'vitest'
import { holderOf, sameSecret } from '../../src/service/http/same-secret.ts'

it.each([
  ['secret', 'secret', true],
  ['secret', 'secreT', false],
  ['', 'secret', false],
  ['secret', '', false],
  ['secret\0', 'secret', false],
  ['secretsecret', 'secret', false],
])('%j against %j: %s', (given, secret, same) => {
  expect(sameSecret(given, secret)).toBe(same)
})

it('compares with every holder, whoever it is', () => {
  const asked: string[] = []
  const holders = ['a', 'b', 'c'].map((key) => ({ key }))
  const secretOf = ({ key }: { key: string }) => {
    asked.push(key)
    return key
  }
  expect(holderOf('a', holders, secretOf)).toBe(holders[0])
  expect(asked).toEqual(['a', 'b', 'c'])
  expect(holderOf('d', holders, secretOf)).toBeUndefined()
})
