import { STATUS_CODES } from 'node:http'
import { bytes, type Fault } from './fault.ts'

/** What a dashboard says with a status, as exit codes and words; every other status is not an answer of the operation. */
const meant: Readonly<Record<number, readonly [exit: number, words: RegExp]>> = {
  400: [2, /refused the request \(400\)/],
  401: [3, /rejected the credential \(401\)/],
  403: [3, /denied access \(403\)/],
  404: [6, /could not find an id \(404\)/],
  413: [2, /rejected the definition: too large \(413\)/],
  429: [4, /is limiting requests \(429; 2 attempts\)/],
}

function expected(status: number): readonly [number, RegExp] {
  const known = meant[status]
  if (known) return known
  if (status < 500) return [4, new RegExp(`returned ${status}, which`)]
  const note = [502, 503, 504].includes(status) ? '; 2 attempts' : ''
  return [4, new RegExp(`the dashboard failed \\(${status}${note}\\)`)]
}

const body = JSON.stringify({ Status: 'error', Message: 'in a word', Meta: null })
const statuses = Object.keys(STATUS_CODES)
  .map(Number)
  .filter((status) => status >= 400)

const each: readonly Fault[] = [...statuses, 599, 999].map((status) => {
  const [exit, words] = expected(status)
  return {
    name: `${status} ${STATUS_CODES[status] ?? ''}`.trim(),
    cause: bytes(body, {}, status),
    exit,
    words,
  }
})

const inTwoSeconds = { date: 'Fri, 20 Nov 2026 10:00:00 GMT', 'retry-after': 'Fri, 20 Nov 2026 10:00:01 GMT' }

export const faultsOfStatus: readonly Fault[] = [
  ...each,
  {
    name: '400 that names no id',
    cause: bytes(
      JSON.stringify({ Status: 'error', Message: 'Could not retrieve API detail', Meta: null }),
      {},
      400,
    ),
    exit: 6,
    words: /could not find an id \(400\)/,
  },
  {
    name: '400 of somebody else',
    cause: bytes('<h1>Bad request</h1>', {}, 400),
    exit: 4,
    words: /returned 400, which the evaluation operation does not define/,
  },
  {
    name: '404 of somebody else',
    cause: bytes('not found', {}, 404),
    exit: 4,
    words: /returned 404, which the evaluation operation does not define/,
  },
  {
    name: '403 of somebody else',
    cause: bytes('<h1>Forbidden</h1>', {}, 403),
    exit: 3,
    words: /denied access \(403\)/,
  },
  {
    name: '500 with a good body',
    cause: { http: ({ response, good }) => response.writeHead(500).end(JSON.stringify(good)) },
    exit: 4,
    words: /the dashboard failed \(500\)/,
  },
  {
    name: '201 with a good body',
    cause: { http: ({ response, good }) => response.writeHead(201).end(JSON.stringify(good)) },
    exit: 4,
    words: /returned 201, which the evaluation operation does not define/,
  },
  {
    name: '206 with a good body',
    cause: { http: ({ response, good }) => response.writeHead(206).end(JSON.stringify(good)) },
    exit: 4,
    words: /returned 206, which/,
  },
  { name: '204', cause: bytes('', {}, 204), exit: 4, words: /returned 204, which/ },
  { name: '304', cause: bytes('', {}, 304), exit: 4, words: /returned 304, which/ },
  { name: '503 once, then well', cause: bytes(body, {}, 503), exit: 0, words: /^$/, times: 1 },
  {
    name: '429 with Retry-After, then well',
    cause: bytes(body, { 'retry-after': '1' }, 429),
    exit: 0,
    words: /retrying in 1 s \(Retry-After\)/,
    times: 1,
  },
  {
    name: '429 with a date, then well',
    cause: bytes(body, inTwoSeconds, 429),
    exit: 0,
    words: /retrying in 1 s \(Retry-After\)/,
    times: 1,
  },
  {
    name: '429 with a wait past the deadline',
    cause: bytes(body, { 'retry-after': '3600' }, 429),
    exit: 4,
    words: /429; Retry-After asks for 3600 s, and the run's deadline leaves[\s\S]*raise\s+--deadline/,
  },
  {
    name: '503 with a date past the deadline',
    cause: bytes(body, { 'retry-after': 'Fri, 20 Nov 2099 10:00:00 GMT' }, 503),
    exit: 4,
    words: /503; Retry-After asks for more than a day, and the run's deadline leaves/,
  },
  {
    name: '429 with an invalid Retry-After',
    cause: bytes(body, { 'retry-after': 'soon, or -1' }, 429),
    exit: 4,
    words: /429; 2 attempts[\s\S]*raise\s+--retries/,
  },
  {
    name: '429 with a Retry-After beyond numbers',
    cause: bytes(body, { 'retry-after': '9'.repeat(400) }, 429),
    exit: 4,
    words: /429; Retry-After asks for more than a day, and the run's deadline leaves/,
  },
]

const to = (status: number, location: (elsewhere: string) => string): Fault['cause'] => ({
  http: ({ response, elsewhere }) => response.writeHead(status, { location: location(elsewhere) }).end(),
})

export const faultsOfRedirects: readonly Fault[] = [
  {
    name: 'redirect loop',
    cause: {
      http: ({ request, response }) => response.writeHead(307, { location: request.url ?? '' }).end(),
    },
    exit: 4,
    words: /redirected 6 times in a row/,
  },
  {
    name: 'redirect to another host',
    cause: to(307, (elsewhere) => `${elsewhere}/login?secret=hidden-in-it`),
    exit: 4,
    words: /returned 307, a redirect to http:\/\/127\.0\.0\.1:\d+, but the credential is only for/,
  },
  {
    name: 'redirect to another host by 302',
    cause: to(302, (elsewhere) => `${elsewhere}/login`),
    exit: 4,
    words: /returned 302, a redirect to/,
  },
  {
    name: 'redirect to another host, without a scheme',
    cause: to(308, (elsewhere) => elsewhere.replace('http:', '')),
    exit: 4,
    words: /returned 308, a redirect to/,
  },
  {
    name: 'redirect to another host behind a user',
    cause: to(307, (elsewhere) => elsewhere.replace('//', '//127.0.0.1@')),
    exit: 4,
    words: /returned 307, a redirect to/,
  },
  {
    name: 'redirect that would make a GET of it',
    cause: to(302, () => '/login'),
    exit: 4,
    words:
      /returned 302, a redirect to another path on the same host, but POST requests do not follow redirects/,
  },
  {
    name: 'redirect to a file',
    cause: to(307, () => 'file:///etc/passwd'),
    exit: 4,
    words: /returned 307, a redirect to file:/,
  },
  {
    name: 'redirect to nowhere',
    cause: to(307, () => 'http://['),
    exit: 4,
    words: /an invalid address/,
  },
  {
    name: 'redirect without an address',
    cause: bytes('', {}, 307),
    exit: 4,
    words: /returned 307, which the evaluation operation does not define/,
  },
  {
    name: 'redirect within the origin, then well',
    cause: to(307, () => '/api/evaluations/sandbox?moved'),
    exit: 0,
    words: /^$/,
    times: 1,
  },
]
