/**
 * Threads that do one job at a time. A thread starts with the first job that finds none idle, keeps what it has learned,
 * and ends when it has been idle for a while, when a job takes too long or is given up, or when it fails.
 */
import { type TransferListItem, Worker, type WorkerOptions } from 'node:worker_threads'

export interface Job<Question, Answer> {
  readonly question: Question
  readonly settle: (answer: Answer) => void
  readonly fail: (reason: unknown) => void
}

interface Thread<OneJob> {
  readonly worker: Worker
  readonly input: unknown
  job: OneJob | undefined
  timer: NodeJS.Timeout | undefined
}

export type FromThread<Answer> = { readonly answer: Answer } | { readonly fault: string }

export interface ThreadPoolOptions<Answer, OneJob extends Job<unknown, Answer>> {
  /** A built file, which answers each message with one. */
  readonly entry: URL
  readonly size: number
  /** What a thread starts with. One that started with another object is given up before its next job. */
  readonly input: () => unknown
  readonly resourceLimits: WorkerOptions['resourceLimits']
  /** Takes the next job out of those that wait. */
  readonly next: (waiting: ReadonlySet<OneJob>) => OneJob | undefined
  readonly transferOf: (job: OneJob) => readonly TransferListItem[]
  /** Why a job failed whose thread ended with `error`. */
  readonly endOf: (error: unknown) => unknown
  readonly onFault?: ((error: unknown) => void) | undefined
  /** A job fails, and its thread ends, after this time. */
  readonly limit?: { readonly ms: number; readonly late: () => unknown } | undefined
  /** Milliseconds after which an idle thread, and the memory that it keeps, is given up. */
  readonly idleMs: number
}

export interface ThreadPool<OneJob> {
  readonly waiting: ReadonlySet<OneJob>
  readonly add: (job: OneJob) => void
  /** The job is not done; what is done of it ends with its thread. */
  readonly abandon: (job: OneJob, reason: unknown) => void
  /** Ends all threads, and fails all jobs with this reason. */
  readonly close: (reason: unknown) => void
}

export function createThreadPool<Answer, OneJob extends Job<unknown, Answer>>(
  options: ThreadPoolOptions<Answer, OneJob>,
): ThreadPool<OneJob> {
  const { entry, size, endOf, idleMs, limit } = options
  const threads = new Set<Thread<OneJob>>()
  const waiting = new Set<OneJob>()

  function assign(): void {
    dropOutdated()
    while (waiting.size > 0) {
      const idle = [...threads].find((thread) => thread.job === undefined)
      if (idle === undefined && threads.size >= size) return
      const job = options.next(waiting)
      if (job === undefined) return
      waiting.delete(job)
      give(idle ?? start(), job)
    }
  }

  function dropOutdated(): void {
    if (waiting.size === 0) return
    const now = options.input()
    const isIdle = ({ job, input }: Thread<OneJob>) => job === undefined && input !== now
    for (const thread of [...threads].filter(isIdle)) end(thread)
  }

  function start(): Thread<OneJob> {
    const input = options.input()
    const worker = new Worker(entry, { workerData: input, resourceLimits: options.resourceLimits })
    const thread: Thread<OneJob> = { worker, input, job: undefined, timer: undefined }
    threads.add(thread)
    worker.on('message', (message: FromThread<Answer>) => {
      if ('fault' in message) options.onFault?.(new Error(message.fault))
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
    thread.worker.postMessage(job.question, options.transferOf(job))
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
