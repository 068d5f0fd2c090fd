import fc from 'fast-check'
import { expect, it } from 'vitest'
import { GovError } from '../../src/core/model/errors.ts'
import { concealer, concealing } from '../../src/dashboard/conceal.ts'
import { answer, recordingFetch } from './answers.ts'

const token = 'eyJhbGciOiJIUzI1NiJ9.c2VjcmV0'

async function ask(body: string, headers: Record<string, string>, secret = token) {
  const { fetch } = recordingFetch(answer(401, body, headers))
  return concealing(fetch, [() => secret])('https://dash.example.com', { method: 'GET', headers: {} })
}

it('takes the credential out of the body and the headers', async () => {
  const given = await ask(`bad key ${token}, really ${token}`, {
    location: `https://x.example.com/?k=${token}`,
  })
  expect(await given.text()).toBe('bad key [secret], really [secret]')
  expect(given.headers.get('location')).toBe('https://x.example.com/?k=[secret]')
  expect(given.headers.get('absent')).toBeNull()
  expect(given.status).toBe(401)
})

it.each([
  [
    'as JSON escapes',
    Array.from(token, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  ],
  ['with some escapes', token.replaceAll('.', '\\u002E')],
  ['as an address', encodeURIComponent(token)],
])('takes the credential out %s', async (_, form) => {
  expect(await (await ask(`{"Message": "bad key ${form}"}`, {})).text()).toBe(
    '{"Message": "bad key [secret]"}',
  )
})

it('takes it out of an error, in any letters', async () => {
  const failing = () => {
    const host = `${token.toLowerCase()}.example`
    return Promise.reject(new GovError('unavailable', 'redirect-refused', `to ${host}`, `Not ${host}.`))
  }
  const sent = concealing(failing, [() => token])('https://dash.example.com', { method: 'GET', headers: {} })
  await expect(sent).rejects.toMatchObject({ message: 'to [secret].example', hint: 'Not [secret].example.' })
})

it('leaves text alone that is not a credential, and a credential that could be any word', async () => {
  expect(await (await ask('{"rulesets": []}', {})).text()).toBe('{"rulesets": []}')
  expect(await (await ask('a rule', {}, 'rule')).text()).toBe('a rule')
})

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
