import { connect, type Socket } from 'node:net'
import { effort } from '../effort.ts'
import type { Attack } from './attack.ts'
import { answersIn, rawExchange } from './raw-exchange.ts'

const head =
  'POST /api/evaluations/sandbox HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer demo-key-pipeline\r\n'
const pipelined = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
const repeated = async (count: number, one: () => Promise<string>) =>
  (await Promise.all(Array.from({ length: count }, one))).flatMap(answersIn)

/** Connections that take their time. */
export const slowAttacks: readonly Attack[] = [
  {
    name: '200 clients that send a header a byte at a time',
    answer: /^408 The request did not arrive in time/,
    send: ({ port }) =>
      repeated(200, () =>
        rawExchange(port, `${head}X-Slow: `, { patience: 20_000, drip: { every: 500, bytes: () => 'a' } }),
      ),
  },
  {
    name: '200 clients that send a body a byte at a time',
    answer: /^408 The request did not arrive in time/,
    isLong: true,
    send: ({ port }) =>
      repeated(200, () =>
        rawExchange(port, `${head}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{`, {
          patience: 75_000,
          drip: { every: 1_000, bytes: () => ' ' },
        }),
      ),
  },
  {
    name: '2,000 connections that say nothing',
    answer: /^200 /,
    send: async ({ port, url }) => {
      const sockets = await Promise.all(Array.from({ length: 2_000 }, () => opened(port)))
      const answer = await fetch(`${url}/openapi.json`)
      for (const socket of sockets) socket.destroy()
      return [`${answer.status} meanwhile`]
    },
  },
  {
    name: '300 connections at a time that break off in the middle of a request',
    answer: /^200 /,
    send: async ({ port, url }) => {
      for (let round = 0; round < 2 * effort; round++) {
        await Promise.all(
          Array.from({ length: 300 }, async () => {
            const socket = await opened(port)
            socket.write(`${head}Content-Length: 900\r\n\r\n{`)
            await new Promise((resolve) => setTimeout(resolve, 10))
            socket.resetAndDestroy()
          }),
        )
      }
      return [`${(await fetch(`${url}/openapi.json`)).status} afterwards`]
    },
  },
  {
    name: '376,000 requests on one connection, without a credential',
    answer: /^404 /,
    send: async ({ port }) =>
      answersIn(await rawExchange(port, pipelined.repeat(376_000), { patience: 5_000, count: 2_000 })),
  },
  {
    name: '40 clients that send 100,000 requests each and read no answer',
    answer: /^200 /,
    isLong: true,
    send: async ({ port, url }) => {
      const sockets = await Promise.all(Array.from({ length: 40 }, () => opened(port)))
      for (const socket of sockets) socket.pause().write(pipelined.repeat(100_000))
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      const answer = await fetch(`${url}/openapi.json`)
      for (const socket of sockets) socket.destroy()
      return [`${answer.status} meanwhile`]
    },
  },
  {
    name: '50 clients that do not read 1,000 answers each',
    answer: /^200 /,
    send: async ({ port, url }) => {
      const ask = 'GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
      const sockets = await Promise.all(Array.from({ length: 50 }, () => opened(port)))
      for (const socket of sockets) socket.pause().write(ask.repeat(1_000))
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      const answer = await fetch(`${url}/openapi.json`)
      for (const socket of sockets) socket.destroy()
      return [`${answer.status} meanwhile`]
    },
  },
]

function opened(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.on('error', () => {})
  })
}
