import { isPairAsked } from '../core/model/checks.ts'
import { findExitName } from '../core/model/errors.ts'
import type { Issue } from '../core/model/issue.ts'
import { findIssuePosition } from '../core/model/issue-order.ts'
import { chooseExitCode, createFailingTest } from '../core/model/outcome.ts'
import { isEvaluated, listIssues, type Report } from '../core/model/report.ts'
import { createUncheckedTest } from '../core/model/unchecked.ts'
import { plural } from '../core/text/wording.ts'
import { faultText, listFaults, listHeldReasons, listRefusals } from './faults.ts'
import { renderPlaceSuffix } from './file-place.ts'
import { xmlText } from './markup-text.ts'
import type { Reporter } from './reporter.ts'
import { groupSubjects, type IssueSubject } from './subjects.ts'
import { excuseSuffix } from './words/excuse-words.ts'

/**
 * JUnit's XML. The first suite is the verdict, a test for each reason; then a suite for each API, a test for each
 * issue, and one that passes for each ruleset that found none. A red test means a failed gate: issues fail their tests
 * only when the verdict did not pass, and then those for which it did not; others are skipped.
 */
export const junit: Reporter = (report) => {
  const failing = createFailingTest(report.outcome)
  const suites = [
    createVerdictSuite(report),
    ...groupSubjects(report.run, listIssues(report)).map((subject) =>
      createSubjectSuite(subject, report, failing),
    ),
  ]
  const started = new Date(report.run.started)
  const timestamp = Number.isFinite(started.getTime())
    ? started.toISOString().slice(0, 19)
    : '1970-01-01T00:00:00'
  const lines = suites.map((suite, id) => renderSuite(suite, { id, timestamp }))
  return `${['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...lines, '</testsuites>'].join('\n')}\n`
}

function createVerdictSuite(report: Report): TestSuite {
  const seconds = report.run.took_ms / 1000
  const faults: TestCase[] = listFaults(report).map((fault) => {
    const { code, message } = fault
    return { name: message, group: 'gov', outcome: 'error', type: code, message, text: [faultText(fault)] }
  })
  const broken: TestCase[] = listRefusals(report).map((message) => {
    return { name: message, group: 'gov', outcome: 'failure', type: 'policy', message, text: [] }
  })
  const held: TestCase[] = listHeldReasons(report).map(({ message }) => ({
    name: message,
    group: 'gov',
    outcome: 'passed',
  }))
  return { name: 'gov verdict', cases: [...faults, ...broken, ...held], seconds, out: renderSummary(report) }
}

function renderSummary(report: Report): string[] {
  const exitCode = chooseExitCode(report.outcome)
  return [...renderCounts(report), `exit code ${exitCode} (${findExitName(exitCode)})`]
}

function renderCounts(report: Report): string[] {
  if (!isEvaluated(report)) return []
  const { issues, waived_count, baselined_count, known_count } = report
  const known = known_count === undefined ? '' : `, ${known_count} known at the base`
  return [
    `${plural(issues.length, 'issue')} listed, ${waived_count} waived, ${baselined_count} in the baseline${known}`,
  ]
}

function createSubjectSuite(
  subject: IssueSubject,
  report: Report,
  failing: (issue: Issue) => boolean,
): TestSuite {
  const { file, title } = subject
  const target = { id: file ?? title, saved: file === undefined }
  const found = new Set(subject.issues.map((issue) => issue.ruleset_id))
  const isUnchecked = createUncheckedTest(report.outcome)
  const clean: TestCase[] = (isEvaluated(report) ? report.rulesets : [])
    .filter(
      ({ id }) => !found.has(id) && isPairAsked(report.run.checks, target, id) && !isUnchecked(target, id),
    )
    .map(({ id, name }) => ({ name: `${name || id}: no issues listed`, group: id, outcome: 'passed' }))
  const cases = [...subject.issues.map((issue) => createIssueCase(issue, failing)), ...clean]
  return { name: file ?? title, cases, seconds: 0, out: [] }
}

function createIssueCase(issue: Issue, failing: (issue: Issue) => boolean): TestCase {
  const { line, column } = findIssuePosition(issue)
  const place = `${issue.file ?? issue.api_id}${line > 0 ? `:${line}:${column}` : ''}`
  return {
    name: `${issue.rule_id} at ${issue.path || '(root)'}`,
    group: issue.ruleset_name || issue.ruleset_id,
    outcome: failing(issue) ? 'failure' : 'skipped',
    type: issue.severity,
    message: `${issue.severity}: ${issue.message}${renderPlaceSuffix(issue)}${excuseSuffix(issue)}`,
    text: [`at ${place} ${issue.path}`, ...(issue.how_to_fix ? [`fix: ${issue.how_to_fix}`] : [])],
  }
}

type TestCase = { readonly name: string; readonly group: string } & (
  | { readonly outcome: 'passed' }
  | {
      readonly outcome: 'error' | 'failure' | 'skipped'
      readonly type: string
      readonly message: string
      readonly text: readonly string[]
    }
)

interface TestSuite {
  readonly name: string
  readonly cases: readonly TestCase[]
  readonly seconds: number
  readonly out: readonly string[]
}

/**
 * A suite that the schemas of Ant and Jenkins both accept: the first requires an id, a package, a host, a time and
 * output, the second a property; it knows `skipped` without attributes.
 */
export function renderSuite(suite: TestSuite, { id, timestamp }: { id: number; timestamp: string }): string {
  const name = xmlText(suite.name) || '-'
  const count = (outcome: string) => suite.cases.filter((testCase) => testCase.outcome === outcome).length
  const attributes = [
    `name="${name}" package="${name}" id="${id}" timestamp="${timestamp}" hostname="localhost"`,
    `tests="${suite.cases.length}" failures="${count('failure')}" errors="${count('error')}"`,
    `skipped="${count('skipped')}" time="${suite.seconds.toFixed(3)}"`,
  ]
  return [
    `  <testsuite ${attributes.join(' ')}>`,
    '    <properties><property name="tool" value="gov"/></properties>',
    ...suite.cases.map(renderCase),
    `    <system-out>${suite.out.map(xmlText).join('\n')}</system-out>`,
    '    <system-err/>',
    '  </testsuite>',
  ].join('\n')
}

function renderCase(test: TestCase): string {
  const attributes = `name="${xmlText(test.name) || '-'}" classname="${xmlText(test.group) || '-'}" time="0"`
  if (test.outcome === 'passed') return `    <testcase ${attributes}/>`
  const { outcome, type, message, text } = test
  const inner =
    outcome === 'skipped'
      ? `<skipped>${[message, ...text].map(xmlText).join('\n')}</skipped>`
      : `<${outcome} type="${xmlText(type)}" message="${xmlText(message)}">${text.map(xmlText).join('\n')}</${outcome}>`
  return `    <testcase ${attributes}>${inner}</testcase>`
}
