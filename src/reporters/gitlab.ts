import type { Issue } from '../core/model/issue.ts'
import { listIssues } from '../core/model/report.ts'
import type { Run } from '../core/model/run.ts'
import type { Severity } from '../core/model/severity.ts'
import { computeDigest } from '../core/text/digest.ts'
import { oneLine } from '../core/text/sanitize.ts'
import { type Fault, faultText, listFaults } from './faults.ts'
import { findFilePlace, toRepositoryPath } from './file-place.ts'
import { computeFingerprints } from './fingerprint.ts'
import { jsonText } from './json-text.ts'
import type { Reporter } from './reporter.ts'
import { describeIssue } from './words/excuse-words.ts'

const levels: Record<Severity, string> = { error: 'critical', warn: 'major', info: 'minor', hint: 'info' }

/**
 * GitLab's Code Quality report. It has no word for what is excused: that is an `info` that says why, and so never new.
 * A run that could not be decided is a `blocker`, since an empty list would read as a clean one.
 */
export const gitlab: Reporter = (report) => {
  const issues = listIssues(report)
  const fingerprints = computeFingerprints(issues, report.run)
  const entries = [
    ...listFaults(report).map((fault) => createFaultEntry(fault, report.run)),
    ...issues.map((issue, index) => createEntry(issue, fingerprints[index] ?? '', report.run)),
  ]
  return `${jsonText(entries, 1)}\n`
}

function createEntry(issue: Issue, fingerprint: string, run: Run): object {
  const { file, line } = findFilePlace(issue)
  const path = toRepositoryPath(oneLine(file), issue.file === undefined ? {} : run)
  return {
    description: oneLine(describeIssue(issue)) || oneLine(issue.rule_id) || 'issue',
    check_name: oneLine(`${issue.ruleset_id}/${issue.rule_id}`),
    fingerprint,
    severity: issue.excused ? 'info' : levels[issue.severity],
    location: { path: path || 'gov', lines: { begin: line ?? 1 } },
  }
}

function createFaultEntry(fault: Fault, run: Run): object {
  const { file = 'gov', line = 1 } = fault.place ?? {}
  return {
    description: oneLine(faultText(fault)),
    check_name: `gov/${oneLine(fault.code)}`,
    fingerprint: computeDigest(JSON.stringify(['gov', fault.code, fault.message])).slice(0, 32),
    severity: 'blocker',
    location: { path: toRepositoryPath(oneLine(file), fault.place ? run : {}), lines: { begin: line } },
  }
}
