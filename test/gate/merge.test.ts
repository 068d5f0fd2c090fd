import { expect, it } from 'vitest'
import type { EvaluationRequest } from '../../src/core/model/asked.ts'
import { merge } from '../../src/gate/merge.ts'
import { evaluationOf, issueOf, rulesetOf } from './builders.ts'

const apis = (category: string): EvaluationRequest => ({
  kind: 'apis',
  api_ids: ['a'],
  selector: { categories: [category] },
})
const file = (name: string): EvaluationRequest => ({
  kind: 'definition',
  definition: { file: name },
  selector: { categories: ['x'] },
})

it('adds up over different targets', () => {
  const evaluation = evaluationOf({
    evaluated_apis: 1,
    rulesets: [rulesetOf('r', { warn_count: 1 })],
    issues: [issueOf({ _id: '1' })],
  })
  const merged = merge([
    { request: file('a.yaml'), evaluation },
    { request: file('b.yaml'), evaluation },
  ])
  expect(merged).toMatchObject({
    evaluated_apis: 2,
    total: 2,
    warn_count: 2,
    elapsed_ms: 2,
  })
  expect(merged.issues).toHaveLength(2)
  expect(merged.rulesets).toEqual([rulesetOf('r', { warn_count: 2 })])
})

it('counts a ruleset once that two categories bring to the same target', () => {
  const first = evaluationOf({
    evaluated_apis: 1,
    rulesets: [rulesetOf('r', { warn_count: 1 })],
    issues: [issueOf({ _id: '1' })],
  })
  const second = evaluationOf({
    evaluated_apis: 1,
    rulesets: [rulesetOf('r', { warn_count: 1 }), rulesetOf('s', { error_count: 1 })],
    issues: [issueOf({ _id: '1' }), issueOf({ _id: '2', severity: 'error', ruleset_id: 's' })],
  })
  const merged = merge([
    { request: apis('one'), evaluation: first },
    { request: apis('two'), evaluation: second },
  ])
  expect(merged).toMatchObject({
    evaluated_apis: 1,
    total: 2,
    warn_count: 1,
    error_count: 1,
  })
  expect(merged.issues.map((issue) => issue._id)).toEqual(['2', '1'])
})

it('takes the higher counts when the same ruleset answers differently', () => {
  const merged = merge([
    {
      request: apis('one'),
      evaluation: evaluationOf({
        rulesets: [rulesetOf('r', { error_count: 0 })],
      }),
    },
    {
      request: apis('two'),
      evaluation: evaluationOf({
        rulesets: [rulesetOf('r', { error_count: 2 })],
      }),
    },
  ])
  expect(merged.error_count).toBe(2)
})

it('counts what is listed when a failed ruleset shows zeros', () => {
  const failed = evaluationOf({
    rulesets: [rulesetOf('r')],
    issues: [issueOf({ _id: '1' })],
    warn_count: 1,
    total: 1,
    error: 'r on b: boom',
  })
  expect(merge([{ request: apis('one'), evaluation: failed }])).toMatchObject({ total: 1, warn_count: 1 })
  const twice = merge([
    { request: apis('one'), evaluation: failed },
    { request: apis('two'), evaluation: failed },
  ])
  expect(twice).toMatchObject({ total: 1, warn_count: 1 })
})

it('keeps rows that one answer gives the same id', () => {
  const twins = [issueOf({ _id: '1', path: 'a' }), issueOf({ _id: '1', path: 'b' })]
  const evaluation = evaluationOf({
    rulesets: [rulesetOf('r', { warn_count: 2 })],
    issues: twins,
  })
  expect(merge([{ request: apis('one'), evaluation }]).issues).toHaveLength(2)
})

it('joins errors and keeps a cut', () => {
  const merged = merge([
    { request: file('a.yaml'), evaluation: evaluationOf({ error: 'one' }) },
    {
      request: file('b.yaml'),
      evaluation: evaluationOf({ error: 'two', truncated: true }),
    },
  ])
  expect(merged).toMatchObject({ error: 'one; two', truncated: true })
})

it('sorts by severity, then by place', () => {
  const at = (start_line: number) => ({
    start_line,
    start_char: 1,
    end_line: start_line,
    end_char: 2,
  })
  const issues = [
    issueOf({ _id: '1', severity: 'hint', location: at(1) }),
    issueOf({ _id: '2', severity: 'error', location: at(9) }),
    issueOf({ _id: '3', severity: 'error', location: at(2) }),
  ]
  const merged = merge([{ request: apis('one'), evaluation: evaluationOf({ issues }) }])
  expect(merged.issues.map((issue) => issue._id)).toEqual(['3', '2', '1'])
})

it('lists an issue once that calls about two ids of one API bring', () => {
  const evaluation = evaluationOf({
    rulesets: [rulesetOf('r')],
    issues: [issueOf({ _id: '1', api_id: 'a' })],
  })
  const about = (id: string): EvaluationRequest => ({ ...apis('x'), kind: 'apis', api_ids: [id] })
  const other = evaluationOf({
    rulesets: [rulesetOf('r')],
    issues: [issueOf({ _id: '1', api_id: 'a' }), issueOf({ _id: '2', api_id: 'c' })],
  })
  const merged = merge([
    { request: about('a'), evaluation },
    { request: about('its other id'), evaluation },
    { request: about('c'), evaluation: other },
  ])
  expect(merged.issues.map(({ _id }) => _id)).toEqual(['1', '2'])
})
