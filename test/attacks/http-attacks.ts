import type { Attack } from './attack.ts'
import { answersIn, type RawOptions, rawExchange } from './raw-exchange.ts'

const key = 'Authorization: Bearer demo-key-pipeline\r\nConnection: close\r\n'
const host = 'Host: 127.0.0.1\r\n'
const json = 'Content-Type: application/json\r\n'
const get = (target: string, headers = host + key) => `GET ${target} HTTP/1.1\r\n${headers}\r\n`
const post = (headers: string, body: string) =>
  `POST /api/evaluations/sandbox HTTP/1.1\r\n${host}${key}${json}${headers}\r\n${body}`
const many = (count: number, text: string) => text.repeat(count)

type Row = readonly [name: string, bytes: string | Uint8Array, answer: RegExp, options?: RawOptions]

const rows: readonly Row[] = [
  ['bytes that are not HTTP', 'NOT HTTP\r\n\r\n', /^400 The request is not HTTP/],
  [
    'random bytes',
    Uint8Array.from({ length: 4096 }, (_, i) => (i * 7919) % 251),
    /^400 The request is not HTTP/,
  ],
  ['a TLS greeting', Uint8Array.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]), /^400 The request is not HTTP/],
  ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', /^400 The request is not HTTP/],
  ['HTTP/0.9', 'GET /openapi.json\r\n\r\n', /^400 .*0 Host headers/],
  ['HTTP/3.0', `GET / HTTP/3.0\r\n${host}\r\n`, /^400 The request is not HTTP.*version/],
  ['no Host', get('/api/apis', key), /^400 .*0 Host headers/],
  ['two Hosts', get('/api/apis', `${host}Host: evil.example\r\n${key}`), /^400 .*2 Host headers/],
  ['the Host of another site (DNS rebinding)', get('/api/apis', `Host: evil.example\r\n${key}`), /^421 /],
  ['a Host with a path and a user', get('/api/apis', `Host: user@127.0.0.1/x?\r\n${key}`), /^421 /],
  ['the address of another site', get('http://evil.example/api/apis'), /^421 /],
  ['an invalid address', get('http://[::/'), /^421 /],
  ['the address of this service', get('http://127.0.0.1/api/apis/nothing'), /^400 Could not retrieve/],
  ['a path that looks like a host', get('//evil.example/openapi.json'), /^404 There is no operation/],
  ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${host}\r\n`, /^400 The request target is not a URL/],
  ['CONNECT', `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`, /^405 .*not a proxy/],
  ['TRACE', `TRACE /api/apis HTTP/1.1\r\n${host}${key}\r\n`, /^405 /],
  ['an expectation that nobody knows', post('Expect: a-miracle\r\nContent-Length: 2\r\n', '{}'), /^417 /],
  ['a header of 70 KB', get('/', `${host}X: ${many(70_000, 'a')}\r\n`), /^431 /],
  ['2,500 headers', get('/', host + many(2_500, 'a:b\r\n')), /^431 /],
  ['an address of 100 KB', get(`/${many(100_000, 'a')}`), /^431 /],
  ['a folded header', get('/', `${host}A: b\r\n c\r\n`), /^400 The request is not HTTP/],
  ['a space before the colon', get('/', 'Host : a\r\n'), /^400 The request is not HTTP/],
  ['lines without carriage returns', 'GET / HTTP/1.1\nHost: a\n\n', /^400 The request is not HTTP/],
  ['NUL in a header', get('/', `${host}A: b\0c\r\n`), /^400 The request is not HTTP/],
  ['a control character in the path', get('/a\u0001b'), /^400 The request is not HTTP/],
  ['a backslash in the path', get('/api\\apis'), /^400 The request target is not a URL/],
  ['an injected header in the path', get('/api/apis/a%0d%0aX-Evil:%20yes'), /^400 Could not retrieve/],
  ['a broken escape in the path', get('/api/apis/%zz'), /^400 Could not retrieve/],
  ['bytes in the path that are not UTF-8', get('/api/apis/%ff%fe'), /^400 Could not retrieve/],
  ['NUL in the path', get('/api/apis/%00'), /^400 Could not retrieve/],
  ['a path to another file', get('/api/apis/..%2f..%2fworkspace.yml'), /^400 Could not retrieve/],
  ['a path to another folder', get('/api/apis/../../../etc/passwd'), /^404 There is no operation/],
  [
    'a path with dots twice encoded',
    get('/api/apis/%252e%252e%252fworkspace.yml'),
    /^400 Could not retrieve/,
  ],
  ['two credentials', get('/api/apis', `${host}${key}Authorization: Bearer x\r\n`), /^401 /],
  [
    'Content-Length beside Transfer-Encoding (smuggling)',
    post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${get('/openapi.json')}`),
    /^400 The request is not HTTP/,
  ],
  [
    'two Content-Lengths',
    post('Content-Length: 2\r\nContent-Length: 3\r\n', '{} '),
    /^400 The request is not HTTP/,
  ],
  ['a negative Content-Length', post('Content-Length: -5\r\n', '{}'), /^400 The request is not HTTP/],
  ['a hexadecimal Content-Length', post('Content-Length: 0x5\r\n', '{}   '), /^400 The request is not HTTP/],
  [
    'Transfer-Encoding: gzip',
    post('Transfer-Encoding: gzip, chunked\r\n', '2\r\n{}\r\n0\r\n\r\n'),
    /^400 The Transfer-E/,
  ],
  ['Transfer-Encoding: xchunked', post('Transfer-Encoding: xchunked\r\n', '2\r\n{}\r\n0\r\n\r\n'), /^400 /],
  [
    'a chunk without a size',
    post('Transfer-Encoding: chunked\r\n', 'ZZ\r\n{}\r\n'),
    /^400 The request is not HTTP/,
  ],
  [
    'a chunk larger than numbers go',
    post('Transfer-Encoding: chunked\r\n', `${many(20, 'F')}\r\n{}`),
    /^400 The request is/,
  ],
  [
    '20 KB of chunk extensions',
    post('Transfer-Encoding: chunked\r\n', `2;${many(20_000, 'a')}\r\n{}\r\n`),
    /^413 /,
  ],
  ['a body of which half is sent', post('Content-Length: 500\r\n', '{'), /^400 /, { half: true }],
  ['a declared body of 9 TB', post('Content-Length: 9999999999999\r\n', '{'), /^413 /],
  [
    '6 MB in chunks without an end',
    post('Transfer-Encoding: chunked\r\n', many(6, `100000\r\n${many(1_048_576, ' ')}\r\n`)),
    /^413 /,
  ],
  ['a page of another site', get('/openapi.json', `${host}Origin: https://evil.example\r\n${key}`), /^403 /],
  [
    '300 requests in one write',
    many(300, get('/api/apis/payments', (host + key).replace('Connection: close\r\n', ''))),
    /^200 /,
    { patience: 15_000, count: 300 },
  ],
]

/** Bytes on a socket, as no client sends them. */
export const httpAttacks: readonly Attack[] = rows.map(([name, bytes, answer, options]) => ({
  name,
  answer,
  send: async ({ port }) => answersIn(await rawExchange(port, bytes, options)),
}))
