import { describe, expect, it } from 'vitest'
import { formats, isFormat } from '../../src/core/model/formats.ts'
import { chooseExitCode } from '../../src/core/model/outcome.ts'
import { loadPiecewise } from '../../src/reporters/index.ts'
import { computeChecksum } from '../../src/reporters/json-text.ts'
import { parseReport } from '../../src/reporters/report-schema.ts'
import { reportWith } from './hostile-report.ts'
import { manyIssues } from './many-issues.ts'
import { issueOf, reportOf } from './report-of.ts'
import { reporters } from './reporters.ts'
import { reports } from './reports.ts'

const view = { color: true, width: 40 }

describe.each(Object.entries(reports))('%s', (_, report) => {
  const text = reporters.json(report, view)

  it('comes back whole', () => {
    const { exit_code, ...outcome } = JSON.parse(text).outcome
    expect(exit_code).toBe(chooseExitCode(report.outcome))
    const plain = JSON.parse(JSON.stringify(outcome), (key, value) => (key === 'message' ? undefined : value))
    const own = JSON.parse(JSON.stringify(report.outcome), (key, value) =>
      key === 'message' ? undefined : value,
    )
    expect(plain).toEqual(own)
    expect({ ...JSON.parse(text), outcome: undefined }).toEqual({
      ...JSON.parse(JSON.stringify(report)),
      outcome: undefined,
      checksum: computeChecksum(JSON.parse(text)),
    })
  })

  it('is read back as the same text', () => {
    const read = parseReport(JSON.parse(text))
    expect(read.error?.issues ?? []).toEqual([])
    if (read.data) expect(reporters.json(read.data, view)).toBe(text)
  })

  it('holds nothing that a terminal or a log would act on', () => {
    expect(text).not.toMatch(/[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u)
    expect(text).not.toMatch(/^\s*::|##(\[|vso\[|teamcity\[)/m)
  })

  it('ends with one newline', () => {
    expect(text).toMatch(/[^\n]\n$/)
  })
})

it('has one order of keys, however the report was built', () => {
  const issue = issueOf({
    severity: 'error',
    location: { start_line: 1, start_char: 2, end_line: 3, end_char: 4 },
  })
  const report = { ...reportWith('text'), issues: [issue] }
  const turned = JSON.parse(JSON.stringify(report), (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).reverse())
      : value,
  )
  expect(reporters.json(turned, view)).toBe(reporters.json(report, view))
})

it('prints a report as written down', async () => {
  const report = reports['hostile text'] ?? reportOf([])
  await expect(reporters.json(report, view)).toMatchFileSnapshot('expected/hostile-text.json.txt')
})

it.each([
  ['table', true],
  ['json', true],
  ['toString', false],
  ['', false],
])('format %j exists: %s', (name, exists) => {
  expect(isFormat(name)).toBe(exists)
  expect(formats.some((format) => format === name)).toBe(exists)
})

describe('in pieces', () => {
  it.each([0, 1, 1000])('a report of %i issues is the same text', async (count) => {
    const report = manyIssues(count)
    const pieces = [...(await loadPiecewise('json'))(report, view)]
    expect(pieces.join('')).toBe(`${JSON.stringify(JSON.parse(reporters.json(report, view)), null, 2)}\n`)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(100_000)
  })

  it('a text that looks like the list of issues stays a text', async () => {
    const error = 'a\n  "issues": []'
    const report = reportOf([issueOf({ severity: 'warn', message: error })], { error })
    const text = [...(await loadPiecewise('json'))(report, view)].join('')
    expect(JSON.parse(text)).toMatchObject({ error, issues: [{ message: error }] })
  })

  it('a format of one piece is that piece', async () => {
    const report = manyIssues(3)
    expect([...(await loadPiecewise('junit'))(report, view)]).toEqual([reporters.junit(report, view)])
  })
})
