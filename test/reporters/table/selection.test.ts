import { describe, expect, it } from 'vitest'
import type { Issue } from '../../../src/core/model/issue.ts'
import type { Selection } from '../../../src/reporters/selection.ts'
import { manyIssues } from '../many-issues.ts'
import { issueOf, reportOf } from '../report-of.ts'
import { reporters } from '../reporters.ts'

const printed = (report: Parameters<typeof reporters.table>[0], select?: Selection, width = 80) =>
  reporters.table(report, { color: false, width, select }).trimEnd().split('\n')

const of = (count: number, parts: Partial<Issue> & Pick<Issue, 'severity'>) =>
  Array.from({ length: count }, (_, index) => issueOf({ path: `p${index}`, ...parts }))

describe('a large red build', () => {
  const file = 'specs/large.yaml'
  const large = reportOf([
    ...of(12_000, { severity: 'warn', rule_id: 'style', file, line: 9, column: 3 }),
    ...of(900, {
      severity: 'error',
      rule_id: 'no-auth',
      file,
      line: 12,
      column: 5,
      rule_summary: 'Has auth.',
    }),
    ...of(172, { severity: 'error', rule_id: 'no-id', file, line: 7, column: 5 }),
  ])

  it.each([80, 120, 200])('of 13,072 issues takes at most 120 lines of %i columns', (width) => {
    const lines = printed(large, undefined, width)
    expect(lines.length).toBeLessThanOrEqual(120)
    expect(lines.slice(0, 3).map((line) => line.replace(/ {2,}(?:PATH|p\d+)$/, ''))).toEqual([
      'payments  specs/large.yaml',
      'SEVERITY  PLACE  RULE   MESSAGE',
      'error     7:5    no-id  Operation must have "operationId".',
    ])
    expect(lines.at(-1)).toBe('FAIL  1,072 errors (fail_on: error)')
  })

  it('stays below 120 lines when its code is not asked for', () => {
    const sourceText = () => 'paths:\n'.repeat(20)
    const text = reporters.table(large, { color: false, width: 80, sourceText, select: { limit: 3 } })
    expect(text).toContain(`  6 │ paths:\n  7 │ paths:\n    │     ^\n  8 │ paths:\nerror `)
    expect(text.split('\n').length).toBeLessThanOrEqual(120)
  })

  it('counts each of its rules, the worst first', () => {
    const lines = printed(large, undefined, 120)
    const at = lines.findIndex((line) => line.startsWith('ISSUES  '))
    expect(lines.slice(at - 3, at + 4)).toEqual([
      expect.stringMatching(
        /^50 of 13,072 issues listed\. The verdict counts all of them\. More: --limit all/,
      ),
      '--output html=report.html',
      '',
      'ISSUES  SEVERITY  RULE     HOW TO FIX',
      '   900  error     no-auth',
      '   172  error     no-id',
      '12,000  warn      style',
    ])
  })

  it.each([60, 500])('of %i APIs is no longer, with and without issues', (count) => {
    const ids = Array.from({ length: count }, (_, index) => `api-${index}`)
    const { run } = reportOf([])
    const issues = ids.slice(0, count / 2).flatMap((api_id) => of(4, { severity: 'error', api_id }))
    const report = reportOf(issues, { run: { ...run, api_ids: ids }, evaluated_apis: count })
    for (const groupBy of [undefined, 'api'] as const) {
      const lines = printed(report, { groupBy })
      expect(lines.length).toBeLessThanOrEqual(120)
      expect(lines.join(' ')).toMatch(new RegExp(`and ${count / 2 - 10} +more(?! rules)`))
      if (groupBy === 'api') expect(lines.join('\n')).toMatch(/… and \d+ more APIs with \d+ issues/)
    }
  })
})

describe('what is listed', () => {
  const report = manyIssues(2000)
  const verdict = printed(report, undefined, 300).at(-1)

  it.each<[string, Selection, RegExp]>([
    [
      'a severity',
      { severity: 'error' },
      /^50 of 2,000 issues listed; --severity error hides [\d,]+ issues/m,
    ],
    ['a rule', { rules: ['rule-3'] }, /^50 of 2,000 issues listed; --rule hides 1,950 issues/m],
    ['a pattern', { rules: ['rule-*'], limit: 7 }, /^7 of 2,000 issues listed\. The verdict/m],
    [
      'an unknown rule',
      { rules: ['none'] },
      /^No issue is of rule none\.\n0 of 2,000 issues listed; --rule hides/m,
    ],
    [
      'a misspelt rule',
      { rules: ['rul-3'] },
      /^No issue is of rule rul-3\. Did you mean rule-3\?\n0 of 2,000 issues listed; --rule hides/m,
    ],
    ['a limit', { limit: 60 }, /^60 of 2,000 issues listed\. /m],
  ])('by %s is said, and the verdict stays', (_, select, expected) => {
    const lines = printed(report, select, 300)
    expect(lines.join('\n')).toMatch(expected)
    expect(lines.at(-1)).toBe(verdict)
    expect(lines.slice(0, -1).join('\n')).not.toMatch(/no issues/)
  })

  it.each([
    ['rule', /^rule-\d+ +\d+ errors .*What rule \d+ is about/m],
    ['severity', /^223 errors$/m],
    ['file', /^(?:specs\/)?api-\d+(?:\/openapi.yaml)? +\d+ error/m],
    ['api', /^api-\d+ +\d+ error/m],
  ] as const)('is grouped by %s', (groupBy, expected) => {
    const lines = printed(report, { groupBy }, 120)
    expect(lines.join('\n')).toMatch(expected)
    expect(lines.at(-1)).toBe(verdict)
    expect(lines.length).toBeLessThanOrEqual(120)
  })

  it('names the API in each row of a group that does not', () => {
    const lines = printed(report, { groupBy: 'severity', limit: 60 })
    expect(lines[0]).toMatch(/^SEVERITY {2}API +PLACE /)
    expect(lines.filter((line) => /^error +api-\d+ /.test(line))).toHaveLength(60)
  })
})

describe('hints of keywords beside references', () => {
  const rule_id = 'unchecked-siblings'
  const report = (count: number) =>
    reportOf([...of(2, { severity: 'error', rule_id: 'no-id' }), ...of(count, { severity: 'hint', rule_id })])
  const count = (lines: readonly string[], pattern: RegExp) =>
    lines.filter((line) => pattern.test(line)).length

  it.each<[number, Selection | undefined, number]>([
    [3, undefined, 3],
    [4, undefined, 3],
    [40, undefined, 3],
    [4000, undefined, 3],
    [40, { rules: [rule_id] }, 40],
    [40, { limit: 100 }, 40],
  ])('of %i, with %j, a table lists %i', (all, select, listed) => {
    const lines = printed(report(all), select)
    expect(count(lines, /^hint .*unchecked/)).toBe(listed)
    expect(lines.join(' ')).toContain(listed === all ? 'FAIL' : `${(all + 2).toLocaleString('en')} issues`)
  })

  it('lists them all in a file, and all other issues in any case', () => {
    const view = { color: false, width: 80 }
    const lines = reporters.table(report(4000), { ...view, isWhole: true }).split('\n')
    expect(count(lines, /^hint .*unchecked/)).toBe(4000)
    expect(count(printed(report(40)), /^error .*no-id/)).toBe(2)
  })
})
