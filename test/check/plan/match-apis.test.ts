import { expect, it } from 'vitest'
import {
  type ListedApi,
  matchApis,
  readListedApis,
  type WantedApis,
} from '../../../src/check/plan/match-apis.ts'
import { GovError } from '../../../src/core/model/errors.ts'

const api = (
  api_id: string,
  name = api_id,
  categories: readonly string[] = [],
  resource_type = 'oas-api',
): ListedApi => ({ api_id, name, categories, resource_type })

const all = [
  api('a1', 'Payments in', ['payments', 'public']),
  api('a2', 'payments out', ['Payments']),
  api('a3', 'Orders'),
  api('a4', 'Orders'),
  api('legacy', 'Loyalty', ['internal'], 'classic'),
  api('agent', 'Tools', ['agents', 'internal'], 'mcp-api'),
  api('odd*id', 'Odd'),
]

const want = (...ids: readonly string[]): WantedApis => ({ ids, categories: [] })
const inCategory = (...categories: readonly string[]): WantedApis => ({ ids: [], categories })
const oas = new Set(['oas-api'])

it.each<[string, WantedApis, ReadonlySet<string> | undefined, string, number, string]>([
  ['all', want('*'), oas, 'a1 a2 a3 a4 odd*id', 7, 'legacy agent'],
  ['all, and no type of ruleset is known', want('*'), undefined, 'a1 a2 a3 a4 agent odd*id', 7, 'legacy'],
  [
    'only a type that the rulesets are for',
    want('*'),
    new Set(['mcp-api']),
    'agent',
    7,
    'a1 a2 a3 a4 legacy odd*id',
  ],
  ['names in any letter case', want('PAY*'), oas, 'a1 a2', 2, ''],
  ['the end of a name', want('*out'), oas, 'a2', 1, ''],
  ['both APIs of one name', want('order*'), oas, 'a3 a4', 2, ''],
  ['ids, too', want('a*'), oas, 'a1 a2 a3 a4', 5, 'agent'],
  ['an id beside a pattern stays, in its place and once', want('a3', 'order*', 'zz'), oas, 'a3 a4 zz', 2, ''],
  ['an id that the list does not have', want('gone', 'odd*'), oas, 'gone odd*id', 1, ''],
  ['an API that is named by its id is never left out', want('agent', 'a*'), oas, 'agent a1 a2 a3 a4', 5, ''],
  ['a category in any letter case', inCategory('PAYMENTS'), oas, 'a1 a2', 2, ''],
  ['two categories, each API once', inCategory('payments', 'public'), oas, 'a1 a2', 2, ''],
  ['a category beside a pattern', { ids: ['ord*'], categories: ['public'] }, oas, 'a3 a4 a1', 3, ''],
])('selects %s', (_, wanted, types, ids, matched, left) => {
  const { api_ids, selection } = matchApis(all, wanted, types)
  expect(api_ids.join(' ')).toBe(ids)
  expect(selection.matched).toBe(matched)
  expect(selection.listed).toBe(all.length)
  expect(selection.left_out.map(({ api_id }) => api_id).join(' ')).toBe(left)
})

it.each<[string, readonly ListedApi[], WantedApis, string, string]>([
  ['an empty list', [], want('*'), 'the dashboard lists no APIs', 'gov api list'],
  ['a pattern', all, want('paiments*'), 'no API matches "paiments*": the dashboard lists 7 APIs', 'Payments'],
  [
    'one of two patterns',
    all,
    want('pay*', 'nothing-*'),
    'no API matches "nothing-*"',
    'Its names: Payments in',
  ],
  [
    'a category',
    all,
    inCategory('paymets'),
    'no API is in category "paymets"',
    'Did you mean Payments or payments?',
  ],
  [
    'one of two categories',
    all,
    inCategory('public', 'x'),
    'no API is in category "x"',
    'Its categories: Payments, agents',
  ],
  ['a category where there is none', [api('a')], inCategory('x'), 'no API is in category "x"', 'shows none'],
  ['a part of a category', all, inCategory('pay'), 'no API is in category "pay"', 'Did you mean'],
  [
    'classic APIs',
    all,
    want('loyal*'),
    '"loyal*" matches only APIs that this run cannot check: Loyalty (classic)',
    '',
  ],
  [
    'APIs of another type',
    all,
    inCategory('agents'),
    'category agents matches only APIs that this run cannot',
    '',
  ],
])('refuses what matches nothing to check: %s', (_, list, wanted, message, hint) => {
  const error = (() => {
    try {
      return matchApis(list, wanted, oas)
    } catch (thrown) {
      return thrown
    }
  })()
  if (!(error instanceof GovError)) throw new Error('it matched')
  expect([error.kind, error.code]).toEqual(['usage', 'no-apis'])
  expect(error.message).toContain(message)
  expect(error.hint).toContain(hint)
})

it.each<[string, readonly { is_oas?: boolean; oas?: object }[], string]>([
  ['is_oas says it', [{ is_oas: true }, { is_oas: false }], 'oas-api classic'],
  ['it is left out where it is false', [{ is_oas: true }, {}], 'oas-api classic'],
  ['only documents tell', [{ oas: {} }, {}], 'oas-api classic'],
  ['nothing tells', [{}, {}], 'oas-api oas-api'],
])('knows classic APIs of a list: %s', (_, rows, types) => {
  const apis = rows.map(({ is_oas, oas: document }, index) => ({
    api_definition: { api_id: `a${index}`, is_oas },
    ...(document && { oas: { ...document } }),
  }))
  expect(
    readListedApis(apis)
      .map(({ resource_type }) => resource_type)
      .join(' '),
  ).toBe(types)
})
