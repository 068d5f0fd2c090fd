import { expect, it } from 'vitest'
import { connectionError } from '../../../src/dashboard/connection-error.ts'
import { withRetries } from '../../../src/dashboard/transport/with-retries.ts'

const url = 'https://dashbord.example.com'

it.each([
  ['a name that nobody knows', 'ENOTFOUND', false, 2],
  ['a host where nothing listens', 'ECONNREFUSED', false, 2],
  ['a name that was known before', 'ENOTFOUND', true, 4],
  ['a host that is starting again', 'ECONNREFUSED', true, 4],
  ['a name server that does not answer', 'EAI_AGAIN', false, 4],
  ['a host that is not reached in time', 'ETIMEDOUT', false, 4],
  ['a connection that is dropped', 'ECONNRESET', false, 4],
])('retries as often as it may help: %s', async (_, code, hasAnswered, attempts) => {
  let sent = 0
  const send = async () => {
    sent += 1
    throw connectionError(Object.assign(new Error(code), { code }), { url })
  }
  const run = {
    retries: 3,
    deadlineAt: performance.now() + 60_000,
    ended: new AbortController().signal,
    random: () => 0,
    hasAnswered: () => hasAnswered,
  }
  const asked = withRetries(run, send, url, { id: '1', attempt: 1, method: 'GET', headers: {} })
  await expect(asked).rejects.toThrow(`(${attempts} attempts)`)
  expect(sent).toBe(attempts)
})

it('sends once where no retry is wanted, even if something has answered', async () => {
  const send = async () => {
    throw connectionError(Object.assign(new Error(), { code: 'ENOTFOUND' }), { url })
  }
  const run = {
    retries: 0,
    deadlineAt: performance.now() + 60_000,
    ended: new AbortController().signal,
    hasAnswered: () => true,
  }
  const asked = withRetries(run, send, url, { id: '1', attempt: 1, method: 'GET', headers: {} })
  await expect(asked).rejects.toThrow(/unknown host name$/)
})

it.each([
  [0, 0, 'done', 2],
  [1, 999, 'Retry-After asks for 1 s', 1],
  [1, 1000, 'done', 2],
  [1, undefined, 'done', 2],
])(
  '%i s that a response asks for, of %s ms at the most: %s',
  async (asked, longestAskedMs, told, attempts) => {
    let sent = 0
    const send = async () => {
      sent += 1
      const headers = new Headers(sent === 1 ? { 'retry-after': String(asked) } : {})
      return { status: sent === 1 ? 503 : 200, headers, text: async () => '' }
    }
    const run = {
      retries: 3,
      deadlineAt: performance.now() + 300_000,
      ended: new AbortController().signal,
      longestAskedMs,
      hasAnswered: () => false,
    }
    const answer = await withRetries(run, send, url, { id: '1', attempt: 1, method: 'GET', headers: {} })
    expect([answer.note ?? 'done', sent]).toEqual([told, attempts])
  },
)
