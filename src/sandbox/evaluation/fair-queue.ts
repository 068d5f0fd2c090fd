/**
 * Who is next. Time is charged by organisation (start-time fair queueing): the one that has had the least is next, and one
 * that is new counts as having had as much as the one that was served last. Of an organisation's callers, next is the one who has
 * waited longest since the last turn.
 */
import type { Lane } from './thread-pool.ts'

export interface Queued {
  readonly org_id: string
  readonly caller: string
  /** Bytes of what is sent. */
  readonly size: number
  /** It was not short after all. */
  isLong?: boolean
  /** When it began, in milliseconds. */
  begunAt?: number | undefined
}

export interface FairQueueOptions {
  /** In milliseconds. */
  readonly now: () => number
  /** Larger requests are not tried as short work. */
  readonly shortBytes: number
  /** Milliseconds for which nothing of an organisation is tried as short work, after something was not. */
  readonly longMs: number
}

export function createFairQueue<Job extends Queued>({ now, shortBytes, longMs }: FairQueueOptions) {
  /** Milliseconds that each organisation has had, while anything waits or runs. */
  const had = new Map<string, number>()
  let served = 0
  const longUntil = new Map<string, number>()
  const lastTurns = new Map<string, number>()
  let turn = 0

  type Running = readonly { readonly job: Job; readonly lane: Lane }[]

  const isShort = ({ isLong, size, org_id }: Job) =>
    !isLong && size <= shortBytes && (longUntil.get(org_id) ?? 0) <= now()

  /** With what runs now, as far as it has come. */
  const sumCharge = (org_id: string, running: Running) =>
    running.reduce(
      (sum, { job }) => (job.org_id === org_id ? sum + now() - (job.begunAt ?? now()) : sum),
      Math.max(had.get(org_id) ?? 0, served),
    )

  const forgetAll = () => {
    had.clear()
    lastTurns.clear()
    served = 0
  }

  return {
    next: (waiting: ReadonlySet<Job>, lane: Lane, running: Running): Job | undefined => {
      if (waiting.size === 1 && running.length === 0) forgetAll()
      const shortOf = new Set(running.flatMap((each) => (each.lane === 'short' ? [each.job.org_id] : [])))
      // One thread for short work at most is an organisation's.
      const fitting = [...waiting].filter(
        (job) => lane === 'long' || (isShort(job) && !shortOf.has(job.org_id)),
      )
      const charges = new Map<string, number>()
      for (const { org_id } of fitting)
        if (!charges.has(org_id)) charges.set(org_id, sumCharge(org_id, running))
      const least = Math.min(...charges.values())
      const own = fitting.filter(({ org_id }) => charges.get(org_id) === least)
      const getLastTurn = ({ caller }: Job) => lastTurns.get(caller) ?? 0
      const longest = Math.min(...own.map(getLastTurn))
      const job = own.find((each) => getLastTurn(each) === longest)
      if (job) {
        served = Math.max(had.get(job.org_id) ?? 0, served)
        had.set(job.org_id, served)
        lastTurns.set(job.caller, ++turn)
      }
      return job
    },
    /** Told of a job that took so many milliseconds. */
    charge: ({ org_id }: Job, milliseconds: number) => {
      had.set(org_id, (had.get(org_id) ?? served) + milliseconds)
    },
    /** Told of a job that is not short. */
    makeLong: (job: Job) => {
      job.isLong = true
      for (const [org_id, until] of longUntil) if (until <= now()) longUntil.delete(org_id)
      longUntil.set(job.org_id, now() + longMs)
    },
  }
}
