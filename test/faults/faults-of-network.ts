import { type Fault, raw } from './fault.ts'

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
const cut = /connection closed before the response was complete/
const otherLength = /the response does not have the length that it announced/
const slow = ['--timeout', '700ms']
const late = /did not respond within 0\.7 s/
const notHttp = /the response of \S+ is not HTTP/

/** Sends `text` again and again, slowly, and never ends. */
function drip(start: string, text: string): Fault['cause'] {
  return {
    http: ({ request: { socket } }) => {
      socket.write(start)
      const timer = setInterval(() => socket.write(text), 50)
      socket.once('close', () => clearInterval(timer))
    },
  }
}

export const faultsOfNetwork: readonly Fault[] = [
  { name: 'reset before the answer', cause: raw('', 'reset'), exit: 4, words: cut },
  { name: 'closed before the answer', cause: raw('', 'closed'), exit: 4, words: cut },
  { name: 'reset at once', cause: { socket: (socket) => socket.resetAndDestroy() }, exit: 4, words: cut },
  { name: 'reset inside the head', cause: raw('HTTP/1.1 200 OK\r\nconte', 'reset'), exit: 4, words: cut },
  {
    name: 'closed inside the head',
    cause: raw('HTTP/1.1 200 OK\r\nconte'),
    exit: 4,
    words: /closed before|not HTTP/,
  },
  {
    name: 'reset inside the body',
    cause: raw(`${head}content-length: 999\r\n\r\n{"rule`, 'reset'),
    exit: 4,
    words: cut,
  },
  {
    name: 'closed inside the body',
    cause: raw(`${head}content-length: 999\r\n\r\n{"rule`),
    exit: 4,
    words: cut,
  },
  {
    name: 'closed inside a chunk',
    cause: raw(`${head}transfer-encoding: chunked\r\n\r\nff\r\n{"rule`),
    exit: 4,
    words: cut,
  },
  {
    name: 'closed between chunks',
    cause: raw(`${head}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`),
    exit: 4,
    words: cut,
  },
  { name: 'reset once, then well', cause: raw('', 'reset'), exit: 0, words: /^$/, times: 1 },
  {
    name: 'half-open: accepted, never answered',
    cause: { socket: () => {} },
    exit: 4,
    words: late,
    flags: slow,
  },
  { name: 'request read, never answered', cause: raw('', 'stays'), exit: 4, words: late, flags: slow },
  {
    name: 'head, and no body',
    cause: raw(`${head}content-length: 999\r\n\r\n`, 'stays'),
    exit: 4,
    words: late,
    flags: slow,
  },
  { name: 'slow drip in the head', cause: drip(head, 'x: y\r\n'), exit: 4, words: late, flags: slow },
  { name: 'slow drip in the body', cause: drip(`${head}\r\n`, ' '), exit: 4, words: late, flags: slow },
  {
    name: 'endless 100 Continue',
    cause: drip('', 'HTTP/1.1 100 Continue\r\n\r\n'),
    exit: 4,
    words: cut,
  },
  {
    name: 'slow drip past the deadline',
    cause: drip(`${head}\r\n`, ' '),
    exit: 4,
    words: /did not respond before the run's deadline/,
    flags: ['--deadline', '2s'],
  },
  { name: 'another protocol', cause: raw('SSH-2.0-OpenSSH_9.6\r\n'), exit: 4, words: notHttp },
  { name: 'a body without a head', cause: raw('{"rulesets": []}'), exit: 4, words: notHttp },
  {
    name: 'a head that never fits',
    cause: raw(`${head}${'x: y\r\n'.repeat(20_000)}\r\n{}`),
    exit: 4,
    words: notHttp,
  },
  {
    name: 'two lengths',
    cause: raw(`${head}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`),
    exit: 4,
    words: otherLength,
  },
  {
    name: 'a length and chunks',
    cause: raw(`${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
    exit: 4,
    words: otherLength,
  },
  {
    name: 'an invalid chunk size',
    cause: raw(`${head}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n`),
    exit: 4,
    words: notHttp,
  },
  { name: 'a header with a line break', cause: raw(`${head}a: b\rc\r\n\r\n{}`), exit: 4, words: notHttp },
  {
    name: 'a length too small',
    cause: raw(`${head}content-length: 9\r\n\r\n{"rulesets": []}`),
    exit: 4,
    words: /returned 200 with invalid JSON/,
  },
  {
    name: '101 that nobody asked for',
    cause: raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    exit: 4,
    words: cut,
  },
  { name: 'an invalid status', cause: raw('HTTP/1.1 abc OK\r\n\r\n'), exit: 4, words: notHttp },
  {
    name: 'the name is not known',
    cause: { lookup: 'ENOTFOUND' },
    exit: 4,
    words: /unknown host name/,
  },
  {
    name: 'the name cannot be looked up',
    cause: { lookup: 'EAI_AGAIN' },
    exit: 4,
    words: /host name lookup failed/,
  },
  { name: 'the name server does not answer', cause: { lookup: 'never' }, exit: 4, words: late, flags: slow },
  { name: 'refused', cause: { lookup: 'ECONNREFUSED' }, exit: 4, words: /connection refused/ },
]

export const faultsOfTls: readonly Fault[] = [
  {
    name: 'TLS: expired',
    cause: { tls: 'expired' },
    exit: 4,
    words: /cannot trust \S+: its certificate has expired/,
  },
  {
    name: 'TLS: not valid yet',
    cause: { tls: 'not yet valid' },
    exit: 4,
    words: /its certificate is not valid yet/,
  },
  {
    name: 'TLS: self-signed',
    cause: { tls: 'self-signed' },
    exit: 4,
    words: /its certificate is self-signed/,
  },
  {
    name: 'TLS: for another host',
    cause: { tls: 'wrong host' },
    exit: 4,
    words: /its certificate is for another host/,
  },
  {
    name: 'TLS: unknown authority',
    cause: { tls: 'unknown authority' },
    exit: 4,
    words: /cannot trust|could not be verified|not known here/,
  },
  {
    name: 'TLS: wants a certificate',
    cause: { tls: 'wants a certificate' },
    exit: 4,
    words: /TLS failed|closed before/,
  },
  { name: 'TLS: no handshake', cause: { socket: () => {} }, exit: 4, words: late, flags: [...slow, 'https'] },
  {
    name: 'TLS: reset in the handshake',
    cause: { socket: (socket) => socket.once('data', () => socket.resetAndDestroy()) },
    exit: 4,
    words: cut,
    flags: ['https'],
  },
  {
    name: 'TLS: plain http answers',
    cause: { socket: (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n') },
    exit: 4,
    words: /it does not speak TLS/,
    flags: ['https'],
  },
  {
    name: 'TLS: an alert',
    cause: { socket: (socket) => socket.end(Buffer.of(21, 3, 3, 0, 2, 2, 40)) },
    exit: 4,
    words: /TLS failed/,
    flags: ['https'],
  },
  {
    name: 'proxy: 403',
    cause: { proxy: (socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n') },
    exit: 4,
    words: /the proxy \S+ refused to connect \(403\)/,
  },
  {
    name: 'proxy: 407',
    cause: { proxy: (socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n') },
    exit: 4,
    words: /refused to connect \(407\)/,
  },
  {
    name: 'proxy: 502',
    cause: { proxy: (socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n') },
    exit: 4,
    words: /refused to connect \(502\)/,
  },
  {
    name: 'proxy: reset',
    cause: { proxy: (socket) => socket.resetAndDestroy() },
    exit: 4,
    words: /through the proxy \S+: connection closed/,
  },
  {
    name: 'proxy: closed',
    cause: { proxy: (socket) => socket.end() },
    exit: 4,
    words: /through the proxy \S+: connection closed/,
  },
  { name: 'proxy: no answer', cause: { proxy: () => {} }, exit: 4, words: late, flags: slow },
  { name: 'proxy: no HTTP', cause: { proxy: (socket) => socket.end('hello\r\n') }, exit: 4, words: notHttp },
]
