/**
 * Threads that do one job at a time. A thread starts with the first job that finds none idle, keeps what it has learned,
 * and ends when it has been idle for a while, when a job takes too long or is given up, or when it fails.
 */
import { type TransferListItem, Worker, type WorkerOptions } from 'node:worker_threads'

export interface Job<Answer> {
  /** It was settled, or failed: what comes of it now is nobody's. */
  readonly isOver: boolean
  readonly settle: (answer: Answer) => void
  readonly fail: (reason: unknown) => void
}

/** Long work has threads of its own, so that short work does not wait for it. */
export type Lane = 'short' | 'long'

interface Thread<OneJob> {
  readonly worker: Worker
  lane: Lane
  /** It has loaded what it needs. */
  isReady: boolean
  /** Ends what turns out not to be short. */
  shortTimer: NodeJS.Timeout | undefined
  /** The records that the thread has, as `questionOf` notes them. */
  readonly told: Map<string, unknown>
  job: OneJob | undefined
  timer: NodeJS.Timeout | undefined
}

export type FromThread<Answer> =
  /** The first message of a thread. */
  | { readonly isReady: true }
  /** One that is full ends after it. */
  | { readonly answer: Answer; readonly isFull?: boolean }
  | { readonly fault: string }
  /** It goes on when it is given this. */
  | { readonly need: string }
export interface NeedAnswer {
  readonly need: string
  readonly given: unknown
}

export interface ThreadPoolOptions<Answer, OneJob extends Job<Answer>> {
  /** A built file, which answers each question, and may ask for more first. */
  readonly entry: URL
  /** How many threads do long work, and any other that they have time for. */
  readonly size: number
  /** How many do short work alone; what takes longer than `ms` there is not short, and begins again elsewhere. */
  readonly short?: { readonly size: number; readonly ms: number } | undefined
  /** The worker data of each thread. */
  readonly input: unknown
  readonly resourceLimits: WorkerOptions['resourceLimits']
  /** The next of those that wait, for a lane; `running` are those that have a thread. */
  readonly next: (
    waiting: ReadonlySet<OneJob>,
    lane: Lane,
    running: readonly { readonly job: OneJob; readonly lane: Lane }[],
  ) => OneJob | undefined
  /** Told of a job that is not short after all. */
  readonly onLong?: ((job: OneJob) => void) | undefined
  /** The message to a thread, which has been told of `told`. */
  readonly questionOf: (job: OneJob, told: Map<string, unknown>) => unknown
  readonly transferOf: (job: OneJob, lane: Lane) => readonly TransferListItem[]
  readonly giveOf: (job: OneJob, need: string) => unknown
  /** Why a job failed whose thread ended with an error, or with an exit code. */
  readonly endOf: (end: { readonly error: unknown } | { readonly code: number }) => unknown
  readonly onFault?: ((error: unknown, job: OneJob | undefined) => void) | undefined
  /** A job fails, and its thread ends, after this time. */
  readonly limit?: { readonly ms: number; readonly late: () => unknown } | undefined
  /** Milliseconds after which an idle thread, and the memory that it keeps, is given up. */
  readonly idleMs: number
}

/** Milliseconds in which a thread may finish what nobody waits for. */
const abandonedMs = 1_000

export function createThreadPool<Answer, OneJob extends Job<Answer>>(
  options: ThreadPoolOptions<Answer, OneJob>,
) {
  const { entry, size, short, endOf, idleMs, limit } = options
  const sizes: Readonly<Record<Lane, number>> = { short: short?.size ?? 0, long: size }
  const threads = new Set<Thread<OneJob>>()
  const waiting = new Set<OneJob>()

  function assign(): void {
    for (const lane of ['short', 'long'] as const) while (assignOne(lane));
  }

  function assignOne(lane: Lane): boolean {
    if (waiting.size === 0) return false
    const own = [...threads].filter((thread) => thread.lane === lane)
    const idle = own.find(({ job }) => job === undefined)
    if (idle === undefined && own.length >= sizes[lane]) return false
    const job = options.next(waiting, lane, listRunning())
    if (job === undefined) return false
    waiting.delete(job)
    give(idle ?? start(lane), job)
    return true
  }

  function listRunning() {
    return [...threads].flatMap(({ job, lane }) => (job ? [{ job, lane }] : []))
  }

  function start(lane: Lane): Thread<OneJob> {
    const worker = new Worker(entry, { workerData: options.input, resourceLimits: options.resourceLimits })
    const thread: Thread<OneJob> = {
      worker,
      lane,
      isReady: false,
      told: new Map(),
      job: undefined,
      timer: undefined,
      shortTimer: undefined,
    }
    threads.add(thread)
    worker.on('message', (message: FromThread<Answer>) => {
      if ('isReady' in message) watchShort(thread, true)
      else if ('fault' in message) options.onFault?.(new Error(message.fault), thread.job)
      else if ('need' in message) meet(thread, message.need)
      else finish(thread, message.answer, message.isFull)
    })
    worker.on('error', (error) => drop(thread, endOf({ error })))
    worker.on('exit', (code) => {
      if (threads.has(thread)) drop(thread, endOf({ code }))
    })
    return thread
  }

  function give(thread: Thread<OneJob>, job: OneJob): void {
    clearTimeout(thread.timer)
    thread.job = job
    if (limit) thread.timer = setTimeout(() => drop(thread, limit.late()), limit.ms)
    thread.worker.ref()
    watchShort(thread, thread.isReady)
    thread.worker.postMessage(options.questionOf(job, thread.told), options.transferOf(job, thread.lane))
  }

  /** The time of a job does not include the loading of its thread. */
  function watchShort(thread: Thread<OneJob>, isReady: boolean): void {
    thread.isReady = isReady
    clearTimeout(thread.shortTimer)
    const { job } = thread
    if (short && job && isReady && thread.lane === 'short')
      thread.shortTimer = setTimeout(() => makeLong(thread, job), short.ms)
  }

  /** It goes on where it is, as one of those that do long work, if there is room for one more; else it begins again. */
  function makeLong(thread: Thread<OneJob>, job: OneJob): void {
    options.onLong?.(job)
    if (job.isOver) end(thread)
    else if ([...threads].filter(({ lane }) => lane === 'long').length < size) thread.lane = 'long'
    else if (end(thread)) {
      const others = [...waiting]
      waiting.clear()
      for (const each of [job, ...others]) waiting.add(each)
    }
    assign()
  }

  function meet({ worker, job }: Thread<OneJob>, need: string): void {
    const given: NeedAnswer = { need, given: job && options.giveOf(job, need) }
    worker.postMessage(given)
  }

  /** The thread goes on with the next job, or waits for one. */
  function finish(thread: Thread<OneJob>, answer: Answer, isFull = false): void {
    const { job } = thread
    clearTimeout(thread.timer)
    clearTimeout(thread.shortTimer)
    thread.job = undefined
    thread.worker.unref()
    // One for short work is kept: to start it takes longer than short work.
    const isKept = thread.lane === 'short'
    thread.timer = isKept ? undefined : setTimeout(() => drop(thread, undefined), idleMs)
    thread.timer?.unref()
    if (isFull) end(thread)
    job?.settle(answer)
    assign()
  }

  /** The thread ends, and with it what it was doing. */
  function drop(thread: Thread<OneJob>, reason: unknown): void {
    if (!end(thread)) return
    thread.job?.fail(reason)
    assign()
  }

  function end(thread: Thread<OneJob>): boolean {
    if (!threads.delete(thread)) return false
    clearTimeout(thread.timer)
    clearTimeout(thread.shortTimer)
    void thread.worker.terminate()
    return true
  }

  /** The job is not done; what is done of it ends with its thread. */
  function abandon(job: OneJob, reason: unknown): void {
    waiting.delete(job)
    job.fail(reason)
    const thread = [...threads].find((each) => each.job === job)
    if (thread === undefined) return
    // Most work is over sooner than a new thread is there: whoever breaks off must not have threads start all the time.
    clearTimeout(thread.timer)
    thread.timer = setTimeout(() => drop(thread, reason), abandonedMs)
  }

  return {
    waiting,
    countThreads: () => {
      const running = [...threads].filter(({ job }) => job !== undefined).length
      return { alive: threads.size, running }
    },
    add: (job: OneJob) => {
      waiting.add(job)
      assign()
    },
    abandon,
    /** Ends all threads, and fails all jobs with this reason. */
    close: (reason: unknown) => {
      for (const job of [...waiting]) abandon(job, reason)
      for (const thread of [...threads]) drop(thread, reason)
    },
  }
}
