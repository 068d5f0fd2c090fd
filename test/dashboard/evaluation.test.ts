import { expect, it } from 'vitest'
import { readEvaluation } from '../../src/dashboard/evaluation.ts'
import { wireEvaluation } from './answers.ts'

const record = '65c2f4d0a1dcd60001d0e302'
const [issue] = wireEvaluation.issues
const [ruleset] = wireEvaluation.rulesets

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
  return readEvaluation(JSON.stringify(answer), 'application/json', { api_ids: asked })
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
