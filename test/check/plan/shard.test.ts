import { expect, it } from 'vitest'
import { readShard } from '../../../src/check/plan/shard.ts'

it.each<[string, Record<string, string>, { index: number; total: number }]>([
  ['2/8', {}, { index: 2, total: 8 }],
  ['1/1', { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '4' }, { index: 1, total: 1 }],
  ['auto', { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '4' }, { index: 2, total: 4 }],
  ['auto', { CIRCLE_NODE_INDEX: '0', CIRCLE_NODE_TOTAL: '4' }, { index: 1, total: 4 }],
  ['auto', { BUILDKITE_PARALLEL_JOB: '3', BUILDKITE_PARALLEL_JOB_COUNT: '4' }, { index: 4, total: 4 }],
  ['auto', { BITBUCKET_PARALLEL_STEP: '1', BITBUCKET_PARALLEL_STEP_COUNT: '2' }, { index: 2, total: 2 }],
  ['auto', { SEMAPHORE_JOB_INDEX: '1', SEMAPHORE_JOB_COUNT: '2' }, { index: 1, total: 2 }],
  ['auto', { SYSTEM_JOBPOSITIONINPHASE: '5', SYSTEM_TOTALJOBSINPHASE: '5' }, { index: 5, total: 5 }],
  ['auto/3', { JOB_COMPLETION_INDEX: '0' }, { index: 1, total: 3 }],
  ['auto/3', { JOB_COMPLETION_INDEX: '2' }, { index: 3, total: 3 }],
  ['auto/4', { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '4' }, { index: 2, total: 4 }],
])('%s in %j', (flag, env, part) => {
  expect(readShard(flag, env)).toEqual(part)
})

it('is not read from the environment unless asked for', () => {
  expect(readShard(undefined, { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '4' })).toBeUndefined()
})

it.each<[string, Record<string, string>, string]>([
  ['0/8', {}, '--shard 0/8 is not a valid shard'],
  ['9/8', {}, '--shard 9/8 is not a valid shard'],
  ['2', {}, '--shard 2 is not a valid shard'],
  ['1/100000', {}, '--shard 1/100000 is not a valid shard'],
  ['auto', {}, '--shard auto found no parallel jobs'],
  ['auto', { CI_NODE_INDEX: '2' }, '--shard auto found no parallel jobs'],
  [
    'auto',
    { CI_NODE_INDEX: '0', CI_NODE_TOTAL: '4' },
    'CI_NODE_INDEX=0, CI_NODE_TOTAL=4 is not a valid shard',
  ],
  ['auto', { CIRCLE_NODE_INDEX: '', CIRCLE_NODE_TOTAL: '4' }, '--shard auto found no parallel jobs'],
  [
    'auto',
    { CIRCLE_NODE_INDEX: 'x', CIRCLE_NODE_TOTAL: '4' },
    'CIRCLE_NODE_INDEX=x, CIRCLE_NODE_TOTAL=4 is not a valid shard',
  ],
  [
    'auto',
    { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '4', CIRCLE_NODE_INDEX: '0', CIRCLE_NODE_TOTAL: '4' },
    'CI_NODE_INDEX and CIRCLE_NODE_INDEX are both set',
  ],
  ['auto', { JOB_COMPLETION_INDEX: '2' }, 'Kubernetes has an index, JOB_COMPLETION_INDEX=2, but no number'],
  [
    'auto/2',
    { JOB_COMPLETION_INDEX: '2' },
    'JOB_COMPLETION_INDEX=2 with --shard auto/2 is not a valid shard',
  ],
  ['auto/0', { JOB_COMPLETION_INDEX: '0' }, 'is not a valid shard'],
  ['auto/', { JOB_COMPLETION_INDEX: '0' }, '--shard auto/ is not a valid shard'],
  ['auto/2', {}, '--shard auto found no parallel jobs'],
  [
    'auto/2',
    { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '4' },
    '--shard auto/2 contradicts CI_NODE_INDEX=2, CI_NODE_TOTAL=4',
  ],
])('%s in %j is refused', (flag, env, message) => {
  expect(() => readShard(flag, env)).toThrowError(
    expect.objectContaining({ code: 'shard-invalid', message: expect.stringContaining(message) }),
  )
})
