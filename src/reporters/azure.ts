import type { Issue } from '../core/model/issue.ts'
import { isEvaluated, listIssues } from '../core/model/report.ts'
import type { Run } from '../core/model/run.ts'
import type { Severity } from '../core/model/severity.ts'
import { excerpt } from '../core/text/wording.ts'
import { listProblems } from './faults.ts'
import { type FilePlace, findFilePlace, renderPlaceSuffix, toRepositoryPath } from './file-place.ts'
import { sortWorstFirst } from './issue-order.ts'
import type { Reporter } from './reporter.ts'
import { countsText, excuseWords } from './words/excuse-words.ts'
import { renderVerdict } from './words/verdict.ts'

/**
 * Logging commands of Azure Pipelines: an error or a warning for each issue, worst first, since the pipeline's page
 * shows only the first of them; its log has all. It knows no lower kind: info, hints and what is excused are lines.
 */
export const azure: Reporter = (report) => {
  const problems = listProblems(report).map(({ code, message, place }) =>
    logIssue('error', { ...renderPlace(place, report.run), code }, `gov: ${excerpt(message, 2000)}`),
  )
  const summary = isEvaluated(report)
    ? `${renderVerdict(report)}: ${countsText(report)}`
    : excerpt(renderVerdict(report))
  return `${[...problems, ...sortWorstFirst(listIssues(report)).map((issue) => renderIssue(issue, report.run)), summary].join('\n')}\n`
}

const types: Partial<Record<Severity, 'error' | 'warning'>> = { error: 'error', warn: 'warning' }

function renderIssue(issue: Issue, run: Run): string {
  const { file, line } = findFilePlace(issue)
  const place = { ...renderPlace(findFilePlace(issue), run), code: issue.rule_id }
  const api = issue.file === undefined ? `${excerpt(issue.api_id)}: ` : ''
  const text = `${api}${excerpt(issue.message + renderPlaceSuffix(issue), 2000)} (${excerpt(issue.path) || 'root'})`
  const type = issue.excused ? undefined : types[issue.severity]
  if (type) return logIssue(type, issue.file === undefined ? { code: issue.rule_id } : place, text)
  const why = issue.excused ? ` [${excerpt(excuseWords(issue.excused))}]` : ''
  const where = line === undefined ? excerpt(file) : `${excerpt(file)}:${line}`
  return `${issue.severity} ${where} ${excerpt(issue.rule_id)}: ${text}${why}`
}

function renderPlace(place: FilePlace | undefined, run: Run): Properties {
  if (place === undefined) return {}
  const { file, line, column } = place
  return { sourcepath: toRepositoryPath(file, run), linenumber: line, columnnumber: column }
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
