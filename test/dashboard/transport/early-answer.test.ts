import type { RequestListener } from 'node:http'
import { expect, it } from 'vitest'
import { failureOf, serve } from '../serve.ts'

const large = 'x'.repeat(40_000_000)

/** Answers when the first bytes are there, and reads no more until later. */
const early =
  (status: number): RequestListener =>
  (request, response) => {
    request.once('data', () => {
      request.pause()
      response.writeHead(status).end('{"rulesets": []}')
      setTimeout(() => request.resume(), 200)
    })
  }

it.each([200, 201, 204])('refuses a %d that arrives before the request was sent', async (status) => {
  const { send } = await serve(early(status), { timeoutMs: 10_000 })
  const error = await failureOf(send({ body: large }))
  expect(error).toMatchObject({ exitCode: 4, code: 'answer-too-early' })
  expect(error.message).toMatch(/answered \d+ before it had received the whole request$/)
})

it.each([400, 401, 413, 500])('takes an early %d: nothing passes by it', async (status) => {
  const { send } = await serve(early(status), { timeoutMs: 10_000 })
  expect((await send({ body: large })).status).toBe(status)
})

it.each([1, 65_536, 65_537, 1_000_000, 40_000_000])('sends %d bytes in whole', async (length) => {
  let received = 0
  const { send } = await serve(
    (request, response) => {
      request.on('data', (chunk: Buffer) => {
        received += chunk.length
      })
      request.on('end', () => response.end(request.headers['content-length']))
    },
    { timeoutMs: 20_000 },
  )
  const answer = await send({ body: large.slice(0, length) })
  expect([await answer.text(), received]).toEqual([String(length), length])
})
