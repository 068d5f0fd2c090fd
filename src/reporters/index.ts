import type { Format } from '../core/model/formats.ts'
import type { PiecewiseReporter, Reporter } from './reporter.ts'

/** The code of a format is loaded when a report is asked for in it. */
const reporters: Readonly<Record<Format, () => Promise<Reporter>>> = {
  table: async () => (await import('./table.ts')).table,
  json: async () => (await import('./json.ts')).json,
  sarif: async () => (await import('./sarif.ts')).sarif,
  junit: async () => (await import('./junit.ts')).junit,
  github: async () => (await import('./github.ts')).github,
  gitlab: async () => (await import('./gitlab.ts')).gitlab,
  checkstyle: async () => (await import('./checkstyle.ts')).checkstyle,
  teamcity: async () => (await import('./teamcity.ts')).teamcity,
  azure: async () => (await import('./azure.ts')).azure,
  markdown: async () => (await import('./markdown.ts')).markdown,
  html: async () => (await import('./html.ts')).html,
  unix: async () => (await import('./unix.ts')).unix,
}

export async function loadReporter(format: Format): Promise<Reporter> {
  return reporters[format]()
}

/** A reporter in pieces; a format that has one piece only gives that. */
export async function loadPiecewise(format: Format): Promise<PiecewiseReporter> {
  if (format === 'json') return (await import('./json.ts')).jsonPieces
  const print = await loadReporter(format)
  return (report, view) => [print(report, view)]
}

export const formatMeanings: Readonly<Record<Format, string>> = {
  table: 'table as wide as the terminal (default)',
  json: 'complete report for programs; schema: docs/report.schema.json',
  sarif: 'SARIF 2.1.0: code scanning in GitHub, Azure DevOps and editors',
  junit: 'JUnit XML: test results in Jenkins, GitLab, CircleCI and others',
  github: 'annotations and summary of a GitHub job',
  gitlab: 'GitLab Code Quality',
  checkstyle: 'Checkstyle XML: Jenkins, reviewdog and others',
  teamcity: 'TeamCity service messages',
  azure: 'Azure Pipelines logging commands',
  markdown: 'comment or page',
  html: 'one self-contained page',
  unix: 'a line for each issue, for grep, awk and editors',
}
