import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { createTransport } from '../../../src/dashboard/transport/transport.ts'
import { failureOf } from '../serve.ts'

const servers: Server[] = []
const sockets = new Set<Socket>()
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
})

/** The first response to each connection, and whether the connection ends with it. */
async function read(response: string | Buffer, end: 'ends' | 'stays', isFile = true): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => (end === 'ends' ? socket.end(response) : socket.write(response)))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const signal = new AbortController().signal
  const transport = createTransport({ timeoutMs: 5_000, deadlineMs: 20_000, retries: 0, signal })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api.yaml`
  try {
    const answer = await transport.fetch(url, { method: 'GET', headers: {}, isFile })
    return await answer.text()
  } finally {
    await transport.close()
  }
}

const yaml = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n'
const json = '{"openapi": "3.1.0", "paths": {}}'
const head = (headers: string, version = '1.1') => `HTTP/${version} 200 OK\r\n${headers}\r\n\r\n`
const sized = (text: string, less = 0) => `content-length: ${Buffer.byteLength(text) - less}`
const chunked = 'transfer-encoding: chunked'
const chunks = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`
const packed = gzipSync(yaml)
const large = `${yaml}${'# a long line of a comment\n'.repeat(20_000)}`

const unframed = 'has neither a length nor chunks, and may have been cut off'
const behind = 'goes on behind its end'
const range = 'is a part of the file (Content-Range: bytes 0-9/99)'

describe('half a file is not believed', () => {
  it.each<[string, string | Buffer, 'ends' | 'stays', string]>([
    ['neither length nor chunks', head('x: y') + yaml, 'ends', unframed],
    ['of HTTP/1.0', head('x: y', '1.0') + yaml, 'ends', unframed],
    ['with Connection: close', head('connection: close') + yaml, 'ends', unframed],
    ['nothing at all', head('x: y'), 'ends', unframed],
    ['JSON that is cut', head('x: y') + json.slice(0, -1), 'ends', unframed],
    ['YAML that looks like JSON', `${head('x: y')}{ openapi: 3.1.0 }`, 'ends', unframed],
    ['a text that is a number', `${head('x: y')}31`, 'ends', unframed],
    ['in another coding than chunks', head('transfer-encoding: gzip') + yaml, 'ends', unframed],
    ['chunks inside another coding', head('transfer-encoding: chunked, identity') + yaml, 'ends', unframed],
    [
      'packed, without a length',
      Buffer.concat([Buffer.from(head('content-encoding: gzip')), packed]),
      'ends',
      unframed,
    ],
    ['a length too small', head(sized(yaml, 10)) + yaml, 'stays', behind],
    ['a length too small, and the end', head(sized(yaml, 10)) + yaml, 'ends', behind],
    ['a length too small, of HTTP/1.0', head(sized(yaml, 10), '1.0') + yaml, 'ends', behind],
    [
      'a length too small, of a last response',
      head(`connection: close\r\n${sized(yaml, 10)}`) + yaml,
      'stays',
      behind,
    ],
    ['a length too small, of a large file', head(sized(large, 70_000)) + large, 'ends', behind],
    ['a length of zero', head('content-length: 0') + yaml, 'ends', behind],
    ['something behind the last chunk', head(chunked) + chunks(yaml) + yaml, 'ends', behind],
    ['another response behind it', head(sized(yaml)) + yaml + head(sized(yaml)) + yaml, 'ends', behind],
    ['a length too small for JSON', head(sized(json)) + json + json, 'ends', behind],
    ['a range', head(`content-range: bytes 0-9/99\r\n${sized(yaml)}`) + yaml, 'stays', range],
    [
      'ranges',
      head(`content-type: multipart/byteranges; boundary=x\r\n${sized(yaml)}`) + yaml,
      'stays',
      'is parts of the file',
    ],
    ['a range of JSON', head(`content-range: bytes 0-9/99\r\n${sized(json)}`) + json, 'stays', range],
  ])('%s', async (_name, response, end, message) => {
    const error = await failureOf(read(response, end))
    expect(error).toMatchObject({ exitCode: 4, code: 'answer-partial' })
    expect(error.message).toMatch(/^the response of 127\.0\.0\.1:\d+ /)
    expect(error.message).toContain(message)
  })
})

describe('a whole file is taken', () => {
  it.each<[string, string | Buffer, 'ends' | 'stays', string]>([
    ['by its length', head(sized(yaml)) + yaml, 'stays', yaml],
    ['by its length, of HTTP/1.0', head(sized(yaml), '1.0') + yaml, 'ends', yaml],
    ['by its length, as a last response', head(`connection: close\r\n${sized(yaml)}`) + yaml, 'ends', yaml],
    ['by its last chunk', head(chunked) + chunks(yaml), 'stays', yaml],
    [
      'by its last chunk, as a last response',
      head(`connection: close\r\n${chunked}`) + chunks(yaml),
      'ends',
      yaml,
    ],
    ['a large one', head(sized(large)) + large, 'ends', large],
    [
      'packed',
      Buffer.concat([
        Buffer.from(head(`content-encoding: gzip\r\ncontent-length: ${packed.length}`)),
        packed,
      ]),
      'stays',
      yaml,
    ],
    ['JSON that ends with the connection', head('x: y') + json, 'ends', json],
    ['JSON of HTTP/1.0', `${head('x: y', '1.0')} ${json}\n`, 'ends', ` ${json}\n`],
    ['line breaks behind it', `${head(sized(yaml)) + yaml}\r\n\r\n`, 'stays', yaml],
    [
      'line breaks behind a last one',
      `${head(`connection: close\r\n${sized(yaml)}`) + yaml}\r\n`,
      'ends',
      yaml,
    ],
    ['nothing, which is what it says', head('content-length: 0'), 'stays', ''],
  ])('%s', async (_name, response, end, text) => {
    expect(await read(response, end)).toBe(text)
  })

  it('what is not a file ends as its reader says', async () => {
    expect(await read(head('x: y') + yaml, 'ends', false)).toBe(yaml)
  })
})
