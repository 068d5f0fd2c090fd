import fc from 'fast-check'
import { expect, it } from 'vitest'
import { oneLine, sanitize } from '../../../src/core/text/sanitize.ts'

it.each([
  ['plain text, ünïcödé, 日本, 👩‍👩‍👧', 'plain text, ünïcödé, 日本, 👩‍👩‍👧'],
  ['\u001b[31mred\u001b[0m', 'red'],
  ['\u009b2Jcleared', 'cleared'],
  ['\u001b]0;title\u0007text', 'text'],
  ['\u001b]8;;http://x.example\u001b\\link\u001b]8;;\u001b\\', 'link'],
  ['\u001b]52;c;never closed', ']52;c;never closed'],
  ['\u001b\u001b[31m[31mnested', '[31mnested'],
  ['\u001bcreset', 'creset'],
  ['a\tb\fc\vd\u0085e\u2028f\u2029g', 'a b c d e f g'],
  ['a\r\nb\rc\nd', 'a\nb\nc\nd'],
  ['bell\u0007 nul\0 del\u007f back\b\b', 'bell nul del back'],
  ['\ufeff\u202egnp.exe\u2066\u200f\u061c', 'gnp.exe'],
  ['half \ud83d', 'half \ufffd'],
  ['##vso[task.complete]x ##[error]y ##TeamCity[z', '# #vso[task.complete]x # #[error]y # #TeamCity[z'],
  ['#\u0007#[error]', '# #[error]'],
  ['## Heading', '## Heading'],
  ['pay\u200bments pay\u00adments', 'pay<U+200B>ments pay<U+00AD>ments'],
  ['pay\u200dments\u200c', 'pay<U+200D>ments<U+200C>'],
  ['می\u200cخواهم, 👩\u200d👩\u200d👧', 'می\u200cخواهم, 👩\u200d👩\u200d👧'],
  ['é\u200d\u200dé', 'é<U+200D><U+200D>é'],
  ['a\u{e0061}\u3164', 'a<U+E0061><U+3164>'],
])('%j is printed as %j', (text, safe) => {
  expect(sanitize(text)).toBe(safe)
})

it.each([
  ['a\n\n  b\t', 'a b'],
  ['\u001b[1m', ''],
])('%j on one line is %j', (text, line) => {
  expect(oneLine(text)).toBe(line)
})

it('leaves no control character in any text, and nothing more to do', () => {
  const pieces = fc.constantFrom(
    '\u001b',
    '[',
    ']',
    '31m',
    '\u009b',
    '\u009d',
    '\u0007',
    '\\',
    ';',
    'a',
    'é',
    '\u200b',
    '\u200d',
    '\n',
    '\r',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 2 }))), (parts) => {
      const safe = sanitize(parts.join(''))
      expect(safe).not.toMatch(/[^\P{Cc}\n]|[\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u)
      expect(sanitize(safe)).toBe(safe)
    }),
  )
})

it.each(['\u001b]', '\u001b[', '\u001b[0', '\u001b]\u001b', '##['])(
  'takes a megabyte of %j in its stride',
  (piece) => {
    expect(sanitize(piece.repeat(1_000_000 / piece.length))).not.toContain('\u001b')
  },
)
