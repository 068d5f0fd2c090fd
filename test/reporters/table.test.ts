import { describe, expect, it } from 'vitest'
import type { Report } from '../../src/model/report.ts'
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

it.each(['typical', 'no issues', 'incomplete', 'failure'])(
  'quiet prints the verdict of %s and nothing else',
  (name) => {
    const report = reports[name] ?? reportOf([])
    const whole = reporters.table(report, { color: false, width: 80 })
    const quiet = reporters.table(report, { color: false, width: 80, quiet: true })
    expect(quiet).toMatch(/^(PASS|FAIL|also)/)
    expect(whole.endsWith(quiet)).toBe(true)
  },
)

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
    const turned = { ...report, issues: report.issues.toReversed() }
    expect(linesOf(turned, 80)).toEqual(linesOf(report, 80))
  })
})

describe('an issue', () => {
  const file = 'specs/a/rather/long/way/down/openapi.yaml'

  it.each([
    ['in its column', 80, 'a.yaml', 7],
    ['in a line of its own', 80, 'specs/'.repeat(9) + file.slice(-12), 7],
    ['indented as far as it can be', 60, `${'x'.repeat(46)}.yaml`, 2],
  ])('keeps its position whole: %s', (_, width, name, indent) => {
    const report = reportOf([issueOf({ severity: 'error', file: name, line: 1234, column: 5 })])
    const line = linesOf(report, width).find((each) => each.includes(`${name}:1234:5`))
    expect(line?.search(/\S/)).toBe(indent)
  })

  it.each([1, 2, 3])('says how to fix a rule once in %i rows', (rows) => {
    const how_to_fix = 'Do it.'
    const issues = Array.from({ length: rows }, (_, index) =>
      issueOf({ severity: 'warn', how_to_fix, path: `p${index}` }),
    )
    const lines = linesOf(reportOf(issues), 80)
    expect(lines.filter((line) => line.includes('fix: Do it.'))).toHaveLength(1)
  })

  it('shows another fix of the same rule', () => {
    const issues = ['One.', 'Two.'].map((how_to_fix) =>
      issueOf({ severity: 'warn', how_to_fix, path: how_to_fix }),
    )
    expect(linesOf(reportOf(issues), 80).filter((line) => line.includes('fix: '))).toHaveLength(2)
  })

  it.each([
    [50, undefined],
    [51, '… and 1 more issue; --format json lists all of them'],
    [1250, '… and 1,200 more issues; --format json lists all of them'],
  ])('of %i is one of fifty shown', (count, rest) => {
    const issues = Array.from({ length: count }, (_, index) =>
      issueOf({ severity: 'warn', path: `p${index}` }),
    )
    const lines = linesOf(reportOf(issues), 80)
    expect(lines.filter((line) => line.startsWith('warn '))).toHaveLength(50)
    expect(lines.find((line) => line.startsWith('…'))).toBe(rest)
  })
})

describe('the last lines', () => {
  const reasonOf = (message: string, exit_code: number) => ({ passed: exit_code === 0, exit_code, message })

  it.each<[string, number, [string, number][], string[]]>([
    ['one reason', 1, [['2 errors', 1]], ['FAIL  2 errors']],
    [
      'held reasons left out',
      1,
      [
        ['no gap', 0],
        ['2 errors', 1],
      ],
      ['FAIL  2 errors'],
    ],
    [
      'the deciding reason first',
      5,
      [
        ['2 errors', 1],
        ['cut', 5],
      ],
      ['FAIL (incomplete)  cut; 2 errors'],
    ],
    ['not found', 6, [['no such API', 6]], ['FAIL (not found)  no such API']],
    [
      'too much for one line',
      5,
      [
        ['e'.repeat(70), 1],
        ['cut', 5],
      ],
      [`also  ${'e'.repeat(70)}`, 'FAIL (incomplete)  cut'],
    ],
    [
      'passed',
      0,
      [
        ['fail_on is never', 0],
        ['1 hint, at most 2 accepted', 0],
      ],
      ['PASS  1 API x 1 ruleset checked; fail_on is never; 1 hint, at most 2 accepted'],
    ],
  ])('%s', (_, exit_code, reasons, lines) => {
    const verdict = { passed: exit_code === 0, exit_code, reasons: reasons.map((each) => reasonOf(...each)) }
    const printed = linesOf(reportOf([], { verdict, evaluated_apis: 1 }), 80)
    expect(printed.slice(-1 - lines.length, -1)).toEqual(lines)
  })

  it('never call a run checked, or a pass, that checked nothing', () => {
    const verdict = { passed: true, exit_code: 0, reasons: [reasonOf('accepted', 0)] }
    const report = reportOf([], { verdict, rulesets: [], evaluated_apis: 0 })
    expect(linesOf(report, 80).at(-2)).toBe('EMPTY  nothing was checked; accepted')
  })

  it('say how many of many reasons are not shown', () => {
    const reasons = Array.from({ length: 30 }, (_, index) => reasonOf(`reason ${index}`, 5))
    const lines = linesOf(reportOf([], { verdict: { passed: false, exit_code: 5, reasons } }), 80)
    expect(lines.filter((line) => line.startsWith('also  reason'))).toHaveLength(10)
    expect(lines).toContain('also  19 more reasons in --format json')
  })
})
