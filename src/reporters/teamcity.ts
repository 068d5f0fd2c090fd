import type { Issue } from '../model/issue.ts'
import { isEvaluated, issuesOf, type Report } from '../model/report.ts'
import type { Severity } from '../model/severity.ts'
import { severities } from '../model/severity.ts'
import { digestOf } from '../text/digest.ts'
import { excusedWords, excuseWords } from './excuse.ts'
import { faultsOf, faultText, refusalsOf } from './faults.ts'
import { filePlace } from './file-place.ts'
import type { Reporter } from './reporter.ts'
import { serviceMessage } from './service-message.ts'
import { countWords } from './wording.ts'

const levels: Record<Severity, string> = {
  error: 'ERROR',
  warn: 'WARNING',
  info: 'WEAK WARNING',
  hint: 'INFO',
}

/**
 * Service messages of TeamCity: an inspection type for each rule, an inspection for each issue (what is excused as INFO,
 * with why), a statistic for each count, and a build problem for each reason that the gate does not pass.
 */
export const teamcity: Reporter = (report) => {
  const problems = [
    ...faultsOf(report).map((fault) => [fault.code, faultText(fault)] as const),
    ...refusalsOf(report).map((message) => ['policy', message] as const),
  ]
  const issues = issuesOf(report)
  return `${[
    ...types(issues),
    ...issues.map(inspection),
    ...statistics(report).map(([name, value]) =>
      serviceMessage('buildStatisticValue', { key: `gov.${name}`, value: String(value) }),
    ),
    ...problems.map(([code, message]) => problem(code, message)),
    serviceMessage('buildStatus', { text: `{build.status.text}; gov: ${summary(report)}` }),
  ].join('\n')}\n`
}

function statistics(report: Report): (readonly [name: string, value: number])[] {
  if (!isEvaluated(report)) return []
  return [
    ...severities.map((severity) => [severity, report[`${severity}_count`]] as const),
    ['waived', report.waived_count],
    ['baselined', report.baselined_count],
  ]
}

function summary(report: Report): string {
  if (!isEvaluated(report)) return 'could not decide'
  const words = [...countWords(report, 'all').map(([, text]) => text), excusedWords(report)]
  return words.filter((each) => each !== '').join(', ')
}

function types(issues: readonly Issue[]): string[] {
  const first = new Map<string, Issue>()
  for (const issue of issues) if (!first.has(typeId(issue))) first.set(typeId(issue), issue)
  return [...first].map(([id, issue]) =>
    serviceMessage('inspectionType', {
      id,
      name: issue.rule_id,
      category: issue.ruleset_name || issue.ruleset_id,
      description: [issue.rule_summary || issue.rule_id, issue.how_to_fix ?? ''].join(' ').trim(),
    }),
  )
}

/** Short whatever the names are, and never the same for two rules. */
function typeId({ ruleset_id, rule_id }: Issue): string {
  const whole = JSON.stringify([ruleset_id, rule_id])
  return /^[\w.-]{1,80}$/.test(`${ruleset_id}.${rule_id}`)
    ? `${ruleset_id}.${rule_id}`
    : `rule-${digestOf(whole).slice(0, 24)}`
}

function inspection(issue: Issue): string {
  const { file, line } = filePlace(issue)
  const why = issue.excused ? ` [${excuseWords(issue.excused)}]` : ''
  return serviceMessage('inspection', {
    typeId: typeId(issue),
    message: `${issue.message} (${issue.path || 'root'})${why}`,
    file,
    ...(line === undefined ? {} : { line: String(line) }),
    SEVERITY: issue.excused ? 'INFO' : levels[issue.severity],
  })
}

function problem(code: string, message: string): string {
  const identity = `gov-${digestOf(`${code} ${message}`).slice(0, 16)}`
  return serviceMessage('buildProblem', { identity, description: `gov: ${message}` })
}
