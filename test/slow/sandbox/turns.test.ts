import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createRequestTurns } from '../../../src/sandbox/http/turns.ts'

const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

let close: (() => void) | undefined
afterEach(() => close?.())

/** A server that answers in turn once `open` is called, and how many requests it has read. */
async function serve() {
  const takeTurn = createRequestTurns()
  let read = 0
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const server = createServer(async (incoming, outgoing) => {
    read += 1
    await takeTurn(incoming.socket, outgoing)
    await gate
    outgoing.end('x')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { port, open: () => open(), read: () => read }
}

function send(port: number, count: number): { socket: Socket; answers: () => number } {
  let text = ''
  const socket = connect(port, '127.0.0.1', () => socket.write(request.repeat(count)))
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    text += chunk
  })
  return { socket, answers: () => text.split('HTTP/1.1 200').length - 1 }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

it('reads no further while requests wait, and answers all of them in the end', async () => {
  const { port, open, read } = await serve()
  const { answers } = send(port, 20_000)
  let held = -1
  while (held !== read()) {
    held = read()
    await pause(500)
  }
  expect(held).toBeLessThan(4_000)
  open()
  await expect.poll(answers).toBe(20_000)
})

it('ends connections when too many requests wait on all of them', async () => {
  const { port, open, read } = await serve()
  const connections = Array.from({ length: 40 }, () => send(port, 20_000))
  const ended = () => connections.filter(({ socket }) => socket.destroyed).length
  await expect.poll(ended).toBeGreaterThan(5)
  expect(read()).toBeLessThan(80_000)
  for (const { socket } of connections) socket.destroy()
  open()
  await pause(200)
  const { answers } = send(port, 5_000)
  await expect.poll(answers).toBe(5_000)
})
