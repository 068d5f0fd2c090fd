import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import type { Severity } from '../../../src/core/model/severity.ts'
import { manyIssues } from '../../reporters/many-issues.ts'
import { commandsIn } from '../../reporters/readers/github.ts'
import { issueOf, reportOf } from '../../reporters/report-of.ts'
import { reporters } from '../../reporters/reporters.ts'
import { reports } from '../../reporters/reports.ts'

const view = { color: false, width: 80 }

function issues(count: number, severity: Severity, parts = {}) {
  return Array.from({ length: count }, (_, index) =>
    issueOf({ severity, rule_id: `rule-${index}`, path: `p${index}`, ...parts }),
  )
}

describe('github', () => {
  const annotations = (...all: ReturnType<typeof issues>) => {
    const text = reporters.github(reportOf(all), view)
    const names = commandsIn(text).map(({ name }) => name)
    const count = (name: string) => names.filter((each) => each === name).length
    return {
      counts: [count('error'), count('warning'), count('notice')],
      last: text.trimEnd().split('\n').at(-1),
    }
  }

  it('keeps to ten of each kind, and counts the rest; the verdict takes the first place', () => {
    const { counts, last } = annotations(...issues(30, 'error'), ...issues(30, 'warn'), ...issues(30, 'hint'))
    expect(counts).toEqual([10, 10, 10])
    expect(last).toBe(
      'gov fails: 30 errors, 30 warnings, 0 info, 30 hints; 61 issues not annotated: see the job summary',
    )
  })

  it('says a rule once for a file', () => {
    const { counts, last } = annotations(...issues(30, 'warn', { rule_id: 'same', file: 'a.yaml', line: 1 }))
    expect(counts).toEqual([0, 1, 0])
    expect(last).toBe('gov passes: 0 errors, 30 warnings, 0 info, 0 hints')
  })

  it('does not annotate what is excused', () => {
    const { counts } = annotations(...issues(3, 'warn', { excused: { by: 'baseline' } }))
    expect(counts).toEqual([0, 0, 0])
  })
})

describe('markdown', () => {
  it.each([0, 1, 500, 5000])('of %i issues fits a comment, and counts what it leaves out', (count) => {
    const text = reporters.markdown(manyIssues(count), view)
    expect(text.length).toBeLessThanOrEqual(65_536)
    const listed = text.match(/^\| (error|warn|info|hint) \|/gm)?.length ?? 0
    const told = /([\d,]+) more issues? did not fit/.exec(text)?.[1]?.replaceAll(',', '') ?? '0'
    expect(listed + Number(told)).toBe(count)
  })

  const rowsOf = (text: string) => text.match(/^\| (?:error|warn|info|hint) \|/gm) ?? []

  it('gives the room to the worst issues of all APIs', () => {
    const many = issues(3000, 'hint', { api_id: 'a' })
    const few = issues(2, 'error', { api_id: 'b', file: 'b.yaml' })
    const excused = issues(2, 'error', { api_id: 'c', excused: { by: 'baseline' } })
    const text = reporters.markdown(reportOf([...many, ...excused, ...few]), view)
    expect(rowsOf(text).filter((row) => row.includes('error'))).toHaveLength(2)
    expect(text.indexOf('| error | `b.yaml` |')).toBeGreaterThan(0)
    expect(text.indexOf('| error | `b.yaml` |')).toBeLessThan(text.indexOf('| hint | a |'))
    expect(text).toMatch(
      /more issues did not fit \([\d,]+ hints, 2 not counted\): see the JSON or HTML report\.\n$/,
    )
  })

  it('of 20,000 issues fills the summary of a job, and no more', () => {
    const maxCharacters = Math.floor((1024 * 1024) / 3)
    const text = reporters.markdown(manyIssues(20_000), { ...view, maxCharacters })
    expect(text.length).toBeLessThanOrEqual(maxCharacters)
    expect(text.length).toBeGreaterThan(maxCharacters - 1000)
  })
})

describe('sarif', () => {
  const runOf = (report: Report) => JSON.parse(reporters.sarif(report, view)).runs[0]

  it('lists the worst 25,000, what is excused last, and says what it leaves out', () => {
    const excused = issues(2, 'error', { excused: { by: 'baseline' } })
    const all = reportOf([...excused, ...issues(25_000, 'hint', { rule_id: 'same' }), ...issues(1, 'warn')])
    const { results, invocations, tool } = runOf(all)
    expect(results).toHaveLength(25_000)
    expect([results[0].level, results.at(-1).level]).toEqual(['warning', 'note'])
    expect(invocations[0].executionSuccessful).toBe(true)
    expect(invocations[0].toolExecutionNotifications[0].message.text).toBe(
      '3 issues left out: GitHub accepts 25,000 results. The JSON report lists all of them.',
    )
    expect(results.every(({ ruleIndex }: { ruleIndex: number }) => tool.driver.rules[ruleIndex])).toBe(true)
  })

  it('of 25,000 leaves nothing out, in less than the 10 MB that GitHub takes compressed', () => {
    const text = reporters.sarif(manyIssues(25_000), view)
    expect(text).not.toContain('left out')
    expect(gzipSync(text).length).toBeLessThan(10_000_000)
  })
})

describe.each(['markdown', 'html'] as const)('%s of a comparison', (format) => {
  const compared = (added: number, fixed: number, text = 'm') => {
    const all = issues(Math.max(added, fixed), 'warn', { message: text, api_id: text })
    const new_issues = all.slice(0, added).map((issue) => ({ issue, causes: [], why: 'the API changed' }))
    const comparison = {
      against: '2026-11-20T10:00:00Z',
      new_issues,
      fixed_issues: all.slice(0, fixed),
      unchanged_count: 7,
    }
    return reporters[format]({ ...manyIssues(5000), comparison }, view).replace(/<script[\s\S]*/, '')
  }

  it.each([
    [0, 0, 0, undefined],
    [1, 0, 1, undefined],
    [20, 20, 40, undefined],
    [21, 0, 20, '1 more issue new or fixed'],
    [1000, 2000, 40, '2,960 more issues new or fixed'],
  ])('of %i new and %i fixed issues shows %i', (added, fixed, shown, more) => {
    const text = compared(added, fixed)
    expect(text).toMatch(new RegExp(`${added === 1000 ? '1,000' : added} new, .* 7 unchanged since 2026`))
    expect(text.match(/^- (?:new|fixed) warn|<li><bdi>(?:new|fixed) warn/gm)?.length ?? 0).toBe(shown)
    expect(/[\d,]+ more issues? new or fixed/.exec(text)?.[0]).toBe(more)
  })

  it('takes little of the room of a comment, whatever the texts', () => {
    const text = compared(30, 30, '|&<'.repeat(100))
    if (format === 'markdown') expect(text.length).toBeLessThanOrEqual(65_536)
    expect(text).toMatch(/[1-9]\d* more issues new or fixed/)
  })
})

describe('junit', () => {
  const red = (text: string) => /<failure|<error/.test(text)
  it.each<[Severity, boolean]>([
    ['error', true],
    ['warn', false],
    ['hint', false],
  ])('of a run with a %s is red: %s', (severity, expected) => {
    const report = reportOf(issues(2, severity))
    expect(red(reporters.junit(report, view))).toBe(expected)
    expect(report.outcome.kind).toBe(expected ? 'failed' : 'passed')
  })

  it('has no test that passes for an API that a stopped run may not have asked for', () => {
    const text = reporters.junit(reports.stopped ?? reportOf([]), view)
    expect(text).not.toContain('no issues listed')
    expect(red(text)).toBe(true)
  })

  it('is never red for what is excused', () => {
    const report = reportOf(issues(2, 'error', { excused: { by: 'baseline' } }))
    expect(red(reporters.junit(report, view))).toBe(false)
  })
})
