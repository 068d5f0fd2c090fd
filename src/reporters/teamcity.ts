import type { Issue } from '../model/issue.ts'
import type { Severity } from '../model/severity.ts'
import { severities } from '../model/severity.ts'
import { excusedWords, excuseWords } from './excuse.ts'
import { faultsOf, faultText, refusalsOf } from './faults.ts'
import { filePlace } from './file-place.ts'
import type { Reporter } from './reporter.ts'
import { sha256 } from './sha256.ts'
import { serviceMessage } from './teamcity/service-message.ts'
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
  const counts = [
    ...severities.map((severity) => [severity, report[`${severity}_count`]] as const),
    ['waived', report.waived_count] as const,
    ['baselined', report.baselined_count] as const,
  ]
  const words = [...countWords(report, 'all').map(([, text]) => text), excusedWords(report)]
  const told = report.failure ? 'could not decide' : words.filter((each) => each !== '').join(', ')
  return `${[
    ...types(report.issues),
    ...report.issues.map(inspection),
    ...(report.failure ? [] : counts).map(([name, value]) =>
      serviceMessage('buildStatisticValue', { key: `gov.${name}`, value: String(value) }),
    ),
    ...problems.map(([code, message]) => problem(code, message)),
    serviceMessage('buildStatus', { text: `{build.status.text}; gov: ${told}` }),
  ].join('\n')}\n`
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
    : `rule-${sha256(whole).slice(0, 24)}`
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
  const identity = `gov-${sha256(`${code} ${message}`).slice(0, 16)}`
  return serviceMessage('buildProblem', { identity, description: `gov: ${message}` })
}
