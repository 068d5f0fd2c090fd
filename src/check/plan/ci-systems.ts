import type { Env } from '../world.ts'

/** A CI system's names for what gov needs to know of a job: variables of its environment. */
export interface CiSystem {
  readonly title: string
  /** Set in every job. */
  readonly job?: string
  /**
   * Variables that together name a run: equal in all its parallel jobs and their later attempts, and in no
   * other run.
   */
  readonly run?: readonly string[]
  /** The index of a parallel job, from `first` on, and their total. */
  readonly parallel?: { readonly index: string; readonly total: string; readonly first: 0 | 1 }
  /** Variables that hold the target of a pull request, the best first: a branch of origin, or a commit. */
  readonly targets?: readonly { readonly variable: string; readonly is: 'branch' | 'commit' }[]
}

const branch = (variable: string) => ({ variable, is: 'branch' }) as const

export const ciSystems = {
  github: {
    title: 'GitHub Actions',
    job: 'GITHUB_ACTIONS',
    run: ['GITHUB_RUN_ID'],
    targets: [branch('GITHUB_BASE_REF')],
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
  },
  azure: {
    title: 'Azure Pipelines',
    job: 'TF_BUILD',
    run: ['BUILD_BUILDID'],
    parallel: { index: 'SYSTEM_JOBPOSITIONINPHASE', total: 'SYSTEM_TOTALJOBSINPHASE', first: 1 },
    targets: [branch('SYSTEM_PULLREQUEST_TARGETBRANCH')],
  },
  teamcity: {
    title: 'TeamCity',
    job: 'TEAMCITY_VERSION',
    run: ['BUILD_NUMBER', 'TEAMCITY_BUILDCONF_NAME', 'TEAMCITY_PROJECT_NAME'],
  },
  jenkins: { title: 'Jenkins', job: 'JENKINS_URL', run: ['BUILD_TAG', 'BUILD_URL'] },
  bitbucket: {
    title: 'Bitbucket',
    job: 'BITBUCKET_BUILD_NUMBER',
    run: ['BITBUCKET_BUILD_NUMBER', 'BITBUCKET_PIPELINE_UUID'],
    parallel: { index: 'BITBUCKET_PARALLEL_STEP', total: 'BITBUCKET_PARALLEL_STEP_COUNT', first: 0 },
    targets: [branch('BITBUCKET_PR_DESTINATION_BRANCH')],
  },
  circleci: {
    title: 'CircleCI',
    job: 'CIRCLECI',
    run: ['CIRCLE_WORKFLOW_ID'],
    parallel: { index: 'CIRCLE_NODE_INDEX', total: 'CIRCLE_NODE_TOTAL', first: 0 },
  },
  buildkite: {
    title: 'Buildkite',
    job: 'BUILDKITE',
    run: ['BUILDKITE_BUILD_ID'],
    parallel: { index: 'BUILDKITE_PARALLEL_JOB', total: 'BUILDKITE_PARALLEL_JOB_COUNT', first: 0 },
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
} as const satisfies Readonly<Record<string, CiSystem>>

/** Each system with what only some have. */
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
