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
  table:
    'people at a terminal (default); --show-waived also lists excused issues, --quiet prints only the counts and the verdict',
  json: 'programs: everything, as in docs/report.schema.json',
  sarif:
    'code scanning in GitHub, Azure DevOps and editors (SARIF 2.1.0): why and how to fix for each rule, the worst 25,000 issues first, which is all that GitHub accepts; an issue of a saved API points to the line of the config that names it',
  junit: 'test reports in Jenkins, GitLab, CircleCI and others (JUnit XML)',
  github: 'the log of a GitHub job, as annotations, and the job summary',
  gitlab: 'the Code Quality widget of GitLab, whose format has no place for fixes',
  checkstyle: 'lint reports in Jenkins, reviewdog and others (Checkstyle XML)',
  teamcity: 'the log of a TeamCity build, as service messages',
  azure: 'the log of an Azure Pipelines job, as logging commands',
  markdown:
    "a comment or a job summary, within GitHub's size limits: of more than 20 issues, first the worst APIs and rules, then the issues, worst first across all APIs, and how many did not fit",
  html: 'people: one file to browse, search, filter and print, offline; without JavaScript it lists the worst 1,000 issues',
  unix: 'grep, awk and an editor\'s list of errors: a line for each issue, "file:line:column: severity rule message", never cut; it keeps to --rule and --severity, and leaves out excused issues without --show-waived',
}
