import type { Env } from './world.ts'

/** What a CI system calls what gov needs to know of a job: variables of its environment. */
export interface CiSystem {
  readonly title: string
  /** Set in every job. */
  readonly job?: string
  /** The same for all parallel jobs of a run. */
  readonly run?: string
  /** The index of a parallel job, from `first` on, and their total. */
  readonly parallel?: { readonly index: string; readonly total: string; readonly first: 0 | 1 }
  /** What holds the target of a pull request, the best first: a branch of origin, or a commit. */
  readonly targets?: readonly { readonly variable: string; readonly is: 'branch' | 'commit' }[]
}

const branch = (variable: string) => ({ variable, is: 'branch' }) as const

export const ciSystems = {
  github: {
    title: 'GitHub Actions',
    job: 'GITHUB_ACTIONS',
    run: 'GITHUB_RUN_ID',
    targets: [branch('GITHUB_BASE_REF')],
  },
  gitlab: {
    title: 'GitLab',
    job: 'GITLAB_CI',
    run: 'CI_PIPELINE_ID',
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
    run: 'BUILD_BUILDID',
    parallel: { index: 'SYSTEM_JOBPOSITIONINPHASE', total: 'SYSTEM_TOTALJOBSINPHASE', first: 1 },
    targets: [branch('SYSTEM_PULLREQUEST_TARGETBRANCH')],
  },
  teamcity: { title: 'TeamCity', job: 'TEAMCITY_VERSION' },
  jenkins: { title: 'Jenkins', job: 'JENKINS_URL' },
  bitbucket: {
    title: 'Bitbucket',
    job: 'BITBUCKET_BUILD_NUMBER',
    run: 'BITBUCKET_BUILD_NUMBER',
    parallel: { index: 'BITBUCKET_PARALLEL_STEP', total: 'BITBUCKET_PARALLEL_STEP_COUNT', first: 0 },
    targets: [branch('BITBUCKET_PR_DESTINATION_BRANCH')],
  },
  circleci: {
    title: 'CircleCI',
    job: 'CIRCLECI',
    run: 'CIRCLE_WORKFLOW_ID',
    parallel: { index: 'CIRCLE_NODE_INDEX', total: 'CIRCLE_NODE_TOTAL', first: 0 },
  },
  buildkite: {
    title: 'Buildkite',
    job: 'BUILDKITE',
    run: 'BUILDKITE_BUILD_ID',
    parallel: { index: 'BUILDKITE_PARALLEL_JOB', total: 'BUILDKITE_PARALLEL_JOB_COUNT', first: 0 },
  },
  semaphore: {
    title: 'Semaphore',
    run: 'SEMAPHORE_WORKFLOW_ID',
    parallel: { index: 'SEMAPHORE_JOB_INDEX', total: 'SEMAPHORE_JOB_COUNT', first: 1 },
  },
} as const satisfies Readonly<Record<string, CiSystem>>

/** Each system with what only some have. */
export const allCiSystems: readonly CiSystem[] = Object.values(ciSystems)

/** Whether a job of the system runs this. A variable that is empty, `0` or `false` counts as unset. */
export function isJobOf({ job }: CiSystem, env: Env): boolean {
  return job !== undefined && !['', '0', 'false'].includes((env[job] ?? '').toLowerCase())
}
