import type { Issue } from '../core/model/issue.ts'
import { isEvaluated, listIssues, type Report } from '../core/model/report.ts'
import { type Severity, severities } from '../core/model/severity.ts'
import { computeDigest } from '../core/text/digest.ts'
import { excerpt } from '../core/text/wording.ts'
import { listProblems } from './faults.ts'
import { findFilePlace, renderPlaceSuffix } from './file-place.ts'
import type { Reporter } from './reporter.ts'
import { countOnlyCounted } from './words/coverage.ts'
import { countsText, excuseSuffix } from './words/excuse-words.ts'

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
    ...renderTypes(issues),
    ...issues.map(renderInspection),
    ...renderStatistics(report).map(([name, value]) =>
      renderMessage('buildStatisticValue', { key: `gov.${name}`, value: String(value) }),
    ),
    ...listProblems(report).map(({ code, message }) => renderProblem(code, message)),
    renderMessage('buildStatus', { text: `{build.status.text}; gov: ${summary}` }),
  ].join('\n')}\n`
}

function renderStatistics(report: Report): (readonly [name: string, value: number])[] {
  if (!isEvaluated(report)) return []
  const counted = countOnlyCounted(report)
  return [
    ...severities.map((severity) => [severity, counted[`${severity}_count`]] as const),
    ['waived', report.waived_count],
    ['baselined', report.baselined_count],
    ...(report.known_count === undefined ? [] : [['known', report.known_count] as const]),
  ]
}

function renderTypes(issues: readonly Issue[]): string[] {
  const first = new Map<string, Issue>()
  for (const issue of issues) if (!first.has(createTypeId(issue))) first.set(createTypeId(issue), issue)
  return [...first].map(([id, issue]) =>
    renderMessage('inspectionType', {
      id,
      name: issue.rule_id,
      category: issue.ruleset_name || issue.ruleset_id,
      description: [issue.rule_summary || issue.rule_id, issue.how_to_fix ?? ''].join(' ').trim(),
    }),
  )
}

/** Short whatever the names are, and never the same for two rules. */
function createTypeId({ ruleset_id, rule_id }: Issue): string {
  const whole = JSON.stringify([ruleset_id, rule_id])
  return /^[\w.-]{1,80}$/.test(`${ruleset_id}.${rule_id}`)
    ? `${ruleset_id}.${rule_id}`
    : `rule-${computeDigest(whole).slice(0, 24)}`
}

function renderInspection(issue: Issue): string {
  const { file, line } = findFilePlace(issue)
  return renderMessage('inspection', {
    typeId: createTypeId(issue),
    message: `${issue.message} (${issue.path || 'root'})${renderPlaceSuffix(issue)}${excuseSuffix(issue)}`,
    file,
    ...(line === undefined ? {} : { line: String(line) }),
    SEVERITY: issue.excused ? 'INFO' : levels[issue.severity],
  })
}

function renderProblem(code: string, message: string): string {
  const identity = `gov-${computeDigest(`${code} ${message}`).slice(0, 16)}`
  return renderMessage('buildProblem', { identity, description: `gov: ${message}` })
}

/** TeamCity takes no longer value. Names and categories are shorter, and shown cut. */
const longest: Readonly<Record<string, number>> = { name: 250, category: 250, text: 1000 }
const longestOther = 3900

/** `##teamcity[name key='value' ...]`, on one line of plain ASCII; no value can end its quotes or the message. */
function renderMessage(name: string, values: Readonly<Record<string, string>>): string {
  const written = Object.entries(values).map(
    ([key, value]) => ` ${key}='${escapeValue(excerpt(value, longest[key] ?? longestOther) || '-')}'`,
  )
  return `##teamcity[${name}${written.join('')}]`
}

function escapeValue(text: string): string {
  return text
    .replace(/[|'[\]]/g, (found) => `|${found}`)
    .replace(/[^ -~]/g, (found) => `|0x${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
