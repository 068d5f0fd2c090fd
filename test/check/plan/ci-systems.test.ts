import { expect, it } from 'vitest'
import { allCiSystems, findCiRun } from '../../../src/check/plan/ci-systems.ts'
import { readRun } from '../../../src/check/plan/shard.ts'
import type { Env } from '../../../src/check/world.ts'

/** The variables of a job, its run, and the same of another build. */
const jobs: readonly (readonly [title: string, job: Env, run: string, other: Env])[] = [
  ['GitHub Actions', { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '81' }, '81', { GITHUB_RUN_ID: '82' }],
  ['GitLab', { GITLAB_CI: 'true', CI_PIPELINE_ID: '81' }, '81', { CI_PIPELINE_ID: '82' }],
  ['Azure Pipelines', { TF_BUILD: 'True', BUILD_BUILDID: '81' }, '81', { BUILD_BUILDID: '82' }],
  [
    'TeamCity',
    {
      TEAMCITY_VERSION: '2025.07',
      BUILD_NUMBER: '81',
      TEAMCITY_BUILDCONF_NAME: 'APIs',
      TEAMCITY_PROJECT_NAME: 'P',
    },
    '81 APIs P',
    { BUILD_NUMBER: '82' },
  ],
  [
    'TeamCity',
    { TEAMCITY_VERSION: '2025.07', BUILD_NUMBER: '81', TEAMCITY_BUILDCONF_NAME: 'APIs' },
    '81 APIs',
    { TEAMCITY_BUILDCONF_NAME: 'Others' },
  ],
  [
    'Jenkins',
    {
      JENKINS_URL: 'https://j.example/',
      BUILD_TAG: 'jenkins-apis-81',
      BUILD_URL: 'https://j.example/job/apis/81/',
    },
    'jenkins-apis-81 https://j.example/job/apis/81/',
    { BUILD_URL: 'https://k.example/job/apis/81/' },
  ],
  [
    'Jenkins',
    { JENKINS_URL: 'https://j.example/', BUILD_TAG: 'jenkins-apis-81' },
    'jenkins-apis-81',
    { BUILD_TAG: 'jenkins-apis-82' },
  ],
  ['Bitbucket', { BITBUCKET_BUILD_NUMBER: '81' }, '81', { BITBUCKET_BUILD_NUMBER: '82' }],
  [
    'Bitbucket',
    { BITBUCKET_BUILD_NUMBER: '81', BITBUCKET_PIPELINE_UUID: '{a}' },
    '81 {a}',
    { BITBUCKET_PIPELINE_UUID: '{b}' },
  ],
  ['CircleCI', { CIRCLECI: 'true', CIRCLE_WORKFLOW_ID: 'a' }, 'a', { CIRCLE_WORKFLOW_ID: 'b' }],
  ['Buildkite', { BUILDKITE: 'true', BUILDKITE_BUILD_ID: 'a' }, 'a', { BUILDKITE_BUILD_ID: 'b' }],
  ['Semaphore', { SEMAPHORE: 'true', SEMAPHORE_WORKFLOW_ID: 'a' }, 'a', { SEMAPHORE_WORKFLOW_ID: 'b' }],
  ['Travis CI', { TRAVIS: 'true', TRAVIS_BUILD_ID: '81' }, '81', { TRAVIS_BUILD_ID: '82' }],
  ['Drone', { DRONE: 'true', DRONE_BUILD_NUMBER: '81', DRONE_REPO: 'o/r' }, '81 o/r', { DRONE_REPO: 'o/s' }],
  [
    'Woodpecker',
    { CI: 'woodpecker', CI_PIPELINE_NUMBER: '81', CI_REPO: 'o/r' },
    '81 o/r',
    { CI_PIPELINE_NUMBER: '82' },
  ],
  ['AppVeyor', { APPVEYOR: 'True', APPVEYOR_BUILD_ID: '81' }, '81', { APPVEYOR_BUILD_ID: '82' }],
  ['AWS CodeBuild', { CODEBUILD_BUILD_ID: 'p:a' }, 'p:a', { CODEBUILD_BUILD_ID: 'p:b' }],
  ['Codefresh', { CF_BUILD_ID: 'a' }, 'a', { CF_BUILD_ID: 'b' }],
  ['Cirrus CI', { CIRRUS_CI: 'true', CIRRUS_BUILD_ID: '81' }, '81', { CIRRUS_BUILD_ID: '82' }],
  ['Bamboo', { bamboo_planKey: 'P-A', bamboo_buildNumber: '81' }, '81 P-A', { bamboo_buildNumber: '82' }],
  ['Harness', { HARNESS_BUILD_ID: '8', HARNESS_EXECUTION_ID: 'a' }, 'a', { HARNESS_EXECUTION_ID: 'b' }],
  ['GoCD', { GO_PIPELINE_NAME: 'p', GO_PIPELINE_COUNTER: '81' }, '81 p', { GO_PIPELINE_COUNTER: '82' }],
]

it.each(jobs)('a job of %s with %j is of run %s, and not that of %j', (_title, job, run, other) => {
  expect(findCiRun(job)).toBe(run)
  expect(findCiRun({ ...job, ...other })).not.toBe(run)
})

it('every CI system that names its runs has a row above; Kubernetes does not', () => {
  expect([...new Set([...jobs.map(([title]) => title), 'Kubernetes'])].sort()).toEqual(
    allCiSystems.map(({ title }) => title).sort(),
  )
  expect(findCiRun({ JOB_COMPLETION_INDEX: '1' })).toBeUndefined()
})

it.each<[string, Env, string | undefined]>([
  ['no CI system', { CI: 'true', BUILD_NUMBER: '81', BUILD_TAG: 'x', BUILD_ID: '7' }, undefined],
  ['a later attempt', { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '81', GITHUB_RUN_ATTEMPT: '2' }, '81'],
  ['a repeated job', { GITLAB_CI: 'true', CI_PIPELINE_ID: '81', CI_JOB_ID: '900' }, '81'],
  ['a repeated step', { BITBUCKET_BUILD_NUMBER: '81', BITBUCKET_STEP_RUN_NUMBER: '2' }, '81'],
  ['a job without the id of its run', { TF_BUILD: 'True', BUILD_BUILDID: '' }, undefined],
  ['a build without its number', { TEAMCITY_VERSION: '1', TEAMCITY_PROJECT_NAME: 'P' }, undefined],
  ['a Jenkins that does not know its URL', { BUILD_TAG: 'jenkins-apis-81' }, undefined],
  ['a system that is off', { GITHUB_ACTIONS: 'false', GITHUB_RUN_ID: '81' }, undefined],
  [
    'two systems',
    { GITLAB_CI: 'true', CI_PIPELINE_ID: '81', JENKINS_URL: 'https://j/', BUILD_TAG: 'jenkins-a-1' },
    '81 jenkins-a-1',
  ],
])('the run of %s', (_name, env, run) => {
  expect(findCiRun(env)).toBe(run)
})

const part = { index: 1, total: 2 }
const onGithub = { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '81' }

it.each([
  ['is stated outside CI', '7', {}, '7'],
  ['is stated in a job', ' nightly-7 ', onGithub, 'nightly-7'],
  ['is that of the job', undefined, onGithub, '81'],
  ['is not known', undefined, {}, undefined],
])('the run of a shard %s', (_name, flag, env, run) => {
  expect(readRun(flag, part, env)).toBe(run)
})

it.each([
  ['', part, '--run is empty'],
  ['  ', part, '--run is empty'],
  ['7', undefined, '--run needs --shard'],
])('--run %j of shard %j is refused', (flag, shard, message) => {
  expect(() => readRun(flag, shard, onGithub)).toThrow(message)
})
