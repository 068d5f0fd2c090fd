import { describe, expect, it } from 'vitest'
import { decodeText } from '../../../src/core/text/decode-text.ts'

describe('decodeText', () => {
  it.each([
    ['a', 'a'],
    ['\ufeffa\r\n', 'a\r\n'],
    ['h\u00e9llo \u{1f600}', 'h\u00e9llo \u{1f600}'],
  ])('%j', (text, decoded) => {
    expect(decodeText(Buffer.from(text))).toBe(decoded)
  })

  it.each<[string, Uint8Array, string, number | undefined]>([
    ['nothing', Buffer.from(''), 'is empty', undefined],
    ['a byte order mark alone', Buffer.from('\ufeff'), 'is empty', undefined],
    ['a NUL', Buffer.from('a\0b'), 'is binary, not text', undefined],
    ['UTF-16 LE', Buffer.from([0xff, 0xfe, 0x61, 0]), 'is UTF-16, not UTF-8', undefined],
    ['UTF-16 BE', Buffer.from([0xfe, 0xff, 0, 0x61]), 'is UTF-16, not UTF-8', undefined],
    ['UTF-32 LE', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), 'is UTF-32, not UTF-8', undefined],
    ['UTF-32 BE', Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x61]), 'is UTF-32, not UTF-8', undefined],
    ['UTF-32 LE without a mark', Buffer.from([0x61, 0, 0, 0]), 'is UTF-32, not UTF-8', undefined],
    ['UTF-32 BE without a mark', Buffer.from([0, 0, 0, 0x61]), 'is UTF-32, not UTF-8', undefined],
    ['UTF-16 LE without a mark', Buffer.from([0x61, 0, 0x62, 0]), 'is UTF-16, not UTF-8', undefined],
    ['UTF-16 BE without a mark', Buffer.from([0, 0x61, 0, 0x62]), 'is UTF-16, not UTF-8', undefined],
    ['NULs', Buffer.from([0, 0, 0, 0]), 'is binary, not text', undefined],
    ['Latin-1 in line 3', Buffer.from('a\nb\nc\xe9\nd', 'latin1'), 'is not UTF-8', 3],
    ['a cut character at the end', Buffer.from([0x61, 0x0a, 0xc3]), 'is not UTF-8', 2],
  ])('refuses %s', (_what, bytes, message, line) => {
    expect(() => decodeText(bytes)).toThrowError(expect.objectContaining({ message, line }))
  })
})
