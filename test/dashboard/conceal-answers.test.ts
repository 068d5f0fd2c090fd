import { expect, it } from 'vitest'
import { GovError } from '../../src/core/model/errors.ts'
import { concealAnswers } from '../../src/dashboard/conceal-answers.ts'
import { answer, recordingFetch } from './answers.ts'

const token = 'eyJhbGciOiJIUzI1NiJ9.c2VjcmV0'

async function ask(body: string, headers: Record<string, string>, secret = token) {
  const { fetch } = recordingFetch(answer(401, body, headers))
  return concealAnswers(fetch, [() => secret])('https://dash.example.com', { method: 'GET', headers: {} })
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
  const sent = concealAnswers(failing, [() => token])('https://dash.example.com', {
    method: 'GET',
    headers: {},
  })
  await expect(sent).rejects.toMatchObject({ message: 'to [secret].example', hint: 'Not [secret].example.' })
})

it('leaves text alone that is not a credential, and a credential that could be any word', async () => {
  expect(await (await ask('{"rulesets": []}', {})).text()).toBe('{"rulesets": []}')
  expect(await (await ask('a rule', {}, 'rule')).text()).toBe('a rule')
})
