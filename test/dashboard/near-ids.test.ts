import { expect, it } from 'vitest'
import { createClient, type DashboardClient } from '../../src/dashboard/client.ts'
import type { Fetch } from '../../src/dashboard/fetch.ts'
import { answer } from './answers.ts'

const json = { 'content-type': 'application/json' }
const ok = (body: unknown) => answer(200, JSON.stringify(body), json)
const refused = (status: number) =>
  answer(status, JSON.stringify({ Status: 'Error', Message: 'Could not retrieve it', Meta: null }), json)

interface Facts {
  readonly lists?: 'allowed' | 'denied'
  readonly pages?: number
  readonly status?: number
}

/** Knows the lists, and nothing that is asked for by id. */
function dashboardOf({ lists = 'allowed', pages = 1, status = 404 }: Facts = {}) {
  const asked: string[] = []
  const fetch: Fetch = async (address) => {
    const { pathname } = new URL(address)
    asked.push(pathname)
    const isList = pathname === '/api/apis' || pathname === '/api/rulesets'
    if (!isList) return refused(status)
    if (lists === 'denied') return refused(403)
    const api = { api_definition: { api_id: 'payments', id: '65c2f4d0' } }
    return pathname === '/api/apis'
      ? ok({ apis: [api], pages })
      : ok({ rulesets: [{ ruleset_id: 'rs-security', _id: '66f01a2b' }], pages })
  }
  return { client: createClient({ baseUrl: 'https://d.example.com', token: () => 't', fetch }), asked }
}

const definition = { bytes: new Uint8Array(), contentType: 'application/json' }
type Call = (client: DashboardClient) => Promise<unknown>

it.each<[string, Call, string]>([
  ['an API', (client) => client.getApi('paymnets'), 'Did you mean payments instead of paymnets? '],
  [
    'an API with blanks',
    (client) => client.getApi('pay ments '),
    'Did you mean payments instead of "pay ments "? ',
  ],
  [
    'a ruleset',
    (client) => client.getRuleset('rs-securty'),
    'Did you mean rs-security instead of rs-securty? ',
  ],
  [
    'one of each in an evaluation',
    (client) => client.evaluateApis(['payment', 'payments'], { ruleset_ids: ['rs_security'] }),
    'Did you mean payments instead of payment? Did you mean rs-security instead of rs_security? ',
  ],
  [
    "a definition's ruleset",
    (client) => client.evaluateDefinition(definition, { ruleset_ids: ['rs-securitty', '66f01a2b'] }),
    'Did you mean rs-security instead of rs-securitty? ',
  ],
])('%s that is near is suggested', async (_name, call, suggestion) => {
  const { client } = dashboardOf()
  await expect(call(client)).rejects.toMatchObject({
    kind: 'not_found',
    hint: expect.stringMatching(new RegExp(`^${suggestion.replaceAll('?', '\\?')}\\S`)),
  })
})

it.each<[string, Call, Facts]>([
  ['nothing is near', (client) => client.getApi('weather'), {}],
  ['the id is known', (client) => client.getApi('payments'), {}],
  ['the lists are denied', (client) => client.getApi('paymnets'), { lists: 'denied' }],
  ['there is more than is worth looking through', (client) => client.getApi('paymnets'), { pages: 21 }],
  [
    'only categories were asked for',
    (client) => client.evaluateDefinition(definition, { categories: ['c'] }),
    {},
  ],
])('nothing is suggested where %s', async (_name, call, facts) => {
  const { client } = dashboardOf(facts)
  await expect(call(client)).rejects.toMatchObject({
    kind: 'not_found',
    hint: expect.not.stringContaining('Did you mean'),
  })
})

it('looks nothing up for another error', async () => {
  const { client, asked } = dashboardOf({ status: 403 })
  await expect(client.getApi('paymnets')).rejects.toMatchObject({ kind: 'access' })
  expect(asked).toEqual(['/api/apis/paymnets'])
})

it('looks everything up once', async () => {
  const { client, asked } = dashboardOf()
  for (const id of ['paymnets', 'payment']) await client.getApi(id).catch(() => {})
  expect(asked.filter((path) => path === '/api/apis')).toHaveLength(1)
})
