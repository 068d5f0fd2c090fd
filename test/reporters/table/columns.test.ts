import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureWidth } from '../../../src/core/text/width.ts'
import { columns } from '../../../src/reporters/table/columns.ts'
import { createPalette, keepText } from '../../../src/reporters/table/palette.ts'

const part = (text: string, paint = keepText) => [{ text, paint }]

it.each([
  ['letters', 'ab'],
  ['East Asian characters', '日本'],
  ['an emoji', '🚀'],
  ['an emoji of recent years', '🫠'],
  ['a family, which is one emoji', '👨‍👩‍👧'],
  ['a flag', '🇩🇪'],
  ['a mark on a letter', 'e\u0301'],
  ['a sign that is not an emoji', '✔'],
])('the column after %s stays aligned', (_, text) => {
  const lines = columns([
    ['abcd', 'x'],
    [text, 'x'],
  ])
  expect(lines.map(measureWidth)).toEqual([7, 7])
  expect(lines[1]).toMatch(new RegExp(`^${text} +x$`))
})

describe('a text', () => {
  it.each([
    ['no row', [], {}, []],
    ['an empty column', [['a', '', 'b']], {}, ['a     b']],
    [
      'a word that is too wide',
      [
        ['abcdef', 'x'],
        ['a', 'x'],
      ],
      { widths: [2, 1] },
      ['ab  x', 'cd', 'ef', 'a   x'],
    ],
    ['a part that is too wide', [[part('ab cd'), 'x']], { widths: [2, 1] }, ['ab  x', 'cd']],
    ['the right side', [['a', 'b']], { widths: [3, 3], aligns: ['right', 'right'] as const }, ['  a    b']],
    [
      'texts that follow each other',
      [[[{ text: 'a b' }, { text: '' }, { text: 'c' }], 'x']],
      { widths: [4, 1] },
      ['a b   x', 'c'],
    ],
    [
      'lines across all columns',
      [['a', 'b'], { lines: ['  c d e  f', '', 'g'] }, ['h', 'i']],
      { widths: [1, 8] },
      ['a  b', '  c d e  f', '', 'g', 'h  i'],
    ],
    ['a cell less', [['ab', 'c'], ['d']], {}, ['ab  c', 'd']],
  ])('%s', (_, rows, layout, lines) => {
    expect(columns(rows, layout)).toEqual(lines)
  })

  it('cannot command a terminal', () => {
    const text = 'a\u001b[2J\nb\u0007\u202ec'
    expect(columns([[text, part(text)]])).toEqual(['a bc  a bc'])
  })

  it('has the colour that it is given, and no other', () => {
    const { severity } = createPalette(true)
    const lines = columns([[part('no', severity.error), 'x']], { widths: [4, 1] })
    expect(lines).toEqual(['\u001b[31mno\u001b[39m    x'])
  })

  it('keeps its colour to itself where it wraps', () => {
    const { quiet } = createPalette(true)
    const lines = columns([[part('a b', quiet), 'x y']], { widths: [1, 1] })
    expect(lines).toEqual(['\u001b[2ma\u001b[22m  x', '\u001b[2mb\u001b[22m  y'])
  })
})

const texts = fc
  .oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
  .map((text) => text.replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800\s]/gu, ''))

it('loses nothing of any text', () => {
  fc.assert(
    fc.property(texts, texts, fc.integer({ min: 2, max: 20 }), (name, text, width) => {
      const lines = columns([[name, part(text)]], { widths: [3, width] })
      const shown = lines.join('').replaceAll(' ', '')
      for (const character of name + text) expect(shown).toContain(character)
      expect(shown.length).toBe(lines.join('').replaceAll(' ', '').length)
    }),
  )
})

it.each([0, 1, 50, 51, 120])('draws %i rows, each once and in order', (count) => {
  const rows = Array.from({ length: count }, (_, at) => [`row ${at}`, 'x'])
  expect(columns(rows).map((line) => line.split('  ')[0])).toEqual(rows.map(([name]) => name))
})
