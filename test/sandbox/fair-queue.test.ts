import { expect, it } from 'vitest'
import { createFairQueue, type Queued } from '../../src/sandbox/evaluation/fair-queue.ts'
import type { Lane } from '../../src/sandbox/evaluation/thread-pool.ts'

interface Named extends Queued {
  readonly name: string
  readonly takes: number
}

/** The order in which jobs begin on one thread, all of which wait at the start unless they come later. */
function orderOf(jobs: readonly (readonly [name: string, takes: number, comesAt?: number])[]): string[] {
  let time = 0
  const queue = createFairQueue<Named>({ now: () => time, shortBytes: 100, longMs: 1_000 })
  const left = jobs.map(([name, takes, comesAt = 0]) => ({
    job: { name, takes, org_id: name.charAt(0), caller: name.slice(0, 2), size: 1_000 } satisfies Named,
    comesAt,
  }))
  const order: string[] = []
  while (left.length > 0) {
    const here = left.filter(({ comesAt }) => comesAt <= time).map(({ job }) => job)
    const job = queue.next(new Set(here), 'long', [])
    if (job === undefined) {
      time = Math.min(...left.map(({ comesAt }) => comesAt))
      continue
    }
    order.push(job.name)
    time += job.takes
    queue.charge(job, job.takes)
    left.splice(
      left.findIndex((each) => each.job === job),
      1,
    )
  }
  return order
}

it.each<[what: string, jobs: Parameters<typeof orderOf>[0], order: string]>([
  [
    'those of one caller in turn',
    [
      ['a1', 9],
      ['a1x', 1],
      ['a1y', 5],
    ],
    'a1 a1x a1y',
  ],
  [
    'one caller of an organisation after another',
    [
      ['a1', 1],
      ['a1x', 1],
      ['a2', 1],
      ['a2x', 1],
    ],
    'a1 a2 a1x a2x',
  ],
  [
    'one organisation after another',
    [
      ['a1', 5],
      ['a1x', 5],
      ['b1', 5],
      ['b1x', 5],
    ],
    'a1 b1 a1x b1x',
  ],
  [
    'a small one of another first',
    [
      ['a1', 90],
      ['a1x', 90],
      ['a1y', 90],
      ['b1', 1],
    ],
    'a1 b1 a1x a1y',
  ],
  [
    'several small ones for one that takes long',
    [
      ['a1', 4],
      ['a1x', 4],
      ['b1', 1],
      ['b1x', 1],
      ['b1y', 1],
      ['b1z', 1],
      ['b1w', 1],
    ],
    'a1 b1 b1x b1y b1z a1x b1w',
  ],
  [
    'no more for many callers of an organisation',
    [
      ['a1', 5],
      ['a2', 5],
      ['a3', 5],
      ['b1', 5],
      ['b1x', 5],
    ],
    'a1 b1 a2 b1x a3',
  ],
  [
    'nothing for having waited for nothing',
    [
      ['a1', 5],
      ['a1x', 5],
      ['a1y', 5],
      ['b1', 5, 7],
      ['b1x', 5, 7],
      ['b1y', 5, 7],
    ],
    'a1 a1x b1 a1y b1x b1y',
  ],
])('serves %s', (_what, jobs, order) => {
  expect(orderOf(jobs).join(' ')).toBe(order)
})

it('keeps threads for short work: not for large, slow or much work of one organisation', () => {
  let time = 0
  const queue = createFairQueue<Queued>({ now: () => time, shortBytes: 100, longMs: 1_000 })
  const job = (org_id: string, size = 1): Queued => ({ org_id, caller: org_id, size })
  const slow = job('a')
  const running = [{ job: slow, lane: 'short' as Lane }]
  const isTaken = (one: Queued, others = running) => queue.next(new Set([one]), 'short', others) === one
  expect([isTaken(job('a')), isTaken(job('b')), isTaken(job('b', 101))]).toEqual([false, true, false])
  queue.makeLong(slow)
  expect([isTaken(slow, []), isTaken(job('a'), []), isTaken(job('b'), [])]).toEqual([false, false, true])
  time = 1_000
  expect([isTaken(slow, []), isTaken(job('a'), [])]).toEqual([false, true])
})
