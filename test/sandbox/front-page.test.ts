import { afterAll, beforeAll, expect, it } from 'vitest'
import { serviceLimits } from '../../src/dashboard/contract/evaluation.ts'
import { createApp, serviceRoutes } from '../../src/sandbox/http/app.ts'
import { withFrontPage } from '../../src/sandbox/http/front-page.ts'
import { type Listening, listen } from '../../src/sandbox/http/listen.ts'
import { fixedNow } from './doors.ts'
import { sampleWorkspace } from './sample-workspace.ts'

const options = { limits: serviceLimits, now: fixedNow }
const hostile = '<script>alert(1)</script>"\'&'
const workspace = sampleWorkspace()
const named = {
  ...workspace,
  apis: workspace.apis.map((api) => (api.api_id === 'pets' ? { ...api, name: hostile } : api)),
}
const html = { accept: 'text/html,application/xhtml+xml' }
let server: Listening

beforeAll(async () => {
  server = await listen(withFrontPage(createApp(named, options)), { port: 0 })
})
afterAll(() => server.close())

const show = (key: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/`, {
    method: 'POST',
    headers: { ...html, ...headers },
    body: new URLSearchParams({ key }),
  })

it.each([
  ['GET', {}],
  ['GET', { accept: 'application/json' }],
  ['GET', { accept: 'text/html;q=0, */*' }],
  ['GET', { accept: 'application/json, text/html ; level=1; q=0.000' }],
  ['GET', { accept: 'text/htmlx' }],
  ['POST', {}],
  ['DELETE', html],
])('is no operation: %s with %j', async (method, headers) => {
  const response = await fetch(`${server.url}/`, { method, headers })
  expect([response.status, await response.json()]).toEqual([
    404,
    { Message: 'There is no operation at /', Meta: null, Status: 'Error' },
  ])
})

it('shows a browser every operation, and runs and loads nothing', async () => {
  const response = await fetch(`${server.url}/`, { headers: html })
  const page = await response.text()
  const lines = [...page.matchAll(/<pre>(curl[^<]*)<\/pre>/g)].map(([, line]) => line ?? '')
  const paths = lines.map((line) => new URL(/&apos;(http[^&]*)&apos;$/.exec(line)?.[1] ?? '').pathname)
  expect(paths.sort()).toEqual(
    serviceRoutes(named, options)
      .map(({ path }) => path.replaceAll(/[{}]/g, ''))
      .sort(),
  )
  expect(page).not.toMatch(/<script|\son\w+=/)
  expect(response.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]+='; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  )
  expect(response.headers.get('set-cookie')).toBeNull()
})

it.each<[string, Record<string, string>, number]>([
  ['text/html', {}, 200],
  ['*/*;q=0, TEXT/HTML ;q=0.1,x/y', {}, 200],
  ['text/html', { authorization: 'Bearer wrong' }, 401],
  ['text/html', { authorization: 'Bearer key-inactive' }, 401],
  ['text/html', { authorization: '' }, 401],
  ['text/html', { authorization: 'Bearer key-manager' }, 200],
])('is a page for accept: %s with %j: %d', async (accept, headers, status) => {
  for (const method of ['GET', 'HEAD']) {
    const response = await fetch(`${server.url}/`, { method, headers: { accept, ...headers } })
    const challenge = status === 401 ? 'Bearer' : null
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([status, challenge])
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const page = await response.text()
    expect(page.includes('<td>pets</td>')).toBe(
      method === 'GET' && /manager/.test(headers.authorization ?? ''),
    )
  }
})

it("shows what the operations give that user, escaped, and not the user's key", async () => {
  const page = await (await show('key-manager')).text()
  expect(page).toContain('<tr><td>pets</td><td>&lt;script&gt;alert(1)&lt;/script&gt;&quot;&apos;&amp;</td>')
  expect(page).not.toMatch(/key-manager|<script/)
  expect(page).toContain('<p>403: access denied: You do not have permission to access /api/rulesets</p>')
  const stranger = await (await show('key-stranger')).text()
  expect(stranger).not.toContain('<td>pets</td>')
  const author = await (await show('key-author')).text()
  expect(author).toContain('<td>style</td>')
  expect(author).not.toContain('foreign-rules')
})

it.each(['', 'wrong', 'key-inactive', 'key\r\nx: y'])('shows nothing to the key %j', async (key) => {
  const response = await show(key)
  const page = await response.text()
  expect(response.status).toBe(401)
  expect(page.match(/<p>401: /g)).toHaveLength(2)
  expect(page).not.toContain('<td>')
})

it('takes no form of another site, and none that is too long', async () => {
  expect((await show('key-manager', { origin: 'https://elsewhere.example' })).status).toBe(403)
  expect((await show('k'.repeat(10_000))).status).toBe(413)
})
