import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { failureOf, serve } from '../serve.ts'

/** A server that answers the first request of each connection, and drops the connection at the second. */
async function droppingServer() {
  const sockets = new Map<Socket, number>()
  let requests = 0
  const { send } = await serve(
    (request, response) => {
      const { socket } = request
      requests += 1
      sockets.set(socket, (sockets.get(socket) ?? 0) + 1)
      if (sockets.get(socket) === 1) response.end('answered')
      else socket.resetAndDestroy()
    },
    { retries: 0 },
  )
  return { send, count: () => ({ connections: sockets.size, requests }) }
}

it('sends again at once, on a new connection, what a dropped one did not answer', async () => {
  const { send, count } = await droppingServer()
  await send()
  const answer = await send()
  expect([await answer.text(), answer.note]).toEqual(['answered', undefined])
  expect(count()).toEqual({ connections: 2, requests: 3 })
})

it('does not send again what must be sent once', async () => {
  const { send, count } = await droppingServer()
  await send()
  expect(await failureOf(send({ once: true }))).toMatchObject({ exitCode: 4, code: 'no-connection' })
  expect(count()).toEqual({ connections: 1, requests: 2 })
})

it('does so once: a server that drops new connections too has failed', async () => {
  let requests = 0
  const { send } = await serve(
    ({ socket }, response) => {
      requests += 1
      if (requests === 1) response.end('answered')
      else socket.resetAndDestroy()
    },
    { retries: 0 },
  )
  await send()
  expect(await failureOf(send())).toMatchObject({ exitCode: 4, code: 'no-connection' })
  expect(requests).toBe(3)
})

it('does not send again what was answered in part', async () => {
  let requests = 0
  const { send } = await serve(
    ({ socket }, response) => {
      requests += 1
      if (requests === 1) return response.end('answered')
      response.writeHead(200, { 'content-length': 99 }).write('{')
      return setTimeout(() => socket.resetAndDestroy(), 20)
    },
    { retries: 0 },
  )
  await send()
  expect(await failureOf(send())).toMatchObject({ exitCode: 4, code: 'no-connection' })
  expect(requests).toBe(2)
})
