import type { Format } from '../../model/formats.ts'
import type { Env } from '../../run/world.ts'

/** A CI system, by the variable that its jobs have, and by what it reads of a run. */
interface CiFacts {
  readonly title: string
  readonly variable: string
  /** What its log is read for; the stream is one that never holds a report for a program. */
  readonly annotations?: { readonly format: Format; readonly stream: 'stdout' | 'stderr' }
  /** The reports that it shows from files, the best first. */
  readonly files: readonly Format[]
  readonly hint?: string
}

export const ciNames = [
  'github',
  'gitlab',
  'azure',
  'teamcity',
  'jenkins',
  'bitbucket',
  'circleci',
  'buildkite',
] as const

export type CiName = (typeof ciNames)[number]

/** What `--ci` takes: `auto` looks at the environment, `none` is a run by hand. */
export const ciChoices = ['auto', 'none', ...ciNames] as const
export type CiChoice = (typeof ciChoices)[number]

/**
 * A job of GitHub is read for commands on both streams, so that standard output keeps its report. The others document
 * standard output alone, and a step of Azure can be set to fail on any output on standard error.
 */
export const ciFacts: Readonly<Record<CiName, CiFacts>> = {
  github: {
    title: 'GitHub Actions',
    variable: 'GITHUB_ACTIONS',
    annotations: { format: 'github', stream: 'stderr' },
    files: ['sarif'],
  },
  gitlab: {
    title: 'GitLab',
    variable: 'GITLAB_CI',
    files: ['gitlab', 'junit'],
    hint: '--output gitlab=gl-code-quality.json --output junit=gov-junit.xml, and artifacts:reports',
  },
  azure: {
    title: 'Azure Pipelines',
    variable: 'TF_BUILD',
    annotations: { format: 'azure', stream: 'stdout' },
    files: ['junit', 'sarif'],
  },
  teamcity: {
    title: 'TeamCity',
    variable: 'TEAMCITY_VERSION',
    annotations: { format: 'teamcity', stream: 'stdout' },
    files: ['junit', 'checkstyle'],
  },
  jenkins: {
    title: 'Jenkins',
    variable: 'JENKINS_URL',
    files: ['junit', 'checkstyle', 'sarif'],
    hint: '--output junit=gov-junit.xml, and the step junit',
  },
  bitbucket: {
    title: 'Bitbucket',
    variable: 'BITBUCKET_BUILD_NUMBER',
    files: ['junit'],
    hint: '--output junit=test-results/gov.xml (make the folder first)',
  },
  circleci: {
    title: 'CircleCI',
    variable: 'CIRCLECI',
    files: ['junit'],
    hint: '--output junit=test-results/gov.xml (make the folder first), and store_test_results',
  },
  buildkite: {
    title: 'Buildkite',
    variable: 'BUILDKITE',
    files: ['junit'],
    hint: '--output junit=gov-junit.xml, and a plugin that reads JUnit',
  },
}

/** The system that a run is for. A variable that is empty, `0` or `false` counts as unset. */
export function ciOf(choice: CiChoice | undefined, env: Env): CiName | undefined {
  if (choice === undefined || choice === 'none') return undefined
  if (choice !== 'auto') return choice
  return ciNames.find(
    (name) => !['', '0', 'false'].includes((env[ciFacts[name].variable] ?? '').toLowerCase()),
  )
}
