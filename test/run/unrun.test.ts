import { expect, it } from 'vitest'
import { createClient } from '../../src/dashboard/client.ts'
import type { Fetch } from '../../src/dashboard/fetch.ts'
import type { Answer } from '../../src/gate/answer.ts'
import { GovError } from '../../src/model/errors.ts'
import { unrunWarnings } from '../../src/run/unrun.ts'
import { answer } from '../dashboard/answers.ts'
import { evaluationOf, rulesetOf } from '../gate/builders.ts'

const json = { 'content-type': 'application/json' }
const rulesets = [
  { ruleset_id: 'a', active: true, categories: ['payments', 'public'] },
  { ruleset_id: 'b', active: false, categories: ['drafts'] },
  { ruleset_id: 'c', categories: null },
]
const lists: Readonly<Record<string, unknown>> = {
  '/api/rulesets': { rulesets, pages: 1 },
  '/api/apis/categories': { categories: [{ name: 'orders', count: 1 }] },
}
const missing = answer(403, JSON.stringify({ Status: 'Error', Message: 'access denied', Meta: null }), json)

function dashboard(known: Readonly<Record<string, unknown>>) {
  const asked: string[] = []
  const fetch: Fetch = async (address) => {
    const { pathname } = new URL(address)
    asked.push(pathname)
    const body = known[pathname]
    if (body instanceof Error) throw body
    return body === undefined ? missing : answer(200, JSON.stringify(body), json)
  }
  return { client: createClient({ baseUrl: 'https://d.example.com', token: () => 't', fetch }), asked }
}

const of = (category: string, ...ran: string[]): Answer => ({
  request: { kind: 'apis', api_ids: ['1'], selector: { categories: [category] } },
  evaluation: evaluationOf({ rulesets: ran.map((id) => rulesetOf(id)), evaluated_apis: ran.length }),
})
const withoutRulesets = { ...lists, '/api/rulesets': undefined }

it.each<[string, Answer[], Readonly<Record<string, unknown>>, string[]]>([
  ['near to one of a ruleset', [of('paymnets')], lists, ['paymnets payments']],
  [
    'each of several',
    [of('paymnets'), of('pubic'), of('x', 'a')],
    lists,
    ['paymnets payments', 'pubic public'],
  ],
  ['known, and of nothing here', [of('Payments')], lists, []],
  ['near to that of a draft', [of('draft')], lists, []],
  ['near to none', [of('weather')], lists, []],
  ['near to one of an API, where rulesets may not be read', [of('oders')], withoutRulesets, ['oders orders']],
  ['near to one, where nothing may be read', [of('oders')], {}, []],
  ['near to one, of too many', [of('paymnets')], { '/api/rulesets': { rulesets, pages: 21 } }, []],
])('a category that is %s', async (_name, answers, known, expected) => {
  const warnings = await unrunWarnings(answers, async () => dashboard(known).client)
  expect(warnings).toEqual(
    expected.map((pair) => {
      const [name, near] = pair.split(' ')
      return `category ${name} ran no rulesets; did you mean ${near}?`
    }),
  )
})

it('looks nothing up where each category ran somewhere', async () => {
  const { client, asked } = dashboard(lists)
  expect(await unrunWarnings([of('paymnets'), of('paymnets', 'a')], async () => client)).toEqual([])
  expect(asked).toEqual([])
})

it('ends where the run is interrupted', async () => {
  const interrupted = new GovError('interrupted', 'interrupted', 'interrupted', 'Run it again.')
  const { client } = dashboard({ ...lists, '/api/rulesets': interrupted })
  await expect(unrunWarnings([of('paymnets')], async () => client)).rejects.toBe(interrupted)
})

it('waits once for a dashboard that gives no answer', async () => {
  const silent = new GovError('unavailable', 'no-answer', 'no answer', 'Run it again.')
  const { client, asked } = dashboard({ ...lists, '/api/rulesets': silent })
  expect(await unrunWarnings([of('oders')], async () => client)).toEqual([])
  expect(asked).toEqual(['/api/rulesets'])
})
