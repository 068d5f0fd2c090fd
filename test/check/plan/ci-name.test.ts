import { expect, it } from 'vitest'
import {
  type CiChoice,
  type CiSystem,
  ciNames,
  ciSystems,
  findCiName,
} from '../../../src/check/plan/ci-systems.ts'
import type { Env } from '../../../src/check/world.ts'

it.each<[CiChoice | undefined, Env, string | undefined]>([
  ['auto', {}, undefined],
  ['auto', { CI: 'true' }, undefined],
  ['auto', { GITHUB_ACTIONS: 'true' }, 'github'],
  ['auto', { GITHUB_ACTIONS: '' }, undefined],
  ['auto', { GITHUB_ACTIONS: 'False' }, undefined],
  ['auto', { GITHUB_ACTIONS: '0', GITLAB_CI: 'true' }, 'gitlab'],
  ['auto', { CI: 'true', GITLAB_CI: 'true' }, 'gitlab'],
  ['auto', { TF_BUILD: 'True' }, 'azure'],
  ['auto', { TEAMCITY_VERSION: '2025.07 (build 1)' }, 'teamcity'],
  ['auto', { JENKINS_URL: 'https://jenkins.example.com/' }, 'jenkins'],
  ['auto', { BITBUCKET_BUILD_NUMBER: '7' }, 'bitbucket'],
  ['auto', { CIRCLECI: 'true' }, 'circleci'],
  ['auto', { BUILDKITE: 'true' }, 'buildkite'],
  ['none', { GITHUB_ACTIONS: 'true' }, undefined],
  [undefined, { GITHUB_ACTIONS: 'true' }, undefined],
  ['azure', { GITHUB_ACTIONS: 'true' }, 'azure'],
  ['azure', {}, 'azure'],
])('--ci %s with %j is %s', (choice, env, name) => {
  expect(findCiName(choice, env)).toBe(name)
})

it('says something of every system: annotations, or the files that it reads', () => {
  const mute = ciNames.filter((name) => {
    const { shows }: CiSystem = ciSystems[name]
    return !shows?.annotations && shows?.hint === undefined
  })
  expect(ciNames).toEqual('github gitlab azure teamcity jenkins bitbucket circleci buildkite'.split(' '))
  expect(mute).toEqual([])
})
