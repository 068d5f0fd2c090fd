import type { Issue } from '../core/model/issue.ts'
import { isEvaluated, listIssues, type Report } from '../core/model/report.ts'
import { type Severity, severities } from '../core/model/severity.ts'
import { computeDigest } from '../core/text/digest.ts'
import { countOnlyCounted } from './coverage.ts'
import { countsText, excuseSuffix } from './excuse-words.ts'
import { listProblems } from './faults.ts'
import { filePlace, oldPlaceSuffix } from './file-place.ts'
import type { Reporter } from './reporter.ts'
import { excerpt } from './wording.ts'

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
  const issues = listIssues(report)
  const summary = isEvaluated(report) ? countsText(report) : 'could not decide'
  return `${[
    ...types(issues),
    ...issues.map(inspection),
    ...statistics(report).map(([name, value]) =>
      serviceMessage('buildStatisticValue', { key: `gov.${name}`, value: String(value) }),
    ),
    ...listProblems(report).map(({ code, message }) => problem(code, message)),
    serviceMessage('buildStatus', { text: `{build.status.text}; gov: ${summary}` }),
  ].join('\n')}\n`
}

function statistics(report: Report): (readonly [name: string, value: number])[] {
  if (!isEvaluated(report)) return []
  const counted = countOnlyCounted(report)
  return [
    ...severities.map((severity) => [severity, counted[`${severity}_count`]] as const),
    ['waived', report.waived_count],
    ['baselined', report.baselined_count],
    ...(report.known_count === undefined ? [] : [['known', report.known_count] as const]),
  ]
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
    : `rule-${computeDigest(whole).slice(0, 24)}`
}

function inspection(issue: Issue): string {
  const { file, line } = filePlace(issue)
  return serviceMessage('inspection', {
    typeId: typeId(issue),
    message: `${issue.message} (${issue.path || 'root'})${oldPlaceSuffix(issue)}${excuseSuffix(issue)}`,
    file,
    ...(line === undefined ? {} : { line: String(line) }),
    SEVERITY: issue.excused ? 'INFO' : levels[issue.severity],
  })
}

function problem(code: string, message: string): string {
  const identity = `gov-${computeDigest(`${code} ${message}`).slice(0, 16)}`
  return serviceMessage('buildProblem', { identity, description: `gov: ${message}` })
}

/** TeamCity takes no longer value. Names and categories are shorter, and shown cut. */
const longest: Readonly<Record<string, number>> = { name: 250, category: 250, text: 1000 }
const longestOther = 3900

/** `##teamcity[name key='value' ...]`, on one line of plain ASCII; no value can end its quotes or the message. */
function serviceMessage(name: string, values: Readonly<Record<string, string>>): string {
  const written = Object.entries(values).map(
    ([key, value]) => ` ${key}='${escaped(excerpt(value, longest[key] ?? longestOther) || '-')}'`,
  )
  return `##teamcity[${name}${written.join('')}]`
}

function escaped(text: string): string {
  return text
    .replace(/[|'[\]]/g, (found) => `|${found}`)
    .replace(/[^ -~]/g, (found) => `|0x${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
