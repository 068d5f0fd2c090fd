/**
 * Threads that do one job at a time. A thread starts with the first job that finds none idle, keeps what it has learned,
 * and ends when it has been idle for a while, when a job takes too long or is given up, or when it fails.
 */
import { type TransferListItem, Worker, type WorkerOptions } from 'node:worker_threads'

export interface Job<Answer> {
  readonly settle: (answer: Answer) => void
  readonly fail: (reason: unknown) => void
}

interface Thread<OneJob> {
  readonly worker: Worker
  /** What it has been told, as `questionOf` notes it. */
  readonly told: Map<string, unknown>
  job: OneJob | undefined
  timer: NodeJS.Timeout | undefined
}

export type FromThread<Answer> =
  | { readonly answer: Answer }
  | { readonly fault: string }
  /** It goes on when it is given this. */
  | { readonly need: string }
/** The answer to a need. */
export interface Given {
  readonly need: string
  readonly given: unknown
}

export interface ThreadPoolOptions<Answer, OneJob extends Job<Answer>> {
  /** A built file, which answers each question, and may ask for more first. */
  readonly entry: URL
  readonly size: number
  /** What a thread starts with. */
  readonly input: unknown
  readonly resourceLimits: WorkerOptions['resourceLimits']
  /** Takes the next job out of those that wait. */
  readonly next: (waiting: ReadonlySet<OneJob>) => OneJob | undefined
  /** The message to a thread, which has been told of `told`. */
  readonly questionOf: (job: OneJob, told: Map<string, unknown>) => unknown
  readonly transferOf: (job: OneJob) => readonly TransferListItem[]
  readonly giveOf: (job: OneJob, need: string) => unknown
  /** Why a job failed whose thread ended with `error`. */
  readonly endOf: (error: unknown) => unknown
  readonly onFault?: ((error: unknown, job: OneJob | undefined) => void) | undefined
  /** A job fails, and its thread ends, after this time. */
  readonly limit?: { readonly ms: number; readonly late: () => unknown } | undefined
  /** Milliseconds after which an idle thread, and the memory that it keeps, is given up. */
  readonly idleMs: number
}

export interface ThreadPool<OneJob> {
  readonly waiting: ReadonlySet<OneJob>
  readonly countThreads: () => { readonly alive: number; readonly running: number }
  readonly add: (job: OneJob) => void
  /** The job is not done; what is done of it ends with its thread. */
  readonly abandon: (job: OneJob, reason: unknown) => void
  /** Ends all threads, and fails all jobs with this reason. */
  readonly close: (reason: unknown) => void
}

export function createThreadPool<Answer, OneJob extends Job<Answer>>(
  options: ThreadPoolOptions<Answer, OneJob>,
): ThreadPool<OneJob> {
  const { entry, size, endOf, idleMs, limit } = options
  const threads = new Set<Thread<OneJob>>()
  const waiting = new Set<OneJob>()

  function assign(): void {
    while (waiting.size > 0) {
      const idle = [...threads].find((thread) => thread.job === undefined)
      if (idle === undefined && threads.size >= size) return
      const job = options.next(waiting)
      if (job === undefined) return
      waiting.delete(job)
      give(idle ?? start(), job)
    }
  }

  function start(): Thread<OneJob> {
    const worker = new Worker(entry, { workerData: options.input, resourceLimits: options.resourceLimits })
    const thread: Thread<OneJob> = { worker, told: new Map(), job: undefined, timer: undefined }
    threads.add(thread)
    worker.on('message', (message: FromThread<Answer>) => {
      if ('fault' in message) options.onFault?.(new Error(message.fault), thread.job)
      else if ('need' in message) meet(thread, message.need)
      else finish(thread, message.answer)
    })
    worker.on('error', (error) => drop(thread, endOf(error)))
    worker.on('exit', () => drop(thread, new Error('the thread of an evaluation ended')))
    return thread
  }

  function give(thread: Thread<OneJob>, job: OneJob): void {
    clearTimeout(thread.timer)
    thread.job = job
    if (limit) thread.timer = setTimeout(() => drop(thread, limit.late()), limit.ms)
    thread.worker.ref()
    thread.worker.postMessage(options.questionOf(job, thread.told), options.transferOf(job))
  }

  function meet({ worker, job }: Thread<OneJob>, need: string): void {
    const given: Given = { need, given: job && options.giveOf(job, need) }
    worker.postMessage(given)
  }

  /** The thread goes on with the next job, or waits for one. */
  function finish(thread: Thread<OneJob>, answer: Answer): void {
    const { job } = thread
    clearTimeout(thread.timer)
    thread.job = undefined
    thread.worker.unref()
    thread.timer = setTimeout(() => drop(thread, undefined), idleMs)
    thread.timer.unref()
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
    void thread.worker.terminate()
    return true
  }

  function abandon(job: OneJob, reason: unknown): void {
    waiting.delete(job)
    job.fail(reason)
    const thread = [...threads].find((each) => each.job === job)
    if (thread) drop(thread, reason)
  }

  return {
    waiting,
    countThreads: () => {
      const running = [...threads].filter(({ job }) => job !== undefined).length
      return { alive: threads.size, running }
    },
    add: (job) => {
      waiting.add(job)
      assign()
    },
    abandon,
    close: (reason) => {
      for (const job of [...waiting]) abandon(job, reason)
      for (const thread of [...threads]) drop(thread, reason)
    },
  }
}
