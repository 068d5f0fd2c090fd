import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitsPattern } from '../../../src/core/text/path-pattern.ts'

it.each<[string, string, boolean]>([
  ['a', 'a', true],
  ['a', 'ab', false],
  ['', '', true],
  ['*', '', true],
  ['*', 'paths./a.get', true],
  ['paths./legacy*', 'paths./legacy/orders.get', true],
  ['paths./legacy*', 'paths./new/legacy', false],
  ['*.get', 'paths./a.get', true],
  ['*.get', 'paths./a.get.tags', false],
  ['paths.*.get', 'paths./a.b.get', true],
  ['paths./{id}.get', 'paths./{id}.get', true],
  ['paths./[a].get', 'paths./a.get', false],
  ['a.c', 'abc', false],
  ['aa*aa', 'aaa', false],
  ['a*b*c', 'a-c-b-c', true],
  ['a*b*c', 'a-c-b', false],
  [String.raw`a\*b`, 'a*b', true],
  [String.raw`a\*b`, 'axb', false],
  [String.raw`\**\*`, '*x*', true],
  [String.raw`\**\*`, '*', false],
  [String.raw`a*\*\**`, 'ax**y', true],
  [String.raw`a*\*\**`, 'ax*y', false],
])('%s on %s: %s', (pattern, text, fits) => {
  expect(fitsPattern(pattern, text)).toBe(fits)
})

it('agrees with a regular expression', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 8 })
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 8 })
  fc.assert(
    fc.property(pattern, word, (glob, text) => {
      const source = glob.replaceAll('.', '[.]').replaceAll('*', '.*')
      expect(fitsPattern(glob, text)).toBe(new RegExp(`^${source}$`).test(text))
    }),
  )
})

it('ends on hostile patterns', () => {
  expect(fitsPattern('*a'.repeat(5000), 'a'.repeat(4999))).toBe(false)
})
