import { expect, it } from 'vitest'
import { failureOf, serve } from '../serve.ts'

it.each([
  ['GET', 301],
  ['GET', 302],
  ['GET', 303],
  ['GET', 307],
  ['GET', 308],
  ['POST', 307],
  ['POST', 308],
])('follows within the origin: %s after %d, as it was', async (method, status) => {
  const { send } = await serve((request, response) => {
    if (request.url !== '/there?a=1') return response.writeHead(status, { location: '/there?a=1' }).end()
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    return request.on('end', () => response.end(`${request.method} ${body} ${request.headers.authorization}`))
  })
  const body = method === 'GET' ? undefined : 'hello'
  const answer = await send({ method, body, headers: { authorization: 'Bearer t' } })
  expect(await answer.text()).toBe(`${method} ${body ?? ''} Bearer t`)
})

it.each([
  [
    'POST',
    false,
    302,
    '/there',
    /a redirect to another path on the same host, but POST requests do not follow redirects$/,
  ],
  ['DELETE', true, 307, '/there', /but DELETE requests do not follow redirects$/],
  [
    'GET',
    false,
    302,
    'http://127.0.0.1:1/secret?k=v',
    /a redirect to http:\/\/127\.0\.0\.1:1, but the credential/,
  ],
  ['POST', false, 307, 'https://other.example/p', /a redirect to https:\/\/other\.example, but /],
  ['GET', false, 302, 'data:text/plain,secret', /a redirect to data:, but/],
  ['GET', false, 302, 'http://[', /a redirect to an invalid address$/],
])('refuses: %s (once: %s) after %d to %s', async (method, once, status, location, message) => {
  const paths: unknown[] = []
  const { send } = await serve((request, response) => {
    paths.push(request.url)
    response.writeHead(status, { location }).end()
  })
  const error = await failureOf(send({ method, once, body: undefined }))
  expect(error).toMatchObject({ exitCode: 4, code: 'redirect-refused' })
  expect(error.message).toMatch(message)
  expect(`${error.message} ${error.hint}`).not.toMatch(/secret|k=v/)
  expect(paths).toEqual(['/path?q=1'])
})

it('follows five in a row, and no more', async () => {
  let calls = 0
  const { send } = await serve((_, response) => {
    calls += 1
    response.writeHead(307, { location: `/${calls}` }).end()
  })
  expect(await failureOf(send())).toMatchObject({ exitCode: 4, code: 'redirect-loop' })
  expect(calls).toBe(6)
})

it('takes a redirect without an address as it is', async () => {
  const { send } = await serve((_, response) => response.writeHead(304).end())
  expect((await send()).status).toBe(304)
})
