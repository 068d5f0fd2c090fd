import { expect, it } from 'vitest'
import { readLimit } from '../../src/terminal/flags/setting-flags.ts'

it.each([
  ['1', 1],
  ['250', 250],
  ['all', Number.MAX_SAFE_INTEGER],
])('--limit %s', (typed, limit) => {
  expect(readLimit(typed)).toBe(limit)
})

it.each(['0', '00', '-1', '1.5', '', 'none'])('no --limit "%s"', (typed) => {
  expect(() => readLimit(typed)).toThrow('It must be a whole number from 1 up, or all.')
})
