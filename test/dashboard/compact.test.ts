import { expect, it } from 'vitest'
import type { Evaluation } from '../../src/core/model/evaluation.ts'
import { createCompact } from '../../src/dashboard/evaluations.ts'

/** The output of a parser: no object occurs in it twice. */
function answer(parts: Partial<Evaluation> = {}): Evaluation {
  const summary = { id: 'r', name: 'Rules', resource_type: 'oas-api', active: true, action: 'warn' }
  const counts = { error_count: 0, warn_count: 1, info_count: 0, hint_count: 0 }
  const issue = {
    _id: 'f0',
    api_id: 'a',
    ruleset_id: 'r',
    rule_id: 'one',
    message: 'm',
    severity: 'warn',
    path: 'info',
  } as const
  const whole = { truncated: false, evaluated_apis: 1, elapsed_ms: 1, total: 1, ...counts }
  return structuredClone({ rulesets: [{ ...summary, ...counts }], issues: [issue], ...whole, ...parts })
}

const issues = answer().issues.map((issue) => ({
  ...issue,
  org_id: 'o',
  ruleset_name: 'Rules',
  rule_summary: 's',
  how_to_fix: 'h',
  severity_order: 2,
  location: { start_line: 1, start_char: 2, end_line: 3, end_char: 4 },
  created_at: '2026-03-01T06:30:15Z',
}))

it.each([
  ['the least that an issue has', answer()],
  ['all that an issue has', answer({ issues })],
  ['an error', answer({ issues: [], rulesets: [], error: 'e' })],
])('says the same: %s', (_name, evaluation) => {
  expect(JSON.parse(JSON.stringify(createCompact()(evaluation)))).toStrictEqual(evaluation)
})

it('keeps one of equal summaries, also from answer to answer, and each of different ones', () => {
  const compact = createCompact()
  const [first] = compact(answer()).rulesets
  const [second] = compact(answer()).rulesets
  const [other] = compact(
    answer({ rulesets: answer().rulesets.map((ruleset) => ({ ...ruleset, warn_count: 2 })) }),
  ).rulesets
  expect(second).toBe(first)
  expect(other).toMatchObject({ warn_count: 2 })
})
