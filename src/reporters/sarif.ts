import { chooseExitCode } from '../core/model/outcome.ts'
import { isEvaluated, listIssues, type Report } from '../core/model/report.ts'
import { faultText, listFaults, listRefusals } from './faults.ts'
import { computeFingerprints } from './fingerprint.ts'
import { countedFirst } from './issue-order.ts'
import { jsonText } from './json-text.ts'
import type { Reporter } from './reporter.ts'
import { toResult } from './sarif/result.ts'
import { ruleTable } from './sarif/rules.ts'
import { messageText } from './sarif/text.ts'
import { plural } from './wording.ts'

/** GitHub refuses a run with more. */
const maxResults = 25_000

/**
 * SARIF 2.1.0, for code scanning: the issues with their rules and how to fix them, worst first, and those that a waiver
 * or the baseline excuses last, as suppressed results. What does not fit, what was not evaluated and why nothing was
 * decided are notifications. Where nothing is known, there are no results: an empty list would close the alerts of
 * earlier runs.
 */
export const sarif: Reporter = (report, { fixes }) => {
  const issues = countedFirst(listIssues(report)).slice(0, maxResults)
  const rules = ruleTable(issues)
  const fingerprints = computeFingerprints(issues, report.run)
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'gov', version: messageText(report.run.gov), rules: rules.descriptors } },
        invocations: [invocation(report)],
        columnKind: 'utf16CodeUnits',
        ...(isKnown(report) && {
          results: issues.map((issue, index) =>
            toResult(issue, rules.indexOf(issue), fingerprints[index] ?? '', report.run, fixes?.get(issue)),
          ),
        }),
        properties: summary(report),
      },
    ],
  }
  return `${jsonText(log, 1)}\n`
}

function isKnown(report: Report): boolean {
  return isEvaluated(report) && (report.outcome.kind !== 'incomplete' || report.issues.length > 0)
}

function invocation(report: Report): object {
  const started = new Date(report.run.started)
  const known = Number.isFinite(started.getTime())
  const ended = new Date(started.getTime() + report.run.took_ms)
  return {
    executionSuccessful: listFaults(report).length === 0,
    exitCode: chooseExitCode(report.outcome),
    ...(known ? { startTimeUtc: started.toISOString(), endTimeUtc: ended.toISOString() } : {}),
    toolExecutionNotifications: [
      ...noteLeftOut(listIssues(report).length - maxResults),
      ...listFaults(report).map((fault) => notification('error', faultText(fault), fault.code)),
      ...listRefusals(report).map((message) => notification('note', message, 'policy')),
    ],
  }
}

function noteLeftOut(count: number): object[] {
  if (count <= 0) return []
  const text = `${plural(count, 'issue')} left out: GitHub accepts 25,000 results. The JSON report lists all of them.`
  return [notification('warning', text, 'results-left-out')]
}

function notification(level: string, message: string, id: string): object {
  return { level, descriptor: { id: messageText(id) }, message: { text: messageText(message) } }
}

function summary(report: Report): object {
  return {
    dashboard: report.run.dashboard,
    dashboard_origin: report.run.dashboard_origin,
    policy_origin: report.run.policy?.origin,
    outcome: report.outcome.kind,
    ...(isEvaluated(report) && {
      evaluated_apis: report.evaluated_apis,
      total: report.total,
      truncated: report.truncated,
      waived_count: report.waived_count,
      baselined_count: report.baselined_count,
      known_count: report.known_count,
    }),
  }
}
