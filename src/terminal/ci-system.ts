import { ciSystems, matchesJob } from '../check/plan/ci-systems.ts'
import type { Env } from '../check/world.ts'
import type { Format } from '../core/model/formats.ts'

interface CiFacts {
  /** The format of annotations in its log, on a stream that never holds a report for a program. */
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

/** The values of `--ci`: `auto` looks at the environment, `none` is a run by hand. */
export const ciChoices = ['auto', 'none', ...ciNames] as const
export type CiChoice = (typeof ciChoices)[number]

/**
 * A job of GitHub is read for commands on both streams, so that standard output keeps its report. The others document
 * standard output alone, and a step of Azure can be set to fail on any output on standard error.
 */
export const ciFacts: Readonly<Record<CiName, CiFacts>> = {
  github: {
    annotations: { format: 'github', stream: 'stderr' },
    files: ['sarif'],
  },
  gitlab: {
    files: ['gitlab', 'junit'],
    hint: '--output gitlab=gl-code-quality.json --output junit=gov-junit.xml, and artifacts:reports',
  },
  azure: {
    annotations: { format: 'azure', stream: 'stdout' },
    files: ['junit', 'sarif'],
  },
  teamcity: {
    annotations: { format: 'teamcity', stream: 'stdout' },
    files: ['junit', 'checkstyle'],
  },
  jenkins: {
    files: ['junit', 'checkstyle', 'sarif'],
    hint: '--output junit=gov-junit.xml, and the step junit',
  },
  bitbucket: {
    files: ['junit'],
    hint: '--output junit=test-results/gov.xml (make the folder first)',
  },
  circleci: {
    files: ['junit'],
    hint: '--output junit=test-results/gov.xml (make the folder first), and store_test_results',
  },
  buildkite: {
    files: ['junit'],
    hint: '--output junit=gov-junit.xml, and a plugin that reads JUnit',
  },
}

export function findCiName(choice: CiChoice | undefined, env: Env): CiName | undefined {
  if (choice === undefined || choice === 'none') return undefined
  if (choice !== 'auto') return choice
  return ciNames.find((name) => matchesJob(ciSystems[name], env))
}
