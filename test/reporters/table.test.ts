import { describe, expect, it } from 'vitest'
import type { Gap } from '../../src/core/model/gap.ts'
import type { Reason } from '../../src/core/model/reason.ts'
import { type EvaluatedReport, isEvaluated, type Report } from '../../src/core/model/report.ts'
import { chooseOutcome, type Findings } from '../../src/gate/decide/decide.ts'
import { issueOf, reportOf } from './report-of.ts'
import { reporters } from './reporters.ts'
import { reports } from './reports.ts'

const esc = '\u001b'
const styles = new RegExp(`${esc}\\[\\d+m`, 'g')
const everyReport = Object.entries(reports)

function linesOf(report: Report, width: number): string[] {
  return reporters.table(report, { color: false, width }).split('\n')
}

/** Columns in a terminal, by whole graphemes: not the measure that the table itself uses. */
function columnsOf(line: string): number {
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line)
  return Array.from(graphemes, ({ segment }) => {
    const isWide = /\p{Emoji_Presentation}|\ufe0f|\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|[\u3000-\u303e]/u
    return isWide.test(segment) ? 2 : 1
  }).reduce((sum, columns) => sum + columns, 0)
}

describe('what is printed', () => {
  it.each(everyReport.flatMap(([name, report]) => [80, 200].map((width) => [name, width, report] as const)))(
    '%s, %i columns',
    async (name, width, report) => {
      const text = reporters.table(report, { color: false, width })
      await expect(text).toMatchFileSnapshot(`expected/${name.replaceAll(' ', '-')}.${width}.txt`)
    },
  )

  it.each(['typical', 'failure', 'incomplete'])('%s, in colour (escape is shown as ␛)', async (name) => {
    const text = reporters.table(reports[name] ?? reportOf([]), { color: true, width: 80 })
    await expect(text.replaceAll(esc, '␛')).toMatchFileSnapshot(`expected/${name}.color.txt`)
  })
})

it.each([
  ['typical', ['FAIL  2 errors, 2 warnings, 1 info, 1 hint in 4 APIs x 2 rulesets (fail_on: error)']],
  ['no issues', ['PASS  0 errors, 0 warnings in 1 API x 1 ruleset; no issues at or above error']],
  [
    'incomplete',
    [
      'also  15 errors, 15 warnings, 15 info, 15 hints in 1 of 2 APIs x 1 ruleset',
      'also  1 of 2 requested APIs were evaluated (2 APIs)',
      'also  ruleset rs-style on API orders failed: engine timeout',
      'also  15 errors (fail_on: error)',
      'FAIL (incomplete)  the response for 2 APIs was truncated: 60 of 1,240 issues returned; check fewer APIs or rulesets at once, or set on_truncation: split',
    ],
  ],
])('quiet prints the counts and the verdict of %s, and nothing else', (name, lines) => {
  const report = reports[name] ?? reportOf([])
  const quiet = reporters.table(report, { color: false, width: 200, quiet: true })
  expect(quiet.trimEnd().split('\n').sort()).toEqual(lines.sort())
  expect(quiet).toMatch(/^(PASS|FAIL)/)
})

it('quiet prints the whole verdict of a failure', () => {
  const report = reports.failure ?? reportOf([])
  const [quiet, whole] = [true, false].map((quiet) =>
    reporters.table(report, { color: false, width: 80, quiet }),
  )
  expect(quiet).toBe(whole)
})

describe.each(everyReport)('%s', (_, report) => {
  it.each([40, 64, 80, 120, 200])('fits %i columns', (width) => {
    const lines = linesOf(report, width)
    expect(lines.filter((line) => columnsOf(line) > width)).toEqual([])
    expect(lines.filter((line) => line !== line.trimEnd())).toEqual([])
  })

  it.each([40, 80, 200])('says the same in colour at %i columns', (width) => {
    const colored = reporters.table(report, { color: true, width })
    expect(colored).toContain(esc)
    expect(colored.replaceAll(styles, '')).toBe(reporters.table(report, { color: false, width }))
  })

  it('holds no control character and no command', () => {
    const text = reporters.table(report, { color: false, width: 80 })
    expect(text).not.toMatch(/[^\P{Cc}\n]|[\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u)
    expect(text).not.toMatch(/^\s*::|##(\[|vso\[|teamcity\[)/m)
  })

  it('does not depend on the order of its issues', () => {
    const turned = isEvaluated(report) ? { ...report, issues: report.issues.toReversed() } : report
    expect(linesOf(turned, 80)).toEqual(linesOf(report, 80))
  })
})

describe('an issue', () => {
  it.each([1, 2, 3])('says how to fix a rule once below %i rows', (rows) => {
    const how_to_fix = 'Do it.'
    const issues = Array.from({ length: rows }, (_, index) =>
      issueOf({ severity: 'warn', how_to_fix, path: `p${index}` }),
    )
    const lines = linesOf(reportOf(issues), 80)
    expect(lines.filter((line) => line.includes('Do it.'))).toHaveLength(1)
    expect(lines.findIndex((line) => line.startsWith('HOW TO FIX'))).toBe(rows + 3)
  })

  it('shows another fix of the same rule', () => {
    const issues = ['One.', 'Two.'].map((how_to_fix) =>
      issueOf({ severity: 'warn', how_to_fix, path: how_to_fix }),
    )
    expect(linesOf(reportOf(issues), 80).filter((line) => / {2}(One|Two)\.$/.test(line))).toHaveLength(2)
  })

  it.each([
    [10, 'HOW TO FIX'],
    [11, 'HOW TO FIX (10 of 11 rules; more: gov explain RULE)'],
  ])('of %i rules has its fix said for at most ten', (count, head) => {
    const issues = Array.from({ length: count }, (_, index) =>
      issueOf({ severity: 'warn', rule_id: `rule-${index}`, how_to_fix: 'Do it.', path: `p${index}` }),
    )
    expect(linesOf(reportOf(issues), 80)).toContain(head)
  })

  it.each([
    [50, 50, undefined],
    [51, 50, '50 of 51 issues listed. The verdict counts all of them. More: --limit all,'],
    [1250, 50, '50 of 1,250 issues listed. The verdict counts all of them. More: --limit all,'],
  ])('of %i is one of %i listed', (count, rows, rest) => {
    const issues = Array.from({ length: count }, (_, index) =>
      issueOf({ severity: 'warn', path: `p${index}` }),
    )
    const lines = linesOf(reportOf(issues), 80)
    expect(lines.filter((line) => line.startsWith('warn '))).toHaveLength(rows)
    expect(lines.find((line) => / of .* listed/.test(line))).toBe(rest)
  })

  it.each([
    [59, 'payments:1:2: warn operation-tags No tags. (paths./a.get)'],
    [60, 'warn      1:2    operation-tags  No tags.'],
  ])('at %i columns is in a form that fits', (width, line) => {
    const place = { location: { start_line: 1, start_char: 2, end_line: 1, end_char: 3 } }
    const words = { rule_id: 'operation-tags', message: 'No tags.', path: 'paths./a.get', ...place }
    expect(linesOf(reportOf([issueOf({ severity: 'warn', ...words })]), width).join('\n')).toContain(line)
  })
})

describe('the last lines', () => {
  const errors: Reason = { kind: 'threshold', level: 'error', counts: { error: 2 } }
  const never: Reason = { kind: 'threshold', level: 'never', counts: {} }
  const hints: Reason = { kind: 'budget', severity: 'hint', limit: 2, count: 1 }
  const unrun = (category: string): Gap => ({ kind: 'unrun-category', target: { api_id: 'a' }, category })
  const lost: Gap = {
    kind: 'shard',
    index: 1,
    total: 2,
    failure: { code: 'api-not-found', message: 'no such API', hint: '', exit_code: 6 },
  }
  const printed = (findings: Findings, parts: Partial<EvaluatedReport> = {}) =>
    linesOf(reportOf([], { outcome: chooseOutcome(findings), evaluated_apis: 1, ...parts }), 80)

  it.each<[string, Gap[], Reason[], string[]]>([
    ['one reason', [], [errors], ['FAIL  2 errors (fail_on: error)']],
    ['held reasons left out', [], [never, errors], ['FAIL  2 errors (fail_on: error)']],
    [
      'the deciding reason first',
      [unrun('c')],
      [errors],
      ['also  2 errors (fail_on: error)', 'FAIL (incomplete)  no ruleset of category c ran on API a'],
    ],
    [
      'of two gaps the worse one first',
      [unrun('c'), lost],
      [],
      ['also  no ruleset of category c ran on API a', 'FAIL (not found)  shard 1/2 failed: no such API'],
    ],
    [
      'too much for one line',
      [unrun('c'.repeat(40))],
      [errors],
      [
        'also  2 errors (fail_on: error)',
        `FAIL (incomplete)  no ruleset of category`,
        `                   ${'c'.repeat(40)} ran on API a`,
      ],
    ],
    [
      'passed',
      [],
      [never, hints],
      ['PASS  1 file x 1 ruleset checked; fail_on is never; 1 hint, limit 2 (max.hint)'],
    ],
  ])('%s', (_, gaps, reasons, lines) => {
    expect(printed({ gaps, reasons }).slice(-1 - lines.length, -1)).toEqual(lines)
  })

  it('never call a run checked, or a pass, that checked nothing', () => {
    const lines = printed({ gaps: [], reasons: [never] }, { rulesets: [], evaluated_apis: 0 })
    expect(lines.at(-2)).toBe('EMPTY  nothing was checked; fail_on is never')
  })

  it('say how many of many reasons are not shown', () => {
    const gaps = Array.from({ length: 30 }, (_, index) => unrun(String(index)))
    const lines = printed({ gaps, reasons: [] })
    expect(lines.filter((line) => line.startsWith('also  no ruleset'))).toHaveLength(10)
    expect(lines).toContain('also  19 more reasons in --format json')
  })
})
