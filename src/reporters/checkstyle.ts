import type { Issue } from '../core/model/issue.ts'
import { listIssues } from '../core/model/report.ts'
import type { Severity } from '../core/model/severity.ts'
import { faultText, listFaults } from './faults.ts'
import { findFilePlace } from './file-place.ts'
import { xmlText } from './markup-text.ts'
import type { Reporter } from './reporter.ts'
import { groupSubjects } from './subjects.ts'
import { describeIssue } from './words/excuse-words.ts'

const levels: Record<Severity, string> = { error: 'error', warn: 'warning', info: 'info', hint: 'info' }

/**
 * Checkstyle's XML: a file for each definition and each saved API (by its id), also for those without issues, and for
 * each file that they refer to and that has issues. What is
 * excused is an info that says why. A run that could not be decided is an error at the place of the mistake, else of a file `gov`.
 */
export const checkstyle: Reporter = (report) => {
  const byFile = new Map<string, string[]>()
  const renderErrors = (name: string) => {
    const lines = byFile.get(name) ?? []
    byFile.set(name, lines)
    return lines
  }
  for (const fault of listFaults(report)) {
    const { file = 'gov', ...place } = fault.place ?? {}
    const error = { ...place, severity: 'error', message: faultText(fault), source: `gov.${fault.code}` }
    renderErrors(file).push(renderElement(error))
  }
  for (const { title, file, issues } of groupSubjects(report.run, listIssues(report))) {
    renderErrors(file ?? title)
    for (const issue of issues) renderErrors(issue.file ?? title).push(renderError(issue))
  }
  const all = [...byFile].map(([name, lines]) => renderFile(name, lines))
  return `${['<?xml version="1.0" encoding="UTF-8"?>', '<checkstyle version="8.0">', ...all, '</checkstyle>'].join('\n')}\n`
}

function renderFile(name: string, errors: readonly string[]): string {
  const opening = `  <file name="${xmlText(name)}"`
  return errors.length === 0 ? `${opening}/>` : `${[`${opening}>`, ...errors].join('\n')}\n  </file>`
}

function renderError(issue: Issue): string {
  const { line, column } = findFilePlace(issue)
  return renderElement({
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    severity: issue.excused ? 'info' : levels[issue.severity],
    message: describeIssue(issue),
    source: `gov.${issue.ruleset_id}.${issue.rule_id}`,
  })
}

function renderElement(attributes: Readonly<Record<string, string | number>>): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${xmlText(String(value))}"`)
  return `    <error${written.join('')}/>`
}
