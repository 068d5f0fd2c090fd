import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawnGrid } from '../../../src/reporters/table/grid.ts'
import { createPalette } from '../../../src/reporters/table/palette.ts'
import { plainGrid } from '../../../src/reporters/table/plain-grid.ts'

const paints = [...Object.values(createPalette(true).severity), createPalette(true).title]
const characters = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...'ab/{}.-_:"  …ßéЖλ─’') },
  { weight: 1, arbitrary: fc.constantFrom('中', '❌', '\u0301', '\u200d', '️', '‼', '©', '⠀') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 }) },
)
const texts = fc.array(characters, { maxLength: 8 }).map((each) => each.join('').replaceAll('\n', ''))
const painted = fc.oneof(
  texts,
  fc.tuple(texts, fc.constantFrom(...paints)).map(([text, paint]) => paint(text)),
)
const grids = fc
  .array(fc.constantFrom<'left' | 'right'>('left', 'right'), { minLength: 1, maxLength: 3 })
  .chain((aligns) =>
    fc.record({
      aligns: fc.constant(aligns),
      widths: fc.array(fc.integer({ min: 1, max: 12 }), {
        minLength: aligns.length,
        maxLength: aligns.length,
      }),
      rows: fc.array(fc.array(painted, { minLength: aligns.length, maxLength: aligns.length }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  )

it('draws what cli-table3 draws, or leaves it to it', () => {
  fc.assert(
    fc.property(grids, ({ rows, widths, aligns }) => {
      const plain = plainGrid(rows, widths, aligns)
      if (plain !== undefined) expect(plain).toEqual(drawnGrid(rows, widths, aligns))
    }),
    { numRuns: 2000 },
  )
})

const blocks = [
  [0x20, 0x7e],
  [0xb0, 0x2ff],
  [0x370, 0x482],
  [0x2010, 0x2027],
  [0x2500, 0x257f],
] as const

it('takes one column for each character that it draws', () => {
  const every = blocks.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => [`${String.fromCodePoint(from + index)}|`]),
  )
  const drawn = plainGrid(every, [2], ['left'])
  expect(drawn).toEqual(every.flat())
  expect(drawn).toEqual(drawnGrid(every, [2], ['left']))
})

describe('what it leaves to cli-table3', () => {
  it.each([
    ['a wide character', '中'],
    ['an emoji', '❌'],
    ['a mark that joins', 'e\u0301'],
    ['a sign that some terminals show as an emoji', '©'],
    ['a text that is wider than its column', 'abcdefgh'],
    ['an escape that is no colour', '\u001b[2J'],
  ])('%s', (_, text) => {
    expect(
      plainGrid(
        [
          ['ok', 'ok'],
          [text, 'ok'],
        ],
        [6, 2],
        [],
      ),
    ).toBeUndefined()
  })
})

it.each([
  ['left', [' a', 'b'], ' a    b'],
  ['right', ['a', 'b '], '   a  b'],
] as const)('aligns %s', (align, cells, expected) => {
  expect(plainGrid([cells], [4, 2], [align, 'left'])).toEqual([expected])
})
