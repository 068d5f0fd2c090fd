import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiResponse, serviceLimits } from '../../src/dashboard/contract/evaluation.ts'
import { type Listening, listen } from '../../src/sandbox/http/listen.ts'
import { fixedNow, post, throughBothDoors } from './doors.ts'
import { createFetchingApp as createApp } from './fetching-app.ts'
import { sampleWorkspace } from './sample-workspace.ts'

const limits = { ...serviceLimits, bodyBytes: 1000 }
const saved = '/api/evaluations/sandbox'

/** A body of `size` bytes that the service would refuse for another reason if it were not too large. */
const bytes = (size: number) => new Uint8Array(size).fill(0x20)

function chunked(size: number, chunk = 100): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent >= size) return controller.close()
      sent += chunk
      controller.enqueue(bytes(chunk))
    },
  })
}

throughBothDoors(
  (send) => {
    it.each([
      { name: 'a declared length over the limit', body: () => bytes(1001), status: 413 },
      { name: 'a declared length far over the limit', body: () => bytes(3_000_000), status: 413 },
      { name: 'chunks over the limit', body: () => chunked(1100), status: 413 },
      { name: 'chunks far over the limit', body: () => chunked(20_000_000, 10_000), status: 413 },
      { name: 'the limit itself', body: () => bytes(1000), status: 400 },
      { name: 'chunks up to the limit', body: () => chunked(1000), status: 400 },
    ])('answers $name with $status', async ({ body, status }) => {
      const init = { ...post(body()), duplex: 'half' as const }
      const response = await send(sampleWorkspace(), saved, init)
      const { Message } = apiResponse().parse(await response.json())
      expect(response.status).toBe(status)
      expect(Message).toMatch(status === 413 ? /larger than the limit of 1000 bytes/ : /body is empty/)
    })

    it('checks the credential before the size', async () => {
      const response = await send(sampleWorkspace(), saved, post(bytes(5000), { authorization: 'x' }))
      expect(response.status).toBe(401)
    })
  },
  { limits },
)

it('stops reading an endless body', async () => {
  const app = createApp(sampleWorkspace(), { limits, now: fixedNow })
  const endless = chunked(Number.POSITIVE_INFINITY)
  const init = { ...post(endless), duplex: 'half' as const }
  expect((await app.fetch(new Request(`http://embedded${saved}`, init))).status).toBe(413)
})

it('refuses a body that breaks off', async () => {
  const app = createApp(sampleWorkspace(), { limits, now: fixedNow })
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
  const answer = await app.fetch(
    new Request(`http://embedded${saved}`, { ...post(broken), duplex: 'half' as const }),
  )
  expect([answer.status, apiResponse().parse(await answer.json()).Message]).toEqual([
    400,
    'The request body ended early',
  ])
})

let server: Listening
beforeAll(async () => {
  server = await listen(createApp(sampleWorkspace(), { limits, now: fixedNow }), { port: 0 })
})
afterAll(() => server.close())

it('answers a declared length without waiting for the body, and closes', async () => {
  const head = `POST ${saved} HTTP/1.1\r\nHost: localhost\r\nAuthorization: key-writer\r\nContent-Length: 99999999\r\n\r\n`
  const answer = await exchange(head)
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer.toLowerCase()).toContain('connection: close')
})

it('goes on after a connection that breaks off', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write(
    `POST ${saved} HTTP/1.1\r\nHost: localhost\r\nAuthorization: key-writer\r\nContent-Length: 900\r\n\r\n{`,
  )
  await new Promise((resolve) => setTimeout(resolve, 50))
  socket.destroy()
  const alive = await fetch(server.url + saved, post('{}'))
  expect(alive.status).toBe(400)
})

function exchange(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(request))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}
