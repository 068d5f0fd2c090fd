import { gzipSync } from 'node:zlib'
import type { Attack } from './attack.ts'
import { messageIn } from './raw-exchange.ts'

const pipeline = { authorization: 'Bearer demo-key-pipeline' }
const studio = { authorization: 'Bearer demo-key-studio-developer' }
const administrator = { authorization: 'Bearer demo-key-administrator' }
const admin = { 'admin-auth': 'demo-admin-secret' }
const json = { 'content-type': 'application/json' }
const saved = '/api/evaluations/sandbox'
const sent = '/api/evaluations/sandbox/oas?ruleset_ids=rs-security'
const question = '{"api_ids":["payments"],"ruleset_ids":["rs-security"]}'
const definition = '{"openapi":"3.0.3","info":{"title":"t","version":"1"},"paths":{}}'

type Row = readonly [name: string, path: string, init: RequestInit, answer: RegExp]

const body = (
  text: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = pipeline,
): RequestInit => ({
  method: 'POST',
  headers: { ...json, ...headers },
  body: text,
})

/** Names that lead somewhere in a plain object. */
const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']
const polluting = '"__proto__":{"polluted":1,"apis":"admin"},"constructor":{"prototype":{"polluted":1}}'

const rows: readonly Row[] = [
  ...inherited.flatMap((name): Row[] => [
    [`${name} as the id of an API`, `/api/apis/${name}`, { headers: pipeline }, /^400 Could not retrieve/],
    [
      `${name} as the id of a ruleset`,
      `/api/rulesets/${name}`,
      { headers: pipeline },
      /^404 Could not retrieve/,
    ],
    [`${name} as the id of a user`, `/admin/users/${name}`, { headers: admin }, /^404 Could not retrieve/],
    [`${name} as a credential`, '/api/apis', { headers: { authorization: name } }, /^401 /],
    [
      `${name} in a query`,
      `/api/apis?${name}=1&${name}[x]=1&sort=${name}&category=${name}`,
      { headers: pipeline },
      /^200 /,
    ],
    [
      `${name} as a category`,
      `${sent.replace('ruleset_ids=rs-security', `categories=${name}`)}`,
      body(definition),
      /^200 /,
    ],
  ]),
  ['polluting keys beside a question', saved, body(`{${polluting},${question.slice(1)}`), /^200 /],
  ['nothing but polluting keys', saved, body(`{${polluting}}`), /^400 /],
  ['polluting keys in a definition', sent, body(definition.replace('{', `{${polluting},`)), /^200 /],
  [
    'polluting keys in a key',
    '/api/keys/polluted',
    body(`{${polluting},"alias":"a"}`, administrator),
    /^400 .*__proto__ is not a key/,
  ],
  [
    'polluting keys in a request for a key',
    '/api/portal/requests',
    body(`{${polluting}}`, administrator),
    /^400 /,
  ],
  [
    'polluting keys in a sign-on',
    '/admin/sso',
    body(`{${polluting}}`, admin),
    /^400 .*__proto__ is not a key/,
  ],
  [
    'a body in gzip',
    saved,
    body(gzipSync(question), { ...pipeline, 'content-encoding': 'gzip' }),
    /^400 The Content-Encoding/,
  ],
  [
    'a gzip bomb',
    saved,
    body(gzipSync(' '.repeat(50_000_000)), { ...pipeline, 'content-encoding': 'gzip' }),
    /^400 The Content-Encoding/,
  ],
  [
    'a gzip body that says nothing of it',
    saved,
    body(gzipSync(question)),
    /^400 The request body is not valid UTF-8/,
  ],
  ['a body in UTF-16', saved, body(Buffer.from(question, 'utf16le')), /^400 The request body is not valid/],
  [
    'a body in Latin-1',
    saved,
    body(Buffer.from('{"api_ids":["é"]}', 'latin1')),
    /^400 The request body is not valid UTF-8/,
  ],
  [
    'a charset of Latin-1',
    saved,
    body(question, { ...pipeline, 'content-type': 'application/json; charset=latin1' }),
    /^400 The charset/,
  ],
  [
    'a form',
    saved,
    body('api_ids=payments', { ...pipeline, 'content-type': 'application/x-www-form-urlencoded' }),
    /^400 The Content-Type/,
  ],
  [
    'two types in one',
    saved,
    body(question, { ...pipeline, 'content-type': 'application/json, text/yaml' }),
    /^400 The Content-Type/,
  ],
  [
    'a type that every object has',
    saved,
    body(question, { ...pipeline, 'content-type': 'constructor' }),
    /^400 The Content-Type/,
  ],
  ['an empty body', saved, body(''), /^400 The request body is empty/],
  ['6 MB of body', saved, body(' '.repeat(6_000_000)), /^413 /],
  ['6 MB of body without a credential', saved, body(' '.repeat(6_000_000), {}), /^401 /],
  ['5 MB of brackets', sent, body('['.repeat(5_000_000)), /^(400 .*expected, but the text ends|413 )/],
  [
    '5 MB of brackets as a key',
    '/api/keys/deep',
    body('['.repeat(5_000_000), administrator),
    /^(400 .*expected, but the text ends|413 )/,
  ],
  [
    '5 MB of an object in an object as a key',
    '/api/keys/deep',
    body(`${'{"a":'.repeat(800_000)}1${'}'.repeat(800_000)}`, administrator),
    /^(400 .*expected, but the text ends|413 )/,
  ],
  ['5 MB of one key', '/api/keys/long', body(`{"alias":"${'a'.repeat(5_000_000)}"}`, administrator), /^413 /],
  [
    '400,000 keys',
    '/api/keys/many',
    body(`{${Array.from({ length: 400_000 }, (_, i) => `"k${i}":1`).join()}}`, administrator),
    /^413 /,
  ],
  [
    'a number of 5 million digits',
    '/api/keys/number',
    body(`{"rate":${'9'.repeat(5_000_000)}}`, administrator),
    /^413 /,
  ],
  [
    '100,000 ids',
    saved,
    body(JSON.stringify({ api_ids: Array(100_000).fill('payments'), ruleset_ids: ['rs-security'] })),
    /^400 api_ids has 100000/,
  ],
  ['an API of another organisation', '/api/apis/payments', { headers: studio }, /^400 Could not retrieve/],
  [
    'a ruleset of another organisation',
    saved,
    body(question.replace('rs-security', 'rs-studio')),
    /^404 .*rs-studio/,
  ],
  ['an evaluation for another organisation', saved, body(question, studio), /^(403|404) /],
  [
    'a key that is a path',
    '/api/keys/..%2f..%2fusers%2fadministrator',
    body('{"alias":"a"}', administrator),
    /^(200|400) /,
  ],
  [
    'a local file as the definition',
    sent,
    { ...body(definition, { ...pipeline, 'content-location': '/etc/passwd' }) },
    /^200 /,
  ],
  [
    'a definition that refers to a local file',
    sent,
    body(
      definition.replace(
        '"paths":{}',
        '"paths":{"/a":{"$ref":"/etc/passwd"},"/b":{"$ref":"http://127.0.0.1:1/x"}}',
      ),
    ),
    /^200 .*/,
  ],
  ['a query of 8,000 parameters', `/api/apis?${'a=b&'.repeat(3_000)}`, { headers: pipeline }, /^(200|431) /],
  ['a page that is not a number', '/api/apis?p=1e999', { headers: pipeline }, /^400 p is not a whole number/],
  ['an administrator without the secret', '/admin/users/x', { headers: pipeline }, /^401 /],
  [
    'a credential of 10,000 characters',
    '/api/apis',
    { headers: { authorization: 'a'.repeat(10_000) } },
    /^401 /,
  ],
]

/** Requests that are HTTP, and mean harm. */
export const requestAttacks: readonly Attack[] = rows.map(([name, path, init, answer]) => ({
  name,
  answer,
  send: async ({ url }) => {
    const response = await fetch(url + path, init)
    const text = await response.text()
    return [`${response.status} ${messageIn(text)}`]
  },
}))
