import type { Issue } from '../model/issue.ts'
import { isEvaluated, issuesOf, type Report } from '../model/report.ts'
import type { Severity } from '../model/severity.ts'
import { excusedWords, excuseWords } from './excuse.ts'
import { faultsOf, faultText, refusalsOf } from './faults.ts'
import { filePlace } from './file-place.ts'
import { worstFirst } from './issue-order.ts'
import { outcomeWords } from './outcome-words.ts'
import type { Reporter } from './reporter.ts'
import { countWords, excerpt } from './wording.ts'

/**
 * Logging commands of Azure Pipelines: an error or a warning for each issue, worst first, since the pipeline's page
 * shows only the first of them; its log has all. It knows no lower kind: info, hints and what is excused are lines.
 */
export const azure: Reporter = (report) => {
  const faults = faultsOf(report).map((fault) =>
    logIssue('error', { code: fault.code }, `gov: ${excerpt(faultText(fault), 2000)}`),
  )
  const refused = refusalsOf(report).map((message) =>
    logIssue('error', { code: 'policy' }, `gov: ${excerpt(message, 2000)}`),
  )
  return `${[...faults, ...refused, ...worstFirst(issuesOf(report)).map(issueLine), summary(report)].join('\n')}\n`
}

const types: Partial<Record<Severity, 'error' | 'warning'>> = { error: 'error', warn: 'warning' }

function issueLine(issue: Issue): string {
  const { file, line, column } = filePlace(issue)
  const place = { sourcepath: issue.file, linenumber: line, columnnumber: column, code: issue.rule_id }
  const api = issue.file === undefined ? `${excerpt(issue.api_id)}: ` : ''
  const text = `${api}${excerpt(issue.message, 2000)} (${excerpt(issue.path) || 'root'})`
  const type = issue.excused ? undefined : types[issue.severity]
  if (type) return logIssue(type, issue.file === undefined ? { code: issue.rule_id } : place, text)
  const why = issue.excused ? ` [${excerpt(excuseWords(issue.excused))}]` : ''
  const where = line === undefined ? excerpt(file) : `${excerpt(file)}:${line}`
  return `${issue.severity} ${where} ${excerpt(issue.rule_id)}: ${text}${why}`
}

function summary(report: Report): string {
  if (!isEvaluated(report)) return excerpt(outcomeWords(report))
  const words = countWords(report, 'all').map(([, text]) => text)
  const excused = excusedWords(report)
  const all = excused === '' ? words : [...words, excused]
  return `${outcomeWords(report)}: ${all.join(', ')}`
}

type Properties = Readonly<Record<string, string | number | undefined>>

function logIssue(type: 'error' | 'warning', properties: Properties, message: string): string {
  const written = Object.entries({ type, ...properties })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(excerpt(String(value)))};`)
  return `##vso[task.logissue ${written.join('')}]${escapeData(message)}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%AZP25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(']', '%5D').replaceAll(';', '%3B')
}
