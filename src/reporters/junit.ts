import { exitCodes } from '../model/errors.ts'
import type { Issue } from '../model/issue.ts'
import type { Report } from '../model/report.ts'
import { excuseWords } from './excuse.ts'
import { faultsOf, faultText, outcomeOf } from './faults.ts'
import { placeOf } from './issue-order.ts'
import { failsTheRun } from './junit/fails-the-run.ts'
import type { TestCase, TestSuite } from './junit/suite.ts'
import { suiteXml } from './junit/suite.ts'
import type { Reporter } from './reporter.ts'
import { type Subject, subjectsOf } from './subjects.ts'

/**
 * JUnit's XML. The first suite is the verdict, a test for each reason; then a suite for each API, a test for each
 * issue, and one that passes for each ruleset without issues. A red test means a failed gate: issues fail their tests
 * only when the verdict did not pass, and then those for which it did not; others are skipped.
 */
export const junit: Reporter = (report) => {
  const failing = failsTheRun(report)
  const suites = [
    verdictSuite(report),
    ...subjectsOf(report).map((each) => subjectSuite(each, report, failing)),
  ]
  const started = new Date(report.run.started)
  const timestamp = Number.isFinite(started.getTime())
    ? started.toISOString().slice(0, 19)
    : '1970-01-01T00:00:00'
  const lines = suites.map((suite, id) => suiteXml(suite, { id, timestamp }))
  return `${['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...lines, '</testsuites>'].join('\n')}\n`
}

function verdictSuite(report: Report): TestSuite {
  const seconds = report.run.took_ms / 1000
  const faults: TestCase[] = faultsOf(report).map((fault) => {
    const { code, message } = fault
    return { name: message, group: 'gov', outcome: 'error', type: code, message, text: [faultText(fault)] }
  })
  const reasons: TestCase[] = report.verdict.reasons
    .filter(({ passed, exit_code }) => !report.failure && (passed || exit_code === exitCodes.policy))
    .map(({ passed, message, exit_code }) =>
      passed
        ? { name: message, group: 'gov', outcome: 'passed' }
        : { name: message, group: 'gov', outcome: 'failure', type: outcomeOf(exit_code), message, text: [] },
    )
  return { name: 'gov verdict', cases: [...faults, ...reasons], seconds, out: summary(report) }
}

function summary({ waived_count, baselined_count, issues, verdict }: Report): string[] {
  return [
    `${issues.length} issues listed, ${waived_count} waived, ${baselined_count} in the baseline`,
    `exit code ${verdict.exit_code} (${outcomeOf(verdict.exit_code)})`,
  ]
}

function subjectSuite(subject: Subject, report: Report, failing: (issue: Issue) => boolean): TestSuite {
  const found = new Set(subject.issues.map((issue) => issue.ruleset_id))
  const clean: TestCase[] = report.rulesets
    .filter(({ id }) => !found.has(id))
    .map(({ id, name }) => ({ name: `${name || id}: no issues listed`, group: id, outcome: 'passed' }))
  const cases = [
    ...subject.issues.map((issue) => issueCase(issue, failing)),
    ...(report.failure ? [] : clean),
  ]
  return { name: subject.file ?? subject.title, cases, seconds: 0, out: [] }
}

function issueCase(issue: Issue, failing: (issue: Issue) => boolean): TestCase {
  const { line, column } = placeOf(issue)
  const place = `${issue.file ?? issue.api_id}${line > 0 ? `:${line}:${column}` : ''}`
  const why = issue.excused ? ` [${excuseWords(issue.excused)}]` : ''
  return {
    name: `${issue.rule_id} at ${issue.path || '(root)'}`,
    group: issue.ruleset_name || issue.ruleset_id,
    outcome: failing(issue) ? 'failure' : 'skipped',
    type: issue.severity,
    message: `${issue.severity}: ${issue.message}${why}`,
    text: [`${place} ${issue.path}`, ...(issue.how_to_fix ? [`fix: ${issue.how_to_fix}`] : [])],
  }
}
