import { expect, it } from 'vitest'
import { GovError } from '../../src/core/model/errors.ts'
import { concealer } from '../../src/core/text/conceal.ts'
import type { FetchInit } from '../../src/dashboard/read-answer.ts'
import { loggedFetch } from '../../src/dashboard/request-log.ts'
import { answer } from './answers.ts'

const token = 'token-that-nobody-may-see'

async function linesOf(init: Partial<FetchInit>, body: string, { bodies = true, path = '/a' } = {}) {
  const lines: string[] = []
  const log = { write: (line: string) => lines.push(line), bodies, conceal: concealer([() => token]) }
  const fetch = loggedFetch(async () => answer(200, body), log)
  await fetch(`https://dash.example${path}`, { method: 'POST', headers: { authorization: token }, ...init })
  return lines.map((line) => line.replace(/\d+ ms/, 'N ms').replace(/\w{8}-1/, 'ID'))
}

it('logs a request, without bodies unless they are asked for', async () => {
  expect(await linesOf({ body: '{}' }, '{}', { bodies: false })).toEqual([
    'POST https://dash.example/a: 200 in N ms (attempt 1, request ID)',
  ])
})

it.each<[string, Partial<FetchInit>, string, readonly string[]]>([
  ['both bodies', { body: '{"a": 1}' }, '{"b": 2}', ['{"a": 1}', '{"b": 2}']],
  ['no bodies', {}, '', ['nothing', 'nothing']],
  ['bytes', { body: new TextEncoder().encode('openapi: 3.1.0') }, 'é', ['openapi: 3.1.0', 'é']],
  ['no credential', { body: token }, `{"a": "${token}"}`, ['[secret]', '{"a": "[secret]"}']],
  ['no escaped credential', {}, token.replaceAll('-', '\\u002D'), ['nothing', '[secret]']],
  [
    'no field with a telling name',
    {},
    '{"access_key": "a\\"b", "x": 1}',
    ['nothing', '{"access_key": "[secret]", "x": 1}'],
  ],
  [
    'no end of a secret that is cut',
    {},
    `{"password": "${'p'.repeat(3000)}"}`,
    ['nothing', '{"password": "[secret]" … (3,016 characters)'],
  ],
  [
    'nothing confidential',
    { body: 'abc', confidential: true },
    'de',
    ['3 characters, not shown: may contain secrets', '2 characters, not shown: may contain secrets'],
  ],
  ['no control characters', {}, 'a\u001b[2Jb\nc', ['nothing', 'ab c']],
])('shows %s', async (_, init, body, [sent, answered]) => {
  const lines = await linesOf(init, body)
  expect([lines[0], lines[2]]).toEqual([`  sent ${sent}`, `  answered ${answered}`])
})

it('cuts long bodies', async () => {
  const [, , answered] = await linesOf({}, 'x'.repeat(5000))
  expect(answered).toBe(`  answered ${'x'.repeat(2000)} … (5,000 characters)`)
})

it('shows no secret of an address', async () => {
  const lines = await linesOf({ secret: 'a/b' }, 'done', { path: '/gw/oauth/refresh/a%2Fb?api_id=x' })
  expect(lines[1]).toContain('https://dash.example/gw/oauth/refresh/[secret]?api_id=x: 200')
  expect(lines[2]).toContain('not shown')
})

it('logs a failure, and passes it on', async () => {
  const lines: string[] = []
  const log = { write: (line: string) => lines.push(line), bodies: false, conceal: (text: string) => text }
  const error = new GovError('unavailable', 'timeout', 'no answer within 1 s', 'Wait.')
  const fetch = loggedFetch(() => Promise.reject(error), log)
  await expect(fetch('https://dash.example/a', { method: 'GET', headers: {} })).rejects.toBe(error)
  expect(lines[0]).toMatch(/^GET https:\/\/dash\.example\/a: failed \(no answer within 1 s\) in \d+ ms/)
})
