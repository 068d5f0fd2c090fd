import type { Format } from '../model/formats.ts'

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
}
