import fc from 'fast-check'
import { expect, it } from 'vitest'
import { concealer } from '../../../src/core/text/conceal.ts'

const code = (character: string) => character.codePointAt(0) ?? 0
const hexOf = (character: string, width: number) => code(character).toString(16).padStart(width, '0')
const forms: readonly (readonly [string, (text: string) => string])[] = [
  ['plain', (text) => text],
  ['an address', encodeURIComponent],
  ['percent, lower case', (text) => Array.from(text, (each) => `%${hexOf(each, 2)}`).join('')],
  ['percent, upper case', (text) => Array.from(text, (each) => `%${hexOf(each, 2).toUpperCase()}`).join('')],
  ['percent, twice', (text) => encodeURIComponent(encodeURIComponent(text))],
  ['JSON escapes', (text) => Array.from(text, (each) => `\\u${hexOf(each, 4)}`).join('')],
  ['JSON in JSON', (text) => JSON.stringify(JSON.stringify(`"${text}`))],
  ['JSON with \\/', (text) => JSON.stringify(text).replaceAll('/', '\\/')],
  ['HTML, decimal', (text) => Array.from(text, (each) => `&#${code(each)};`).join('')],
  ['HTML, hexadecimal', (text) => Array.from(text, (each) => `&#x${hexOf(each, 4).toUpperCase()};`).join('')],
  ['HTML, without semicolons', (text) => text.replaceAll('.', '&#46').replaceAll('_', '&#095')],
  [
    'HTML names',
    (text) =>
      text
        .replaceAll('&', '&amp;')
        .replaceAll('+', '&plus;')
        .replaceAll('/', '&sol;')
        .replaceAll('.', '&period;')
        .replaceAll('=', '&equals;'),
  ],
  ['HTML in JSON', (text) => text.replaceAll(/[^a-z0-9]/gi, (each) => `\\u0026#${code(each)};`)],
  ...['', 'x', 'xy', 'Bearer ', 'user:'].flatMap((before) =>
    ['', 'z', '"}'].flatMap((after) => {
      const packed = (text: string) => Buffer.from(before + text + after)
      const name = `Base64 behind "${before}", before "${after}"`
      return [
        [name, (text: string) => packed(text).toString('base64')],
        [`${name}, for URLs`, (text: string) => packed(text).toString('base64url')],
        [`${name}, in an address`, (text: string) => encodeURIComponent(packed(text).toString('base64'))],
        [`${name}, in JSON`, (text: string) => packed(text).toString('base64').replaceAll('/', '\\/')],
      ] as const
    }),
  ),
]

/** What the environment accepts as a token: visible ASCII. */
const tokens = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((unit) => String.fromCodePoint(unit)),
  minLength: 8,
  maxLength: 40,
})

it.each(forms)('leaves nothing of a token, whatever it is: %s', (_, formOf) => {
  fc.assert(
    fc.property(tokens, (secret) => {
      const left = concealer([() => secret])(`<<< ${formOf(secret)} >>>`)
      expect(left).toContain('[secret]')
      // What stood beside it, and digits that hold bits of both.
      expect(left.replace('[secret]', '').length).toBeLessThanOrEqual(
        '<<<  >>>'.length + formOf('').length + 6,
      )
    }),
    { numRuns: 15 },
  )
})
