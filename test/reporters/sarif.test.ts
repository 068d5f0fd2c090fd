import { expect, it } from 'vitest'
import type { Gap } from '../../src/core/model/gap.ts'
import type { Issue } from '../../src/core/model/issue.ts'
import type { Report } from '../../src/core/model/report.ts'
import { chooseOutcome } from '../../src/gate/decide/decide.ts'
import type { Log, Result, Run } from './readers/sarif-log.ts'
import { issueOf, reportOf } from './report-of.ts'
import { reporters } from './reporters.ts'

function runOf(...issues: Issue[]): Run {
  return JSON.parse(reporters.sarif(reportOf(issues), { color: false, width: 80 })).runs[0]
}

function resultOf(parts: Partial<Issue> = {}): Result | undefined {
  return runOf(issueOf({ severity: 'error', ...parts })).results?.[0]
}

it.each([
  ['payments', '.governance.yml', { startLine: 4 }],
  ['constructor', 'constructor', undefined],
])('places the saved API %s where the config names it', (api_id, uri, region) => {
  const report = reportOf([issueOf({ severity: 'error', api_id, path: 'paths./a.get' })])
  const named_in = { file: '.governance.yml', lines: { payments: 4 } }
  const text = reporters.sarif({ ...report, run: { ...report.run, named_in } }, { color: false, width: 80 })
  expect(JSON.parse(text).runs[0].results[0].locations).toEqual([
    {
      physicalLocation: {
        artifactLocation: { uri, uriBaseId: '%SRCROOT%' },
        ...(region && { region }),
      },
      logicalLocations: [{ name: 'get', fullyQualifiedName: `${api_id}:paths./a.get`, kind: 'member' }],
    },
  ])
})

it('relates what is there twice to the first of them', () => {
  const result = resultOf({
    file: 'b.yaml',
    line: 9,
    column: 7,
    first_place: { file: 'a b.yaml', line: 5, column: 3 },
  })
  expect(result?.relatedLocations).toEqual([
    {
      physicalLocation: {
        artifactLocation: { uri: 'a%20b.yaml', uriBaseId: '%SRCROOT%' },
        region: { startLine: 5, startColumn: 3 },
      },
      message: { text: 'First occurrence.' },
    },
  ])
  expect(resultOf()).not.toHaveProperty('relatedLocations')
})

const gap: Gap = { kind: 'cut', target: { api_id: 'a' }, listed: 0, total: 1, remedy: 'fix' }
const failure = { code: 'timeout', message: 'm', hint: '', exit_code: 4 } as const
const { run } = reportOf([])

it.each<[string, Report, number | undefined]>([
  ['a clean run', reportOf([]), 0],
  ['one with issues', reportOf([issueOf({ severity: 'error' })]), 1],
  ['an incomplete one', reportOf([], { outcome: chooseOutcome({ gaps: [gap], reasons: [] }) }), undefined],
  ['an undecided one', { version: 1, outcome: { kind: 'undecided', failure }, run }, undefined],
])('lists results only where something is known: %s', (_name, report, count) => {
  const log: Log = JSON.parse(reporters.sarif(report, { color: false, width: 80 }))
  expect(log.runs[0]?.results?.length).toBe(count)
  expect(log.runs[0]?.invocations[0]?.executionSuccessful).toBe(count !== undefined)
})

it.each([
  ['specs/a.yaml', 'specs/a.yaml', '%SRCROOT%'],
  ['./specs/a b#c?.yaml', 'specs/a%20b%23c%3F.yaml', '%SRCROOT%'],
  ['specs\\a.yaml', 'specs/a.yaml', '%SRCROOT%'],
  ['/srv/a.yaml', 'file:///srv/a.yaml', undefined],
  ['C:\\a b\\c.yaml', 'file:///C:/a%20b/c.yaml', undefined],
])('writes %s as %s', (file, uri, uriBaseId) => {
  const physical = resultOf({ file, line: 12, column: 5 })?.locations[0]?.physicalLocation
  expect(physical).toEqual({
    artifactLocation: { uri, ...(uriBaseId ? { uriBaseId } : {}) },
    region: { startLine: 12, startColumn: 5 },
  })
})

it("has no region when the user's own line is not known", () => {
  const location = { start_line: 7, start_char: 1, end_line: 8, end_char: 1 }
  expect(resultOf({ file: 'a.yaml', location })?.locations[0]?.physicalLocation?.region).toBeUndefined()
})

it.each([
  ['the value, on the line of its key', [3, 9, 3, 14], { endLine: 3, endColumn: 14 }],
  ['the key alone, of a value of several lines', [3, 9, 7, 2], { endLine: 3, endColumn: 9 }],
  ['nothing, of one without a key', [3, 5, 7, 2], {}],
  ['nothing, where the two disagree', [2, 5, 3, 14], {}],
] as const)('ends the region with %s', (_name, [start_line, start_char, end_line, end_char], end) => {
  const location = { start_line, start_char, end_line, end_char }
  const region = resultOf({ file: 'a.yaml', line: 3, column: 5, location })?.locations[0]?.physicalLocation
    ?.region
  expect(region).toEqual({ startLine: 3, startColumn: 5, ...end })
})

it('says why there is the rule, how to fix it, and where to read more', () => {
  const issue = issueOf({ severity: 'error', how_to_fix: 'Add `tags`, see https://other.example.' })
  const { ruleset_id, rule_id: id } = issue
  const rules = [
    { ruleset_id, id, why: 'Pages [group](x) by tag.', documentation_url: 'https://a.example/#t' },
  ]
  const text = reporters.sarif(reportOf([issue], { rules }), { color: false, width: 80 })
  expect(JSON.parse(text).runs[0].tool.driver.rules[0]).toMatchObject({
    helpUri: 'https://a.example/#t',
    help: {
      text: 'Why: Pages \\[group\\](x) by tag.\nHow to fix: Add `tags`, see https://other.example.',
      markdown: `**Why**

Pages \\[group\\]\\(x\\) by tag.

**How to fix**

Add \`tags\`, see https&#58;//\u2060other.example.

[Documentation](<https://a.example/#t>)

Ruleset: Security baseline`,
    },
  })
})

const identity: (keyof Issue)[] = ['api_id', 'ruleset_id', 'rule_id', 'path', 'message']
it.each<[Partial<Issue>, boolean]>([
  [{ line: 99, column: 9, file: 'a.yaml' }, true],
  [{ severity: 'hint', how_to_fix: 'x', ruleset_name: 'y', _id: 'z' }, true],
  ...identity.map((key): [Partial<Issue>, boolean] => [{ [key]: 'other' }, false]),
])('with %j it keeps its fingerprint: %s', (parts, same) => {
  const [before, after] = [resultOf(), resultOf(parts)].map((each) => each?.partialFingerprints)
  expect(Object.keys({ ...before, ...after })).toEqual(['govIssue/v1'])
  expect(before?.['govIssue/v1'] === after?.['govIssue/v1']).toBe(same)
})

it('tells apart what agrees in everything but its place', () => {
  const twins = [1, 2, 3].map((line) => issueOf({ severity: 'error', file: 'a.yaml', line }))
  const prints = runOf(...twins).results?.map(({ partialFingerprints }) => partialFingerprints['govIssue/v1'])
  expect(new Set(prints).size).toBe(3)
})

it('suppresses what is excused, and says why', () => {
  const excused = { by: 'waiver', reason: 'replaced', owner: 'Payments', expires: '2026-05-31' } as const
  expect(resultOf({ excused })?.suppressions).toEqual([
    { kind: 'external', status: 'accepted', justification: 'waived until 2026-05-31 by Payments: replaced' },
  ])
  expect(resultOf()?.suppressions).toBeUndefined()
})

it.each([
  ['See https://example.com/rules/a.', 'https://example.com/rules/a'],
  ['<a href="https://example.com/?a=1&b=2">', 'https://example.com/?a=1&b=2'],
  ['javascript:alert(1)', undefined],
  ['Do it.', undefined],
])('takes the help address from %j', (how_to_fix, helpUri) => {
  const [rule] = runOf(issueOf({ severity: 'warn', how_to_fix })).tool.driver.rules
  expect(rule?.helpUri).toBe(helpUri)
})

it('has each rule once, by ruleset', () => {
  const run = runOf(
    issueOf({ severity: 'error', rule_id: 'a' }),
    issueOf({ severity: 'warn', rule_id: 'a', path: 'x' }),
    issueOf({ severity: 'warn', rule_id: 'a', ruleset_id: 'other' }),
  )
  expect(run.tool.driver.rules.map(({ id }) => id)).toEqual(['rs-security/a', 'other/a'])
})
