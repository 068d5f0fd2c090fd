import { expect, it } from 'vitest'
import { excerpt, grouped, renderCount, renderDuration } from '../../../src/core/text/wording.ts'

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1234567, '1,234,567'],
])('%i is written %s', (count, text) => {
  expect(grouped(count)).toBe(text)
})

it.each([
  [0, 'error', '0 errors'],
  [1, 'error', '1 error'],
  [1, 'warn', '1 warning'],
  [1200, 'warn', '1,200 warnings'],
  [2, 'info', '2 info'],
  [1, 'hint', '1 hint'],
] as const)('%i %s: %s', (count, severity, words) => {
  expect(renderCount(count, severity)).toBe(words)
})

it.each([
  [0, '0 ms'],
  [12.4, '12 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [1000, '1.0 s'],
  [59_949, '59.9 s'],
  [59_950, '1 min 0 s'],
  [125_300, '2 min 5 s'],
])('%d ms is %s', (ms, text) => {
  expect(renderDuration(ms)).toBe(text)
})

it.each([
  ['short', 'short'],
  ['x'.repeat(300), 'x'.repeat(300)],
  ['x'.repeat(301), `${'x'.repeat(300)}…`],
  ['🚀'.repeat(300), '🚀'.repeat(300)],
  ['🚀'.repeat(301), `${'🚀'.repeat(300)}…`],
  [`${' '.repeat(10_000)}hidden`, '…'],
])('an excerpt of %.20s is bounded', (text, bounded) => {
  expect(excerpt(text)).toBe(bounded)
})
