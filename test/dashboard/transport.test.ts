import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { GovError } from '../../src/core/model/errors.ts'
import { failureOf, serve } from './serve.ts'

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
  expect(answer.note).toBe('3 attempts')
})

it.each([
  ['3600', '3600 s'],
  ['86400', '86400 s'],
  ['86401', 'more than a day'],
  ['9'.repeat(400), 'more than a day'],
  ['Wed, 20 Nov 2999 10:00:00 GMT', 'more than a day'],
])('does not wait past the deadline for what Retry-After asks: %s', async (asked, told) => {
  let calls = 0
  const { send } = await serve((_, response) => {
    calls += 1
    response.writeHead(429, { 'retry-after': asked }).end()
  })
  const answer = await send()
  expect([answer.status, answer.isLate]).toEqual([429, true])
  expect(answer.note?.replace(/\d+(\.\d)? s$/, '')).toBe(
    `Retry-After asks for ${told}, and the run's deadline leaves `,
  )
  expect(calls).toBe(1)
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
  expect(error.message).toMatch(/^cannot reach 127\.0\.0\.1:\d+: connection refused \(2 attempts\)$/)
})

it('tries a refused connection as often as any once something has answered, also with a refusal', async () => {
  const { send, server } = await serve((_, response) => void response.writeHead(401).end())
  expect((await send()).status).toBe(401)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  expect((await failureOf(send())).message).toMatch(/connection refused \(3 attempts\)$/)
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

it('sends plain http through the proxy that is named for it, with its credential', async () => {
  const asked: string[] = []
  const proxy = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.host} ${request.headers['proxy-authorization']}`)
    response.end('through')
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const http = `http://me:p%40ss@127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const { transport } = await serve(() => {}, { proxies: { http } })
  const answer = await transport.fetch('http://dash.example/a?b', { method: 'GET', headers: {} })
  expect(await answer.text()).toBe('through')
  expect(asked).toEqual([`http://dash.example/a?b dash.example Basic ${btoa('me:p@ss')}`])
  proxy.closeAllConnections()
  proxy.close()
})

it('sends its own headers, with an id that all attempts share', async () => {
  const seen: unknown[] = []
  const { send } = await serve(
    ({ headers }, response) => {
      seen.push([headers['x-team'], headers['x-request-id']])
      response.writeHead(seen.length === 1 ? 503 : 200).end()
    },
    { headers: { 'X-Team': 'payments' } },
  )
  await send()
  await send()
  const [first, again, second] = seen
  expect(first).toEqual(['payments', expect.stringMatching(/^[a-z0-9]{8}-1$/)])
  expect(again).toEqual(first)
  expect(second).toEqual(['payments', expect.stringMatching(/^[a-z0-9]{8}-2$/)])
})

it('does not begin again what waits when it is closed', async () => {
  let calls = 0
  const { send, transport } = await serve(
    (_, response) => {
      calls += 1
      response.writeHead(503, { 'retry-after': '1' }).end()
    },
    { retries: 5 },
  )
  const sent = failureOf(send())
  while (calls === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  await transport.close()
  expect(await sent).toMatchObject({ code: 'run-ended' })
  expect(calls).toBe(1)
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

it('an answer that only its end could tell to be whole is not, when the time is over', async () => {
  const { send } = await serve(({ socket }) => socket.write('HTTP/1.1 200 OK\r\n\r\n{"rulesets":[]}'), {
    timeoutMs: 200,
    retries: 0,
  })
  await expect(send()).rejects.toMatchObject({ code: 'timeout' })
})

it('takes no request once it is closed', async () => {
  const { send, transport } = await serve((_request, response) => response.end('{}'))
  await transport.close()
  expect((await failureOf(send())).code).toBe('run-ended')
})
