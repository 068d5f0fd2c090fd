import fc from 'fast-check'
import { expect, it } from 'vitest'
import { measureWidth, wrap } from '../../../src/core/text/width.ts'

it.each([
  ['plain text', 10],
  ['naïve – “Ж”', 11],
  ['日本', 4],
  ['ｆｕｌｌ', 8],
  ['e\u0301', 1],
  ['กุ้ง', 2],
  ['\u001b[31mred\u001b[39m', 3],
  ['🚀', 2],
  ['🪄🫠', 4],
  ['👨‍👩‍👧', 2],
  ['🇩🇪', 2],
  ['✔', 1],
  ['✔️', 2],
  ['\u{1f030}', 1],
])('%j takes %i columns', (text, width) => {
  expect(measureWidth(text)).toBe(width)
})

it.each([
  ['a short line', 20, ['a short line']],
  ['two words', 5, ['two', 'words']],
  ['', 5, ['']],
  ['paths./users/{id}.get', 12, ['paths./', 'users/{id}.', 'get']],
  ['see paths./users', 10, ['see', 'paths./', 'users']],
  ['abcdefghij', 4, ['abcd', 'efgh', 'ij']],
  ['日本語の説明', 5, ['日本', '語の', '説明']],
  ['🚀🚀🚀', 4, ['🚀🚀', '🚀']],
])('%j in %i columns', (text, width, lines) => {
  expect(wrap(text, width)).toEqual(lines)
})

const texts = fc
  .oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
  .map((text) => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, ''))

it('loses nothing but spaces, and no line is too wide', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 2, max: 30 }), (text, width) => {
      const lines = wrap(text, width)
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
      expect(Math.max(...lines.map(measureWidth))).toBeLessThanOrEqual(width)
    }),
  )
})
