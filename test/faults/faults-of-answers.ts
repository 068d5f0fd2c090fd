import { brotliCompressSync, gzipSync } from 'node:zlib'
import { bytes, changed, type Fault } from './fault.ts'
import { type Answer, goodAnswer } from './good-answer.ts'

export const notJson = /returned 200 with invalid JSON: \d+:\d+: /
export const notOne = /the dashboard's response is not an evaluation/
const contradicts = /inconsistent response/
export const good = JSON.stringify(goodAnswer(['api-01']))

const without = (field: string): Fault => ({
  name: `no ${field}`,
  cause: changed(({ [field]: _, ...rest }) => rest),
  exit: 4,
  words: notOne,
})
const other = (name: string, change: (answer: Answer) => unknown, exit = 4, words = notOne): Fault => ({
  name,
  cause: changed((answer) => change(answer)),
  exit,
  words,
})
const noCounts = { error_count: 0, warn_count: 0, info_count: 0, hint_count: 0 }
const firstIssue = (answer: Answer, change: object): Answer => ({
  ...answer,
  issues: answer.issues.map((issue, index) => (index === 0 ? { ...issue, ...change } : issue)),
})
const firstRuleset = (answer: Answer, change: object): Answer => ({
  ...answer,
  rulesets: answer.rulesets.map((ruleset, index) => (index === 0 ? { ...ruleset, ...change } : ruleset)),
})

export const faultsOfBytes: readonly Fault[] = [
  {
    name: 'HTML',
    cause: bytes('<html><h1>Log in</h1>', { 'content-type': 'text/html' }),
    exit: 4,
    words: /returned 200 without JSON \(text\/html\)/,
  },
  { name: 'HTML that calls itself JSON', cause: bytes('<html><h1>Log in</h1>'), exit: 4, words: notJson },
  { name: 'nothing', cause: bytes(''), exit: 4, words: /with an empty body/ },
  { name: 'blanks', cause: bytes(' \n\t '), exit: 4, words: /with an empty body/ },
  { name: 'JSON that is cut', cause: bytes(good.slice(0, -1)), exit: 4, words: notJson },
  { name: 'JSON and more', cause: bytes(`${good}}`), exit: 4, words: notJson },
  { name: 'two JSON texts', cause: bytes(`${good}\n${good}`), exit: 4, words: notJson },
  { name: 'JSON with a comment', cause: bytes(`/* */${good}`), exit: 4, words: notJson },
  { name: 'JSON behind a guard', cause: bytes(`)]}'\n${good}`), exit: 4, words: notJson },
  ...['null', 'true', '7', '"text"', '[]', '{}', `[${good}]`, `{"data": ${good}}`].map((text) => ({
    name: `JSON: ${text.slice(0, 12)}`,
    cause: bytes(text),
    exit: 4,
    words: notOne,
  })),
  { name: 'no number', cause: bytes(good.replace(/"total":\d+/, '"total":NaN')), exit: 4, words: notJson },
  {
    name: 'not UTF-8',
    cause: bytes(Buffer.from([0x7b, 0xff, 0xfe])),
    exit: 4,
    words: /cannot read the response of \S+: .*encoded data/,
  },
  {
    name: 'not UTF-8 inside a text',
    cause: bytes(Buffer.from(good.replace('has no', 'h\u00ff'), 'latin1')),
    exit: 4,
    words: /cannot read the response/,
  },
  {
    name: 'UTF-16',
    cause: bytes(Buffer.from(`\ufeff${good}`, 'utf16le')),
    exit: 4,
    words: /cannot read the response/,
  },
  {
    name: 'gzip that is cut',
    cause: bytes(gzipSync(good).subarray(0, -10), { 'content-encoding': 'gzip' }),
    exit: 4,
    words: /cannot be decompressed/,
  },
  {
    name: 'invalid gzip',
    cause: bytes(good, { 'content-encoding': 'gzip' }),
    exit: 4,
    words: /cannot be decompressed/,
  },
  {
    name: 'gzip with a wrong sum',
    cause: bytes(flipped(gzipSync(good)), { 'content-encoding': 'gzip' }),
    exit: 4,
    words: /cannot be decompressed/,
  },
  {
    name: 'invalid brotli',
    cause: bytes(good, { 'content-encoding': 'br' }),
    exit: 4,
    words: /cannot be decompressed/,
  },
  {
    name: 'an encoding that is unknown',
    cause: bytes(good, { 'content-encoding': 'zstd' }),
    exit: 4,
    words: /its encoding is "zstd"/,
  },
  {
    name: 'gzip in gzip',
    cause: bytes(gzipSync(gzipSync(good)), { 'content-encoding': 'gzip, gzip' }),
    exit: 4,
    words: /its encoding is "gzip, gzip"/,
  },
]

/** `Age` as caches write it, and what nobody should. */
const aged = (age: string, exit: number): Fault => ({
  name: `Age: ${age}`,
  cause: {
    http: ({ response, good: whole }) =>
      response
        .writeHead(200, { 'content-type': 'application/json', ...(age !== '' && { age }) })
        .end(JSON.stringify(whole)),
  },
  exit,
  words: exit === 0 ? /^$/ : /the dashboard returned a stored response \(Age: /,
})

export const faultsOfAge: readonly Fault[] = [
  ...['86400', '1', '0, 7', '-1', '0.5', 'a day'].map((age) => aged(age, 4)),
  ...['0', '00', '0, 0', ''].map((age) => aged(age, 0)),
]

/** A part of a response that is JSON by itself. */
const ranged = (range: string): Fault => ({
  name: `Content-Range: ${range}`,
  cause: {
    http: ({ response, good: whole }) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-range': range })
        .end(JSON.stringify(whole)),
  },
  exit: 4,
  words: /the dashboard returned a part of its response \(Content-Range: /,
})

export const faultsOfRanges: readonly Fault[] = [
  ...['bytes 0-99/200', 'bytes 0-99/*', 'bytes 0-0/1', 'bytes */99', 'items 0-9/10', 'all'].map(ranged),
  {
    name: '206 with the whole of it',
    cause: {
      http: ({ response, good: whole }) =>
        response.writeHead(206, { 'content-type': 'application/json' }).end(JSON.stringify(whole)),
    },
    exit: 4,
    words: /returned 206, which the evaluation operation does not define/,
  },
]

function flipped(packed: Buffer): Buffer {
  packed[packed.length - 6] = (packed[packed.length - 6] ?? 0) ^ 255
  return packed
}

const fields = ['rulesets', 'issues', 'total', 'truncated', 'evaluated_apis', 'elapsed_ms']
const counts = ['error_count', 'warn_count', 'info_count', 'hint_count']

export const faultsOfContract: readonly Fault[] = [
  ...[...fields, ...counts].map(without),
  ...counts.map((count) =>
    other(`${count} of a ruleset is missing`, (answer) => firstRuleset(answer, { [count]: undefined })),
  ),
  other('rulesets is null', (answer) => ({ ...answer, rulesets: null })),
  other('issues is null', (answer) => ({ ...answer, issues: null })),
  other('issues is a mapping', (answer) => ({ ...answer, issues: { ...answer.issues } })),
  other('total is text', (answer) => ({ ...answer, total: String(answer.total) })),
  other('truncated is text', (answer) => ({ ...answer, truncated: 'false' })),
  other('a count is negative', (answer) => ({ ...answer, error_count: -1 })),
  other('a count is a fraction', (answer) => ({ ...answer, error_count: 0.5 })),
  other('a count is beyond numbers', (answer) => ({ ...answer, error_count: 1e300 })),
  other('error is a number', (answer) => ({ ...answer, error: 7 })),
  other('error is a mapping', (answer) => ({ ...answer, error: { message: 'x' } })),
  other('an issue is null', (answer) => ({ ...answer, issues: [null] })),
  other('an unknown severity', (answer) => firstIssue(answer, { severity: 'fatal' })),
  other('a severity in capitals', (answer) => firstIssue(answer, { severity: 'WARN' })),
  other('a severity is a number', (answer) => firstIssue(answer, { severity: 1 })),
  other('an issue without an id', (answer) => firstIssue(answer, { _id: '' })),
  other('an issue without a rule', (answer) => firstIssue(answer, { rule_id: undefined })),
  other('an issue without a message', (answer) => firstIssue(answer, { message: undefined })),
  other('a ruleset without an id', (answer) => firstRuleset(answer, { id: '' })),
  other('a ruleset without an action', (answer) => firstRuleset(answer, { action: undefined })),
  other(
    'error_count is 0 beside an error',
    (answer) => firstIssue(answer, { severity: 'error' }),
    4,
    contradicts,
  ),
  other('counts of issues that are not there', (answer) => ({ ...answer, issues: [] }), 4, contradicts),
  other('issues that are not counted', (answer) => ({ ...answer, ...none, total: 0 }), 4, contradicts),
  other('total is not the sum', (answer) => ({ ...answer, total: 99 }), 4, contradicts),
  other(
    'counts of a ruleset that are not the run',
    (answer) => firstRuleset(answer, { warn_count: 99 }),
    4,
    contradicts,
  ),
  other('no ruleset beside issues', (answer) => ({ ...answer, rulesets: [] }), 4, contradicts),
  other(
    'an issue of another ruleset',
    (answer) => firstIssue(answer, { ruleset_id: 'rs-other' }),
    4,
    contradicts,
  ),
  other(
    'a ruleset twice',
    (answer) => ({ ...answer, rulesets: [...answer.rulesets, ...answer.rulesets] }),
    4,
    contradicts,
  ),
  other(
    'an issue id twice, of which one is an error',
    (answer) => {
      const bad = withError(answer, {})
      return { ...bad, issues: bad.issues.toReversed().map((issue) => ({ ...issue, _id: 'same' })) }
    },
    1,
    /^$/,
  ),
  other(
    'an error of an API that nobody named',
    (answer) => firstIssue(withError(answer, {}), { api_id: 'api-99' }),
    4,
    /from API api-99, which was not requested/,
  ),
  other(
    'an error with the severity_order of a hint',
    (answer) => firstIssue(withError(answer, {}), { severity_order: 4 }),
    1,
    /^$/,
  ),
  // The contract's fields decide: new ones may come, whatever they are called.
  other('Status: "Error" beside a result', (answer) => ({ ...answer, Status: 'Error' }), 0, /^$/),
  other('failures beside a result', (answer) => ({ ...answer, failures: [{ id: 'rs-x' }] }), 0, /^$/),
  other('a ruleset with an error of its own', (answer) => firstRuleset(answer, { error: 'x' }), 0, /^$/),
  other('more issues than the limit, and complete', beyondLimit, 0, /^$/),
  other('truncated, with all issues', (answer) => ({ ...answer, truncated: true }), 4, contradicts),
  other(
    'truncated',
    (answer) => ({ ...answer, truncated: true, issues: answer.issues.slice(1) }),
    5,
    /was truncated: \d+ of \d+ issues returned/,
  ),
  other(
    'an error beside issues',
    (answer) => ({ ...answer, error: 'rs-docs failed on api-01' }),
    5,
    /failed in part: rs-docs failed on api-01/,
  ),
  other(
    'an error and nothing else',
    (answer) => ({ ...nothing(answer), error: 'everything failed' }),
    5,
    /failed in part: everything failed/,
  ),
  other(
    'no ruleset ran, and the APIs were evaluated all the same',
    (answer) => ({ ...nothing(answer), rulesets: [] }),
    5,
    /of 30 requested APIs were evaluated|no ruleset ran/,
  ),
  other(
    'another ruleset ran',
    (answer) => ({
      ...answer,
      rulesets: answer.rulesets.map((ruleset) => ({ ...ruleset, id: 'rs-other' })),
      issues: answer.issues.map((issue) => ({ ...issue, ruleset_id: 'rs-other' })),
    }),
    4,
    /inconsistent response: ruleset rs-other ran, which was not requested/,
  ),
  other(
    'another ruleset ran too',
    (answer) => ({
      ...answer,
      rulesets: [
        ...answer.rulesets,
        ...answer.rulesets.map((ruleset) => ({ ...ruleset, ...noCounts, id: 'x' })),
      ],
    }),
    4,
    /inconsistent response: ruleset x ran, which was not requested/,
  ),
  other(
    'no API was evaluated',
    (answer) => ({ ...nothing(answer), evaluated_apis: 0 }),
    5,
    /of 30 requested APIs were evaluated/,
  ),
  other(
    'one API was not evaluated',
    (answer) => ({ ...answer, evaluated_apis: Number(answer.evaluated_apis) - 1 }),
    5,
    /of 30 requested APIs were evaluated/,
  ),
  other(
    'more APIs were evaluated than asked for',
    (answer) => ({ ...answer, evaluated_apis: 99 }),
    4,
    contradicts,
  ),
  other('an unknown action beside an error', (answer) => withError(answer, { action: 'explode' }), 1, /^$/),
  other(
    'an unknown action beside a warning',
    (answer) => firstRuleset(answer, { action: 'explode' }),
    0,
    /^$/,
  ),
  other(
    'an inactive ruleset beside an error',
    (answer) => withError(answer, { active: false }),
    1,
    /is inactive/,
  ),
  other(
    'fields that nobody knows',
    (answer) => ({
      ...answer,
      passed: true,
      __proto: {},
      issues: answer.issues.map((issue) => ({ ...issue, x: [1] })),
    }),
    0,
    /^$/,
  ),
  {
    name: '__proto__ with what is missing',
    cause: {
      http: ({ response, good: { total: _, ...rest } }) =>
        response.end(
          JSON.stringify(rest).replace(
            '{',
            '{"__proto__": {"total": 0, "error": "x"}, "constructor": {"prototype": {"total": 0}}, ',
          ),
        ),
    },
    exit: 4,
    words: notOne,
  },
  {
    name: '__proto__ beside what is right',
    cause: {
      http: ({ response, good: rest }) =>
        response.end(JSON.stringify(rest).replace('{', '{"__proto__": {"total": 5, "passed": true}, ')),
    },
    exit: 0,
    words: /^$/,
  },
  {
    name: '__proto__ that says what failed',
    cause: {
      http: ({ response, good: rest }) =>
        response.end(JSON.stringify(rest).replace('{', '{"__proto__": {"error": "x", "passed": true}, ')),
    },
    exit: 0,
    words: /^$/,
  },
  {
    name: 'a mark before the text',
    cause: { http: ({ response, good: rest }) => response.end(`\ufeff${JSON.stringify(rest)}`) },
    exit: 0,
    words: /^$/,
  },
  {
    name: 'well, as gzip',
    cause: {
      http: ({ response, good: rest }) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(rest))),
    },
    exit: 0,
    words: /^$/,
  },
  {
    name: 'well, as brotli',
    cause: {
      http: ({ response, good: rest }) =>
        response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(JSON.stringify(rest))),
    },
    exit: 0,
    words: /^$/,
  },
]

const none = { error_count: 0, warn_count: 0, info_count: 0, hint_count: 0 }

function nothing(answer: Answer): Answer {
  return {
    ...answer,
    ...none,
    total: 0,
    issues: [],
    rulesets: answer.rulesets.map((ruleset) => ({ ...ruleset, ...none })),
  }
}

function beyondLimit(answer: Answer): Answer {
  const [issue] = answer.issues
  const issues = Array.from({ length: 1001 }, (_, at) => ({ ...issue, _id: `issue-${at}` }))
  const counts = { warn_count: issues.length }
  return { ...firstRuleset(answer, counts), ...counts, issues, total: issues.length }
}

function withError(answer: Answer, change: object): Answer {
  const { length } = answer.issues
  const counted = { error_count: 1, warn_count: length - 1 }
  return { ...firstIssue(firstRuleset(answer, { ...counted, ...change }), { severity: 'error' }), ...counted }
}

const message = (text: string) => JSON.stringify({ Status: 'error', Message: text, Meta: null })

/** A dashboard, or something before it, that sends the credential back. */
export const faultsOfEcho: readonly Fault[] = [
  {
    name: 'echo: in a refusal',
    cause: { http: ({ response, token }) => response.writeHead(401).end(message(`bad key ${token}`)) },
    exit: 3,
    words: /bad key \[secret\]/,
  },
  {
    name: 'echo: as escapes',
    cause: {
      http: ({ response, token }) =>
        response.writeHead(403).end(message(`bad ${token}`).replace(token, escapes(token))),
    },
    exit: 3,
    words: /bad \[secret\]/,
  },
  {
    name: 'echo: as Base64',
    cause: {
      http: ({ response, token }) =>
        response.writeHead(403).end(message(`bad ${Buffer.from(`Bearer ${token}`).toString('base64')}`)),
    },
    exit: 3,
    words: /bad \w+\[secret\]/,
  },
  {
    name: 'echo: as HTML',
    cause: {
      http: ({ response, token }) =>
        response
          .writeHead(403)
          .end(message(`bad ${token.replaceAll(/[^a-z]/g, (each) => `&#${each.charCodeAt(0)};`)}`)),
    },
    exit: 3,
    words: /bad \[secret\]/,
  },
  {
    name: 'echo: in a failure',
    cause: { http: ({ response, token }) => response.writeHead(500).end(message(`Bearer ${token}`)) },
    exit: 4,
    words: /Bearer \[secret\]/,
  },
  {
    name: 'echo: in a page',
    cause: {
      http: ({ response, token }) =>
        response.writeHead(200, { 'content-type': `text/html; k=${token}` }).end(`<p>${token}`),
    },
    exit: 4,
    words: /returned 200 without JSON \(text\/html; k=\[secret\]\)/,
  },
  {
    name: 'echo: in a redirect',
    cause: {
      http: ({ response, token, elsewhere }) =>
        response.writeHead(307, { location: `${elsewhere}/${token}?t=${token}` }).end(),
    },
    exit: 4,
    words: /returned 307, a redirect to/,
  },
  {
    name: 'echo: in the name of a host',
    cause: {
      http: ({ response, token }) => response.writeHead(307, { location: `http://${token}.example/` }).end(),
    },
    exit: 4,
    words: /returned 307, a redirect to/,
  },
  {
    name: 'echo: in the reason',
    cause: { http: ({ response, token }) => response.writeHead(418, token).end() },
    exit: 4,
    words: /returned 418, which/,
  },
  {
    name: 'echo: in an issue',
    cause: changed((answer, { token }) =>
      firstIssue(answer, { message: `key ${token}`, path: token, rule_id: token }),
    ),
    exit: 0,
    words: /^$/,
  },
  {
    name: 'echo: in the error',
    cause: changed((answer, { token }) => ({ ...answer, error: `failed for ${token}` })),
    exit: 5,
    words: /failed for \[secret\]/,
  },
  {
    name: 'echo: in a severity',
    cause: changed((answer, { token }) => firstIssue(answer, { severity: token })),
    exit: 4,
    words: notOne,
  },
  {
    name: 'echo: as the name of a field',
    cause: changed((answer, { token }) => ({ ...answer, [token]: token, rulesets: [{ [token]: token }] })),
    exit: 4,
    words: notOne,
  },
  {
    name: 'echo: in a cut body',
    cause: {
      http: ({ request: { socket }, token }) =>
        void socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 999\r\nx: ${token}\r\n\r\n{"${token}`),
    },
    exit: 4,
    words: /closed before/,
  },
  {
    name: 'echo: in an invalid head',
    cause: { http: ({ request: { socket }, token }) => void socket.end(`${token}\r\n\r\n`) },
    exit: 4,
    words: /not HTTP/,
  },
  {
    name: 'escape sequences in a refusal',
    cause: {
      http: ({ response }) =>
        response.writeHead(401).end(message('\u001b[2J\u001b]0;x\u0007##[error]x\n::error::y')),
    },
    exit: 3,
    words: /rejected the credential \(401\): /,
  },
]

function escapes(text: string): string {
  return Array.from(text, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join(
    '',
  )
}
