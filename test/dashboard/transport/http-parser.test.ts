import { createRequire } from 'node:module'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../e2e/run-gov.ts'
import { effort } from '../../effort.ts'

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer }
  llhttp_alloc(type: number): number
  malloc(bytes: number): number
  free(at: number): void
  llhttp_execute(parser: number, at: number, bytes: number): number
  llhttp_finish(parser: number): number
  llhttp_resume(parser: number): void
  llhttp_get_error_reason(parser: number): number
  llhttp_get_error_pos(parser: number): number
  llhttp_should_keep_alive(parser: number): number
  llhttp_set_lenient_headers(parser: number, on: number): void
}
type Env = Record<string, (parser: number, at: number, bytes: number) => number>
type Make = (imports: { env: Env }) => Exports

const bytes: Buffer<ArrayBuffer> = createRequire(import.meta.url)('undici/lib/llhttp/llhttp-wasm.js')
const inWebAssembly: Make = (imports) => {
  const { Module, Instance } = Reflect.get(globalThis, 'WebAssembly')
  return new Instance(new Module(bytes), imports).exports
}
const { translate } = await import(join(projectRoot, 'build/http-parser.js'))
const translated = { exports: {} as Make }
new Function('module', translate(bytes))(translated)

const events = ['message_begin', 'url', 'status', 'header_field', 'header_value', 'headers_complete', 'body']
const paused = 21
const response = 2

/** All that the parser says about these parts of a connection; `answer` is what the nth call to us returns. */
function story(make: Make, parts: readonly Uint8Array[], answer: (call: number) => number): unknown[] {
  const said: unknown[] = []
  const env: Env = {}
  for (const name of [...events, 'message_complete']) {
    env[`wasm_on_${name}`] = (_parser, at, length) => {
      const isSpan = !/^(?:message|headers)_/.test(name)
      said.push([name, isSpan ? hex(parser.memory.buffer, at, length) : [at, length]])
      return answer(said.length)
    }
  }
  const parser = make({ env })
  const handle = parser.llhttp_alloc(response)
  for (const part of parts) {
    const at = parser.malloc(part.length)
    new Uint8Array(parser.memory.buffer, at, part.length).set(part)
    let [from, code] = [0, parser.llhttp_execute(handle, at, part.length)]
    for (let pauses = 0; code === paused && pauses < 50; pauses += 1) {
      from = parser.llhttp_get_error_pos(handle) - at
      parser.llhttp_resume(handle)
      code = parser.llhttp_execute(handle, at + from, part.length - from)
    }
    said.push([code, code && parser.llhttp_get_error_pos(handle) - at, reason(parser, handle)])
    parser.free(at)
  }
  return [...said, parser.llhttp_finish(handle), parser.llhttp_should_keep_alive(handle)]
}

function hex(buffer: ArrayBuffer, at: number, length: number): string {
  return Buffer.from(buffer, at, length).toString('hex')
}

function reason(parser: Exports, handle: number): string {
  const at = parser.llhttp_get_error_reason(handle)
  if (at === 0) return ''
  const text = new Uint8Array(parser.memory.buffer, at)
  return Buffer.from(text.subarray(0, text.indexOf(0))).toString()
}

const line = fc.constantFrom(
  'HTTP/1.1 200 OK',
  'HTTP/1.0 404 Not Found',
  'HTTP/1.1 204',
  'HTTP/1.1 100 Continue',
  'HTTP/1.1 101 Switching Protocols',
  'HTTP/1.1 999 ',
  'HTTP/9.9 200 OK',
  'ICY 200 OK',
)
const header = fc.constantFrom(
  'Content-Type: application/json',
  'Content-Length: 5',
  'content-length: 11',
  'Content-Length: 99999999999999999999',
  'Content-Length: 5, 5',
  'Content-Length:',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, identity',
  'Connection: close',
  'Connection: keep-alive, upgrade',
  'Upgrade: websocket',
  'Proxy-Connection: keep-alive',
  'X-Empty: ',
  'X-Folded: a\r\n b',
  'X-\u0000: 1',
  'No colon',
  `X-Long: ${'y'.repeat(5000)}`,
)
const body = fc.constantFrom(
  '',
  'hello',
  'hello world',
  '5\r\nhello\r\n0\r\n\r\n',
  'a;name="x\\"y"\r\n0123456789\r\n0\r\nTrailer: 1\r\n\r\n',
  'FFFFFFFFFFFFFFFFF\r\n',
  '5\nhello\n0\n\n',
  'z'.repeat(100_000),
)
const answers = fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 2, -1, paused)
const whole = fc
  .array(
    fc.tuple(line, fc.array(header, { maxLength: 5 }), body, fc.constantFrom('\r\n', '\r\n', '\n', '\r')),
  )
  .map((all) => all.map(([first, headers, rest, end]) => [first, ...headers, '', rest].join(end)).join(''))
const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 })
const cuts = fc.array(fc.nat(), { maxLength: 6 })

describe('the translated HTTP parser', () => {
  it('says what the WebAssembly says, whatever it is fed', () => {
    const property = fc.property(whole, changes, cuts, fc.array(answers), (text, changed, cut, given) => {
      const fed = Buffer.from(text, 'latin1')
      for (const [at, byte] of changed) if (fed.length > 0) fed[at % fed.length] = byte
      const ends = [...cut.map((at) => at % (fed.length + 1)), 0, fed.length].sort((a, b) => a - b)
      const parts = ends.slice(1).map((end, index) => fed.subarray(ends[index], end))
      const answer = (call: number) => given[call % (given.length + 1)] ?? 0
      expect(story(translated.exports, parts, answer)).toEqual(story(inWebAssembly, parts, answer))
    })
    fc.assert(property, { numRuns: 500 * effort })
  })

  it('reads a whole response, and names what is wrong with a broken one', () => {
    const say = (text: string) => JSON.stringify(story(translated.exports, [Buffer.from(text)], () => 0))
    expect(say('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello')).toContain('"message_complete"')
    expect(say('HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n')).toContain(
      'Invalid character in Content-Length',
    )
  })
})
