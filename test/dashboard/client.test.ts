import { describe, expect, it } from 'vitest'
import { GovError } from '../../src/core/model/errors.ts'
import { createClient } from '../../src/dashboard/client.ts'
import type { FetchAnswer } from '../../src/dashboard/read-answer.ts'
import { answer, recordingFetch, wireEvaluation } from './answers.ts'

const json = { 'content-type': 'application/json' }
const ok = (change: object = {}) => answer(200, JSON.stringify({ ...wireEvaluation, ...change }), json)
const refused = (status: number, Message: string) =>
  answer(status, JSON.stringify({ Status: 'Error', Message, Meta: null }), json)
const without = (key: keyof typeof wireEvaluation) => ok({ [key]: undefined })
const [ruleset] = wireEvaluation.rulesets
const [issue] = wireEvaluation.issues

async function evaluate(given: FetchAnswer) {
  const { fetch } = recordingFetch(given)
  const client = createClient({ baseUrl: 'https://dash.example.com', token: () => 'secret', fetch })
  return client.evaluateApis(['payments'], { ruleset_ids: ['rs-docs'] })
}

it.each<[string, FetchAnswer]>([
  ['as it is', ok()],
  ['unknown fields', ok({ engine: 'v9', rulesets: [{ ...ruleset, colour: 'red' }] })],
  ['an action not known yet', ok({ rulesets: [{ ...ruleset, action: 'block' }] })],
  ['error: null', ok({ error: null })],
  ['an empty error', ok({ error: '' })],
  ['no ruleset matched', ok({ rulesets: [], issues: [], total: 0, warn_count: 0 })],
  [
    'an issue without the optional fields',
    ok({ issues: [{ ...issue, location: undefined, how_to_fix: undefined }] }),
  ],
])('accepts %s', async (_name, given) => {
  const evaluation = await evaluate(given)
  expect(evaluation.error).toBeUndefined()
})

it('accepts the zeros of a ruleset that failed on one API beside the issues of the others', async () => {
  const evaluation = await evaluate(
    ok({ rulesets: [{ ...ruleset, warn_count: 0 }], error: 'rs-docs on orders: boom' }),
  )
  expect(evaluation).toMatchObject({ warn_count: 1, error: 'rs-docs on orders: boom' })
})

it('keeps the error text', async () => {
  expect((await evaluate(ok({ error: 'rs-docs on payments: boom' }))).error).toBe('rs-docs on payments: boom')
})

it.each<[string, FetchAnswer, number, string]>([
  ['empty 200', answer(200, '', json), 4, 'answer-empty'],
  ['HTML with 200', answer(200, '<html>login</html>', { 'content-type': 'text/html' }), 4, 'answer-not-json'],
  ['truncated JSON', answer(200, '{"rulesets": [', json), 4, 'answer-not-json'],
  ['an array', answer(200, '[]', json), 4, 'answer-invalid'],
  ['null', answer(200, 'null', json), 4, 'answer-invalid'],
  ['no rulesets', without('rulesets'), 4, 'answer-invalid'],
  ['no issues', without('issues'), 4, 'answer-invalid'],
  ['no total', without('total'), 4, 'answer-invalid'],
  ['no truncated', without('truncated'), 4, 'answer-invalid'],
  ['no error_count', without('error_count'), 4, 'answer-invalid'],
  ['no evaluated_apis', without('evaluated_apis'), 4, 'answer-invalid'],
  ['a count as text', ok({ warn_count: '1' }), 4, 'answer-invalid'],
  ['a negative count', ok({ hint_count: -1 }), 4, 'answer-invalid'],
  [
    'a ruleset without counts',
    ok({ rulesets: [{ ...ruleset, error_count: undefined }] }),
    4,
    'answer-invalid',
  ],
  ['an unknown severity', ok({ issues: [{ ...issue, severity: 'fatal' }] }), 4, 'answer-invalid'],
  ['counts above the issues', ok({ warn_count: 2, total: 2 }), 4, 'answer-contradicts-itself'],
  ['counts below the issues', ok({ warn_count: 0, total: 0 }), 4, 'answer-contradicts-itself'],
  ['a wrong total', ok({ total: 5 }), 4, 'answer-contradicts-itself'],
  ['rulesets that do not add up', ok({ rulesets: [] }), 4, 'answer-contradicts-itself'],
  [
    'a ruleset listed twice',
    ok({ rulesets: [{ ...ruleset, warn_count: 0 }, ruleset] }),
    4,
    'answer-contradicts-itself',
  ],
  [
    'an issue of a ruleset that did not run',
    ok({ issues: [{ ...issue, ruleset_id: 'rs-other' }] }),
    4,
    'answer-contradicts-itself',
  ],
  [
    'counts under the wrong ruleset',
    ok({
      rulesets: [
        { ...ruleset, warn_count: 0 },
        { ...ruleset, id: 'rs-other' },
      ],
    }),
    4,
    'answer-contradicts-itself',
  ],
  [
    'a ruleset that counts more than the run, beside an error',
    ok({ rulesets: [{ ...ruleset, warn_count: 2 }], error: 'boom' }),
    4,
    'answer-contradicts-itself',
  ],
  [
    'rulesets of a cut answer that do not add up',
    ok({ truncated: true, warn_count: 3, total: 3, rulesets: [{ ...ruleset, warn_count: 2 }] }),
    4,
    'answer-contradicts-itself',
  ],
  [
    'a cut answer that lists more of a severity than it counts',
    ok({
      truncated: true,
      error_count: 2,
      warn_count: 0,
      total: 2,
      rulesets: [{ ...ruleset, error_count: 2, warn_count: 0 }],
    }),
    4,
    'answer-contradicts-itself',
  ],
  [
    'a cut answer that lists more of a ruleset than that counts',
    ok({
      truncated: true,
      warn_count: 2,
      total: 2,
      rulesets: [
        { ...ruleset, warn_count: 0 },
        { ...ruleset, id: 'rs-other', warn_count: 2 },
      ],
    }),
    4,
    'answer-contradicts-itself',
  ],
  [
    'issues that the run does not count, beside an error',
    ok({ rulesets: [{ ...ruleset, warn_count: 0 }], warn_count: 0, total: 0, error: 'boom' }),
    4,
    'answer-contradicts-itself',
  ],
  [
    'an empty ruleset listed twice',
    ok({
      rulesets: [ruleset, { ...ruleset, id: 'b', warn_count: 0 }, { ...ruleset, id: 'b', warn_count: 0 }],
    }),
    4,
    'answer-contradicts-itself',
  ],
  [
    'an issue of a ruleset that did not run, beside an error',
    ok({ rulesets: [], error: 'boom' }),
    4,
    'answer-contradicts-itself',
  ],
  [
    'a cut answer that lists what it does not count, beside an error',
    ok({
      truncated: true,
      error: 'boom',
      error_count: 2,
      warn_count: 0,
      total: 2,
      rulesets: [{ ...ruleset, warn_count: 0 }],
    }),
    4,
    'answer-contradicts-itself',
  ],
  [
    'counts above the issues, beside an error',
    ok({ warn_count: 2, total: 2, error: 'boom' }),
    4,
    'answer-contradicts-itself',
  ],
  ['more APIs than were asked for', ok({ evaluated_apis: 2 }), 4, 'answer-contradicts-itself'],
  [
    'an issue of another API',
    ok({ issues: [{ ...issue, api_id: 'orders' }] }),
    4,
    'answer-contradicts-itself',
  ],
  [
    'a duplicate key',
    answer(200, JSON.stringify(wireEvaluation).replace('"issues":', '"issues":[],"issues":'), json),
    4,
    'answer-contradicts-itself',
  ],
  ['truncated without surplus', ok({ truncated: true }), 4, 'answer-contradicts-itself'],
  [
    'another severity than counted',
    ok({ issues: [{ ...issue, severity: 'error' }] }),
    4,
    'answer-contradicts-itself',
  ],
  ['400', refused(400, 'api_ids is empty'), 2, 'request-refused'],
  ['400 could not retrieve', refused(400, 'Could not retrieve API detail'), 6, 'not-found'],
  [
    '400 without Meta',
    answer(400, JSON.stringify({ Status: 'Error', Message: 'Could not retrieve API detail' }), json),
    6,
    'not-found',
  ],
  ['400 of something else', answer(400, '<h1>Bad Request</h1>'), 4, 'unexpected-status'],
  ['401', refused(401, 'Not authorised'), 3, 'unauthorised'],
  ['401 without a body', answer(401, ''), 3, 'unauthorised'],
  ['403', refused(403, 'access denied'), 3, 'forbidden'],
  ['404', refused(404, 'ruleset not found: rs-x'), 6, 'not-found'],
  ['404 of something else', answer(404, '404 page not found'), 4, 'unexpected-status'],
  ['413', answer(413, '<h1>too large</h1>'), 2, 'definition-too-large'],
  ['429', refused(429, 'slow down'), 4, 'rate-limited'],
  ['500', refused(500, 'boom'), 4, 'server-error'],
  ['502 HTML', answer(502, '<h1>Bad gateway</h1>'), 4, 'server-error'],
  ['204', answer(204, ''), 4, 'unexpected-status'],
  ['201 with an evaluation', answer(201, JSON.stringify(wireEvaluation), json), 4, 'unexpected-status'],
  ['302', answer(302, '', { location: 'https://login.example.com' }), 4, 'unexpected-status'],
  ['418', refused(418, 'teapot'), 4, 'unexpected-status'],
])('refuses %s', async (_name, given, exitCode, code) => {
  const error = await evaluate(given).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(GovError)
  expect(error).toMatchObject({ exitCode, code })
  expect((error as GovError).hint).not.toBe('')
  expect(`${(error as GovError).message}`).not.toContain('secret')
})

it('sends saved APIs as JSON', async () => {
  const { fetch, calls } = recordingFetch(ok())
  const client = createClient({ baseUrl: 'https://dash.example.com/base', token: () => 'secret', fetch })
  await client.evaluateApis(['payments'], { categories: ['a&b'] })
  expect(calls[0]?.url).toBe('https://dash.example.com/base/api/evaluations/sandbox')
  expect(calls[0]?.init).toEqual({
    method: 'POST',
    headers: {
      authorization: 'Bearer secret',
      'content-type': 'application/json',
      accept: 'application/json',
      'cache-control': 'no-cache, no-store',
    },
    body: '{"api_ids":["payments"],"categories":["a&b"]}',
  })
})

it('sends a definition as its own bytes, with everything else encoded in the query', async () => {
  const { fetch, calls } = recordingFetch(ok())
  const client = createClient({ baseUrl: 'https://dash.example.com', token: () => 'secret', fetch })
  const bytes = new TextEncoder().encode('openapi: 3.1.0 # kept\r\n')
  const definition = { bytes, contentType: 'application/yaml', api_id: 'payments', api_name: 'My API & Co' }
  await client.evaluateDefinition(definition, { ruleset_ids: ['a,b', 'rs-docs'] })
  const url = new URL(calls[0]?.url ?? '')
  expect([...url.searchParams.keys()]).toEqual(['ruleset_ids', 'ruleset_ids', 'api_id', 'api_name'])
  expect(url.pathname).toBe('/api/evaluations/sandbox/oas')
  expect(url.searchParams.getAll('ruleset_ids')).toEqual(['a,b', 'rs-docs'])
  expect(url.searchParams.get('api_name')).toBe('My API & Co')
  expect(url.searchParams.get('api_id')).toBe('payments')
  expect(calls[0]?.init.body).toBe(bytes)
  expect(calls[0]?.init.headers['content-type']).toBe('application/yaml')
})

describe('of a definition', () => {
  const issue = { ...wireEvaluation.issues[0], file: 'waived.yaml', pointer: '/waived' }
  const given = answer(200, JSON.stringify({ ...wireEvaluation, issues: [issue] }), json)
  const ask = (api_id: string) => {
    const { fetch } = recordingFetch(given)
    const client = createClient({ baseUrl: 'https://dash.example.com', token: () => 'secret', fetch })
    const definition = { bytes: new Uint8Array(), contentType: 'application/yaml', api_id }
    return client.evaluateDefinition(definition, { ruleset_ids: ['rs-docs'] })
  }

  it('an answer under another id is refused', async () => {
    await expect(ask('checkout')).rejects.toMatchObject({
      code: 'answer-contradicts-itself',
      exitCode: 4,
    })
  })

  it('a file is never taken from a network', async () => {
    const { issues } = await ask('payments')
    expect([issues[0]?.file, issues[0]?.pointer]).toEqual([undefined, undefined])
  })
})
