/**
 * Threads in which a served sandbox evaluates, so that its other requests have their turn meanwhile. A thread starts
 * with the first evaluation that finds none idle, and does one at a time; it keeps the rulesets that it has compiled.
 *
 * An evaluation ends in one of these ways: with an answer; at its time limit, of its own accord (`evaluation-worker.ts`)
 * or, a while later, with the thread; at the memory limit, with the thread; when the client disconnected.
 */
import { Worker } from 'node:worker_threads'
import { codeOf } from '../../model/system-error.ts'
import type { SandboxLimits } from '../http/app-options.ts'
import { accessKeyIn } from '../http/credentials.ts'
import { badRequest, headersOf, Refusal, type ServiceAnswer } from '../http/exchange.ts'
import type { CarriedRequest, Offload } from '../http/offload.ts'
import type { WorkspaceSnapshot } from '../store/workspace.ts'
import { tookTooLong } from './time-limit.ts'

export interface ThreadInput {
  readonly workspace: WorkspaceSnapshot
  readonly limits: SandboxLimits
  /** For one evaluation; Infinity is no limit. */
  readonly timeLimitMs: number
}

export type FromThread = { readonly answer: ServiceAnswer } | { readonly fault: string }

export interface PoolOptions extends Omit<ThreadInput, 'workspace'> {
  /** A thread that began with another one is given up. */
  readonly workspace: () => WorkspaceSnapshot
  /** The built `evaluation-worker`. */
  readonly entry: URL
  readonly size: number
  /** Megabytes of heap that one evaluation may take; Infinity is no limit. */
  readonly memoryLimitMb: number
  /** Told about every unexpected throw in a thread. */
  readonly onFault?: ((error: unknown) => void) | undefined
  /** Milliseconds after which an idle thread, and the memory that it keeps, is given up. */
  readonly idleMs?: number | undefined
  /** Milliseconds for an evaluation to end of its own accord before its thread is ended. */
  readonly graceMs?: number | undefined
}

export interface EvaluationPool {
  readonly run: Offload
  /** Ends all threads; what is running is not answered. */
  close(): Promise<void>
}

/** Evaluations that may wait: of all callers, and of one. */
const maxWaiting = 1_000
const maxOfCaller = 200

interface Job {
  /** The credential of the request: a caller with many requests waits for those of others, not they for all of its. */
  readonly caller: string
  readonly request: CarriedRequest
  readonly signal: AbortSignal
  readonly settle: (answer: ServiceAnswer) => void
  readonly fail: (reason: unknown) => void
}

interface Thread {
  readonly worker: Worker
  readonly workspace: WorkspaceSnapshot
  job: Job | undefined
  timer: NodeJS.Timeout | undefined
}

export function createEvaluationPool(options: PoolOptions): EvaluationPool {
  const { graceMs = 2_000, idleMs = 10_000 } = options
  const threads = new Set<Thread>()
  const waiting = new Set<Job>()
  /** The last turn of each caller, while anyone waits. */
  const lastTurns = new Map<string, number>()
  let turn = 0

  const run: Offload = (request, signal) =>
    new Promise((settle, fail) => {
      const job: Job = { caller: accessKeyIn(headersOf(request.headers)), request, signal, settle, fail }
      if (signal.aborted) return fail(abandoned())
      const own = [...waiting].filter(({ caller }) => caller === job.caller).length
      if (waiting.size >= maxWaiting || own >= maxOfCaller) return fail(tooBusy())
      waiting.add(job)
      signal.addEventListener('abort', () => abandon(job), { once: true })
      assign()
    })

  function assign(): void {
    dropOutdated()
    for (let job = next(); job !== undefined; job = next()) {
      const idle = [...threads].find((thread) => thread.job === undefined)
      if (idle === undefined && threads.size >= options.size) return
      waiting.delete(job)
      lastTurns.set(job.caller, ++turn)
      give(idle ?? start(), job)
    }
  }

  /** The next evaluation must see every change that was answered before it came. */
  function dropOutdated(): void {
    if (waiting.size === 0) return
    const now = options.workspace()
    const isIdle = ({ job, workspace }: Thread) => job === undefined && workspace !== now
    for (const thread of [...threads].filter(isIdle)) end(thread)
  }

  /** The first of those whose caller has waited longest since its last turn. */
  function next(): Job | undefined {
    if (waiting.size === 0) lastTurns.clear()
    const turnOf = ({ caller }: Job) => lastTurns.get(caller) ?? 0
    const longest = Math.min(...[...waiting].map(turnOf))
    return [...waiting].find((job) => turnOf(job) === longest)
  }

  function start(): Thread {
    const { entry, limits, timeLimitMs } = options
    const workspace = options.workspace()
    const input: ThreadInput = { workspace, limits, timeLimitMs }
    const worker = new Worker(entry, { workerData: input, resourceLimits: heapOf(options) })
    const thread: Thread = { worker, workspace, job: undefined, timer: undefined }
    threads.add(thread)
    worker.on('message', (message: FromThread) => {
      if ('fault' in message) options.onFault?.(new Error(message.fault))
      else finish(thread, (job) => job.settle(message.answer))
    })
    worker.on('error', (error) => drop(thread, endOf(error, options)))
    worker.on('exit', () => drop(thread, new Error('the thread of an evaluation ended')))
    return thread
  }

  function give(thread: Thread, job: Job): void {
    clearTimeout(thread.timer)
    thread.job = job
    const { timeLimitMs } = options
    if (Number.isFinite(timeLimitMs)) {
      const late = badRequest(`Not evaluated: ${tookTooLong(timeLimitMs)}`)
      thread.timer = setTimeout(() => drop(thread, late), timeLimitMs + graceMs)
    }
    thread.worker.ref()
    thread.worker.postMessage(job.request, [job.request.body.buffer])
  }

  /** The thread goes on with the next evaluation, or waits for one. */
  function finish(thread: Thread, end: (job: Job) => void): void {
    const { job } = thread
    clearTimeout(thread.timer)
    thread.job = undefined
    thread.worker.unref()
    thread.timer = setTimeout(() => drop(thread, abandoned()), idleMs)
    thread.timer.unref()
    if (job) end(job)
    assign()
  }

  /** The thread ends, and with it what it was doing. */
  function drop(thread: Thread, reason: unknown): void {
    if (!end(thread)) return
    thread.job?.fail(reason)
    assign()
  }

  function end(thread: Thread): boolean {
    if (!threads.delete(thread)) return false
    clearTimeout(thread.timer)
    void thread.worker.terminate()
    return true
  }

  /** An evaluation that has begun ends with its thread. */
  function abandon(job: Job): void {
    waiting.delete(job)
    job.fail(abandoned())
    const thread = [...threads].find((each) => each.job === job)
    if (thread) drop(thread, abandoned())
  }

  return {
    run,
    close: async () => {
      for (const job of waiting) abandon(job)
      for (const thread of [...threads]) drop(thread, abandoned())
    },
  }
}

function heapOf({ memoryLimitMb }: PoolOptions) {
  return Number.isFinite(memoryLimitMb) ? { maxOldGenerationSizeMb: memoryLimitMb } : {}
}

function endOf(error: unknown, { memoryLimitMb, onFault }: PoolOptions): unknown {
  const ranOut = codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY'
  if (ranOut)
    return badRequest(`Not evaluated: it needs more than ${memoryLimitMb} MB of memory; request less at once`)
  onFault?.(error)
  return error
}

function tooBusy(): Refusal {
  const message = 'Too many evaluations are waiting: retry later, or request fewer at once'
  return new Refusal(429, message, { 'Retry-After': '1' })
}

/** Nobody sees this: the client disconnected. */
function abandoned(): Refusal {
  return badRequest('The request was cancelled')
}
