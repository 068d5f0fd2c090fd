import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sanitize } from '../../../src/core/text/sanitize.ts'
import { measureWidth } from '../../../src/core/text/width.ts'
import { codeExcerpt } from '../../../src/reporters/table/excerpt-lines.ts'

/** The lines with their numbers, and the mark below its own. */
function drawn(text: string, line: number, column: number, room = 40): string[] | undefined {
  const found = codeExcerpt(text, { line, column }, room)
  return found?.lines.flatMap(({ number, text: code }) => {
    const { before, width } = found.mark
    return number === found.mark.number
      ? [`${number} ${code}`, `  ${' '.repeat(before)}${'^'.repeat(width)}`]
      : [`${number} ${code}`]
  })
}

const yaml = 'openapi: 3.1.0\ninfo:\n  title: A shop # ours\n  "version": 1.0.0\npaths: {}\n'

it.each<[string, string, number, number, string[] | undefined]>([
  ['a key', yaml, 2, 1, ['1 openapi: 3.1.0', '2 info:', '  ^^^^', '3   title: A shop # ours']],
  [
    'a value before a comment',
    yaml,
    3,
    10,
    ['2 info:', '3   title: A shop # ours', '           ^^^^^^', '4   "version": 1.0.0'],
  ],
  [
    'a quoted key',
    yaml,
    4,
    3,
    ['3   title: A shop # ours', '4   "version": 1.0.0', '    ^^^^^^^^^', '5 paths: {}'],
  ],
  ['the first line', yaml, 1, 1, ['1 openapi: 3.1.0', '  ^^^^^^^', '2 info:']],
  ['the last line', yaml, 5, 8, ['4   "version": 1.0.0', '5 paths: {}', '         ^']],
  ['an indented place', '      a:\n        b: 1\n', 2, 9, ['1 a:', '2   b: 1', '    ^']],
  [
    'a number before a comma',
    '{\r\n "a": 12,\r\n "b": 3}',
    2,
    7,
    ['1 {', '2  "a": 12,', '        ^^', '3  "b": 3}'],
  ],
  ['wide characters', 'a: 漢字\nb: 1', 1, 4, ['1 a: 漢字', '     ^^^^', '2 b: 1']],
  ['commands to a terminal', 'a: \u001b[31mred\u001b[0m\n', 1, 4, ['1 a: red', '     ^^^']],
  ['a place behind the end of a line', 'a:\n', 1, 3, ['1 a:', '    ^']],
  ['a line that there is not', yaml, 9, 1, undefined],
  ['a column that there is not', yaml, 1, 99, undefined],
])('%s', (_name, text, line, column, expected) => {
  expect(drawn(text, line, column)).toEqual(expected)
})

it('cuts a long line around the place', () => {
  const text = `{${'"x": 1, '.repeat(100)}"here": true, ${'"y": 2, '.repeat(100)}}`
  const [own, mark] = drawn(text, 1, text.indexOf('"here"') + 1, 30) ?? []
  expect(own).toContain('"here": true')
  expect(own?.startsWith('1 …')).toBe(true)
  expect(own?.endsWith('…')).toBe(true)
  expect(own?.slice(mark?.indexOf('^'), (mark?.lastIndexOf('^') ?? 0) + 1)).toBe('"here"')
})

it('is safe to print and fits its room, whatever the text', () => {
  const place = fc.record({ line: fc.integer({ min: 1, max: 4 }), column: fc.integer({ min: 1, max: 60 }) })
  const texts = fc.string({
    unit: fc.oneof(fc.constantFrom('\n', '\u001b', '[', '漢', ' ', ':', '"'), fc.string()),
    maxLength: 120,
  })
  fc.assert(
    fc.property(texts, place, fc.integer({ min: 20, max: 50 }), (text, at, room) => {
      const found = codeExcerpt(text, at, room)
      for (const { text: code } of found?.lines ?? []) {
        expect(measureWidth(code)).toBeLessThanOrEqual(room)
        expect(sanitize(code)).toBe(code)
        expect(code).not.toMatch(/\p{Cc}/u)
      }
      const { before = 0, width = 1 } = found?.mark ?? {}
      expect(width).toBeGreaterThan(0)
      expect(before + width).toBeLessThanOrEqual(room + 1)
    }),
  )
})

it('marks each line that is cut on the left', () => {
  const long = `      x: {${'a: 1, '.repeat(10)}here: 2}`
  const text = `${'k: 1, '.repeat(3)}\n${long}\n\n`
  const shown = ['1 …', '2 … 1, a: 1, here: 2}', '             ^^^^']
  expect(drawn(text, 2, long.indexOf('here') + 1, 30)).toEqual(shown)
})
