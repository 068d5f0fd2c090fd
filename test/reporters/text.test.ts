import fc from 'fast-check'
import { expect, it } from 'vitest'
import { grid } from '../../src/reporters/table/grid.ts'
import { widthOf, wrap } from '../../src/reporters/table/text.ts'

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
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width)
    }),
  )
})

it('measures so that the grid never cuts a line', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 2, max: 30 }), (text, width) => {
      const lines = wrap(text, width)
      const printed = grid([[lines]], [width])
        .join('')
        .replaceAll(/\s/g, '')
      expect(printed).toBe(lines.join('').replaceAll(/\s/g, ''))
    }),
  )
})

it('leaves a narrow pictograph as narrow as it is', () => {
  expect(grid([[['\u{1f030}\u{3fffe}'], ['x']]], [2, 1])).toEqual(['\u{1f030}\u{3fffe}  x'])
})
