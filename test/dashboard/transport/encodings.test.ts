import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { failureOf, serve } from '../serve.ts'

const text = `{"é": "${'x'.repeat(100_000)}"}`
const nothing = Buffer.alloc(0)

it.each([
  ['gzip', gzipSync(text)],
  ['x-gzip', gzipSync(text)],
  ['GZIP', gzipSync(text)],
  ['deflate', deflateSync(text)],
  ['deflate', deflateRawSync(text)],
  ['br', brotliCompressSync(text)],
  ['identity', Buffer.from(text)],
])('unpacks %s', async (encoding, body) => {
  let accepted: unknown
  const { send } = await serve((request, response) => {
    accepted = request.headers['accept-encoding']
    response.writeHead(200, { 'content-encoding': encoding }).end(body)
  })
  expect(await (await send()).text()).toBe(text)
  expect(accepted).toBe('gzip, deflate, br')
})

it.each([
  ['gzip', gzipSync(text).subarray(0, 60), 'it cannot be decompressed: unexpected end of file'],
  ['gzip', Buffer.from(text), 'it cannot be decompressed: incorrect header check'],
  ['deflate', deflateSync(text).subarray(0, 60), 'it cannot be decompressed: unexpected end of file'],
  ['deflate', nothing, 'it cannot be decompressed: unexpected end of file'],
  ['br', brotliCompressSync(text).subarray(0, 10), 'it cannot be decompressed: unexpected end of file'],
  ['br', Buffer.from('{"rulesets": []}'), 'it cannot be decompressed: Decompression failed'],
  ['zstd', Buffer.from(text), 'its encoding is "zstd"'],
  ['gzip, gzip', gzipSync(gzipSync(text)), 'its encoding is "gzip, gzip"'],
])('refuses invalid %s (%#)', async (encoding, body, reason) => {
  const { send } = await serve((_, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(body),
  )
  const error = await failureOf(send())
  expect(error).toMatchObject({ exitCode: 4, code: 'answer-unreadable' })
  expect(error.message).toContain(`: ${reason}`)
})

const million = Buffer.alloc(1_000_000, 'x')

it.each([
  ['gzip', gzipSync(million)],
  ['deflate', deflateSync(million)],
  ['br', brotliCompressSync(million)],
])('bounds what %s unpacks to, not what it weighs', async (encoding, body) => {
  expect(body.length).toBeLessThan(10_000)
  const { send } = await serve(
    (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(body),
    { maxAnswerBytes: 100_000 },
  )
  expect((await failureOf(send())).message).toMatch(
    /cannot read the response of \S+: it is larger than 100000 bytes$/,
  )
})

it('refuses what says that it is too large before it comes', async () => {
  const { send } = await serve(
    (_, response) => {
      response.writeHead(200, { 'content-length': String(2 ** 31) })
      response.write('{')
    },
    { maxAnswerBytes: 100_000 },
  )
  expect((await failureOf(send())).message).toMatch(/larger than 100000 bytes$/)
})
