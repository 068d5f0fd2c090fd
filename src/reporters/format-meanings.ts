import type { Format } from '../model/formats.ts'

/** What each format is, and who reads it. */
export const formatMeanings: Readonly<Record<Format, string>> = {
  table: 'a table for people, as wide as the terminal (the default)',
  json: 'the whole report, for programs; its schema is docs/report.schema.json',
  sarif: 'SARIF 2.1.0: code scanning of GitHub, Azure DevOps and editors',
  junit: 'JUnit XML: the test results of Jenkins, GitLab, CircleCI and others',
  github: 'annotations of a GitHub job, and its summary',
  gitlab: 'GitLab Code Quality',
  checkstyle: 'Checkstyle XML: Jenkins, reviewdog and others',
  teamcity: 'service messages of TeamCity',
  azure: 'logging commands of Azure Pipelines',
  markdown: 'a comment or a page',
  html: 'one page to look through, without any other file',
}
