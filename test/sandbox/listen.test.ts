import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { GovError } from '../../src/core/model/errors.ts'
import type { SandboxApp } from '../../src/sandbox/http/app.ts'
import { type Listening, listen } from '../../src/sandbox/http/listen.ts'
import { createSlices } from '../../src/sandbox/http/turns.ts'

const textOf = (text: string) => ({ status: 200, headers: {}, text })
const echo: SandboxApp = { answer: async (request) => textOf(new URL(request.url).pathname) }

/** An app whose answers wait for `release`; `begun` settles when the first request has reached it. */
function waiting() {
  let [begin, release] = [() => {}, () => {}]
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const paths: string[] = []
  const answer: SandboxApp['answer'] = async ({ url }) => {
    paths.push(new URL(url).pathname)
    begin()
    await released
    return textOf('done')
  }
  return { app: { answer }, begun, release, paths }
}

const open: Listening[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function serve(
  app: SandboxApp,
  options: Partial<Parameters<typeof listen>[1]> = {},
): Promise<Listening> {
  const server = await listen(app, { port: 0, ...options })
  open.push(server)
  return server
}

it('answers on the loopback at the address that it names', async () => {
  const { url } = await serve(echo)
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(await (await fetch(`${url}/a/b`)).text()).toBe('/a/b')
})

it.each([-1, 65_536, 1.5, Number.NaN])('refuses %d as a port', async (port) => {
  await expect(listen(echo, { port })).rejects.toMatchObject({ kind: 'usage', code: 'port-invalid' })
})

it('says that a port is in use', async () => {
  const port = Number(new URL((await serve(echo)).url).port)
  const error = await listen(echo, { port }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(GovError)
  expect(error).toMatchObject({
    code: 'port-in-use',
    message: `another program is listening on 127.0.0.1, port ${port}`,
  })
})

it('says that 192.0.2.1 is not an address of this machine', async () => {
  await expect(listen(echo, { port: 0, host: '192.0.2.1' })).rejects.toMatchObject({
    kind: 'usage',
    code: 'host-unavailable',
  })
})

it('finishes running requests before it is closed, and takes no new ones', async () => {
  const { app, begun, release } = waiting()
  const server = await serve(app)
  const running = fetch(server.url).then((response) => response.text())
  await begun
  const closed = server.close()
  release()
  expect(await running).toBe('done')
  await closed
  await expect(fetch(server.url)).rejects.toThrow()
})

it('waits for running requests no longer than its grace, also when closed twice', async () => {
  const { app, begun } = waiting()
  const server = await serve(app, { grace: 50 })
  const running = fetch(server.url)
  await begun
  await Promise.all([server.close(), server.close()])
  const { status, headers } = await running
  expect([status, headers.get('connection'), headers.get('retry-after')]).toEqual([503, 'close', '1'])
})

it('refuses with 503 what comes over a connection that it still has, once it is closed', async () => {
  const { app, begun, release } = waiting()
  const server = await serve(app)
  const answers = new Promise<string>((resolve) => {
    let text = ''
    const ask = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(ask.repeat(2)))
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
  })
  await begun
  const closed = server.close()
  release()
  expect((await answers).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503'])
  await closed
})

it('answers a broken request with a refusal and no stack', async () => {
  const port = Number(new URL((await serve(echo)).url).port)
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('NOT HTTP\r\n\r\n'))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
  })
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('{"Message":"The request is not HTTP/1.1: Invalid method encountered"')
  expect(answer).not.toMatch(/ {4}at |node_modules/)
})

it.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
  ['a body', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{'],
])('does not wait for %s that do not come', async (_what, begun) => {
  const timeouts = { headersTimeout: 200, requestTimeout: 300 }
  const reading: SandboxApp = {
    answer: async ({ body }) => {
      for await (const _chunk of body ?? []);
      return textOf('never')
    },
  }
  const port = Number(new URL((await serve(reading, { timeouts })).url).port)
  const answer = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(begun))
    const drip = setInterval(() => socket.write('x'), 50)
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(drip)
      resolve(text)
    })
  })
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('The request did not arrive in time')
})

it('tells the handler that nobody waits any more', async () => {
  const gone = new AbortController()
  let tell = () => {}
  const told = new Promise<void>((resolve) => {
    tell = resolve
  })
  const patient: SandboxApp = {
    answer: ({ signal }) =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => {
          tell()
          resolve(textOf('too late'))
        })
        gone.abort()
      }),
  }
  const { url } = await serve(patient)
  expect(await fetch(url, { signal: gone.signal }).catch(() => 'gone')).toBe('gone')
  await told
})

it('answers the requests of one connection in turn, each begun when the one before is answered', async () => {
  const begun: string[] = []
  let underWay = 0
  const counting: SandboxApp = {
    answer: async ({ url }) => {
      begun.push(new URL(url).pathname)
      underWay += 1
      await new Promise((resolve) => setTimeout(resolve, 20))
      const atOnce = underWay
      underWay -= 1
      return textOf(`${new URL(url).pathname} ${atOnce}`)
    },
  }
  const port = Number(new URL((await serve(counting)).url).port)
  const requests = ['/a', '/b', '/c'].map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  const answer = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(requests.join('')))
    socket.on('data', (chunk) => {
      text += chunk
      if (text.includes('/c ')) socket.destroy()
    })
    socket.on('close', () => resolve(text))
  })
  expect([...answer.matchAll(/\/. \d$|\/. \d(?=HTTP)/gm)].map(([each]) => each)).toEqual([
    '/a 1',
    '/b 1',
    '/c 1',
  ])
  expect(begun).toEqual(['/a', '/b', '/c'])
})

it('begins nothing for a connection that is gone', async () => {
  const { app, begun, release, paths } = waiting()
  const server = await serve(app)
  const port = Number(new URL(server.url).port)
  const requests = ['/a', '/b'].map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(requests.join('')))
    void begun.then(() => socket.destroy())
    socket.on('close', () => resolve())
  })
  // The server has seen that the connection is gone when a later one has its answer.
  const later = fetch(`${server.url}/c`)
  await expect.poll(() => paths).toContain('/c')
  release()
  await later
  expect(paths).toEqual(['/a', '/c'])
})

const mib = 1024 * 1024

/** Asks for a path over a connection that reads nothing of the answer but its first bytes. */
function askAndNotRead(port: number, path: string, method = 'GET') {
  return new Promise<{ readonly status: string; readonly close: () => void }>((resolve) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
    )
    const close = () => void socket.destroy()
    socket.once('data', (bytes) => {
      socket.pause()
      resolve({ status: bytes.toString('latin1', 9, 12), close })
    })
    socket.once('close', () => resolve({ status: 'closed', close }))
  })
}

it('writes a long list whole, and listens no more often the longer it is', async () => {
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  const count = 4_000
  const more = Array.from({ length: count }, () => 'x'.repeat(8192))
  const { url } = await serve({ answer: async () => ({ ...textOf(''), more }) })
  let length = 0
  for await (const chunk of (await fetch(url)).body ?? []) {
    length += chunk.length
    await new Promise((resolve) => setImmediate(resolve))
  }
  process.off('warning', note)
  expect([length, warnings]).toEqual([count * 8192, []])
})

it('makes of a list only what its reader takes, and no more once the reader is gone', async () => {
  const made = { parts: 0, isOver: false }
  function* parts() {
    try {
      for (; made.parts < 100_000; made.parts += 1) yield 'x'.repeat(8192)
    } finally {
      made.isOver = true
    }
  }
  const server = await serve({ answer: async () => ({ ...textOf(''), more: parts() }) })
  const unread = await askAndNotRead(Number(new URL(server.url).port), '/')
  const settle = async (before: number): Promise<number> => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    return made.parts === before ? before : settle(made.parts)
  }
  // Buffers of the system hold some megabytes; all of it would be 800.
  expect(await settle(-1)).toBeLessThan(5_000)
  expect(made.isOver).toBe(false)
  unread.close()
  await expect.poll(() => made.isOver).toBe(true)
})

it('breaks off a list that cannot be made to its end, and says why', async () => {
  function* parts() {
    yield 'x'
    throw new Error('no more')
  }
  const faults: unknown[] = []
  const onFault = (error: unknown, id: string) => faults.push([error, id])
  const { url } = await serve({ answer: async () => ({ ...textOf('['), more: parts() }) }, { onFault })
  const response = await fetch(url, { headers: { 'x-request-id': 'a-1' } })
  await expect(response.text()).rejects.toThrow('terminated')
  expect(faults).toEqual([[new Error('no more'), 'a-1']])
})

it.each<[what: string, method: string, paths: readonly string[], statuses: readonly string[]]>([
  ['one caller', 'GET', ['/ann/24', '/ann/24', '/ann/0'], ['200', '429', '200']],
  ['another caller', 'GET', ['/ann/24', '/ben/24'], ['200', '200']],
  [
    'all callers',
    'GET',
    ['/a/30', '/b/30', '/c/30', '/d/30', '/e/30', '/e/0'],
    [...Array(4).fill('200'), '429', '200'],
  ],
  ['one response that alone is more than that', 'GET', ['/ann/200', '/ann/24'], ['200', '429']],
  ['a change, which was made', 'PUT', ['/ann/24', '/ann/24'], ['200', 'closed']],
])('holds a limited number of bytes that nobody reads: %s', async (_what, method, paths, statuses) => {
  const server = await serve({
    answer: async ({ url, note }) => {
      const [, id = '', size] = new URL(url).pathname.split('/')
      if (note) note.user = { id, org_id: '' }
      return textOf('x'.repeat(Number(size) * mib))
    },
  })
  const asked = []
  for (const path of paths) asked.push(await askAndNotRead(Number(new URL(server.url).port), path, method))
  expect(asked.map(({ status }) => status)).toEqual(statuses)
  for (const { close } of asked) close()
  await expect.poll(async () => (await fetch(`${server.url}${paths[0]}`)).status).toBe(200)
})

it('gives callers a slice of its thread in turn', async () => {
  const takeSlice = createSlices()
  const order: string[] = []
  const work = async (caller: string, name: string) => {
    await takeSlice(caller)
    order.push(name)
  }
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map((name) => work('a', name)),
    work('b', 'b1'),
    work('c', 'c1'),
    work('b', 'b2'),
  ])
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})
