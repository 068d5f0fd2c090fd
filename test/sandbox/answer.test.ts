import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Severity, severities } from '../../src/core/model/severity.ts'
import { sandboxEvaluationResponse } from '../../src/dashboard/contract/evaluation.ts'
import type { EngineIssue, Rule } from '../../src/engine/rule.ts'
import type { PairResult } from '../../src/sandbox/evaluation/evaluate-pairs.ts'
import { answer } from '../../src/sandbox/evaluation/evaluator.ts'
import type { RulesetRecord } from '../../src/sandbox/store/records.ts'
import { rulesetRecord } from '../../src/sandbox/store/records.ts'

const rulesets = ['r1', 'r2', 'r3'].map((id) =>
  rulesetRecord().parse({
    ruleset_id: id,
    id: `db-${id}`,
    name: `Rules ${id}`,
    org_id: 'o',
    active: true,
    resource_type: 'oas-api',
    action: 'warn',
    rules: 'rules.yaml',
  }),
)

function rule(id: string, severity: Severity): Rule {
  return {
    id,
    description: `About ${id}`,
    message: undefined,
    howToFix: `Fix ${id}`,
    documentationUrl: undefined,
    severity,
    given: [],
    // biome-ignore lint/suspicious/noThenProperty: a rule has one, and is never awaited
    then: [],
    formats: undefined,
    resolved: true,
  }
}

const issues = fc.record({
  rule: fc.constantFrom(...['a', 'b', 'c'].flatMap((id) => severities.map((severity) => rule(id, severity)))),
  message: fc.constantFrom('one', 'two', ''),
  path: fc.array(fc.oneof(fc.constantFrom('paths', '/pets', 'a.b', 'a', 'b'), fc.nat(3)), { maxLength: 3 }),
  location: fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
    .map(([line, char]) => ({ start_line: line, start_char: char, end_line: line, end_char: char + 1 })),
})

const pairOf = (ruleset_id: string, api_id: string): PairResult['pair'] => ({
  ruleset_id,
  api_id,
  rules: { rules: [] },
  document: () => Promise.reject(new Error('not read')),
})

const everyPair = ['r1', 'r2', 'r3'].flatMap((ruleset) => ['x', 'y'].map((api) => pairOf(ruleset, api)))
const results = fc.tuple(
  ...everyPair.map((pair) =>
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.array(issues, { maxLength: 12 }).map((found): PairResult => ({ pair, issues: found })),
      },
      { weight: 1, arbitrary: fc.constant<PairResult>({ pair, failure: 'it broke' }) },
    ),
  ),
)

const answerOf = (
  found: readonly PairResult[],
  issueLimit = 1000,
  ran: readonly RulesetRecord[] = rulesets,
  showsMatches = false,
) =>
  answer({
    rulesets: ran,
    results: found,
    org_id: 'o',
    created_at: '2026-01-01T00:00:00.000Z',
    day: '2026-01-01',
    elapsed_ms: 3,
    issueLimit,
    showsMatches,
  })

describe('whatever the engine found', () => {
  it('every count is of the issues before the cut, and the cut keeps the first', () => {
    fc.assert(
      fc.property(results, fc.integer({ min: 0, max: 30 }), (found, limit) => {
        const whole = answerOf(found, Number.POSITIVE_INFINITY)
        const cut = answerOf(found, limit)
        const produced = found.flatMap((result) => ('issues' in result ? result.issues : []))
        expect(whole.issues).toHaveLength(produced.length)
        for (const severity of severities) {
          const count = produced.filter((issue) => issue.rule.severity === severity).length
          expect(whole[`${severity}_count`]).toBe(count)
        }
        expect(cut).toEqual({
          ...whole,
          issues: whole.issues.slice(0, limit),
          truncated: produced.length > limit,
        })
        expect(sandboxEvaluationResponse().parse(cut)).toEqual(cut)
      }),
    )
  })

  it('a ruleset counts its own issues, or nothing at all once it failed', () => {
    fc.assert(
      fc.property(results, (found) => {
        const { issues: rows, rulesets: summaries } = answerOf(found, Number.POSITIVE_INFINITY)
        for (const { id, ...counts } of summaries) {
          const failed = found.some((result) => 'failure' in result && result.pair.ruleset_id === id)
          for (const severity of severities) {
            const own = rows.filter((row) => row.ruleset_id === id && row.severity === severity)
            expect(counts[`${severity}_count`]).toBe(failed ? 0 : own.length)
          }
        }
      }),
    )
  })

  it('the order is that of severity, place, API, rule and path, and does not depend on who came first', () => {
    fc.assert(
      fc.property(results, fc.boolean(), (found, backwards) => {
        const { issues: rows } = answerOf(found, Number.POSITIVE_INFINITY)
        const keys = rows.map(({ severity_order, api_id, location, rule_id, path }) =>
          [severity_order, location?.start_line, location?.start_char, api_id, rule_id, path].map(String),
        )
        const sorted = keys.toSorted((one, other) => {
          const at = one.findIndex((part, i) => part !== other[i])
          return at === -1 ? 0 : (one[at] ?? '') < (other[at] ?? '') ? -1 : 1
        })
        expect(keys).toEqual(sorted)
        const other = answerOf(backwards ? found.toReversed() : found, Number.POSITIVE_INFINITY)
        expect(other.issues).toEqual(rows)
      }),
    )
  })

  it('every id is 16 hexadecimal characters, and no two issues share one', () => {
    fc.assert(
      fc.property(results, (found) => {
        const ids = answerOf(found, Number.POSITIVE_INFINITY).issues.map(({ _id }) => _id)
        expect(new Set(ids).size).toBe(ids.length)
        for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/)
      }),
    )
  })
})

const issue = (line: number): EngineIssue => ({
  rule: rule('a', 'warn'),
  message: 'no',
  path: ['paths', '/pets', 'get'],
  location: { start_line: line, start_char: 5, end_line: line, end_char: 9 },
})

describe('an issue', () => {
  it('says everything that the contract has', () => {
    expect(answerOf([{ pair: pairOf('r1', 'x'), issues: [issue(7)] }]).issues).toEqual([
      {
        _id: expect.any(String),
        org_id: 'o',
        api_id: 'x',
        ruleset_id: 'r1',
        ruleset_name: 'Rules r1',
        rule_id: 'a',
        rule_summary: 'About a',
        how_to_fix: 'Fix a',
        message: 'no',
        severity: 'warn',
        severity_order: 2,
        path: 'paths./pets.get',
        location: { start_line: 7, start_char: 5, end_line: 7, end_char: 9 },
        created_at: '2026-01-01T00:00:00.000Z',
      },
    ])
  })

  it('keeps its id when only its line changes, and gets another when it is about something else', () => {
    const idOf = (ruleset: string, api: string, line: number) =>
      answerOf([{ pair: pairOf(ruleset, api), issues: [issue(line)] }]).issues[0]?._id
    expect(idOf('r1', 'x', 99)).toBe(idOf('r1', 'x', 7))
    expect(new Set([idOf('r1', 'x', 7), idOf('r2', 'x', 7), idOf('r1', 'y', 7)]).size).toBe(3)
  })
})

it('names every pair that failed, counts only APIs that a ruleset was applied to, and zeroes what failed', () => {
  const found = answerOf([
    { pair: pairOf('r1', 'x'), issues: [issue(1)] },
    { pair: pairOf('r1', 'y'), failure: 'no YAML' },
    { pair: pairOf('r2', 'y'), failure: 'no YAML' },
    { pair: pairOf('r3', 'x'), issues: [issue(2)] },
  ])
  expect(found.error).toBe('ruleset r1 on api y: no YAML; ruleset r2 on api y: no YAML')
  expect(found.evaluated_apis).toBe(1)
  expect(found.total).toBe(2)
  expect(found.rulesets.map(({ id, warn_count }) => [id, warn_count])).toEqual([
    ['r1', 0],
    ['r2', 0],
    ['r3', 1],
  ])
})

it('has no error when nothing failed', () => {
  expect(Object.keys(answerOf([{ pair: pairOf('r1', 'x'), issues: [] }]))).not.toContain('error')
})

it('a pair that none of the rules is for is listed as inapplicable, and no error', () => {
  const found: PairResult[] = [
    { pair: pairOf('r1', 'x'), issues: [] },
    { pair: pairOf('r1', 'y'), isSkipped: true },
    { pair: pairOf('r2', 'x'), isSkipped: true },
  ]
  const { rulesets: ran, error, inapplicable } = answerOf(found, 10, rulesets)
  expect(ran.map(({ id }) => id)).toEqual(['r1'])
  expect(error).toBeUndefined()
  expect(inapplicable).toEqual([
    { ruleset_id: 'r1', api_id: 'y' },
    { ruleset_id: 'r2', api_id: 'x' },
  ])
})

it('a rule matched if it did in one of the documents; only asked for is it told', () => {
  const found: PairResult[] = [
    {
      pair: pairOf('r1', 'x'),
      issues: [],
      matches: { matched: ['a'], unmatched: ['b', 'c', 'd', 'e'], other_versions: ['b', 'd', 'e'] },
    },
    {
      pair: pairOf('r1', 'y'),
      issues: [],
      matches: { matched: ['b'], unmatched: ['a', 'c', 'd', 'e'], other_versions: ['a', 'e'] },
    },
  ]
  expect(answerOf(found, 10, rulesets, true).rule_matches).toEqual([
    { ruleset_id: 'r1', matched: ['a', 'b'], unmatched: ['c', 'd', 'e'], other_versions: ['e'] },
  ])
  expect(answerOf(found).rule_matches).toBeUndefined()
})
