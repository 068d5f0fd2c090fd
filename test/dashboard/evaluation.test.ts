import { expect, it } from 'vitest'
import { type AskedOf, readEvaluation } from '../../src/dashboard/evaluation.ts'
import { wireEvaluation } from './answers.ts'

const byId = { selector: { ruleset_ids: ['rs-docs'] } }
const record = '65c2f4d0a1dcd60001d0e302'
const [issue] = wireEvaluation.issues
const [ruleset] = wireEvaluation.rulesets

function readText(text: string, asked: AskedOf) {
  return readEvaluation(JSON.parse(text), asked)
}

/** One warning on each of `found`, as the answer to a question about `asked`. */
function read(asked: readonly string[], found: readonly string[]) {
  const counts = { warn_count: found.length }
  const issues = found.map((api_id) => ({ ...issue, _id: api_id, api_id }))
  const answer = {
    ...wireEvaluation,
    ...counts,
    issues,
    rulesets: [{ ...ruleset, ...counts }],
    total: found.length,
    evaluated_apis: asked.length,
  }
  return readText(JSON.stringify(answer), { ...byId, api_ids: asked })
}

it.each<[string[], string[]]>([
  [['a', 'b'], ['a']],
  [['a', 'b'], []],
  [[record], ['a']],
  [[record], [record]],
  [
    ['a', record],
    ['a', 'b'],
  ],
])('takes an answer about %j with issues of %j', (asked, found) => {
  expect(read(asked, found).issues).toHaveLength(found.length)
})

it.each<[string[], string[], string]>([
  [['a'], ['b'], 'API b, which'],
  [['a', 'b'], ['a', 'c'], 'API c, which'],
  [[record], ['a', 'b'], 'API a, which'],
  [[record], [record, 'a'], 'API a, which'],
])('refuses an answer about %j with issues of %j', (asked, found, message) => {
  expect(() => read(asked, found)).toThrow(message)
})

it.each([
  ['from 1', 2],
  ['from 0', 1],
  ['downwards', -2],
  ['in tens', 20],
  ['as a hint', 4],
])('takes a warning that is numbered %s', (_name, severity_order) => {
  const answer = { ...wireEvaluation, issues: [{ ...issue, severity_order }] }
  const text = JSON.stringify(answer)
  expect(readText(text, oneApi)).toMatchObject({
    issues: [{ severity: 'warn', severity_order }],
    warn_count: 1,
  })
})

type Change = (answer: typeof wireEvaluation) => object
const definition = { ...byId, definition: 'payments' }
const byCategory = { ...byId, api_ids: ['payments'], selector: { categories: ['docs'] } }
const oneApi = { ...byId, api_ids: ['payments'] }
const many = (count: number) => ({
  issues: Array.from({ length: count }, (_, at) => ({ ...issue, _id: `issue-${at}` })),
  rulesets: [{ ...ruleset, warn_count: count }],
  total: count,
  warn_count: count,
})
const otherRuleset = () => ({
  rulesets: [{ ...ruleset, id: 'rs-other' }],
  issues: [{ ...issue, ruleset_id: 'rs-other' }],
})
const ofRuleset = (change: object) => ({ rulesets: [{ ...ruleset, ...change }] })

it.each<[string, AskedOf, Change, string]>([
  [
    'a ruleset for a type that there is not',
    oneApi,
    () => ofRuleset({ resource_type: 'asyncapi' }),
    'only oas-api and mcp-api',
  ],
  ['a type that differs in case', oneApi, () => ofRuleset({ resource_type: 'OAS-API' }), 'only oas-api'],
  ['a ruleset for MCP on a definition', definition, () => ofRuleset({ resource_type: 'mcp-api' }), 'mcp-api'],
  [
    'a ruleset of no known kind on a definition',
    definition,
    () => ofRuleset({ resource_type: 'x' }),
    'for x',
  ],
  [
    'rulesets of two kinds on one API',
    { ...oneApi, selector: { ruleset_ids: ['rs-docs', 'rs-b'] } },
    ({ rulesets }) => ({
      rulesets: [...rulesets, { ...rulesets[0], id: 'rs-b', warn_count: 0, resource_type: 'mcp-api' }],
    }),
    'rulesets for oas-api and mcp-api ran, but evaluated_apis is 1',
  ],
  [
    'a ruleset with the id of breaking changes',
    oneApi,
    () => ({ ...many(0), ...ofRuleset({ id: 'gov:breaking', warn_count: 0 }) }),
    'reserved for gov',
  ],
  ['another ruleset, and its issues', oneApi, otherRuleset, 'ruleset rs-other ran, which was not requested'],
  [
    'a ruleset more than was requested',
    oneApi,
    ({ rulesets }) => ({ rulesets: [...rulesets, { ...ruleset, id: 'rs-more', warn_count: 0 }] }),
    'ruleset rs-more ran, which was not requested',
  ],
  [
    'a ruleset more, of a definition',
    definition,
    ({ rulesets }) => ({ rulesets: [...rulesets, { ...ruleset, id: 'rs-more', warn_count: 0 }] }),
    'ruleset rs-more ran, which was not requested',
  ],
  [
    'an id in other case',
    { ...oneApi, selector: { ruleset_ids: ['RS-docs'] } },
    () => ({}),
    'ruleset rs-docs ran, which was not requested',
  ],
  [
    'two rulesets for one that was requested by its internal id',
    { ...oneApi, selector: { ruleset_ids: [record] } },
    ({ rulesets }) => ({ rulesets: [...rulesets, { ...ruleset, id: 'rs-more', warn_count: 0 }] }),
    'ruleset rs-docs ran, which was not requested',
  ],
  ['an inactive ruleset of a category', byCategory, () => ofRuleset({ active: false }), 'but is inactive'],
  [
    "fewer issues than its total, at the service's limit",
    oneApi,
    () => ({ ...many(1001), issues: many(1000).issues }),
    'warn_count is 1001, but 1000 such issues are listed',
  ],
  [
    'all of its issues, truncated',
    oneApi,
    () => ({ ...many(1001), truncated: true }),
    'marked as truncated, but lists all issues (1,001)',
  ],
])('refuses an answer with %s', (_, asked, change, message) => {
  const text = JSON.stringify({ ...wireEvaluation, ...change(wireEvaluation) })
  expect(() => readText(text, asked)).toThrow(message)
})

it.each<[string, AskedOf, object]>([
  ['an MCP API', oneApi, ofRuleset({ resource_type: 'mcp-api' })],
  ['a ruleset that was requested by its internal id', { ...oneApi, selector: { ruleset_ids: [record] } }, {}],
  ['any ruleset of a category', byCategory, otherRuleset()],
  ['an inactive ruleset that was asked for by id', oneApi, ofRuleset({ active: false })],
  ['as many issues as the limit', oneApi, many(1000)],
  ['all of its issues, and more than the limit', oneApi, many(1001)],
  [
    'more issues than the limit, and fewer than its total',
    oneApi,
    { ...many(1002), issues: many(1001).issues, truncated: true },
  ],
])('takes an answer with %s', (_, asked, change) => {
  const text = JSON.stringify({ ...wireEvaluation, ...change })
  expect(readText(text, asked).rulesets).toHaveLength(1)
})

it.each<[string, object]>([
  ['a field that says that something failed', { status: 'failed', error_details: { error: 'x' } }],
  ['a field in the words of an alarm', { status: 'green', failover: true, Meta: { pages: 2 } }],
  ['such a field of a ruleset', ofRuleset({ status: 'failed', skipped: true })],
  ['a list that looks like issues', { violations: [{ rule_id: 'x', severity: 'error' }] }],
  ['a field under a name of JavaScript', JSON.parse('{"__proto__": {"error": "x"}}')],
])('ignores %s that the contract does not know', (_, change) => {
  const readAnswer = (answer: object) => readText(JSON.stringify(answer), oneApi)
  expect(readAnswer({ ...wireEvaluation, ...change })).toEqual(readAnswer(wireEvaluation))
})
