import type { Format } from '../../core/model/formats.ts'
import type { Env } from '../world.ts'

/** A CI system's names for what gov needs to know of a job: variables of its environment. */
export interface CiSystem {
  readonly title: string
  /** Set in every job. */
  readonly job?: string
  /** Variables that together name a run: equal in all its parallel jobs and their later attempts, and in no other run. */
  readonly run?: readonly string[]
  /** The index of a parallel job, from `first` on, and their total; absent where the environment does not have that. */
  readonly parallel?: { readonly index: string; readonly total?: string; readonly first: 0 | 1 }
  /** Variables that hold the target of a pull request, the best first: a branch of origin, or a commit. */
  readonly targets?: readonly { readonly variable: string; readonly is: 'branch' | 'commit' }[]
  /** How it shows issues; absent: `--ci` does not know the system. */
  readonly shows?: {
    /**
     * The format of annotations in its log, on a stream that never holds a report for a program. A job of GitHub is read for
     * commands on both streams, so that standard output keeps its report. The others document standard output alone, and a
     * step of Azure can be set to fail on any output on standard error.
     */
    readonly annotations?: { readonly format: Format; readonly stream: 'stdout' | 'stderr' }
    /** The reports that it shows from files, the best first. */
    readonly files: readonly Format[]
    readonly hint?: string
  }
}

const branch = (variable: string) => ({ variable, is: 'branch' }) as const

export const ciSystems = {
  github: {
    title: 'GitHub Actions',
    job: 'GITHUB_ACTIONS',
    run: ['GITHUB_RUN_ID'],
    targets: [branch('GITHUB_BASE_REF')],
    shows: { annotations: { format: 'github', stream: 'stderr' }, files: ['sarif'] },
  },
  gitlab: {
    title: 'GitLab',
    job: 'GITLAB_CI',
    run: ['CI_PIPELINE_ID'],
    parallel: { index: 'CI_NODE_INDEX', total: 'CI_NODE_TOTAL', first: 1 },
    // A job of GitLab has the source branch alone, and with it this commit.
    targets: [
      { variable: 'CI_MERGE_REQUEST_DIFF_BASE_SHA', is: 'commit' },
      branch('CI_MERGE_REQUEST_TARGET_BRANCH_NAME'),
    ],
    shows: {
      files: ['gitlab', 'junit'],
      hint: '--output gitlab=gl-code-quality.json --output junit=gov-junit.xml, and artifacts:reports',
    },
  },
  azure: {
    title: 'Azure Pipelines',
    job: 'TF_BUILD',
    run: ['BUILD_BUILDID'],
    parallel: { index: 'SYSTEM_JOBPOSITIONINPHASE', total: 'SYSTEM_TOTALJOBSINPHASE', first: 1 },
    targets: [branch('SYSTEM_PULLREQUEST_TARGETBRANCH')],
    shows: { annotations: { format: 'azure', stream: 'stdout' }, files: ['junit', 'sarif'] },
  },
  teamcity: {
    title: 'TeamCity',
    job: 'TEAMCITY_VERSION',
    run: ['BUILD_NUMBER', 'TEAMCITY_BUILDCONF_NAME', 'TEAMCITY_PROJECT_NAME'],
    shows: { annotations: { format: 'teamcity', stream: 'stdout' }, files: ['junit', 'checkstyle'] },
  },
  jenkins: {
    title: 'Jenkins',
    job: 'JENKINS_URL',
    run: ['BUILD_TAG', 'BUILD_URL'],
    shows: {
      files: ['junit', 'checkstyle', 'sarif'],
      hint: '--output junit=gov-junit.xml, and the step junit',
    },
  },
  bitbucket: {
    title: 'Bitbucket',
    job: 'BITBUCKET_BUILD_NUMBER',
    run: ['BITBUCKET_BUILD_NUMBER', 'BITBUCKET_PIPELINE_UUID'],
    parallel: { index: 'BITBUCKET_PARALLEL_STEP', total: 'BITBUCKET_PARALLEL_STEP_COUNT', first: 0 },
    targets: [branch('BITBUCKET_PR_DESTINATION_BRANCH')],
    shows: { files: ['junit'], hint: '--output junit=test-results/gov.xml (make the folder first)' },
  },
  circleci: {
    title: 'CircleCI',
    job: 'CIRCLECI',
    run: ['CIRCLE_WORKFLOW_ID'],
    parallel: { index: 'CIRCLE_NODE_INDEX', total: 'CIRCLE_NODE_TOTAL', first: 0 },
    shows: {
      files: ['junit'],
      hint: '--output junit=test-results/gov.xml (make the folder first), and store_test_results',
    },
  },
  buildkite: {
    title: 'Buildkite',
    job: 'BUILDKITE',
    run: ['BUILDKITE_BUILD_ID'],
    parallel: { index: 'BUILDKITE_PARALLEL_JOB', total: 'BUILDKITE_PARALLEL_JOB_COUNT', first: 0 },
    shows: { files: ['junit'], hint: '--output junit=gov-junit.xml, and a plugin that reads JUnit' },
  },
  semaphore: {
    title: 'Semaphore',
    job: 'SEMAPHORE',
    run: ['SEMAPHORE_WORKFLOW_ID'],
    parallel: { index: 'SEMAPHORE_JOB_INDEX', total: 'SEMAPHORE_JOB_COUNT', first: 1 },
  },
  travis: { title: 'Travis CI', job: 'TRAVIS', run: ['TRAVIS_BUILD_ID'] },
  drone: { title: 'Drone', job: 'DRONE', run: ['DRONE_BUILD_NUMBER', 'DRONE_REPO'] },
  woodpecker: {
    title: 'Woodpecker',
    job: 'CI_PIPELINE_NUMBER',
    run: ['CI_PIPELINE_NUMBER', 'CI_REPO'],
  },
  appveyor: { title: 'AppVeyor', job: 'APPVEYOR', run: ['APPVEYOR_BUILD_ID'] },
  codebuild: { title: 'AWS CodeBuild', job: 'CODEBUILD_BUILD_ID', run: ['CODEBUILD_BUILD_ID'] },
  codefresh: { title: 'Codefresh', job: 'CF_BUILD_ID', run: ['CF_BUILD_ID'] },
  cirrus: { title: 'Cirrus CI', job: 'CIRRUS_CI', run: ['CIRRUS_BUILD_ID'] },
  bamboo: {
    title: 'Bamboo',
    job: 'bamboo_planKey',
    run: ['bamboo_buildNumber', 'bamboo_planKey'],
  },
  harness: { title: 'Harness', job: 'HARNESS_BUILD_ID', run: ['HARNESS_EXECUTION_ID'] },
  gocd: {
    title: 'GoCD',
    job: 'GO_PIPELINE_NAME',
    run: ['GO_PIPELINE_COUNTER', 'GO_PIPELINE_NAME'],
  },
  // The pods of an indexed job know their index alone.
  kubernetes: { title: 'Kubernetes', parallel: { index: 'JOB_COMPLETION_INDEX', first: 0 } },
} as const satisfies Readonly<Record<string, CiSystem>>

type Systems = typeof ciSystems
export type CiName = {
  [Name in keyof Systems]: Systems[Name] extends { shows: object } ? Name : never
}[keyof Systems]

export const ciNames = Object.keys(ciSystems).filter(isCiName)

function isCiName(name: string): name is CiName {
  return 'shows' in (Object.entries(ciSystems).find(([key]) => key === name)?.[1] ?? {})
}

/** The values of `--ci`: `auto` looks at the environment, `none` is a run by hand. */
export const ciChoices = ['auto', 'none', ...ciNames] as const
export type CiChoice = (typeof ciChoices)[number]

export function findCiName(choice: CiChoice | undefined, env: Env): CiName | undefined {
  if (choice === undefined || choice === 'none') return undefined
  if (choice !== 'auto') return choice
  return ciNames.find((name) => matchesJob(ciSystems[name], env))
}

export const allCiSystems: readonly CiSystem[] = Object.values(ciSystems)

/** Whether a job of the system runs this. A variable that is empty, `0` or `false` counts as unset. */
export function matchesJob({ job }: CiSystem, env: Env): boolean {
  return job !== undefined && !['', '0', 'false'].includes((env[job] ?? '').toLowerCase())
}

/** The run of this job. Undefined outside the systems above, and where a job lacks the first variable of its run. */
export function findCiRun(env: Env): string | undefined {
  const ids = allCiSystems.flatMap((system) => {
    const [first, ...others] = system.run ?? []
    if (first === undefined || !matchesJob(system, env) || !env[first]) return []
    return [first, ...others].flatMap((name) => env[name] || [])
  })
  return ids.length === 0 ? undefined : ids.join(' ')
}
