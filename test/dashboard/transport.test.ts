import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createTransport, type Transport, type TransportOptions } from '../../src/dashboard/transport.ts'
import { GovError } from '../../src/errors.ts'

const opened: { server: Server; transport: Transport }[] = []

afterEach(async () => {
  for (const { server, transport } of opened.splice(0)) {
    await transport.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

const never = new AbortController().signal

/** A real server on loopback and a transport to it; waits between attempts are nothing. */
async function serve(listener: RequestListener, options: Partial<TransportOptions> = {}) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const transport = createTransport({
    timeoutMs: 2000,
    deadlineMs: 10_000,
    retries: 2,
    signal: never,
    random: () => 0,
    ...options,
  })
  opened.push({ server, transport })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/path?q=1`
  const send = (init: { readonly once?: boolean } = {}) =>
    transport.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'hello',
      ...init,
    })
  return { url, send, server }
}

const failureOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(GovError)
  return error as GovError
}

it('sends the body and reads the answer', async () => {
  const { send } = await serve((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () =>
      response.writeHead(201, { 'x-one': '1' }).end(`${request.method} ${request.url} ${body} é`),
    )
  })
  const answer = await send()
  expect(answer.status).toBe(201)
  expect(answer.headers.get('X-One')).toBe('1')
  expect(answer.headers.get('x-two')).toBeNull()
  expect(await answer.text()).toBe('POST /path?q=1 hello é')
})

it.each([429, 502, 503, 504])('tries again after %d', async (status) => {
  let calls = 0
  const { send } = await serve((_, response) => {
    calls += 1
    response.writeHead(calls === 1 ? status : 200).end('done')
  })
  expect((await send()).status).toBe(200)
  expect(calls).toBe(2)
})

it.each([400, 401, 403, 404, 413, 500, 501])('does not try again after %d', async (status) => {
  let calls = 0
  const { send } = await serve((_, response) => {
    calls += 1
    response.writeHead(status).end()
  })
  expect((await send()).status).toBe(status)
  expect(calls).toBe(1)
})

it('sends once what must not be sent twice: neither an answer nor a reset is tried again', async () => {
  let requests = 0
  const { send } = await serve((request, response) => {
    requests += 1
    if (requests === 1) response.writeHead(503).end()
    else request.socket.destroy()
  })
  expect((await send({ once: true })).status).toBe(503)
  expect(await failureOf(send({ once: true }))).toMatchObject({ code: 'no-connection' })
  expect(requests).toBe(2)
})

it('gives the last answer when trying again did not help', async () => {
  let calls = 0
  const { send } = await serve((_, response) => {
    calls += 1
    response.writeHead(503).end('still down')
  })
  const answer = await send()
  expect([answer.status, await answer.text(), calls]).toEqual([503, 'still down', 3])
})

it('does not wait past the deadline for what Retry-After asks', async () => {
  let calls = 0
  const { send } = await serve((_, response) => {
    calls += 1
    response.writeHead(429, { 'retry-after': '3600' }).end()
  })
  expect((await send()).status).toBe(429)
  expect(calls).toBe(1)
})

it('does not follow a redirect', async () => {
  const { send } = await serve((_, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  )
  expect((await send()).status).toBe(302)
})

it('tries again after a reset, and says how often', async () => {
  let calls = 0
  const { send } = await serve((request) => {
    calls += 1
    request.socket.destroy()
  })
  const error = await failureOf(send())
  expect(error).toMatchObject({ exitCode: 4, code: 'no-connection' })
  expect(error.message).toContain('(3 attempts)')
  expect(calls).toBe(3)
})

it('reads a whole body or none: a cut one is a fault', async () => {
  const { send } = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"rulesets": []')
    setTimeout(() => response.socket?.destroy(), 20)
  })
  expect(await failureOf(send())).toMatchObject({ exitCode: 4, code: 'no-connection' })
})

it('names a refused connection', async () => {
  const { send, server } = await serve(() => {})
  await new Promise((resolve) => server.close(resolve))
  const error = await failureOf(send())
  expect(error.message).toMatch(/^cannot reach 127\.0\.0\.1:\d+: the connection was refused \(3 attempts\)$/)
})

it('gives up at the timeout', async () => {
  const { send } = await serve(() => {}, { timeoutMs: 100 })
  expect(await failureOf(send())).toMatchObject({ exitCode: 4, code: 'timeout' })
})

it('gives up at the deadline of the run', async () => {
  const { send } = await serve(() => {}, { deadlineMs: 100 })
  expect(await failureOf(send())).toMatchObject({ exitCode: 4, code: 'deadline' })
})

it('gives up on a slow drip at the timeout', async () => {
  const { send } = await serve(
    (_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 10)
      response.on('close', () => clearInterval(timer))
    },
    { timeoutMs: 200 },
  )
  expect(await failureOf(send())).toMatchObject({ exitCode: 4, code: 'timeout' })
})

it('refuses an answer above the bound', async () => {
  const { send } = await serve((_, response) => response.end('x'.repeat(2000)), { maxAnswerBytes: 1000 })
  expect(await failureOf(send())).toMatchObject({ exitCode: 4, code: 'answer-unreadable' })
})

it('refuses an answer that is not UTF-8', async () => {
  const { send } = await serve((_, response) => response.end(Buffer.from([0x7b, 0xff, 0xfe])))
  expect(await failureOf(send())).toMatchObject({ exitCode: 4, code: 'answer-unreadable' })
})

it('goes through the proxy that is named for it, unless the host is excepted', async () => {
  const asked: string[] = []
  const proxy = createServer().on('connect', (request, socket) => {
    asked.push(request.url ?? '')
    const [host, port] = (request.url ?? '').split(':')
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const http = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const through = await serve((_, response) => response.end('through'), { proxies: { http } })
  expect(await (await through.send()).text()).toBe('through')
  expect(asked).toEqual([new URL(through.url).host])
  const direct = await serve((_, response) => response.end('direct'), {
    proxies: { http, none: '127.0.0.1' },
  })
  expect(await (await direct.send()).text()).toBe('direct')
  expect(asked).toHaveLength(1)
  proxy.closeAllConnections()
  proxy.close()
})

it('ends with the reason of the interruption', async () => {
  const controller = new AbortController()
  const { send } = await serve(() => {}, { signal: controller.signal })
  const sent = failureOf(send())
  setTimeout(
    () => controller.abort(new GovError('interrupted', 'interrupted', 'Interrupted.', 'Run it again.')),
    50,
  )
  expect(await sent).toMatchObject({ exitCode: 130, code: 'interrupted' })
})
